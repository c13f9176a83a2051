/**
 * NumPy's streams of random numbers, bit for bit: its bit generators behind its `Generator`. They are sequential, and computed where they
 * are called, by the addon where it runs (`fills.ts`); `np.random.generator` is the parallel one.
 */
import {
  ArgumentError,
  byPlace,
  declareMethods,
  either,
  INTEGER,
  instanceOf,
  type Kind,
  listOf,
  type OptionKinds,
  optional,
  options,
  takes,
  zeroed,
} from '../../base/index.js';
import { uint64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { sizeOf } from '../../shape/index.js';
import { axisArgument } from '../axes.js';
import { takeAlongAxis } from '../composed/along.js';
import { type ArrayLike, type DTypeLike, toArray } from '../convert.js';
import { deliver } from '../deliver.js';
import { take } from '../gather.js';
import { ARRAY, AXIS_OR_NULL } from '../kinds.js';
import { moveaxis } from '../manipulate.js';
import { adopt, type NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { ravel, reshape } from '../reshape.js';
import { OUT, type OutOption } from '../target.js';
import { gathered, type IntegerBound, type IntegersOptions, type Size } from './arguments.js';
import { Pcg64, Philox, Sfc64 } from './bit-generators.js';
import type { Bits } from './bits.js';
import { filled } from './fills.js';
import { INTEGER_BOUNDS, NUMPY_DISTRIBUTIONS, NUMPY_DRAWS, SEED } from './kinds.js';
import { Mt19937 } from './mersenne.js';
import type { PlaceDraws } from './numpy-choice.js';
import type { NativeDraws } from './numpy-draws.js';
import { below, belowLong, INTEGER_NAMES, type IntegerDraws, integersOf, partBelow } from './numpy-integers.js';
import { NumpyUrns } from './numpy-urns.js';
import { SeedSequence } from './seed-sequence.js';
import { nextExponential, nextNormal } from './ziggurat.js';

/** Options of `permuted`. */
export interface PermutedOptions extends OutOption {
  /** Along which axis each line is put in an order of its own; default null, all elements. */
  readonly axis?: number | null;
}

const PERMUTED: OptionKinds<PermutedOptions> = { ...OUT, axis: AXIS_OR_NULL };

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

  readonly #integers: IntegerDraws = {
    bits: this.bits,
    below: (most) => below(this.bits, most),
    belowLong: (most) => belowLong(this.bits, most),
    part: partBelow,
    many: 'below',
  };
  protected override readonly isLegacy = false;
  protected override readonly native: NativeDraws = { normal: 'normal', exponential: 'exponential' };

  protected override nextNormal(): number {
    return nextNormal(this.bits);
  }
  protected override nextExponential(): number {
    return nextExponential(this.bits);
  }
  /** So many words as the algorithm makes them, as uint64. */
  randomRaw(count: number): NDArray {
    if (count < 0) throw new ArgumentError(`randomRaw: expected a number of words, got ${count}`);
    const words = zeroed(BigUint64Array, count, 'randomRaw');
    if (!filled(this.bits, 'raw', words)) for (let i = 0; i < count; i++) words[i] = this.bits.raw();
    return adopt(runtime().upload(words, uint64, [count]));
  }

  /**
   * Integers from `low` on and below `high`, as int64, another dtype of integers, or bool; with one bound from 0 on. Bounds are broadcast; beyond
   * 2^53 they are bigints. Throws `ArgumentError` where there are none, or where the dtype does not hold them.
   */
  integers(
    low: IntegerBound,
    high?: IntegerBound | null | IntegersOptions,
    size?: Size | IntegersOptions,
    dtype?: DTypeLike | IntegersOptions,
    endpoint?: boolean | IntegersOptions,
  ): NDArray {
    const given = [high, size, dtype, endpoint] as never[];
    return integersOf(this.#integers, 'integers', low, gathered<IntegersOptions>('integers', INTEGER_NAMES, ...given));
  }

  /**
   * The elements of `x` in random order: of all of it, or of each line along `axis` for itself, where `shuffle` and `permutation` move whole slices.
   * `out` is filled in place, and returned. Throws `IndexError` for an axis that x does not have.
   */
  permuted(x: ArrayLike, how?: Positional<PermutedOptions, 'axis'>, more?: PermutedOptions): NDArray {
    const options = byName('permuted', how, 'axis', more) as PermutedOptions | undefined;
    const a = toArray(x, 'permuted');
    const axis = options?.axis ?? null;
    if (axis === null) {
      const places = reshape(this.orders(1, a.size), [a.size]);
      return deliver(reshape(take(ravel(a), places), a.shape), options?.out ?? undefined, 'permuted');
    }
    const at = axisArgument(axis, a.ndim, 'permuted');
    const others = a.shape.filter((_, i) => i !== at);
    const orders = this.orders(sizeOf(others), a.shape[at]);
    const places = moveaxis(reshape(orders, [...others, a.shape[at]]), -1, at);
    return deliver(takeAlongAxis(a, places, { axis: at }), options?.out ?? undefined, 'permuted');
  }

  /** So many random bytes. */
  bytes(length: number): Uint8Array {
    if (length < 0) throw new ArgumentError(`bytes: expected a number of bytes, got ${length}`);
    const found = zeroed(Uint8Array, 4 * Math.ceil(length / 4), 'bytes');
    const view = new DataView(found.buffer);
    for (let at = 0; at < found.length; at += 4) view.setUint32(at, this.bits.next32(), true);
    return found.slice(0, length);
  }

  /** Streams that have nothing to do with each other or with this one. */
  spawn(count: number): NumpyStream[] {
    return this.seedSequence.spawn(count).map((seed) => new NumpyStream(seed, this.#make));
  }
}

/** More places than a fiftieth of many are the end of a shuffled list of all; or than a twentieth, where their order need not be random. */
const MANY = 10_000;

/** `count` different places, by Floyd's method or by a shuffle of the last ones. */
function different(bits: Bits, of: number, count: number, shuffle: boolean): Float64Array {
  if (of > MANY && count > Math.floor(of / (shuffle ? 50 : 20))) {
    const all = zeroed(Float64Array, of, 'choice');
    for (let i = 0; i < of; i++) all[i] = i;
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
  integers: INTEGER_BOUNDS,
  permuted: [ARRAY, byPlace(PERMUTED, 'axis'), options(PERMUTED)],
  bytes: [INTEGER],
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
