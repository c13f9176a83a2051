/**
 * The limits of a GPU's bindings. A launch binds each arena that its arrays lie in, and an array that is larger than an arena lies in several: so a
 * launch can use a few large arrays, or many small ones, which are brought together where they lie in too many.
 */
import type { AdapterFacts } from './messages.js';

/** Bytes that an array may need beside its own in a block. */
const ALIGNMENT = 128;
/** A part of an array's bytes that its block may have besides. */
const SPARE = 1 / 8;
/** Bytes of an array, at most: positions are 32 bits. */
const MOST = 2 ** 32;

export class BindingLimits {
  /** Bytes of an arena, at most. */
  readonly segment: number;
  /** Bytes of an array, at most: a launch copies one. */
  readonly largest: number;
  /** Arenas of a launch, at most. */
  readonly arenas: number;

  /** `segment` and `arenas` are at most the adapter's own; these are the defaults. */
  constructor(adapter: AdapterFacts, segment = adapter.largest, arenas = adapter.arenas) {
    this.segment = segment;
    this.arenas = arenas;
    this.largest = Math.min(MOST, segment * Math.floor((arenas - 1) / 2));
  }

  /** Whether a launch can use arrays of so many bytes each at once. */
  holds(arrays: readonly number[]): boolean {
    let long = 0;
    const short: number[] = [];
    for (const bytes of arrays) {
      const segments = Math.ceil((bytes * (1 + SPARE)) / this.segment);
      if (segments > 1) long += segments;
      else short.push(bytes);
    }
    // One is for partial results.
    const left = this.arenas - long - 1;
    if (short.length <= left) return true;
    // One is the block that the smallest are copied to, wherever they lie (`relocation.ts`).
    const copied = short.sort((a, b) => b - a).slice(Math.max(0, left - 1));
    return left > 0 && copied.reduce((sum, bytes) => sum + bytes + ALIGNMENT, 0) <= this.segment;
  }
}
