/**
 * Streams of random words as NumPy's bit generators make them. A word of 64 bits is a pair of 32-bit numbers: JavaScript has no faster integers
 * of that size.
 */

/** The generators, by their numbers in native/random/streams.h. */
export const GENERATOR = { PCG64: 0, PHILOX: 1, SFC64: 2, MT19937: 3 } as const;

/** Words of a state before the generator's own: whether half of a word is left, and that half. */
const HEADER = 2;

/** A stream of random words. */
export abstract class Bits {
  /** Its generator, and its state, which native code reads and writes as well. */
  readonly generator: number;
  readonly state: Uint32Array;
  /** The halves of the word that `next` made, at least 0. */
  protected high = 0;
  protected low = 0;

  constructor(generator: number, words: number) {
    this.generator = generator;
    this.state = new Uint32Array(HEADER + words);
  }

  /** A part of the generator's own state. */
  protected words(from: number, count: number): Uint32Array {
    return this.state.subarray(HEADER + from, HEADER + from + count);
  }

  /** Makes the next word of 64 bits. */
  abstract next(): void;

  /** The halves of the word that `next` made. */
  get highHalf(): number {
    return this.high;
  }
  get lowHalf(): number {
    return this.low;
  }

  /** A word of 32 bits: the halves of a word of 64, the lower one first. */
  next32(): number {
    const { state } = this;
    if (state[0] !== 0) {
      state[0] = 0;
      return state[1];
    }
    this.next();
    state[0] = 1;
    state[1] = this.high;
    return this.low;
  }

  next64(): bigint {
    this.next();
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  /** The next word as the algorithm makes them. */
  raw(): bigint {
    return this.next64();
  }

  /** In [0, 1), with 53 random bits. */
  nextDouble(): number {
    this.next();
    return (this.high * 2097152 + (this.low >>> 11)) / 9007199254740992;
  }
}

/** The upper half of the product of two numbers of 32 bits. */
export function highProduct(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const first = (Math.imul(a1, b0) >>> 0) + (Math.imul(a0, b0) >>> 16);
  const second = (Math.imul(a0, b1) >>> 0) + (first & 0xffff);
  return (Math.imul(a1, b1) + (first >>> 16) + (second >>> 16)) >>> 0;
}
