/** Instances as blocks of the pools of their memories. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Backing, Instance } from '../../dependence/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Engines } from './engines.js';

export class Holdings implements Backing {
  readonly #engines: Engines;
  readonly #complete: (op: number) => void;
  readonly #spy: SpyWriter | null;
  /** Instances with blocks that are given back by hand, by number. */
  readonly #held = new Map<number, Instance>();

  /** `complete` blocks until an operation and all before it are. */
  constructor(engines: Engines, complete: (op: number) => void, spy: SpyWriter | null) {
    this.#engines = engines;
    this.#spy = spy;
    this.#complete = complete;
  }

  allocate(instance: Instance, collected: boolean): boolean {
    try {
      if (collected) this.#share(instance);
      else this.#take(instance);
      return true;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return false;
      throw error;
    }
  }

  #take(instance: Instance): void {
    const { address, bytes, ready } = this.#engines.of(instance.memory).pool.take(instance.bytes);
    place(instance, address, ready);
    this.#held.set(instance.id, instance);
    this.#spy?.instance(instance, bytes);
  }

  #share(instance: Instance): void {
    const { address, bytes, ready, chunk } = this.#engines.of(instance.memory).pool.share(instance.bytes);
    place(instance, address, ready);
    instance.chunk = chunk;
    this.#spy?.instance(instance, bytes);
  }

  free(instance: Instance): void {
    const { id, chunk, lastUse } = instance;
    const { pool } = this.#engines.of(instance.memory);
    if (chunk !== null) {
      this.#spy?.instanceFree(instance);
      instance.chunk = null;
      pool.unshare(chunk, lastUse);
    } else if (this.#held.delete(id)) {
      this.#spy?.instanceFree(instance);
      pool.give(instance.address, instance.bytes, lastUse);
    }
  }

  /** Gives back every block; nothing uses them any more. */
  abandon(): void {
    for (const [id, { address, bytes, memory }] of this.#held) {
      this.#held.delete(id);
      this.#engines.of(memory).pool.give(address, bytes, 0);
    }
  }

  settle(op: number): void {
    this.#complete(op);
  }
}

function place(instance: Instance, address: number, ready: number): void {
  instance.address = address;
  instance.ready = instance.lastWrite = instance.lastUse = ready;
}

/** Notes that a launch uses the instance. */
export function noteInstance(instance: Instance, launch: number, writes: boolean): void {
  if (launch > instance.lastUse) instance.lastUse = launch;
  const { chunk } = instance;
  if (chunk !== null && launch > chunk.memory.lastUse) chunk.memory.lastUse = launch;
  if (writes && launch > instance.lastWrite) instance.lastWrite = launch;
}
