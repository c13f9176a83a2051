/**
 * Objects that the owner makes, as the launching thread counts them: equal ones are one, by a key, with a number. One that nothing uses any more is
 * forgotten at the next sweep, and its number is given again once the owner has been told of that.
 *
 *     key              number   uses
 *     shader of x+y    0        2 kernels
 *     shader of x*y    1        0: forgotten at the next sweep
 */
interface Shared {
  readonly key: string;
  readonly number: number;
  uses: number;
}

export class SharedObjects {
  readonly #byKey = new Map<string, Shared>();
  readonly #byNumber = new Map<number, Shared>();
  /** Nothing used these when they were dropped last. */
  readonly #idle = new Set<Shared>();
  /** Numbers that can be given again, the one that has been free for longest first. */
  readonly #free: number[] = [];
  #next = 0;
  /** Objects forgotten so far. */
  swept = 0;

  /** Objects that are kept. */
  get size(): number {
    return this.#byNumber.size;
  }

  /** The number of the object of a key for one use more; `make` makes it where it is not there. */
  use(key: string, make: (number: number) => void): number {
    let found = this.#byKey.get(key);
    if (found === undefined) {
      found = { key, number: this.#free.shift() ?? this.#next++, uses: 0 };
      this.#byKey.set(key, found);
      this.#byNumber.set(found.number, found);
      make(found.number);
    }
    found.uses++;
    return found.number;
  }

  /** One use less. */
  drop(number: number): void {
    const found = this.#byNumber.get(number);
    if (found !== undefined && --found.uses === 0) this.#idle.add(found);
  }

  /** Forgets the objects without a use; gives their numbers, which `release` takes back. */
  sweep(): number[] {
    const gone: number[] = [];
    for (const shared of this.#idle) {
      if (shared.uses > 0) continue;
      this.#byKey.delete(shared.key);
      this.#byNumber.delete(shared.number);
      gone.push(shared.number);
    }
    this.#idle.clear();
    this.swept += gone.length;
    return gone;
  }

  /** These numbers can be given again. */
  release(numbers: readonly number[]): void {
    this.#free.push(...numbers);
  }
}
