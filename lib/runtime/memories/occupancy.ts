/**
 * The bytes of instances in each memory, now and the most so far: arrays, copies, and copies that are kept for the next ones. Of instances in memory
 * that goes with the garbage the chunk has the count, by memory, until it is found dead.
 */
import type { Instance } from '../../dependence/index.js';
import type { Stats } from '../stats.js';

/** Memory that may hold several instances, with the count of their bytes. */
interface Shared {
  /** By memory: the bytes of instances. */
  held?: number[];
}

type Counted = Pick<Instance, 'memory' | 'bytes'> & { readonly chunk: { readonly memory: Shared } | null };

export class Occupancy {
  readonly #live: number[] = [];
  readonly #peak: number[] = [];

  /** An instance has memory from now on. */
  take({ memory, bytes, chunk }: Counted): void {
    this.#add(memory, bytes);
    if (chunk === null) return;
    const held = (chunk.memory.held ??= []);
    held[memory] = (held[memory] ?? 0) + bytes;
  }

  /** An instance has given its memory back, before the memory was found dead. */
  give({ memory, bytes, chunk }: Counted): void {
    this.#add(memory, -bytes);
    if (chunk?.memory.held !== undefined) chunk.memory.held[memory] -= bytes;
  }

  /** Shared memory was found dead, and the instances in it. */
  died(shared: Shared): void {
    shared.held?.forEach((bytes, memory) => void this.#add(memory, -bytes));
  }

  /** By memory, of so many. */
  of(memories: number): NonNullable<Stats['memories']> {
    return Array.from({ length: memories }, (_, m) => ({ live: this.#live[m] ?? 0, peak: this.#peak[m] ?? 0 }));
  }

  #add(memory: number, bytes: number): void {
    const live = (this.#live[memory] ?? 0) + bytes;
    this.#live[memory] = live;
    this.#peak[memory] = Math.max(live, this.#peak[memory] ?? 0);
  }
}
