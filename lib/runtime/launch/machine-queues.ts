/** The progress of launches on a machine with several queues. */
import { type Accelerator, type Device, type LaunchQueue, onQueue, queueOf, withinQueue } from '../../device/index.js';

/** The progress of launches, for callers that wait: of a device where it is alone, else of all queues. */
export type Progress = Pick<LaunchQueue, 'completed' | 'wait' | 'help' | 'notify' | 'isOver' | 'failures' | 'reason'> &
  Pick<Device, 'lend'>;

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

  reason(launch: number): string | null {
    return this.#all[queueOf(launch)].reason?.(withinQueue(launch)) ?? null;
  }

  lend(bytes: number): ReturnType<Device['lend']> {
    return this.#host.lend(bytes);
  }
}
