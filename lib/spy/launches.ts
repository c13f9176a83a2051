/** Numbers of launches on a machine with several queues: launch n of queue q has the number q · 2^44 + n, queue 0 being the host's device's. */
const FIRST = 2 ** 44;

/** The queue of a launch; 0 for what the host does. */
export function queueOf(launch: number): number {
  return Math.floor(launch / FIRST);
}
