/**
 * From the items of coherence's operations to launches: which launch an item became, so that what waits for it has a launch
 * to wait for. A device's launch waits for a prefix of those before it, so the latest of an item's waits says all.
 */
import type { Wait } from '../../dependence/index.js';

interface Done {
  /** By item; 0 for items that were over when they were noted. */
  readonly launches: readonly number[];
  /** The latest launch of this operation and all before it. */
  readonly latest: number;
}

export class LaunchMap {
  /** Of operations first, first + 1, … */
  #done: Done[] = [];
  #first = 1;
  /** The latest launch of operations before `first`. */
  #before = 0;

  /** Operation `number` was launched, as these. Numbers that are skipped stand for nothing. */
  note(number: number, launches: readonly number[]): void {
    while (this.#first + this.#done.length < number) this.#push([]);
    this.#push(launches);
  }

  #push(launches: readonly number[]): void {
    const last = this.#done.length > 0 ? this.#done[this.#done.length - 1].latest : this.#before;
    this.#done.push({ launches, latest: launches.reduce((a, b) => Math.max(a, b), last) });
  }

  /** The launch to wait for before an item runs; 0 for none. */
  launchBefore(item: number, waits: readonly Wait[]): number {
    let launch = 0;
    for (const { on, relation } of waits) {
      if (relation === null) launch = Math.max(launch, this.latest(on));
      else {
        const launches = this.#done[on - this.#first]?.launches;
        if (launches !== undefined) for (const p of relation.waits(item)) launch = Math.max(launch, launches[p] ?? 0);
      }
    }
    return launch;
  }

  /** The latest launch of all operations up to this one. */
  latest(number: number): number {
    if (number < this.#first) return this.#before;
    return this.#done[Math.min(number - this.#first, this.#done.length - 1)]?.latest ?? this.#before;
  }

  /** Forgets operations that are complete when launch `completed` is, all before included; the number of the last such. */
  retire(completed: number): number {
    let n = 0;
    while (n < this.#done.length && this.#done[n].latest <= completed) n++;
    if (n > 0) {
      this.#before = this.#done[n - 1].latest;
      this.#done = this.#done.slice(n);
      this.#first += n;
    }
    return this.#first - 1;
  }
}
