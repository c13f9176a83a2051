/**
 * Streams of random numbers. Counter-based (Philox 4x32-10, Salmon et al., SC 2011): draw number i of a generator
 * is a pure function of its key and i, so an array's contents do not depend on how many processors fill it, and a draw
 * of 2n numbers is two draws of n.
 *
 * **Definition.** Word pair number p of key k: the Philox block with counter (low and high half of floor(p / 2), 0, 0) and key (low and
 * high half of k) has four 32-bit words; p even takes the first two, p odd the last two, as one 64-bit word (the first of them its low
 * half); its top 53 bits over 2^53 are `uniform(p, k)`, in [0, 1). Each generator counts pairs from 0. (NumPy's own Philox has 64-bit words
 * and a different seeding, so the streams differ.)
 */
import { ArgumentError, optional, takes } from '../../base/index.js';
import { type DType, float32, float64, int64 } from '../../dtype/index.js';
import { type Kernel, type KernelBuilder, kernel, output, type Value } from '../../ir/index.js';
import { runtime } from '../../runtime/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';
import { defineKind, type TaskKind } from '../../task/index.js';
import { add, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type DTypeLike, dtypeOption } from '../convert.js';
import { shapeArgument } from '../creation.js';
import { allocate, type NDArray } from '../ndarray.js';
import { describe, fits } from '../operand.js';
import { byRank } from '../ufunc.js';
import {
  type DrawOptions,
  either,
  floatDType,
  gathered,
  type IntegersOptions,
  type NormalOptions,
  type Parameter,
  type ScaleOptions,
  type Size,
  settled,
  shapeIn,
  sharedShape,
  type UniformOptions,
} from './arguments.js';
import { Draws } from './draws.js';
import { type FillArguments, fillOf } from './fill-options.js';
import { SEED } from './kinds.js';
import { INTEGER_NAMES } from './numpy-integers.js';
import { checkWidth } from './parameters.js';

/** The formula of a distribution, from uniform numbers by pair and its parameters. */
type Draw = (b: KernelBuilder, uniform: (pair: number) => Value, parameters: readonly Value[]) => Value;

/** A distribution: pairs an element, types of its parameters, and the formula. Kinds are made per dtype. */
class Distribution {
  readonly name: string;
  readonly pairs: number;
  readonly parameters: readonly DType[];
  readonly draw: Draw;
  readonly #kinds: TaskKind[] = [];

  constructor(name: string, pairs: number, parameters: readonly DType[], draw: Draw) {
    this.name = name;
    this.pairs = pairs;
    this.parameters = parameters;
    this.draw = draw;
  }

  kind(dtype: DType): TaskKind {
    this.#kinds[dtype.code] ??= defineKind({
      name: this.name,
      args: [{ privilege: 'write', access: 'elementwise' }],
      body: { kind: 'kernel', kernel: byRank((rank) => this.#kernel(rank, dtype)) },
    });
    return this.#kinds[dtype.code];
  }

  /** Scalars: key, number of the first pair, parameters, then the sizes of all axes but the first. */
  #kernel(rank: number, dtype: DType): Kernel {
    const sizes = new Array<DType>(Math.max(0, rank - 1)).fill(int64);
    const scalars = [int64, int64, ...this.parameters, ...sizes];
    return kernel(rank, [output(dtype, rank)], scalars, (b) => {
      const key = b.scalar(0);
      const first = 2 + this.parameters.length;
      let position: Value = rank === 0 ? b.const(0, int64) : b.index(0);
      for (let axis = 1; axis < rank; axis++) position = b.add(b.mul(position, b.scalar(first + axis - 1)), b.index(axis));
      const start = b.add(b.scalar(1), b.mul(position, b.const(this.pairs, int64)));
      const uniform = (pair: number): Value => b.uniform(pair === 0 ? start : b.add(start, b.const(pair, int64)), key);
      const value = this.draw(
        b,
        uniform,
        this.parameters.map((_, i) => b.scalar(2 + i)),
      );
      b.store(0, dtype === float32 && this.pairs === 1 ? narrowed(b, value) : b.cast(value, dtype));
    });
  }
}

/** Rounding to float32 must not reach the excluded end, so it goes towards zero. */
function narrowed(b: KernelBuilder, value: Value): Value {
  const near = b.cast(value, float32);
  const wide = b.cast(near, float64);
  const below = b.cast(b.mul(value, b.const(1 - 2 ** -23, float64)), float32);
  return b.select(b.gt(wide, value), below, near);
}

