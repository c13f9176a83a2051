/**
 * Maps the items of coherence's operations to the launches that they became, so that waits for items become waits for launches. A launch
 * waits for a prefix of the earlier launches of its queue, so the latest of an item's waits suffices. Launches of other queues are followed
 * where they use the same instance (`engines.ts`). An item of another queue stands for all launches of the own queue before it, since
 * coherence names the last of a chain of operations alone:
 *
 *     x written by the host, then by gpu0, then by the host     the third waits for the second, and here for the first
 */
import { invariant } from '../../base/index.js';
import type { Wait } from '../../dependence/index.js';
import { queueOf, withinQueue } from '../../device/index.js';

interface Done {
  /** By item; 0 for items that were over when they were noted. */
  readonly launches: readonly number[];
  /** By queue: the latest launch of this operation and all before it. */
  readonly latest: readonly number[];
}

const NOTHING: readonly number[] = [];

export class LaunchMap {
  /** Of operations first, first + 1, … */
  #done: Done[] = [];
  #first = 1;
  /** By queue: the latest launch of operations before `first`. */
  #before: readonly number[];

  /** `queues`: how many the machine has. */
  constructor(queues = 1) {
    this.#before = new Array<number>(queues).fill(0);
  }

  /**
   * Operation `number` was launched, as these launches of the machine, by item, with the help of others. Numbers that are skipped stand for
   * nothing, or for operations that are complete: evictions, which may come between an operation and its launch.
   */
  note(number: number, launches: readonly number[], helpers: readonly number[] = NOTHING): void {
    invariant(number > this.last, 'operations are noted in order');
    while (this.last + 1 < number) this.#push(NOTHING, NOTHING);
    this.#push(launches, helpers);
  }

  /** The last operation that was noted. */
  get last(): number {
    return this.#first + this.#done.length - 1;
  }

  #push(launches: readonly number[], helpers: readonly number[]): void {
    const latest = (this.#done.length > 0 ? this.#done[this.#done.length - 1].latest : this.#before).slice();
    raise(latest, launches);
    raise(latest, helpers);
    this.#done.push({ launches, latest });
  }

  /** The launch of a queue to wait for there before an item runs; 0 for none. */
  launchBefore(item: number, waits: readonly Wait[], queue = 0): number {
    let launch = 0;
    for (const { on, relation } of waits) {
      if (relation === null) launch = Math.max(launch, this.latest(on, queue));
      else {
        const launches = this.#done[on - this.#first]?.launches;
        if (launches === undefined) continue;
        for (const p of relation.waits(item)) {
          const other = launches[p] ?? 0;
          const own = other === 0 || queueOf(other) === queue;
          launch = Math.max(launch, own ? withinQueue(other) : this.latest(on, queue));
        }
      }
    }
    return launch;
  }

  /** The latest launch of a queue of all operations up to this one. */
  latest(number: number, queue = 0): number {
    if (number < this.#first) return this.#before[queue];
    return (this.#done[Math.min(number - this.#first, this.#done.length - 1)]?.latest ?? this.#before)[queue];
  }

  /** Forgets operations that are complete when these launches are, by queue, all before included; the number of the last such. */
  retire(completed: readonly number[]): number {
    let n = 0;
    while (n < this.#done.length && this.#done[n].latest.every((launch, queue) => launch <= completed[queue])) n++;
    if (n > 0) {
      this.#before = this.#done[n - 1].latest;
      this.#done = this.#done.slice(n);
      this.#first += n;
    }
    return this.#first - 1;
  }
}

/** Raises the latest launches, by queue, to these. */
function raise(latest: number[], launches: readonly number[]): void {
  for (let i = 0; i < launches.length; i++) {
    const queue = queueOf(launches[i]);
    const launch = withinQueue(launches[i]);
    if (launch > latest[queue]) latest[queue] = launch;
  }
}
