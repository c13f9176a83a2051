/** The Mersenne twister (Matsumoto and Nishimura 1998), seeded as NumPy's `MT19937` or, by an integer alone, as its `RandomState`. */
import { Bits, GENERATOR } from './bits.js';
import type { SeedSequence } from './seed-sequence.js';

const LENGTH = 624;
const MIDDLE = 397;

/** Words of 32 bits. */
export class Mt19937 extends Bits {
  readonly #words = this.words(0, LENGTH);
  /** Which word is next, in one element. */
  readonly #at = this.words(LENGTH, 1);

  private constructor(words: Uint32Array, at: number) {
    super(GENERATOR.MT19937, LENGTH + 1);
    this.#words.set(words);
    this.#at[0] = at;
  }

  static ofSequence(seed: SeedSequence): Mt19937 {
    const words = seed.generateState(LENGTH);
    words[0] = 0x80000000;
    return new Mt19937(words, LENGTH - 1);
  }

  /** As `np.random.seed(seed)` does for an integer of 32 bits. */
  static ofInteger(seed: number): Mt19937 {
    return new Mt19937(filled(seed), LENGTH);
  }

  /** As `np.random.seed([…])` does for integers of 32 bits. */
  static ofKey(key: readonly number[]): Mt19937 {
    const w = filled(19650218);
    let [i, j] = [1, 0];
    const step = (): void => {
      if (++i < LENGTH) return;
      w[0] = w[LENGTH - 1];
      i = 1;
    };
    for (let k = Math.max(LENGTH, key.length); k > 0; k--) {
      w[i] = (w[i] ^ Math.imul(w[i - 1] ^ (w[i - 1] >>> 30), 1664525)) + key[j] + j;
      step();
      j = (j + 1) % key.length;
    }
    for (let k = LENGTH - 1; k > 0; k--) {
      w[i] = (w[i] ^ Math.imul(w[i - 1] ^ (w[i - 1] >>> 30), 1566083941)) - i;
      step();
    }
    w[0] = 0x80000000;
    return new Mt19937(w, LENGTH);
  }

  override next32(): number {
    if (this.#at[0] === LENGTH) this.#twist();
    let y = this.#words[this.#at[0]++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  #twist(): void {
    const w = this.#words;
    for (let k = 0; k < LENGTH; k++) {
      const y = (w[k] & 0x80000000) | (w[k + 1 === LENGTH ? 0 : k + 1] & 0x7fffffff);
      w[k] = w[k < LENGTH - MIDDLE ? k + MIDDLE : k + MIDDLE - LENGTH] ^ (y >>> 1) ^ ((y & 1) === 0 ? 0 : 0x9908b0df);
    }
    this.#at[0] = 0;
  }

  next(): void {
    this.high = this.next32();
    this.low = this.next32();
  }
  override raw(): bigint {
    return BigInt(this.next32());
  }
  override nextDouble(): number {
    const first = this.next32() >>> 5;
    return (first * 67108864 + (this.next32() >>> 6)) / 9007199254740992;
  }
}

/** Knuth's congruential generator (TAOCP 2, 3rd edition, p. 106). */
function filled(seed: number): Uint32Array {
  const words = new Uint32Array(LENGTH);
  words[0] = seed;
  for (let i = 1; i < LENGTH; i++) words[i] = Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), 1812433253) + i;
  return words;
}
