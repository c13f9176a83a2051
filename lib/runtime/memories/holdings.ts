/** Instances as blocks of the device's pool: the memories of a machine that has but one. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Backing, Instance } from '../../dependence/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Pool } from '../memory.js';

/** What is behind an instance. */
interface Held {
  readonly address: number;
  readonly bytes: number;
  /** The launch that must be complete before the block is used. */
  readonly ready: number;
  lastWrite: number;
  lastUse: number;
}

export class Holdings implements Backing {
  readonly #pool: Pool;
  readonly #complete: (op: number) => void;
  readonly #spy: SpyWriter | null;
  readonly #held = new Map<number, Held>();

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
      this.#held.set(instance.id, { address, bytes, ready, lastWrite: 0, lastUse: ready });
      const { id, memory, rect } = instance;
      this.#spy?.memories({ event: 'instance', instance: id, memory, low: rect.low, high: rect.high, address, bytes, ready });
      return true;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return false;
      throw error;
    }
  }

  free(instance: Instance): void {
    const held = this.#held.get(instance.id);
    if (held === undefined) return;
    this.#held.delete(instance.id);
    const { bytes, lastUse } = held;
    this.#spy?.memories({ event: 'instanceFree', instance: instance.id, address: instance.address, bytes, lastUse });
    this.#pool.give(instance.address, held.bytes, held.lastUse);
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

  /** The launch that must be complete before the instance's block is used at all. */
  ready(instance: Instance): number {
    return this.#held.get(instance.id)?.ready ?? 0;
  }

  /** The last launch that wrote into the instance. */
  lastWrite(instance: Instance): number {
    return this.#held.get(instance.id)?.lastWrite ?? 0;
  }

  /** The launch that must be complete before others use what is in the instance, or write into it. */
  before(instance: Instance, writes: boolean): number {
    const held = this.#held.get(instance.id);
    if (held === undefined) return 0;
    return writes ? Math.max(held.ready, held.lastUse) : Math.max(held.ready, held.lastWrite);
  }

  /** Notes that a launch uses the instance. */
  use(instance: Instance, launch: number, writes: boolean): void {
    const held = this.#held.get(instance.id);
    if (held === undefined) return;
    held.lastUse = Math.max(held.lastUse, launch);
    if (writes) held.lastWrite = Math.max(held.lastWrite, launch);
  }
}
