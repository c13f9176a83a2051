/**
 * NumPy's older functions of `np.random`, which draw from one stream that belongs to the module: `np.random.seed(0)` and
 * `np.random.randn(3, 4)`. New programs make a generator of their own.
 */

import { ArgumentError, each, either, isPlain, listOf, NULL, NUMBER, optional, takes } from '../../base/index.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY, OWN } from '../kinds.js';
import { NDArray } from '../ndarray.js';
import type {
  DrawOptions,
  NormalOptions,
  Parameter,
  Size,
  StreamMeanOptions,
  StreamScaleOptions,
  UniformOptions,
} from './arguments.js';
import type { ChoiceArguments } from './distributions.js';
import { type Generator, generator } from './generator.js';
import { CHOICES, NORMALS, PARAMETER, RANDOM, SEED, SIZE, STREAM_MEANS, STREAM_SCALES, UNIFORMS } from './kinds.js';
import { LegacyStream } from './legacy-stream.js';
import { NUMBER_LIST, type NumberList } from './number-list.js';

const SEEDS = either(SEED, listOf(SEED));

const MOST_SEED = 2 ** 32 - 1;

/** The stream that `seed` began, or a generator for a module that was not seeded. */
let seeded: LegacyStream | undefined;
let stream: Generator | undefined;

function shared(): Generator | LegacyStream {
  return seeded ?? (stream ??= generator());
}

/** The source of a draw with these parameters: of arrays, which parallel generators do not take, always a stream of NumPy's numbers. */
function sharedFor(...parameters: readonly unknown[]): Generator | LegacyStream {
  const isOver = parameters.some(
    (x) => x instanceof NDArray || (isPlain(x) && Object.values(x).some((y) => y instanceof NDArray)),
  );
  if (isOver) seeded ??= new LegacyStream(Math.floor(Math.random() * MOST_SEED));
  return shared();
}

/**
 * Begins the module's stream anew, with NumPy's numbers of the seed: bit for bit, but for the last digit of logarithms and powers, as NumPy's own
 * numbers are between systems, and for the signs of `multivariateNormal`, which belong to a LAPACK. An Array of integers seeds as NumPy's does.
 * Throws `ArgumentError` for integers that 32 bits do not hold.
 *
 * @example
 * np.random.seed(42);
 * await np.random.rand(2).tolist(); // [0.3745401188473625, 0.9507143064099162]
 */
export const seed = takes(
  'seed',
  SEEDS,
)((value: number | bigint | readonly (number | bigint)[]): void => {
  const words = [value].flat().map(Number);
  if (words.length === 0 || !words.every((word) => word >= 0 && word <= MOST_SEED))
    throw new ArgumentError(`seed: expected integers from 0 to 2^32 - 1, got ${words.join(', ') || 'none'}`);
  seeded = new LegacyStream(Array.isArray(value) ? words : words[0]);
});

/**
 * Uniform in [0, 1), in the shape of its arguments.
 *
 * @example
 * np.random.rand(2, 3).shape; // [2, 3]
 */
export const rand = takes(
  'rand',
  each(NUMBER),
)((...shape: number[]): NDArray => {
  return shared().random(shape);
});

/**
 * Normal with mean 0 and standard deviation 1, in the shape of its arguments.
 *
 * @example
 * np.random.randn(2, 3).shape; // [2, 3]
 */
export const randn = takes(
  'randn',
  each(NUMBER),
)((...shape: number[]): NDArray => {
  return shared().standardNormal(shape);
});

/**
 * Integers from `low` to before `high`; with one bound, from 0 to before it.
 *
 * @example
 * np.random.randint(1, 7, 10).shape; // [10]
 */
export const randint = takes(
  'randint',
  NUMBER,
  optional(either(NUMBER, NULL)),
  SIZE,
)((low: number, high?: number | null, size?: Size): NDArray => {
  const from = shared();
  if (from instanceof LegacyStream) return from.randint(low, high, size);
  return high === undefined || high === null ? from.integers(low, { shape: size }) : from.integers(low, high, size);
});

/**
 * As `Generator.random`, of the module's stream.
 *
 * @example
 * np.random.random(4).shape; // [4]
 */
export const random = takes(
  'random',
  ...RANDOM,
)((size?: Size | DrawOptions): NDArray => {
  return shared().random(size);
});

/**
 * As `Generator.normal`, of the module's stream.
 *
 * @example
 * np.random.normal(0, 2, [2, 3]).shape; // [2, 3]
 */
export const normal = takes(
  'normal',
  ...NORMALS,
)((mean?: Parameter | NormalOptions, std?: Parameter | NormalOptions, size?: Size | NormalOptions): NDArray => {
  return shared().normal(mean, std, size);
});

