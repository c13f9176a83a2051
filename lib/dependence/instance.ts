/**
 * Instances: allocations that hold a box of a root in one memory, row-major; and the pool of instances that dead roots left. Collection is
 * deferred: an instance of a dead root waits for the next root of its kind, which inherits its extent (thesis 3.2.3: so that halos, once
 * learnt, are not learnt again), until memory is short or it has waited long.
 */
import { Generations, OutOfMemoryError } from '../base/index.js';
import { contains, type Rect, rectSize, sameRect } from '../partition/index.js';
import type { ChunkOwner } from '../store/index.js';
import type { History, Past } from './history.js';
import type { Mapper } from './mapper.js';
import type { RootKey } from './root-key.js';

export interface Instance {
  readonly id: number;
  readonly memory: number;
  /** The elements of the root that it has room for. */
  readonly rect: Rect;
  readonly bytes: number;
  /** For the owner of the memories: where it is, and the launch that must be complete before the block is used at all. */
  address: number;
  ready: number;
  /** The last launches that write and that use its contents; `ready` before there are any. */
  lastWrite: number;
  lastUse: number;
  /** The last launches of other queues than its memory's that write and that use it; null for none. */
  foreign: ForeignUses | null;
  /** The owner of its memory, where that goes with the garbage. */
  chunk: ChunkOwner | null;
  /** The last operation that uses it. */
  lastOp: number;
}

/** Launches by queue, in that queue's numbers; 0 for none. */
interface ForeignUses {
  readonly write: number[];
  readonly use: number[];
}

/** An instance without memory yet. */
export function makeInstance(id: number, itemSize: number, memory: number, rect: Rect): Instance {
  return {
    id,
    memory,
    rect,
    bytes: rectSize(rect) * itemSize,
    address: 0,
    ready: 0,
    lastWrite: 0,
    lastUse: 0,
    foreign: null,
    chunk: null,
    lastOp: 0,
  };
}

/** Where memory comes from. */
export interface Backing {
  /** Sets the instance's address; false when the memory is full. `collected`: the memory goes with the garbage. */
  allocate(instance: Instance, collected: boolean): boolean;
  free(instance: Instance): void;
  /** The memory of an instance that was a copy holds a different box from now on. Optional. */
  reuse?(was: Instance, is: Instance): void;
  /** Blocks until all operations up to `op`, or the last that was launched, are complete; returns that one. Optional. */
  settle?(op: number): number;
  /** Makes room for so many bytes in a memory by taking instances from roots that the present task does not use; false where none can go. */
  evict?(memory: number, bytes: number): boolean;
}

interface Idle {
  readonly instance: Instance;
  /** Of the root that had it. */
  readonly history: History;
}

/** Idle instances of one extent, oldest first. */
interface Shelf {
  readonly rect: Rect;
  entries: Idle[];
}

/** An instance for a new owner, with the history of the old one. */
interface Taken {
  readonly instance: Instance;
  readonly history: Past | null;
}

/** An instance that was a copy for one task, of any kind of root. */
interface Spare {
  readonly instance: Instance;
  readonly past: Past;
}

/** Kinds of roots with remembered extents, and extents of each. */
const KINDS = 64;
const FEW = 4;
const NONE: readonly Rect[] = Object.freeze([]);
const NO_SHELVES: readonly Shelf[] = Object.freeze([]);

/** Operations that a pooled instance outlives unused. */
const AGE = 1024;

export class Instances {
  /** Operations up to this one are complete. */
  completed = 0;
  /** Operations up to this one were handed out: they run without our help. */
  issued = 0;
  /** Bytes allocated and not freed, apart from memory that goes with the garbage. */
  bytes = 0;
  private count = 0;
  /** By kind of root (shape and element size), then by memory. */
  private readonly idle = new Map<string, Map<number, Shelf[]>>();
  /** By memory: any root's next copies go there. */
  private readonly spare = new Map<number, Spare[]>();
  /** By kind, then by memory: the extents that instances grew to. */
  private readonly extents = new Generations<string, Map<number, readonly Rect[]>>(KINDS);
  /** Freed as soon as their last operation is complete. */
  private doomed: Instance[] = [];
  private readonly mapper: Mapper;
  private readonly backing: Backing;

