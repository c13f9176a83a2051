/** Instances as blocks of the device's pool: the memories of a machine that has but one. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Backing, Instance } from '../../dependence/index.js';
import type { SpyWriter } from '../../spy/index.js';
import { type Pool, sizeClass } from '../memory.js';

export class Holdings implements Backing {
  readonly #pool: Pool;
  readonly #complete: (op: number) => void;
  readonly #spy: SpyWriter | null;
  /** Instances that have a block, by number. */
  readonly #held = new Map<number, Instance>();

  /** `complete` blocks until an operation and all before it are. */
  constructor(pool: Pool, complete: (op: number) => void, spy: SpyWriter | null) {
    this.#pool = pool;
    this.#spy = spy;
    this.#complete = complete;
  }

  allocate(instance: Instance): boolean {
    try {
      const { address, bytes, ready } = this.#pool.take(instance.bytes);
      instance.address = address;
      instance.ready = instance.lastWrite = instance.lastUse = ready;
      this.#held.set(instance.id, instance);
      const { id, memory, rect } = instance;
      this.#spy?.memories({ event: 'instance', instance: id, memory, low: rect.low, high: rect.high, address, bytes, ready });
      return true;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return false;
      throw error;
    }
  }

  free(instance: Instance): void {
    if (!this.#held.delete(instance.id)) return;
    const { id, address, lastUse } = instance;
    const bytes = sizeClass(instance.bytes);
    this.#spy?.memories({ event: 'instanceFree', instance: id, address, bytes, lastUse });
    this.#pool.give(address, bytes, lastUse);
  }

  /** Gives back every block; nothing uses them any more. */
  abandon(): void {
    for (const [id, { address, bytes }] of this.#held) {
      this.#held.delete(id);
      this.#pool.give(address, bytes, 0);
    }
  }

  settle(op: number): void {
    this.#complete(op);
  }
}

/** Notes that a launch uses the instance. */
export function noteInstance(instance: Instance, launch: number, writes: boolean): void {
  if (launch > instance.lastUse) instance.lastUse = launch;
  if (writes && launch > instance.lastWrite) instance.lastWrite = launch;
}