const uniformDistribution = new Distribution('uniform', 1, [float64, float64], (b, u, [low, width]) =>
  b.add(low, b.mul(width, u(0))),
);

/** Box and Muller's transformation: one of its two normals, of two uniforms. */
const normalDistribution = new Distribution('normal', 2, [float64, float64], (b, u, [mean, deviation]) => {
  const radius = b.sqrt(b.mul(b.const(-2, float64), b.unary('log1p', b.neg(u(0)))));
  const angle = b.mul(b.const(2 * Math.PI, float64), u(1));
  return b.add(mean, b.mul(deviation, b.mul(radius, b.cos(angle))));
});

const exponentialDistribution = new Distribution('exponential', 1, [float64], (b, u, [scale]) =>
  b.mul(b.neg(scale), b.unary('log1p', b.neg(u(0)))),
);

const integerDistribution = new Distribution('integers', 1, [int64, float64], (b, u, [low, count]) =>
  b.add(low, b.cast(b.unary('floor', b.mul(u(0), count)), int64)),
);

/**
 * A stream of random numbers, made by `np.random.generator`. Each draw takes the next part of the stream.
 *
 * @example
 * const rng = np.random.generator(42);
 * const x = rng.normal({ shape: [2, 3] });
 */
export class Generator extends Draws {
  /** The stream's key. */
  readonly key: bigint;
  /** Number of the next word pair. */
  #next = 0n;

  constructor(key: bigint) {
    super();
    this.key = key;
  }