  constructor(mapper: Mapper, backing: Backing) {
    this.mapper = mapper;
    this.backing = backing;
  }

  /**
   * An instance with room for `rect`: one that a dead root of this kind left (of kind '': none did), or a new one. Throws
   * `OutOfMemoryError`.
   */
  take(kind: string, { itemSize, collected }: RootKey, memory: number, rect: Rect): Taken {
    const here = (this.idle.get(kind)?.get(memory) ?? NO_SHELVES).filter((shelf) => shelf.entries.length > 0);
    const chosen =
      here.length === 0
        ? -1
        : this.mapper.reuse(
            rect,
            here.map((shelf) => shelf.rect),
          );
    const entry = chosen < 0 ? undefined : here[chosen].entries.shift();
    const found = entry ?? (collected ? null : this.takeSpare(memory, rect, itemSize));
    return found ?? { instance: this.create(itemSize, memory, rect, collected), history: null };
  }

  /** The smallest instance that was a copy and has room, no more than a quarter of which is left over. */
  private takeSpare(memory: number, rect: Rect, itemSize: number): Taken | null {
    const spare = this.spare.get(memory) ?? [];
    const bytes = rectSize(rect) * itemSize;
    let k = -1;
    spare.forEach(({ instance }, i) => {
      const fits = instance.bytes >= bytes && 4 * instance.bytes <= 5 * bytes;
      if (fits && (k < 0 || instance.bytes < spare[k].instance.bytes)) k = i;
    });
    if (k < 0) return null;
    const [{ instance, past }] = spare.splice(k, 1);
    const made = { ...instance, rect };
    this.backing.reuse?.(instance, made);
    return { instance: made, history: past };
  }

  /** Keeps an instance that was a copy for one task. */
  leaveSpare(instance: Instance, past: Past): void {
    const known = this.spare.get(instance.memory);
    if (known === undefined) this.spare.set(instance.memory, [{ instance, past }]);
    else known.push({ instance, past });
  }

  private dropSpare(memory: number, before = Infinity): void {
    const spare = this.spare.get(memory) ?? [];
    for (const { instance } of spare) if (instance.lastOp < before) this.drop(instance);
    const kept = spare.filter(({ instance }) => instance.lastOp >= before);
    if (kept.length > 0) this.spare.set(memory, kept);
    else this.spare.delete(memory);
  }

  /** One with that extent and no other that a dead root of this kind left; null when there is none. */
  takeEqual(kind: string, memory: number, rect: Rect): Instance | null {
    const shelf = this.idle
      .get(kind)
      ?.get(memory)
      ?.find((s) => sameRect(s.rect, rect));
    return shelf?.entries.shift()?.instance ?? null;
  }

  /** A new instance. Throws `OutOfMemoryError` when collecting and waiting do not help. */
  create(itemSize: number, memory: number, rect: Rect, collected = false): Instance {
    const instance = makeInstance(this.count++, itemSize, memory, rect);
    if (!this.backing.allocate(instance, collected) && !this.collectFor(instance, collected)) {
      throw new OutOfMemoryError(
        `allocating ${instance.bytes} bytes in memory ${memory}: it is full, and nothing that it holds can be given back; ` +
          'use smaller arrays, dispose of some, or use more memories',
      );
    }
    if (instance.chunk === null) this.bytes += instance.bytes;
    return instance;
  }

  private collectFor(instance: Instance, collected: boolean): boolean {
    const { memory, bytes } = instance;
    this.collect(memory);
    if (this.backing.allocate(instance, collected)) return true;
    if (this.settleIn(memory) && this.backing.allocate(instance, collected)) return true;
    while (this.backing.evict?.(memory, bytes) === true) if (this.backing.allocate(instance, collected)) return true;
    return false;
  }

