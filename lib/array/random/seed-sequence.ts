/**
 * NumPy's `SeedSequence`: any integers as well mixed words that seed streams, and children with unrelated words (O'Neill 2015, with NumPy's
 * constants).
 */
import { ArgumentError, declareMethods, INTEGER, needHeap, zeroed } from '../../base/index.js';

const POOL = 4;
/** Bytes of the heap that a sequence takes. */
const SEQUENCE_BYTES = 400;

/** Multiplies by constants of which each use makes the next. */
class Hash {
  #constant: number;
  readonly #multiplier: number;

  constructor(constant: number, multiplier: number) {
    this.#constant = constant;
    this.#multiplier = multiplier;
  }

  of(word: number): number {
    const mixed = word ^ this.#constant;
    this.#constant = Math.imul(this.#constant, this.#multiplier) >>> 0;
    const value = Math.imul(mixed, this.#constant);
    return (value ^ (value >>> 16)) >>> 0;
  }
}

function mix(x: number, y: number): number {
  const value = (Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715)) | 0;
  return (value ^ (value >>> 16)) >>> 0;
}

/** An integer's words of 32 bits, the lowest first. */
function wordsOf(integer: bigint): number[] {
  const words: number[] = [];
  for (let left = integer; left > 0n; left >>= 32n) words.push(Number(left & 0xffffffffn));
  return words.length === 0 ? [0] : words;
}

/**
 * Words that seed streams, made from integers by `np.random.seedSequence`.
 *
 * @example
 * np.random.seedSequence(42).generateState(2); // Uint32Array [3444837047, 2669555309]
 */
export class SeedSequence {
  readonly entropy: readonly bigint[];
  /** Which child of which child it is. */
  readonly spawnKey: readonly number[];
  #children = 0;
  readonly #pool: readonly number[];

  constructor(entropy: readonly bigint[], spawnKey: readonly number[] = []) {
    this.entropy = entropy;
    this.spawnKey = spawnKey;
    const words = entropy.flatMap(wordsOf);
    if (spawnKey.length > 0) while (words.length < POOL) words.push(0);
    this.#pool = pooled([...words, ...spawnKey.flatMap((key) => wordsOf(BigInt(key)))]);
  }

  /** So many words of 32 bits. */
  generateState(words: number): Uint32Array {
    if (words < 0) throw new ArgumentError(`generateState: expected a number of words, got ${words}`);
    const hash = new Hash(0x8b51f9dd, 0x58f38ded);
    return zeroed(Uint32Array, words, 'generateState').map((_, i) => hash.of(this.#pool[i % POOL]));
  }

  /** Children with streams of their own; the next call gives further ones. */
  spawn(count: number): SeedSequence[] {
    if (count < 0) throw new ArgumentError(`spawn: expected a number of children, got ${count}`);
    needHeap('spawn', count, SEQUENCE_BYTES);
    const first = this.#children;
    const children = Array.from({ length: count }, (_, i) => new SeedSequence(this.entropy, [...this.spawnKey, first + i]));
    this.#children += count;
    return children;
  }
}

function pooled(words: readonly number[]): number[] {
  const hash = new Hash(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: POOL }, (_, i) => hash.of(words[i] ?? 0));
  for (let from = 0; from < POOL; from++)
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mix(pool[to], hash.of(pool[from]));
  for (const word of words.slice(POOL)) for (let to = 0; to < POOL; to++) pool[to] = mix(pool[to], hash.of(word));
  return pool;
}

declareMethods(SeedSequence, { generateState: [INTEGER], spawn: [INTEGER] });
