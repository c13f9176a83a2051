/** The runtime's memory, as the reclaimer (`reclaim.ts`) sees it: how much is in use, and how it comes back. */
import type { Root } from '../../store/index.js';
import type { ChunkMemory } from './arena.js';

export interface Reclaimable {
  /** Roots up to this many bytes live in chunks. */
  readonly small: number;
  /** Whether a root's memory is given back by hand. */
  held(root: Root): boolean;
  /** Bytes in use. */
  live(): number;
  /** Bytes that dead roots left for the next ones of their kinds; gives them back until at most `limit` are left. */
  idle(): number;
  trimIdle(limit: number): void;
  /** Bytes that were ever handed out. */
  handedOut(): number;
  /** A root without handles; it may still be in the open window. */
  died(root: Root): void;
  /** Takes back memory that was found dead with the roots in it. */
  reclaim(memory: ChunkMemory): void;
  /** Number of the last launch. */
  launched(): number;
  /** Whether other threads are at work on launches after this one alone. */
  busySince(launch: number): boolean;
  /** Waits for all launches, which keep their roots alive; whether there were any. */
  catchUp(): boolean;
  /** Memory is short even after a full collection: gives back the memory that dead roots keep for recipes. */
  relieve(): void;
}
