/**
 * Launches of a machine with several queues, as one number each: a launch of the host's device, which is queue 0, keeps its number, and a
 * launch of queue q is q · 2^44 and its number there. Only launches of one queue are compared: a window's order is not in these numbers.
 */
const FIRST = 2 ** 44;

/** The machine's number of a launch of a queue; 0 stays 0, for no launch. */
export function onQueue(queue: number, launch: number): number {
  return launch === 0 ? 0 : queue * FIRST + launch;
}

/** Whether a launch is of an accelerator's queue. */
export function isForeign(launch: number): boolean {
  return launch >= FIRST;
}

/** The queue of a launch. */
export function queueOf(launch: number): number {
  return Math.floor(launch / FIRST);
}

/** The number of a launch within its queue. */
export function withinQueue(launch: number): number {
  return launch % FIRST;
}