  #fill(
    distribution: Distribution,
    dtype: DType,
    shape: number | Shape | undefined,
    parameters: readonly (number | bigint)[],
    target?: NDArray,
  ): NDArray {
    const sizes = shapeArgument(shape ?? [], distribution.name);
    const out = target ?? allocate(dtype, sizes);
    runtime().launch(
      distribution.kind(dtype),
      out.shape,
      [out],
      [this.key, this.#next, ...parameters, ...sizes.slice(1).map(BigInt)],
    );
    this.#next = BigInt.asIntN(64, this.#next + BigInt(sizeOf(sizes) * distribution.pairs));
    return out;
  }

  /**
   * Uniform in [0, 1). `out` is filled in place, and returned.
   *
   * @example
   * rng.random({ shape: 5 });
   */
  random(...given: FillArguments): NDArray {
    const { dtype, shape, out } = fillOf('random', ...given);
    return this.#fill(uniformDistribution, dtype, shape, [0, 1], out);
  }

  /**
   * Normal with mean 0 and standard deviation 1. `out` is filled in place, and returned.
   *
   * @example
   * rng.standardNormal([2, 3]);
   */
  standardNormal(...given: FillArguments): NDArray {
    const { dtype, shape, out } = fillOf('standardNormal', ...given);
    return this.#fill(normalDistribution, dtype, shape, [0, 1], out);
  }

  /**
   * Uniform in [low, high); default [0, 1).
   *
   * @example
   * rng.uniform({ low: -1, high: 1, shape: 5 });
   */
  uniform(lowest?: Parameter | UniformOptions, highest?: Parameter | UniformOptions, size?: Size | UniformOptions): NDArray {
    const options = gathered<UniformOptions>('uniform', ['low', 'high', 'shape'], lowest, highest, size);
    const [low, high] = [settled(options.low ?? 0, 'uniform'), settled(options.high ?? 1, 'uniform')];
    if (typeof low !== 'number' || typeof high !== 'number') {
      const shape = sharedShape(options, 'uniform', low, high);
      const drawn = this.random({ shape, dtype: options.dtype });
      return astype(add(low, multiply(subtract(high, low), drawn)), drawn.dtype, { copy: false });
    }
    if (!(high >= low) || !Number.isFinite(high - low))
      throw new ArgumentError(`uniform: expected finite bounds with low <= high, got ${low} and ${high}`);
    return this.#fill(uniformDistribution, floatDType(options, 'uniform'), shapeIn(options), [low, high - low]);
  }

  /**
   * Normal with this mean (default 0) and standard deviation (default 1), by Box and Muller's transformation.
   *
   * @example
   * rng.normal({ mean: 10, std: 2, shape: 5 });
   */
  normal(center?: Parameter | NormalOptions, deviation?: Parameter | NormalOptions, size?: Size | NormalOptions): NDArray {
    const options = gathered<NormalOptions>('normal', ['mean', 'std', 'shape'], center, deviation, size);
    const [mean, std] = [
      settled(either('mean', options.mean, 'loc', options.loc) ?? 0, 'normal'),
      settled(either('std', options.std, 'scale', options.scale) ?? 1, 'normal'),
    ];
    if (typeof mean !== 'number' || typeof std !== 'number') {
      const shape = sharedShape(options, 'normal', mean, std);
      checkWidth(std, 'standard deviation', 'normal');
      const drawn = this.normal({ shape, dtype: options.dtype });
      return astype(add(mean, multiply(std, drawn)), drawn.dtype, { copy: false });
    }
    checkWidth(std, 'standard deviation', 'normal');
    return this.#fill(normalDistribution, floatDType(options, 'normal'), shapeIn(options), [mean, std]);
  }

  /**
   * Exponential with this mean (default 1).
   *
   * @example
   * rng.exponential({ scale: 3, shape: 5 });
   */
  exponential(width?: Parameter | (DrawOptions & ScaleOptions), size?: Size | (DrawOptions & ScaleOptions)): NDArray {
    const options = gathered<DrawOptions & ScaleOptions>('exponential', ['scale', 'shape'], width, size);
    const scale = settled(options.scale ?? 1, 'exponential');
    const asked = sharedShape(options, 'exponential', scale);
    checkWidth(scale, 'scale', 'exponential');
    if (typeof scale !== 'number') {
      const drawn = this.exponential(1, { shape: asked, dtype: options.dtype });
      return astype(multiply(scale, drawn), drawn.dtype, { copy: false });
    }
    return this.#fill(exponentialDistribution, floatDType(options, 'exponential'), shapeIn(options), [scale]);
  }

  /**
   * Integers from `low` to before `high`, equally likely (to within 2^-53 of the range); with one bound, from 0 to before
   * it. `dtype` defaults to int64. Throws `ArgumentError` for an empty range or one of more than 2^53 integers.
   *
   * @example
   * rng.integers(1, 7, { shape: 10 }); // ten throws of a die
   */
  integers(
    low: number,
    high?: number | null | IntegersOptions,
    size?: Size | IntegersOptions,
    dtype?: DTypeLike | IntegersOptions,
    endpoint?: boolean | IntegersOptions,
  ): NDArray {
    const given = gathered<IntegersOptions>('integers', INTEGER_NAMES, ...([high, size, dtype, endpoint] as never[]));
    return this.#integers(low, given);
  }

  #integers(low: number, given: IntegersOptions): NDArray {
    const upper = given.high ?? null;
    if (upper !== null && typeof upper !== 'number')
      throw new ArgumentError(
        'integers: expected a number as high; np.random.defaultRng draws between arrays, and between bigints',
      );
    const [from, to] = upper === null ? [0, low] : [low, upper];
    const count = to - from + (given.endpoint === true ? 1 : 0);
    const dtype = dtypeOption(given.dtype) ?? int64;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || !(count > 0 && count <= 2 ** 53)) {
      throw new ArgumentError(`integers: expected integers low < high at most 2^53 apart, got ${from} and ${to}`);
    }
    if (dtype.kind === 'float' || !fits(from, dtype) || !fits(from + count - 1, dtype)) {
      throw new ArgumentError(`integers: ${from} to ${from + count - 1} do not all fit ${dtype.name}`);
    }
    return this.#fill(integerDistribution, dtype, shapeIn(given), [BigInt(from), count]);
  }
}

/**
 * A generator with a stream that `seed`, an integer, determines; without one, a different stream each time.
 *
 * @example
 * const rng = np.random.generator(42);
 */
export const generator = takes(
  'generator',
  optional(SEED),
)((seed?: number | bigint): Generator => {
  if (seed === undefined)
    return new Generator(BigInt.asIntN(64, BigInt(Math.floor(Math.random() * 2 ** 53)) * 0x9e3779b97f4a7c15n));
  if (typeof seed !== 'bigint' && !Number.isSafeInteger(seed))
    throw new ArgumentError(`generator: expected an integer as seed, got ${describe(seed)}`);
  return new Generator(BigInt.asIntN(64, BigInt(seed)));
});
