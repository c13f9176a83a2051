/**
 * Streams of random words as NumPy's bit generators make them. A word of 64 bits is a pair of 32-bit numbers: JavaScript has no faster integers
 * of that size.
 */

/** A stream of random words. */
export abstract class Bits {
  /** The halves of the word that `next` made, at least 0. */
  protected high = 0;
  protected low = 0;
  #half = -1;

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
    if (this.#half >= 0) {
      const kept = this.#half;
      this.#half = -1;
      return kept;
    }
    this.next();
    this.#half = this.high;
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
