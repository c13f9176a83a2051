/** Instances as blocks of the pools of their memories. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Backing, Instance } from '../../dependence/index.js';
import type { SpyWriter } from '../../spy/index.js';
import { noteUse } from '../memory/index.js';
import type { Engines } from './engines.js';
import type { Evictor } from './evictor.js';
import { Occupancy } from './occupancy.js';

/** Memory to be given back: the launches of other queues, by queue, that use it. */
interface Busy {
  readonly uses: readonly number[];
  give(): void;
}

export class Holdings implements Backing {
  readonly #engines: Engines;
  readonly #complete: (op: number) => number;
  readonly #evictor: Evictor;
  readonly #spy: SpyWriter | null;
  readonly occupancy = new Occupancy();
  readonly freesBehind = true;
  /** Instances with blocks that are given back by hand, by number. */
  readonly #held = new Map<number, Instance>();
  /** Memory that launches of other queues still use. */
  #busy: Busy[] = [];

  /** `complete` blocks until an operation and all before it are. */
  constructor(engines: Engines, complete: (op: number) => number, evictor: Evictor, spy: SpyWriter | null) {
    this.#evictor = evictor;
    this.#engines = engines;
    this.#spy = spy;
    this.#complete = complete;
  }

  allocate(instance: Instance, collected: boolean): boolean {
    for (let last = false; ; last = true) {
      try {
        if (collected) this.#share(instance);
        else this.#take(instance);
        return true;
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        if (last || this.#busy.length === 0) return false;
        this.#awaitBusy();
      }
    }
  }

  /** Allocates memory for the time of some launches; evicts arrays where there is too little. */
  obtain(instance: Instance): boolean {
    do if (this.allocate(instance, false)) return true;
    while (this.evict(instance.memory, instance.bytes));
    return false;
  }

  /** Makes room in a memory: arrays leave it, or, where none can, garbage of any age is given back. False where there is none either. */
  evict(memory: number, bytes: number): boolean {
    if (this.#evictor.evict(memory, bytes)) return true;
    const { pool } = this.#engines.of(memory);
    const { live } = pool;
    pool.reclaim(true);
    return pool.live < live;
  }

  /** Gives back memory that no launch of another queue uses any more. */
  retire(): void {
    if (this.#busy.length === 0) return;
    const over = this.#busy.filter(({ uses }) => !this.#engines.isPending(uses));
    this.#busy = this.#busy.filter((busy) => !over.includes(busy));
    if (over.length > 0) this.#engines.tellComplete(this.#spy);
    for (const { give } of over) give();
  }

  #awaitBusy(): void {
    for (const { uses } of this.#busy)
      for (const { queue, number } of this.#engines.all) if (uses[number] > 0) queue.wait(uses[number]);
    this.retire();
  }

  /** Gives memory back, at once or when the launches of other queues that use it are complete. */
  giveBack(uses: readonly number[] | null | undefined, give: () => void): void {
    if (uses === null || uses === undefined) give();
    else if (this.#engines.isPending(uses)) this.#busy.push({ uses, give });
    else {
      this.#engines.tellComplete(this.#spy);
      give();
    }
  }

  #take(instance: Instance): void {
    const { address, bytes, ready } = this.#engines.of(instance.memory).pool.take(instance.bytes);
    place(instance, address, ready);
    this.#held.set(instance.id, instance);
    this.occupancy.take(instance);
    this.#spy?.instance(instance, bytes);
  }

  #share(instance: Instance): void {
    const { address, bytes, ready, chunk } = this.#engines.of(instance.memory).pool.share(instance.bytes);
    place(instance, address, ready);
    instance.chunk = chunk;
    this.occupancy.take(instance);
    this.#spy?.instance(instance, bytes);
  }

  free(instance: Instance): void {
    const { id, chunk, lastUse, foreign } = instance;
    if (chunk === null && !this.#held.has(id)) return;
    const { pool } = this.#engines.of(instance.memory);
    this.giveBack(foreign?.use, () => {
      this.#held.delete(id);
      this.occupancy.give(instance);
      this.#spy?.instanceFree(instance);
      instance.chunk = null;
      if (chunk === null) pool.give(instance.address, instance.bytes, lastUse);
      else pool.unshare(chunk, lastUse);
    });
  }

  reuse(was: Instance, is: Instance): void {
    this.#held.set(is.id, is);
    this.occupancy.give(was);
    this.occupancy.take(is);
    if (this.#spy === null) return;
    const { bytes } = was;
    this.#spy.instanceFree(was);
    this.#spy.instance({ ...is, ready: was.lastUse }, bytes);
  }

  /** Gives back every block; nothing uses them any more. */
  abandon(): void {
    for (const [id, { address, bytes, memory }] of this.#held) {
      this.#held.delete(id);
      this.#engines.of(memory).pool.give(address, bytes, 0);
    }
  }

  settle(op: number): number {
    return this.#complete(op);
  }
}

function place(instance: Instance, address: number, ready: number): void {
  instance.address = address;
  instance.ready = instance.lastWrite = instance.lastUse = ready;
}

/** Notes that a launch of another queue than its memory's uses the instance. */
export function noteForeign(instance: Instance, queue: number, launch: number, writes: boolean): void {
  const foreign = (instance.foreign ??= { write: [], use: [] });
  while (foreign.use.length <= queue) {
    foreign.use.push(0);
    foreign.write.push(0);
  }
  foreign.use[queue] = launch;
  if (writes) foreign.write[queue] = launch;
  if (instance.chunk === null) return;
  const { memory } = instance.chunk;
  memory.foreign = foreign.use.map((use, q) => Math.max(use, memory.foreign?.[q] ?? 0));
}

/** Notes that a launch uses the instance. */
export function noteInstance(instance: Instance, launch: number, writes: boolean): void {
  noteUse(instance, launch);
  if (writes && launch > instance.lastWrite) instance.lastWrite = launch;
}
