/**
 * Memory of roots: a pool over the device. Blocks that come back are kept by size class and given out again at once; the launch that writes
 * one first waits, on the device, for the launches that still use its old contents (`ready`).
 *
 * Small roots share *chunks*, bump-allocated. They are not counted: a root holds its chunk, so when the last root of a chunk is garbage the
 * chunk is too, and one weak reference finds it (lib/DESIGN.md, "Liveness by scavenge"). Tiny roots, such as the numbers that a loop
 * collects, have chunks of their own, so that they do not keep larger ones' memory.
 *
 * Roots of medium size have a *plot* each, which is found in the same way. A root that never gets memory needs no weak reference.
 */
import { OutOfMemoryError } from '../../base/index.js';
import { type LaunchQueue, type Memory, onQueue } from '../../device/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { ChunkOwner, Root } from '../../store/index.js';
import { type Block, Chunk, type ChunkMemory, Plot, roomOf, type Shared, sizeClass, type Watching } from './arena.js';
import { isMedium } from './root-memory.js';

/** Roots that chunks have room for, at least. */
const ROOTS_A_CHUNK = 4;
/** Small roots up to this many bytes share chunks with no larger ones. */
const TINY = 4 << 10;
const TINY_CHUNK = 128 << 10;
/** Chunks that a memory has room for, at least. */
const CHUNKS = 64;

/** A memory, and the queue of its launches. */
type PoolDevice = Memory & Pick<LaunchQueue, 'completed'>;

export class Pool {
  /** Roots up to this many bytes live in chunks. */
  readonly small: number;
  readonly #device: PoolDevice;
  /** Which memory it is of; 0 is the host's. */
  readonly #memory: number;
  /** Bytes of it that may be in use. */
  readonly #capacity: number;
  /** Bytes of a chunk for tiny roots. */
  readonly #chunk: number;
  /** Submits the records that are written, and waits for a launch. */
  readonly #wait: (launch: number) => void;
  /** Makes room when memory is short: finds dead arrays. */
  readonly #reclaim: (hard: boolean) => void;
  readonly #watching: Watching;
  readonly #spy: SpyWriter | null;
  readonly #free = new Map<number, Block[]>();
  /** Bytes of all blocks that the device has given, by address. */
  readonly #taken = new Map<number, number>();
  #closed = false;
  #tinyChunk: Chunk | null = null;
  #smallChunk: Chunk | null = null;
  /** Bytes in use by roots and chunks; bytes kept free; the most bytes in use so far; bytes handed out so far. */
  live = 0;
  cached = 0;
  peak = 0;
  handedOut = 0;

  constructor(
    device: PoolDevice,
    small: number,
    wait: (launch: number) => void,
    reclaim: (hard: boolean) => void,
    watching: Watching,
    spy: SpyWriter | null = null,
    memory = 0,
    capacity = Number.POSITIVE_INFINITY,
  ) {
    this.#memory = memory;
    this.#capacity = capacity;
    this.#chunk = Math.min(TINY_CHUNK, capacity / CHUNKS);
    this.#device = device;
    this.small = small;
    this.#wait = wait;
    this.#reclaim = reclaim;
    this.#watching = watching;
    this.#spy = spy;
  }

  /** Gives a root memory. Throws `OutOfMemoryError` when there is none even after dead roots' memory and free blocks were given back. */
  allocate(root: Root): void {
    const shared = root.bytes <= this.small || isMedium(root) ? this.share(root.bytes) : null;
    const { address, bytes, ready } = shared ?? this.take(root.bytes);
    root.address = address;
    if (root.bytes > this.small) root.reserved = bytes;
    root.lastWrite = root.lastUse = ready;
    if (shared !== null) root.chunk = shared.chunk;
    this.#spy?.allocate(root, bytes);
  }

