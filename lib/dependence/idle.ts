/**
 * Instances that no root has. Collection is deferred: an instance of a dead root waits for the next root of its kind, which inherits its
 * extent (thesis 3.2.3: so that halos, once learnt, are not learnt again), until memory is short, many bytes are idle, or it has waited long.
 * Instances that were copies for one task wait for the next copies of any root.
 *
 *     kind '8,8;8'   memory 0   shelf [0,5): #3 #7      shelf [0,4): #1
 *                    memory 1   shelf [3,8): #4
 */
import { type Rect, sameRect } from '../partition/index.js';
import type { History, Past } from './history.js';

/** The facts about an instance that are asked for here (`instance.ts`). */
interface Kept {
  readonly memory: number;
  readonly rect: Rect;
  readonly bytes: number;
  /** The last operation that uses it. */
  readonly lastOp: number;
}

/** An idle instance, and how the root used it that had it. */
interface Idle<I, H extends Past = Past> {
  readonly instance: I;
  readonly history: H;
}

/** Idle instances of one extent, oldest first. */
interface Shelf<I> {
  readonly rect: Rect;
  entries: Idle<I, History>[];
}

export class IdleInstances<I extends Kept> {
  /** Bytes of all of them. */
  bytes = 0;
  /** By kind of root (shape and element size), then by memory. */
  readonly #left = new Map<string, Map<number, Shelf<I>[]>>();
  /** By memory: instances that were copies. */
  readonly #spare = new Map<number, Idle<I>[]>();
  readonly #drop: (instance: I) => void;

  /** `drop` gives an instance's memory back. */
  constructor(drop: (instance: I) => void) {
    this.#drop = drop;
  }

  /** Keeps an instance for the next root of its kind. */
  leave(kind: string, instance: I, history: History): void {
    const { memory, rect, bytes } = instance;
    this.bytes += bytes;
    let memories = this.#left.get(kind);
    if (memories === undefined) this.#left.set(kind, (memories = new Map()));
    let shelves = memories.get(memory);
    if (shelves === undefined) memories.set(memory, (shelves = []));
    let shelf = shelves.find((s) => sameRect(s.rect, rect));
    if (shelf === undefined) shelves.push((shelf = { rect, entries: [] }));
    shelf.entries.push({ instance, history });
  }

  /** Keeps an instance that was a copy for one task. */
  leaveSpare(instance: I, history: Past): void {
    this.bytes += instance.bytes;
    const known = this.#spare.get(instance.memory);
    if (known === undefined) this.#spare.set(instance.memory, [{ instance, history }]);
    else known.push({ instance, history });
  }

  /** One that a dead root of this kind left, of the extents that there are the one that `choose` names; null for -1. */
  take(kind: string, memory: number, choose: (extents: readonly Rect[]) => number): Idle<I> | null {
    const here = (this.#left.get(kind)?.get(memory) ?? []).filter(({ entries }) => entries.length > 0);
    const chosen = here.length === 0 ? -1 : choose(here.map(({ rect }) => rect));
    return this.#taken(chosen < 0 ? undefined : here[chosen].entries.shift());
  }

  /** The smallest that was a copy and has room for so many bytes, no more than a quarter of which is left over. */
  takeSpare(memory: number, bytes: number): Idle<I> | null {
    const spare = this.#spare.get(memory) ?? [];
    let k = -1;
    spare.forEach(({ instance }, i) => {
      const fits = instance.bytes >= bytes && 4 * instance.bytes <= 5 * bytes;
      if (fits && (k < 0 || instance.bytes < spare[k].instance.bytes)) k = i;
    });
    return this.#taken(k < 0 ? undefined : spare.splice(k, 1)[0]);
  }

  #taken(idle: Idle<I> | undefined): Idle<I> | null {
    if (idle === undefined) return null;
    this.bytes -= idle.instance.bytes;
    return idle;
  }

  /** Drops the instances in a memory. */
  dropIn(memory: number): void {
    for (const kind of this.#left.keys()) this.#evict(kind, memory, Infinity);
    this.#dropSpare(memory, Infinity);
  }

  /** Drops the instances in a memory that were copies, and were used last before an operation, in a way of the caller's. */
  dropSpareIn(memory: number, op: number, drop: (instance: I) => void): void {
    if (this.#spare.has(memory)) this.#dropSpare(memory, op, drop);
  }

  /** Drops the instances that were used last before an operation. */
  dropBefore(op: number): void {
    for (const [kind, memories] of this.#left) for (const memory of memories.keys()) this.#evict(kind, memory, op);
    for (const memory of this.#spare.keys()) this.#dropSpare(memory, op);
  }

  /** Drops the instances that were used longest ago, until at most so many bytes are left. */
  trim(bytes: number): void {
    if (this.bytes <= bytes) return;
    const left = [...this.#left.values()].flatMap((memories) => [...memories.values()].flat().flatMap(({ entries }) => entries));
    const all = [...left, ...[...this.#spare.values()].flat()].sort((a, b) => a.instance.lastOp - b.instance.lastOp);
    let [rest, last] = [this.bytes, -1];
    for (const { instance } of all) {
      if (rest <= bytes) break;
      rest -= instance.bytes;
      last = instance.lastOp;
    }
    this.dropBefore(last + 1);
  }

  #evict(kind: string, memory: number, before: number): void {
    const memories = this.#left.get(kind);
    const shelves = memories?.get(memory);
    if (memories === undefined || shelves === undefined) return;
    for (const shelf of shelves) shelf.entries = this.#dropOf(shelf.entries, before);
    const kept = shelves.filter(({ entries }) => entries.length > 0);
    if (kept.length > 0) memories.set(memory, kept);
    else memories.delete(memory);
    if (memories.size === 0) this.#left.delete(kind);
  }

  #dropSpare(memory: number, before: number, drop = this.#drop): void {
    const kept = this.#dropOf(this.#spare.get(memory) ?? [], before, drop);
    if (kept.length > 0) this.#spare.set(memory, kept);
    else this.#spare.delete(memory);
  }

  /** Drops the ones that were used last before an operation; returns the rest. */
  #dropOf<T extends Idle<I>>(idle: readonly T[], before: number, drop = this.#drop): T[] {
    const kept: T[] = [];
    for (const one of idle) {
      if (one.instance.lastOp >= before) kept.push(one);
      else {
        this.bytes -= one.instance.bytes;
        drop(one.instance);
      }
    }
    return kept;
  }
}
