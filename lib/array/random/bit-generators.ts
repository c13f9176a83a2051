/** NumPy's bit generators of 64-bit words, bit for bit, seeded by words of a `SeedSequence`. */
import { Bits, GENERATOR, highProduct } from './bits.js';
import type { SeedSequence } from './seed-sequence.js';

const CARRY = 2 ** -32;

/** Words of 32 bits of the multiplier of PCG64, the lowest first. */
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

/** PCG XSL RR 128/64 (O'Neill 2014). Its state and increment are four words of 32 bits, the lowest first. */
export class Pcg64 extends Bits {
  readonly #state = this.words(0, 4);
  readonly #increment = this.words(4, 4);

  constructor(seed: SeedSequence) {
    super(GENERATOR.PCG64, 8);
    const words = seed.generateState(8);
    const [a, b] = [words.subarray(0, 4), words.subarray(4)];
    this.#increment.set([(b[2] << 1) | 1, (b[3] << 1) | (b[2] >>> 31), (b[0] << 1) | (b[3] >>> 31), (b[1] << 1) | (b[0] >>> 31)]);
    this.#step();
    this.#add(Uint32Array.of(a[2], a[3], a[0], a[1]));
    this.#step();
  }

  #add(words: Uint32Array): void {
    let carry = 0;
    for (let i = 0; i < 4; i++) {
      const sum = this.#state[i] + words[i] + carry;
      this.#state[i] = sum;
      carry = Math.floor(sum * CARRY);
    }
  }

  /** Multiplies the state and adds the increment, column by column. */
  #step(): void {
    const s = this.#state;
    const c = this.#increment;
    const s0 = s[0];
    const s1 = s[1];
    const s2 = s[2];
    const sum0 = (Math.imul(s0, M0) >>> 0) + c[0];
    const sum1 = highProduct(s0, M0) + (Math.imul(s0, M1) >>> 0) + (Math.imul(s1, M0) >>> 0) + c[1] + Math.floor(sum0 * CARRY);
    const sum2 =
      highProduct(s0, M1) +
      highProduct(s1, M0) +
      (Math.imul(s0, M2) >>> 0) +
      (Math.imul(s1, M1) >>> 0) +
      (Math.imul(s2, M0) >>> 0) +
      c[2] +
      Math.floor(sum1 * CARRY);
    const highs = highProduct(s0, M2) + highProduct(s1, M1) + highProduct(s2, M0);
    const lows = (Math.imul(s0, M3) + Math.imul(s1, M2) + Math.imul(s2, M1) + Math.imul(s[3], M0)) >>> 0;
    s[0] = sum0;
    s[1] = sum1;
    s[2] = sum2;
    s[3] = highs + lows + c[3] + Math.floor(sum2 * CARRY);
  }

  next(): void {
    this.#step();
    const s = this.#state;
    const turn = s[3] >>> 26;
    const high = s[3] ^ s[1];
    const low = s[2] ^ s[0];
    const upper = turn < 32 ? high : low;
    const lower = turn < 32 ? low : high;
    const by = turn & 31;
    this.high = by === 0 ? upper >>> 0 : ((upper >>> by) | (lower << (32 - by))) >>> 0;
    this.low = by === 0 ? lower >>> 0 : ((lower >>> by) | (upper << (32 - by))) >>> 0;
  }
}

/** Philox 4x64-10 (Salmon et al., SC 2011): blocks of four words, halves the lowest first. */
export class Philox extends Bits {
  readonly #key = this.words(0, 4);
  readonly #counter = this.words(4, 8);
  readonly #words = this.words(12, 8);
  /** Which half of the words is next, in one element. */
  readonly #at = this.words(20, 1);
  readonly #round = new Uint32Array(4);
  readonly #product = new Uint32Array(4);
  readonly #other = new Uint32Array(4);

  constructor(seed: SeedSequence) {
    super(GENERATOR.PHILOX, 21);
    this.#at[0] = 8;
    this.#key.set(seed.generateState(4));
  }

  next(): void {
    if (this.#at[0] === 8) this.#block();
    const at = this.#at[0];
    this.low = this.#words[at];
    this.high = this.#words[at + 1];
    this.#at[0] = at + 2;
  }

  #block(): void {
    const w = this.#words;
    const counter = this.#counter;
    for (let i = 0; i < 8 && ++counter[i] === 0; i++);
    w.set(counter);
    const key = this.#round;
    key.set(this.#key);
    const p = this.#product;
    const q = this.#other;
    for (let round = 0; round < 10; round++) {
      multiply(p, w[0], w[1], 0xe14c6c93, 0xd2e7470e);
      multiply(q, w[4], w[5], 0x95121157, 0xca5a8263);
      w[0] = q[2] ^ w[2] ^ key[0];
      w[1] = q[3] ^ w[3] ^ key[1];
      w[2] = q[0];
      w[3] = q[1];
      w[4] = p[2] ^ w[6] ^ key[2];
      w[5] = p[3] ^ w[7] ^ key[3];
      w[6] = p[0];
      w[7] = p[1];
      bump(key, 0, 0x7f4a7c15, 0x9e3779b9);
      bump(key, 2, 0x84caa73b, 0xbb67ae85);
    }
    this.#at[0] = 0;
  }
}

/** A word of 64 bits times a constant, as four words of 32. */
function multiply(p: Uint32Array, low: number, high: number, m0: number, m1: number): void {
  p[0] = Math.imul(low, m0);
  const sum1 = highProduct(low, m0) + (Math.imul(low, m1) >>> 0) + (Math.imul(high, m0) >>> 0);
  const sum2 = highProduct(low, m1) + highProduct(high, m0) + (Math.imul(high, m1) >>> 0) + Math.floor(sum1 * CARRY);
  p[1] = sum1;
  p[2] = sum2;
  p[3] = highProduct(high, m1) + Math.floor(sum2 * CARRY);
}

/** Adds a constant to a word of 64 bits. */
function bump(words: Uint32Array, at: number, low: number, high: number): void {
  const sum = words[at] + low;
  words[at] = sum;
  words[at + 1] += high + (sum > 0xffffffff ? 1 : 0);
}

/** Chris Doty-Humphrey's small fast chaotic generator: a, b, c and a counter, halves the lowest first. */
export class Sfc64 extends Bits {
  readonly #s = this.words(0, 8);

  constructor(seed: SeedSequence) {
    super(GENERATOR.SFC64, 8);
    this.#s.set(seed.generateState(6));
    this.#s[6] = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  next(): void {
    const s = this.#s;
    const b0 = s[2];
    const b1 = s[3];
    const c0 = s[4];
    const c1 = s[5];
    const low = s[0] + b0 + s[6];
    this.low = low >>> 0;
    this.high = (s[1] + b1 + s[7] + Math.floor(low * CARRY)) >>> 0;
    if (++s[6] === 0) s[7]++;
    s[0] = b0 ^ ((b0 >>> 11) | (b1 << 21));
    s[1] = b1 ^ (b1 >>> 11);
    const sum = c0 + ((c0 << 3) >>> 0);
    s[2] = sum;
    s[3] = c1 + (((c1 << 3) | (c0 >>> 29)) >>> 0) + (sum > 0xffffffff ? 1 : 0);
    const turned = (((c0 << 24) | (c1 >>> 8)) >>> 0) + this.low;
    s[4] = turned;
    s[5] = (((c1 << 24) | (c0 >>> 8)) >>> 0) + this.high + (turned > 0xffffffff ? 1 : 0);
  }
}
