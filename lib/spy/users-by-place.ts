/**
 * The nodes that used each place of memory since it was last written. Places that were used alike share one record, so that a node which touches
 * thousands of them is compared with a few:
 *
 *     node 0 writes places 0 … 511      0 … 511: written by 0
 *     node 1 reads places 500 … 511     0 … 499: written by 0;  500 … 511: written by 0, read by 1
 */
import type { Ranges } from './ranges.js';

interface Users {
  readonly writers: readonly number[];
  readonly readers: readonly number[];
}

/** Users, and the users that they become when a node joins them. */
class Shared implements Users {
  readonly writers: readonly number[];
  readonly readers: readonly number[];
  /** The step that wrote last; -1 for none. */
  readonly step: number;
  readonly #written = new Map<number, Shared>();
  readonly #read = new Map<number, Shared>();

  constructor(writers: readonly number[], readers: readonly number[], step: number) {
    this.writers = writers;
    this.readers = readers;
    this.step = step;
  }

  /** Behind a write of a node in the same step. */
  written(node: number): Shared {
    let next = this.#written.get(node);
    if (next === undefined) this.#written.set(node, (next = new Shared([...this.writers, node], this.readers, this.step)));
    return next;
  }

  read(node: number): Shared {
    let next = this.#read.get(node);
    if (next === undefined) this.#read.set(node, (next = new Shared(this.writers, [...this.readers, node], this.step)));
    return next;
  }
}

/** Places with the same users. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly users: Shared;
}

export class UsersByPlace {
  /** Ascending; places between them are unused. */
  #runs: readonly Run[] = [];
  readonly #unused = new Shared([], [], -1);
  #step = 0;
  /** The users of places that this step writes, before its nodes have joined. */
  #fresh = new Shared([], [], 0);

  /** Calls `found` with the users of each run of places that has some. */
  of(places: Ranges, found: (users: Users) => void): void {
    if (places.length === 0) return;
    for (let i = 0, at = this.#firstBehind(places[0]); i < places.length; i += 2) {
      while (at < this.#runs.length && this.#runs[at].to <= places[i]) at++;
      for (let k = at; k < this.#runs.length && this.#runs[k].from < places[i + 1]; k++) found(this.#runs[k].users);
    }
  }

  /** Writes that follow are of another step: they replace the users of a place. */
  step(): void {
    this.#fresh = new Shared([], [], ++this.#step);
  }

  write(places: Ranges, node: number): void {
    this.#change(places, (users) => (users.step === this.#step ? users : this.#fresh).written(node));
  }

  read(places: Ranges, node: number): void {
    this.#change(places, (users) => users.read(node));
  }

  /** The first run that ends behind a place. */
  #firstBehind(place: number): number {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle].to <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #change(places: Ranges, next: (users: Shared) => Shared): void {
    if (places.length === 0) return;
    const first = this.#firstBehind(places[0]);
    let behind = first;
    const changed: Run[] = [];
    const put = (from: number, to: number, users: Shared): void => {
      const last = changed.at(-1);
      if (to <= from) return;
      if (last !== undefined && last.to === from && last.users === users) changed[changed.length - 1] = { ...last, to };
      else changed.push({ from, to, users });
    };
    // The part of run `behind` that was not gone through.
    let rest: Run | undefined = this.#runs[behind];
    for (let i = 0; i < places.length; i += 2) {
      let at = places[i];
      const end = places[i + 1];
      while (rest !== undefined && rest.from < end) {
        put(rest.from, Math.min(rest.to, at), rest.users);
        const from = Math.max(rest.from, at);
        const to = Math.min(rest.to, end);
        if (from < to) {
          put(at, from, next(this.#unused));
          put(from, to, next(rest.users));
          at = to;
        }
        rest = rest.to > end ? { ...rest, from: Math.max(rest.from, end) } : this.#runs[++behind];
      }
      put(at, end, next(this.#unused));
    }
    if (rest !== undefined && behind < this.#runs.length) {
      put(rest.from, rest.to, rest.users);
      behind++;
    }
    this.#runs = [...this.#runs.slice(0, first), ...changed, ...this.#runs.slice(behind)];
  }
}
