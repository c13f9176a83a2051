/**
 * When dead arrays are looked for, and what becomes of them (DESIGN 4.1): a minor collection at a flush whose temporaries,
 * or the small arrays made since the last one, are worth it; a full one under memory pressure.
 */
import type { Root, Token } from '../store/index.js';
import type { Dead, Liveness } from './liveness.js';
import { type Chunk, type ChunkMemory, SMALL } from './memory.js';
import { isRoot } from './windows.js';

/** Bytes of possible temporaries for which a minor collection is worth its 100 µs. */
const WORTH_A_COLLECTION = 2 << 20;
/** Bytes of chunks handed out between collections that look for dead small arrays. */
const CHUNKS_BEFORE_COLLECTION = 8 << 20;
/** Bytes in use below which nobody looks for dead arrays that survived minor collections. */
const SOFT_LIMIT = 64 << 20;
/** What a small root that is in no chunk counts for, at least. */
const SMALL_ROOT = 4 << 10;

/** What the runtime does with what is found. */
export interface Memory {
  /** Bytes in use. */
  live(): number;
  /** A root without handles; it may still be in the open window. */
  died(root: Root): void;
  releaseChunk(memory: ChunkMemory): void;
  /** Memory is short, and who is dead was found out: gives back what can be given back by other means. */
  relieve(): void;
}

export class Reclaimer {
  readonly liveness: Liveness;
  readonly #memory: Memory;
  readonly #enabled: boolean;
  /** Bytes of the open window's roots that have no memory yet. */
  temporaryBytes = 0;
  #chunkBytes = 0;
  #softLimit = SOFT_LIMIT;
  /** Dead arrays will be reported when the event loop turns: the next asynchronous read lets it. */
  #wantsTurn = false;

  constructor(liveness: Liveness, memory: Memory, enabled: boolean) {
    this.liveness = liveness;
    this.#memory = memory;
    this.#enabled = enabled;
  }

  watchToken(token: Token): void {
    if (!this.#enabled) return;
    this.liveness.watchToken(token);
    const { bytes } = token.root;
    if (bytes <= SMALL) this.#chunkBytes += Math.max(SMALL_ROOT, bytes);
  }

  watchChunk(chunk: Chunk): void {
    this.#chunkBytes += chunk.bytes;
    this.liveness.watchChunk(chunk);
  }

  /** Asks which handles are gone, where the answer is worth a collection. Whether it asked, and the answer is there. */
  findDead(): boolean {
    if (!this.#enabled) return false;
    this.#reap(this.liveness.reported(isRoot));
    const asks = this.temporaryBytes >= WORTH_A_COLLECTION || this.#chunkBytes >= CHUNKS_BEFORE_COLLECTION;
    if (asks) this.collect('minor');
    this.makeRoom(this.temporaryBytes);
    return asks && !this.liveness.reportsLater;
  }

  /** Whether the deaths of roots whose memory is given back by hand are seen. */
  get watches(): boolean {
    return this.#enabled && this.liveness.works;
  }

  /** Under memory pressure: looks for dead arrays that survived minor collections. */
  makeRoom(bytes: number): void {
    if (this.#memory.live() + bytes < this.#softLimit || !this.#enabled) return;
    this.collect('minor');
    if (this.#memory.live() + bytes < this.#softLimit) return;
    this.collect('major');
    this.#memory.relieve();
    this.#wantsTurn = this.liveness.reportsLater;
    this.#softLimit = Math.max(SOFT_LIMIT, 1.25 * (this.#memory.live() + bytes));
  }

  collect(type: 'minor' | 'major'): void {
    this.#chunkBytes = 0;
    this.#reap(this.liveness.scavenge(type, isRoot));
  }

  #reap(dead: Dead): void {
    for (const root of dead.roots) {
      // What it has no memory for, it never needs.
      if (root.address === 0 && root.bytes > SMALL) this.temporaryBytes = Math.max(0, this.temporaryBytes - root.bytes);
      this.#memory.died(root);
    }
    for (const chunk of dead.chunks) this.#memory.releaseChunk(chunk);
    // What a collection found late (FinalizationRegistry reports between jobs) lowers the limit that it did not lower then.
    if (dead.roots.length > 0) this.#softLimit = Math.max(SOFT_LIMIT, 1.5 * this.#memory.live());
  }

  /** Whether the event loop has to turn before memory comes back; asked once. */
  takeTurn(): boolean {
    const turn = this.#wantsTurn;
    this.#wantsTurn = false;
    return turn;
  }
}
