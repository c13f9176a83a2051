/**
 * Instances: allocations that hold a box of a root in one memory, row-major. Their collection is deferred (`idle.ts`), and what was learnt of
 * extents is kept for the next roots of the same kind.
 */
import { Generations, OutOfMemoryError } from '../base/index.js';
import { contains, type Rect, rectSize, sameRect } from '../partition/index.js';
import type { ChunkOwner } from '../store/index.js';
import type { History, Past } from './history.js';
import { IdleInstances } from './idle.js';
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
  /** Whether memory can be given back while operations that were handed out use it: its next use then comes behind these. Optional. */
  readonly freesBehind?: boolean;
  /** Makes room for so many bytes in a memory by taking instances from roots that the present task does not use; false where none can go. */
  evict?(memory: number, bytes: number): boolean;
}

/** An instance for a new owner, with the history of the old one. */
interface Taken {
  readonly instance: Instance;
  readonly history: Past | null;
}

/** Kinds of roots with remembered extents, and extents of each. */
const KINDS = 64;
const FEW = 4;
const NONE: readonly Rect[] = Object.freeze([]);

/** Operations that an idle instance outlives unused. */
const AGE = 1024;

export class Instances {
  /** Operations up to this one are complete. */
  completed = 0;
  /** Operations up to this one were handed out: they run without our help. */
  issued = 0;
  /** Bytes allocated and not freed, apart from memory that goes with the garbage. */
  bytes = 0;
  private count = 0;
  private readonly idle: IdleInstances<Instance>;
  /** By kind, then by memory: the extents that instances grew to. */
  private readonly extents = new Generations<string, Map<number, readonly Rect[]>>(KINDS);
  /** Freed as soon as their last operation is complete. */
  private doomed: Instance[] = [];
  private readonly mapper: Mapper;
  private readonly backing: Backing;

  constructor(mapper: Mapper, backing: Backing) {
    this.mapper = mapper;
    this.backing = backing;
    this.idle = new IdleInstances((instance) => this.drop(instance));
  }

  /** Bytes of instances that no root has. */
  get idleBytes(): number {
    return this.idle.bytes;
  }

  /**
   * An instance with room for `rect`: one that a dead root of this kind left (of kind '': none did), or a new one. Throws
   * `OutOfMemoryError`.
   */
  take(kind: string, { itemSize, collected }: RootKey, memory: number, rect: Rect): Taken {
    const left = this.idle.take(kind, memory, (rects) => this.mapper.reuse(rect, rects));
    const found = left ?? (collected ? null : this.takeSpare(memory, rect, itemSize));
    return found ?? { instance: this.create(itemSize, memory, rect, collected), history: null };
  }

  private takeSpare(memory: number, rect: Rect, itemSize: number): Taken | null {
    const found = this.idle.takeSpare(memory, rectSize(rect) * itemSize);
    if (found === null) return null;
    const made = { ...found.instance, rect };
    this.backing.reuse?.(found.instance, made);
    return { instance: made, history: found.history };
  }

  /** Keeps an instance that was a copy for one task. */
  leaveSpare(instance: Instance, past: Past): void {
    this.idle.leaveSpare(instance, past);
  }

  /** One with that extent and no other that a dead root of this kind left; null when there is none. */
  takeEqual(kind: string, memory: number, rect: Rect): Instance | null {
    const found = this.idle.take(kind, memory, (rects) => rects.findIndex((r) => sameRect(r, rect)));
    return found?.instance ?? null;
  }

  /** A new instance. Throws `OutOfMemoryError` when collecting and waiting do not help. */
  create(itemSize: number, memory: number, rect: Rect, collected = false): Instance {
    // What is left of copies for one task has no room for these, and memories hold no more than they have to.
    if (this.backing.freesBehind === true) this.idle.dropSpareIn(memory, this.issued + 1, (spare) => this.free(spare));
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
    this.idle.leave(kind, instance, history);
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

  /** Gives back idle instances in a memory (in all, when left out). */
  collect(memory = -1): void {
    if (memory < 0) this.idle.dropBefore(Infinity);
    else this.idle.dropIn(memory);
  }

  /** Gives back instances that were not taken for a long time. */
  expire(now: number): void {
    this.idle.dropBefore(now - AGE);
  }

  /** Gives back idle instances, the ones first that were used longest ago, until at most so many bytes are idle. */
  trim(bytes: number): void {
    this.idle.trim(bytes);
  }

  private free(instance: Instance): void {
    if (instance.chunk === null) this.bytes -= instance.bytes;
    this.backing.free(instance);
  }
}
