/** Memory that goes with the garbage: chunks that small roots share, and plots of roots of medium size; and blocks of the pool. */
import type { Device } from '../../device/index.js';
import type { DType, TypedArray } from '../../dtype/index.js';

const ALIGN = 64;

/** Outlives its chunk or plot: the memory's address, and the last launch that used it. */
export interface ChunkMemory {
  readonly address: number;
  readonly bytes: number;
  lastUse: number;
  /** By queue, the last launches of other queues that use it; none where it is left out. */
  foreign?: readonly number[] | null;
  /** Which memory it is in; 0 is the host's. */
  readonly memory: number;
  /** Where several memories are the host's, by memory: the bytes of instances in it (`memories/occupancy.ts`). */
  held?: number[];
  /** The number of its root, where that has instances in several memories. */
  readonly root?: number;
}

/** Held by the small roots in it. Collected with the last of them. */
export class Chunk {
  readonly memory: ChunkMemory;
  /** Launch that must be complete before any of it is written for the first time. */
  readonly ready: number;
  used = 0;
  /** Typed arrays over all of it, by dtype, for reads of a few elements. */
  readonly #windows: TypedArray[] = [];
  constructor(memory: ChunkMemory) {
    this.memory = memory;
    this.ready = memory.lastUse;
  }

  /** Its memory as elements of a dtype. */
  window(device: Device, { code, size, Typed }: DType): TypedArray {
    return (this.#windows[code] ??= device.window(this.memory.address, Typed, this.memory.bytes / size));
  }
}

/** Held by the root of medium size that is in it. Collected with the root, unless its memory is given back before. */
export class Plot {
  readonly memory: ChunkMemory;
  /** The number under which it is watched; -1 for none. */
  watch = -1;
  constructor(memory: ChunkMemory) {
    this.memory = memory;
  }
}

/** Watches chunks and plots for their deaths. */
export interface Watching {
  watchChunk(chunk: Chunk): void;
  watchPlot(plot: Plot): void;
  /** The plot's memory was given back. */
  forget(plot: Plot): void;
}

/** Memory that goes with the garbage. */
export interface Shared extends Block {
  readonly chunk: Chunk | Plot;
}

/** Bytes that a small root takes of its chunk. */
export function roomOf(bytes: number): number {
  return Math.max(ALIGN, Math.ceil(bytes / ALIGN) * ALIGN);
}

export interface Block {
  readonly address: number;
  readonly bytes: number;
  /** Launch that must be complete before the block is written. */
  readonly ready: number;
}

/** Rounds up to a size class: at most an eighth is wasted. */
export function sizeClass(bytes: number): number {
  if (bytes <= 4096) return roomOf(bytes);
  const step = 2 ** (Math.floor(Math.log2(bytes)) - 3);
  return Math.ceil(bytes / step) * step;
}
