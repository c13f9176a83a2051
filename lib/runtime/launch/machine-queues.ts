/**
 * Launches of a machine with several queues, as one number each: a launch of the host's device, which is queue 0, keeps its number, and a
 * launch of queue q is q · 2^44 plus its number there. A window's order is not in these numbers: only launches of one queue are compared.
 */
import type { Accelerator, Device, LaunchQueue } from '../../device/index.js';

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

/** The progress of launches, for callers that wait: of a device where it is alone, else of all queues. */
export type Progress = Pick<LaunchQueue, 'completed' | 'wait' | 'help' | 'notify' | 'isOver' | 'failures'> & Pick<Device, 'lend'>;

/** All queues of a machine. `completed` is the host's device's: launches of all other queues have larger numbers. */
export class Queues implements Progress {
  readonly #host: Device;
  readonly #all: readonly LaunchQueue[];

  constructor(host: Device, accelerators: readonly Accelerator[]) {
    this.#host = host;
    this.#all = [host, ...accelerators];
  }

  completed(): number {
    return this.#host.completed();
  }

  wait(launch: number): void {
    this.#all[queueOf(launch)].wait(withinQueue(launch));
  }

  help(launch: number): boolean {
    return this.#all[queueOf(launch)].help(withinQueue(launch));
  }

  notify(launch: number, done: () => void): void {
    this.#all[queueOf(launch)].notify(withinQueue(launch), done);
  }

  isOver(): boolean {
    for (const queue of this.#all) if (!queue.isOver()) return false;
    return true;
  }

  failures(): readonly number[] {
    return this.#all.flatMap((queue, q) => queue.failures().map((value, i) => (i % 2 === 0 ? onQueue(q, value) : value)));
  }

  lend(bytes: number): ReturnType<Device['lend']> {
    return this.#host.lend(bytes);
  }
}