/**
 * As `Generator.uniform`, of the module's stream.
 *
 * @example
 * np.random.uniform(-1, 1, 5).shape; // [5]
 */
export const uniform = takes(
  'uniform',
  ...UNIFORMS,
)((low?: Parameter | UniformOptions, high?: Parameter | UniformOptions, size?: Size | UniformOptions): NDArray => {
  return shared().uniform(low, high, size);
});

/**
 * As `Generator.choice`, of the module's stream.
 *
 * @example
 * np.random.choice([2, 3, 5], 4).shape; // [4]
 */
export const choice = takes(
  'choice',
  ...CHOICES,
)((x: number | ArrayLike, ...how: ChoiceArguments): NDArray => {
  return shared().choice(x, ...how);
});

/**
 * As `Generator.permutation`, of the module's stream.
 *
 * @example
 * np.random.permutation(5).shape; // [5]
 */
export const permutation = takes(
  'permutation',
  ARRAY,
)((x: number | ArrayLike): NDArray => {
  return shared().permutation(x);
});

/**
 * As `Generator.shuffle`, of the module's stream.
 *
 * @example
 * np.random.shuffle(np.arange(5));
 */
export const shuffle = takes(
  'shuffle',
  OWN,
)((x: NDArray): void => {
  shared().shuffle(x);
});

/**
 * Exponential with this mean (default 1).
 *
 * @example
 * np.random.exponential(2, 5).shape; // [5]
 */
export const exponential = takes(
  'exponential',
  ...STREAM_SCALES,
)((scale?: Parameter | StreamScaleOptions, size?: Size | StreamScaleOptions): NDArray => {
  return sharedFor(scale).exponential(scale as number, size as Size);
});

/**
 * Poisson's distribution of counts with this mean (default 1), as int64.
 *
 * @example
 * np.random.poisson(4, [2, 3]).shape; // [2, 3]
 */
export const poisson = takes(
  'poisson',
  ...STREAM_MEANS,
)((mean?: Parameter | StreamMeanOptions, size?: Size | StreamMeanOptions): NDArray => {
  return sharedFor(mean, size).poisson(mean as number, size as Size);
});

/**
 * How many of `n` trials of probability `p` succeed, as int64.
 *
 * @example
 * np.random.binomial(10, 0.5, 5).shape; // [5]
 */
export const binomial = takes(
  'binomial',
  PARAMETER,
  PARAMETER,
  SIZE,
)((n: Parameter, p: Parameter, size?: Size): NDArray => {
  return sharedFor(n, p).binomial(n as number, p as number, size);
});

/**
 * How often each outcome occurs in `n` trials, as int64 along a last axis.
 *
 * @example
 * np.random.multinomial(10, [0.5, 0.5]).shape; // [2]
 */
export const multinomial = takes(
  'multinomial',
  NUMBER,
  NUMBER_LIST,
  SIZE,
)((n: number, probabilities: NumberList, size?: Size): NDArray => {
  return shared().multinomial(n, probabilities, size);
});

/**
 * The gamma distribution of a shape and a scale (default 1).
 *
 * @example
 * np.random.gamma(2, 3, 5).shape; // [5]
 */
export const gamma = takes(
  'gamma',
  PARAMETER,
  optional(PARAMETER),
  SIZE,
)((a: Parameter, scale?: Parameter, size?: Size): NDArray => {
  return sharedFor(a, scale).gamma(a as number, (scale ?? 1) as number, size);
});

/**
 * The beta distribution over (0, 1).
 *
 * @example
 * np.random.beta(2, 5, 5).shape; // [5]
 */
export const beta = takes(
  'beta',
  PARAMETER,
  PARAMETER,
  SIZE,
)((a: Parameter, b: Parameter, size?: Size): NDArray => {
  return sharedFor(a, b).beta(a as number, b as number, size);
});

/**
 * Normal vectors, along a last axis, with this mean and covariance matrix.
 *
 * @example
 * np.random.multivariateNormal([0, 1], [[2, 1], [1, 2]], 5).shape; // [5, 2]
 */
export const multivariateNormal = takes(
  'multivariateNormal',
  ARRAY,
  ARRAY,
  SIZE,
)((mean: ArrayLike, covariance: ArrayLike, size?: Size): NDArray => {
  return shared().multivariateNormal(mean, covariance, size);
});

/**
 * Normal with mean 0 and standard deviation 1.
 *
 * @example
 * np.random.standardNormal([2, 3]).shape; // [2, 3]
 */
export const standardNormal = takes(
  'standardNormal',
  SIZE,
)((size?: Size): NDArray => {
  return shared().standardNormal(size);
});
