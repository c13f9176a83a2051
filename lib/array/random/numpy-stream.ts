/**
 * NumPy's streams of random numbers, bit for bit: its bit generators behind its `Generator`. They are sequential, and computed where they
 * are called, by the addon where it runs (`fills.ts`); `np.random.generator` is the parallel one.
 */
import {
  ArgumentError,
  declareMethods,
  either,
  INTEGER,
  instanceOf,
  type Kind,
  listOf,
  optional,
  takes,
  zeroed,
} from '../../base/index.js';
import { int64, isInteger, uint64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { astype } from '../assign.js';
import { dtypeOption } from '../convert.js';
import { adopt, type NDArray } from '../ndarray.js';
import { fits } from '../operand.js';
import { type IntegersOptions, isOptions, onlyOptions, type Size, shapeIn } from './arguments.js';
import { Pcg64, Philox, Sfc64 } from './bit-generators.js';
import { type Bits, highProduct } from './bits.js';
import { filled } from './fills.js';
import { INTEGER_RANGE, NUMPY_DISTRIBUTIONS, NUMPY_DRAWS, SEED } from './kinds.js';
import { Mt19937 } from './mersenne.js';
import type { PlaceDraws } from './numpy-choice.js';
import type { NativeDraws } from './numpy-draws.js';
import { NumpyUrns } from './numpy-urns.js';
import { SeedSequence } from './seed-sequence.js';
import { nextExponential, nextNormal } from './ziggurat.js';

/**
 * A stream of one of NumPy's bit generators, made by `np.random.pcg64` and its kin: the numbers of NumPy's `Generator` over it. Where a
 * distribution takes logarithms or powers (gamma of a shape below 1, tails of the ziggurats), last digits may differ as they do between
 * C libraries.
 *
 * @example
 * const rng = np.random.pcg64(42);
 * await rng.random(2).tolist(); // [0.7739560485559633, 0.4388784397520523]
 */
export class NumpyStream extends NumpyUrns {
  /** Its seed sequence. */
  readonly seedSequence: SeedSequence;
  readonly #make: (seed: SeedSequence) => Bits;
  protected override readonly places: PlaceDraws = {
    uniform: () => this.bits.nextDouble(),
    below: (most) => below(this.bits, most),
    different: (of, count, shuffle) => different(this.bits, of, count, shuffle),
  };

  constructor(seedSequence: SeedSequence, make: (seed: SeedSequence) => Bits) {
    super(make(seedSequence));
    this.seedSequence = seedSequence;
    this.#make = make;
  }

  protected override readonly isLegacy = false;
  protected override readonly native: NativeDraws = { normal: 'normal', exponential: 'exponential', below: 'below' };

  protected override nextNormal(): number {
    return nextNormal(this.bits);
  }
  protected override nextExponential(): number {
    return nextExponential(this.bits);
  }
  protected override nextBelow(most: number): number {
    return below(this.bits, most);
  }

  /** So many words as the algorithm makes them, as uint64. */
  randomRaw(count: number): NDArray {
    if (count < 0) throw new ArgumentError(`randomRaw: expected a number of words, got ${count}`);
    const words = zeroed(BigUint64Array, count, 'randomRaw');
    if (!filled(this.bits, 'raw', words)) for (let i = 0; i < count; i++) words[i] = this.bits.raw();
    return adopt(runtime().upload(words, uint64, [count]));
  }

  /**
   * Integers from `low` on and below `high`, as int64 or another dtype of integers; with one bound from 0 on. Throws `ArgumentError` where there
   * are none, or where the dtype does not hold them.
   */
  integers(low: number, high?: number | null | IntegersOptions, size?: Size | IntegersOptions): NDArray {
    onlyOptions('integers', high, size);
    const given: IntegersOptions = isOptions(high ?? undefined)
      ? (high as IntegersOptions)
      : isOptions(size)
        ? size
        : { shape: size };
    const [from, to] = typeof high === 'number' ? [low, high] : [0, low];
    const most = to - from - (given.endpoint === true ? 0 : 1);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || !Number.isSafeInteger(most) || most < 0)
      throw new ArgumentError(`integers: expected integers with low < high at most 2^53 apart, got ${from} and ${to}`);
    const dtype = dtypeOption(given.dtype) ?? int64;
    if (!isInteger(dtype) || !fits(from, dtype) || !fits(from + most, dtype))
      throw new ArgumentError(`integers: ${from} to ${from + most} do not all fit ${dtype.name}`);
    if (dtype.size > 2 || most === 0) return astype(this.integersIn(from, most, shapeIn(given)), dtype, { copy: false });
    const width = 8 * dtype.size;
    return astype(
      this.counted('integers', given, [], () => shortNext(this.bits, from, most, width)),
      dtype,
    );
  }

  /** Streams that have nothing to do with each other or with this one. */
  spawn(count: number): NumpyStream[] {
    return this.seedSequence.spawn(count).map((seed) => new NumpyStream(seed, this.#make));
  }
}

/** From 0 to `most` < 2^53, by Lemire's method, which rejects few words (2019). */
function below(bits: Bits, most: number): number {
  if (most === 0) return 0;
  if (most > 0xffffffff) return Number(belowLong(bits, BigInt(most)));
  if (most === 0xffffffff) return bits.next32();
  const count = most + 1;
  let word = bits.next32();
  let rest = Math.imul(word, count) >>> 0;
  if (rest < count) {
    const least = (4294967296 - count) % count;
    while (rest < least) {
      word = bits.next32();
      rest = Math.imul(word, count) >>> 0;
    }
  }
  return highProduct(word, count);
}

/**
 * From `from` to `from + most`, in parts of `width` bits, of which a word of 32 gives several, by Lemire's method: as NumPy draws integers of 8
 * and of 16 bits. The rest of a word is lost with the call.
 */
function shortNext(bits: Bits, from: number, most: number, width: number): () => number {
  const parts = 32 / width;
  const range = 2 ** width;
  const count = most + 1;
  const least = (range - count) % count;
  let [word, left] = [0, 0];
  const part = (): number => {
    if (left === 0) word = bits.next32();
    else word >>>= width;
    left = (left === 0 ? parts : left) - 1;
    return word % range;
  };
  return () => {
    if (count === range) return from + part();
    let product = part() * count;
    while (product % range < least) product = part() * count;
    return from + Math.floor(product / range);
  };
}

function belowLong(bits: Bits, most: bigint): bigint {
  const count = most + 1n;
  let product = bits.next64() * count;
  if (BigInt.asUintN(64, product) < count) {
    const least = ((1n << 64n) - count) % count;
    while (BigInt.asUintN(64, product) < least) product = bits.next64() * count;
  }
  return product >> 64n;
}

/** More places than a fiftieth of many are the end of a shuffled list of all; or than a twentieth, where their order need not be random. */
const MANY = 10_000;

/** `count` different places, by Floyd's method or by a shuffle of the last ones. */
function different(bits: Bits, of: number, count: number, shuffle: boolean): Float64Array {
  if (of > MANY && count > Math.floor(of / (shuffle ? 50 : 20))) {
    const all = Float64Array.from({ length: of }, (_, i) => i);
    return shuffled(bits, all, Math.max(of - count, 1)).slice(of - count);
  }
  const found = new Set<number>();
  for (let j = of - count; j < of; j++) {
    const place = below(bits, j);
    found.add(found.has(place) ? j : place);
  }
  const places = Float64Array.from(found);
  return shuffle ? shuffled(bits, places, 1) : places;
}

function shuffled(bits: Bits, order: Float64Array, first: number): Float64Array {
  for (let i = order.length - 1; i >= first; i--) {
    const j = below(bits, i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

declareMethods(NumpyStream, {
  ...NUMPY_DRAWS,
  ...NUMPY_DISTRIBUTIONS,
  integers: INTEGER_RANGE,
  randomRaw: [INTEGER],
  spawn: [INTEGER],
});

/** A seed of a stream: an integer, several, or a sequence. */
export type StreamSeed = number | bigint | readonly (number | bigint)[] | SeedSequence;

function sequenceOf(seed: StreamSeed | undefined): SeedSequence {
  if (seed instanceof SeedSequence) return seed;
  const given = seed === undefined ? [Math.floor(Math.random() * 2 ** 53), Math.floor(Math.random() * 2 ** 53)] : [seed].flat();
  const entropy = (given as readonly (number | bigint)[]).map(BigInt);
  if (entropy.some((word) => word < 0n)) throw new ArgumentError('seed: expected integers of at least 0');
  return new SeedSequence(entropy);
}

const STREAM_SEED: Kind<StreamSeed> = either(either(SEED, listOf(SEED)), instanceOf('a SeedSequence', SeedSequence));

/**
 * NumPy's `SeedSequence` of an integer, or of several; without one, a different one each time.
 *
 * @example
 * np.random.seedSequence([1, 2]).spawn(2).length; // 2
 */
export const seedSequence = takes('seedSequence', optional(STREAM_SEED))((seed?: StreamSeed): SeedSequence => sequenceOf(seed));

/**
 * The stream of NumPy's `PCG64`, its default, of a seed: the draws of Python's `np.random.default_rng(seed)`.
 *
 * @example
 * await np.random.pcg64(42).integers(10, null, 5).tolist(); // [0, 7, 6, 4, 4]
 */
export const pcg64 = takes(
  'pcg64',
  optional(STREAM_SEED),
)((seed?: StreamSeed): NumpyStream => new NumpyStream(sequenceOf(seed), (from) => new Pcg64(from)));

/**
 * The stream of NumPy's `Philox` of a seed. (`np.random.generator` has a Philox of its own, which draws in parallel.)
 *
 * @example
 * const rng = np.random.philox(42);
 */
export const philox = takes(
  'philox',
  optional(STREAM_SEED),
)((seed?: StreamSeed): NumpyStream => new NumpyStream(sequenceOf(seed), (from) => new Philox(from)));

/**
 * The stream of NumPy's `MT19937` of a seed.
 *
 * @example
 * const rng = np.random.mt19937(42);
 */
export const mt19937 = takes(
  'mt19937',
  optional(STREAM_SEED),
)((seed?: StreamSeed): NumpyStream => new NumpyStream(sequenceOf(seed), (from) => Mt19937.ofSequence(from)));

/**
 * The stream of NumPy's `SFC64` of a seed.
 *
 * @example
 * const rng = np.random.sfc64(42);
 */
export const sfc64 = takes(
  'sfc64',
  optional(STREAM_SEED),
)((seed?: StreamSeed): NumpyStream => new NumpyStream(sequenceOf(seed), (from) => new Sfc64(from)));