  #plot({ address, bytes, ready }: Block): Plot {
    const plot = new Plot({ address, bytes, lastUse: ready, memory: this.#memory });
    this.#watching.watchPlot(plot);
    this.#spy?.chunk(address, bytes, onQueue(this.#memory, ready));
    return plot;
  }

  /** Memory that goes with the garbage: with the objects that hold its `chunk`. Throws `OutOfMemoryError`. */
  share(bytes: number): Shared {
    if (bytes > this.small) {
      const block = this.take(bytes);
      return { ...block, chunk: this.#plot(block) };
    }
    const room = roomOf(bytes);
    const chunk = this.#chunkFor(room);
    const address = chunk.memory.address + chunk.used;
    chunk.used += room;
    return { address, bytes: room, ready: chunk.ready, chunk };
  }

  /** Takes back a plot's memory before it is found dead; a chunk's memory goes with the chunk. */
  unshare(chunk: ChunkOwner, lastUse: number): void {
    if (!(chunk instanceof Plot)) return;
    this.#watching.forget(chunk);
    this.releaseChunk({ ...chunk.memory, lastUse: Math.max(lastUse, chunk.memory.lastUse) });
  }

  /** A chunk that has so much room. */
  #chunkFor(bytes: number): Chunk {
    const tiny = bytes <= TINY;
    let chunk = tiny ? this.#tinyChunk : this.#smallChunk;
    if (chunk === null || chunk.used + bytes > chunk.memory.bytes) {
      chunk = this.#newChunk(Math.max(bytes, tiny ? this.#chunk : Math.max(this.#chunk, ROOTS_A_CHUNK * this.small)));
      if (tiny) this.#tinyChunk = chunk;
      else this.#smallChunk = chunk;
    }
    return chunk;
  }

  #newChunk(bytes: number): Chunk {
    const block = this.take(bytes);
    const chunk = new Chunk({ address: block.address, bytes: block.bytes, lastUse: block.ready, memory: this.#memory });
    this.#watching.watchChunk(chunk);
    this.#spy?.chunk(block.address, block.bytes, onQueue(this.#memory, block.ready));
    return chunk;
  }

  /** Memory of the device, unless more than the capacity would be in use. */
  #alloc(size: number): number {
    return this.live + this.cached + size > this.#capacity ? 0 : this.#device.alloc(size);
  }

  /** A block of at least `bytes`. Throws `OutOfMemoryError`. */
  take(bytes: number): Block {
    const size = sizeClass(bytes);
    const list = this.#free.get(size);
    const found = list?.pop();
    if (found !== undefined) {
      this.cached -= size;
      return this.#count(found);
    }
    let address = this.#alloc(size);
    if (address === 0 && this.cached > 0) {
      this.trim(0);
      address = this.#alloc(size);
    }
    // Where arrays can be evicted, garbage is looked for thoroughly only behind that.
    const attempts = this.#capacity < Number.POSITIVE_INFINITY ? 1 : 2;
    for (let attempt = 0; address === 0 && attempt < attempts; attempt++) {
      this.reclaim(attempt > 0);
      address = this.#alloc(size);
    }
    if (address === 0) {
      throw new OutOfMemoryError(
        `out of memory: ${size} bytes more than the ${this.live} in use were refused; free arrays or use smaller ones`,
      );
    }
    this.#taken.set(address, size);
    return this.#count({ address, bytes: size, ready: 0 });
  }

  /** Gives dead roots' memory back to the device; `hard`: of all that died. */
  reclaim(hard: boolean): void {
    this.#reclaim(hard);
    this.trim(0);
  }

  #count(block: Block): Block {
    this.live += block.bytes;
    this.handedOut += block.bytes;
    if (this.live > this.peak) this.peak = this.live;
    return block;
  }

  /** Takes back a root's memory; its contents may be in use up to `root.lastUse`. Small roots' goes with their chunk. */
  release(root: Root): void {
    if (root.address !== 0) this.#spy?.release(root);
    const { chunk, address, reserved } = root;
    // The root forgets its memory first: if it is interrupted here, memory is lost, but never given away twice.
    root.address = 0;
    root.reserved = 0;
    root.chunk = null;
    if (chunk instanceof Plot) {
      this.#watching.forget(chunk);
      this.releaseChunk(chunk.memory);
    } else if (reserved > 0) this.give(address, reserved, root.lastUse);
  }

  /** Takes back a dead chunk, or plot. */
  releaseChunk(memory: ChunkMemory): void {
    this.#spy?.chunkRelease(memory.address, memory.bytes, onQueue(this.#memory, memory.lastUse));
    this.give(memory.address, memory.bytes, memory.lastUse);
  }

  /** Takes back a block that launches up to `ready` may use. */
  give(address: number, bytes: number, ready: number): void {
    if (this.#closed) return;
    const size = sizeClass(bytes);
    let list = this.#free.get(size);
    if (list === undefined) this.#free.set(size, (list = []));
    list.push({ address, bytes: size, ready });
    this.live -= size;
    this.cached += size;
    const limit = Math.max(64 << 20, this.live / 4);
    if (this.cached > limit) this.trim(limit);
  }

  /** Returns free blocks to the device, the largest first, until at most `limit` bytes are kept. */
  trim(limit: number): void {
    for (const size of [...this.#free.keys()].sort((a, b) => b - a)) {
      const list = this.#free.get(size) ?? [];
      while (this.cached > limit && list.length > 0) {
        const block = list.shift();
        if (block === undefined) break;
        let behind = this.#device.completed();
        if (this.#device.freesInOrder) behind = Math.max(behind, block.ready);
        else if (block.ready > behind) {
          this.#wait(block.ready);
          behind = this.#device.completed();
        }
        this.#spy?.free(block.address, size, onQueue(this.#memory, behind));
        this.#taken.delete(block.address);
        this.#device.free(block.address, size);
        this.cached -= size;
      }
      if (list.length === 0) this.#free.delete(size);
    }
  }

  /** Counts anew after an interruption, which may have come between taking a block and counting it. */
  recount(): void {
    this.#tinyChunk = this.#smallChunk = null;
    let [taken, cached] = [0, 0];
    for (const bytes of this.#taken.values()) taken += bytes;
    for (const list of this.#free.values()) for (const { bytes } of list) cached += bytes;
    this.cached = cached;
    this.live = taken - cached;
  }

  /** Gives all memory back to the device, including that of live roots: a closed runtime reads none. */
  close(): void {
    this.#closed = true;
    this.#free.clear();
    for (const [address, bytes] of this.#taken) this.#device.free(address, bytes);
    this.#taken.clear();
    this.live = this.cached = 0;
  }
}