  /** Waits for the operations that use instances which are to be freed in a memory; false where there are none. */
  private settleIn(memory: number): boolean {
    const busy = this.doomed.filter((d) => d.memory === memory && d.lastOp <= this.issued);
    if (this.backing.settle === undefined || busy.length === 0) return false;
    const last = Math.max(...busy.map((d) => d.lastOp));
    this.retire(this.backing.settle(last));
    return true;
  }

  /** Extents that instances of this kind grew to in a memory, lately. */
  grown(kind: string, memory: number): readonly Rect[] {
    return this.extents.get(kind)?.get(memory) ?? NONE;
  }

  noteGrown(kind: string, memory: number, extent: Rect): void {
    const others = this.grown(kind, memory).filter((rect) => !contains(extent, rect));
    let memories = this.extents.get(kind);
    if (memories === undefined) this.extents.set(kind, (memories = new Map()));
    memories.set(memory, [extent, ...others].slice(0, FEW));
  }

  /** Keeps an instance for the next root of its kind. */
  leave(kind: string, instance: Instance, history: History): void {
    const { memory, rect } = instance;
    let memories = this.idle.get(kind);
    if (memories === undefined) this.idle.set(kind, (memories = new Map()));
    let shelves = memories.get(memory);
    if (shelves === undefined) memories.set(memory, (shelves = []));
    let shelf = shelves.find((s) => sameRect(s.rect, rect));
    if (shelf === undefined) shelves.push((shelf = { rect, entries: [] }));
    shelf.entries.push({ instance, history });
  }

  /** Gives an instance back when its last operation is complete. */
  drop(instance: Instance): void {
    if (instance.lastOp <= this.completed) this.free(instance);
    else this.doomed.push(instance);
  }

  /** Operations up to `op` are complete. */
  retire(op: number): void {
    if (op <= this.completed) return;
    this.completed = op;
    this.finish((lastOp) => lastOp <= op);
  }

  /** Operations are complete, ones before them perhaps not. */
  finish(isOver: (op: number) => boolean): void {
    const ready = this.doomed.filter((d) => isOver(d.lastOp));
    if (ready.length === 0) return;
    this.doomed = this.doomed.filter((d) => !isOver(d.lastOp));
    for (const instance of ready) this.free(instance);
  }

  /** Gives back the pool's instances in a memory (in all, when left out). */
  collect(memory = -1): void {
    for (const kind of this.idle.keys()) {
      if (memory < 0) this.evict(kind, () => true);
      else this.evictIn(kind, memory, () => true);
    }
    for (const m of memory < 0 ? [...this.spare.keys()] : [memory]) this.dropSpare(m);
  }

  /** Gives back instances that were not taken for a long time. */
  expire(now: number): void {
    for (const kind of this.idle.keys()) this.evict(kind, (e) => e.instance.lastOp < now - AGE);
    for (const memory of [...this.spare.keys()]) this.dropSpare(memory, now - AGE);
  }

  private evict(kind: string, which: (entry: Idle) => boolean): void {
    for (const memory of this.idle.get(kind)?.keys() ?? []) this.evictIn(kind, memory, which);
  }

  private evictIn(kind: string, memory: number, which: (entry: Idle) => boolean): void {
    const memories = this.idle.get(kind);
    const shelves = memories?.get(memory);
    if (memories === undefined || shelves === undefined) return;
    for (const shelf of shelves) {
      const [gone, kept] = [shelf.entries.filter(which), shelf.entries.filter((e) => !which(e))];
      shelf.entries = kept;
      for (const { instance } of gone) this.drop(instance);
    }
    const kept = shelves.filter((shelf) => shelf.entries.length > 0);
    if (kept.length > 0) memories.set(memory, kept);
    else memories.delete(memory);
    if (memories.size === 0) this.idle.delete(kind);
  }

  private free(instance: Instance): void {
    if (instance.chunk === null) this.bytes -= instance.bytes;
    this.backing.free(instance);
  }
}
