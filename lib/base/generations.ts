/**
 * A table that forgets: entries live in the younger of two generations, and are asked for again or gone when it has been
 * filled twice over. For interned things: holders keep their entries, and unused entries cost no memory.
 *
 *     limit 3     young {a b c}  old {}          d comes
 *                 young {d}      old {a b c}     b is asked for
 *                 young {d b}    old {a c}       e, f come
 *                 young {f}      old {d b e}     a and c are forgotten
 */
export class Generations<K, V> {
  readonly #limit: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** `limit`: entries of a generation. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Entries in the table. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    return value === undefined ? this.#revive(key) : value;
  }

  #revive(key: K): V | undefined {
    const value = this.#old.get(key);
    if (value !== undefined) {
      this.#old.delete(key);
      this.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
