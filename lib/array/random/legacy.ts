/**
 * NumPy's older functions of `np.random`, which draw from one stream that belongs to the module: `np.random.seed(0)` and
 * `np.random.randn(3, 4)`. New programs make a generator of their own.
 */

import { each, isPlain, NUMBER, takes } from '../../base/index.js';
import type { ArrayLike, DTypeLike } from '../convert.js';
import { ARRAY, OWN } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import {
  type DrawOptions,
  gathered,
  type IntegerBound,
  type NormalOptions,
  type Parameter,
  type RandintOptions,
  type ScaleOptions,
  type ShapeOption,
  type Size,
  type StreamMeanOptions,
  type StreamScaleOptions,
  type UniformOptions,
} from './arguments.js';
import type { ChoiceArguments } from './distributions.js';
import {
  CHOICES,
  NORMALS,
  PARAMETER,
  RANDINT_BOUNDS,
  RANDOM,
  SCALES,
  SIZE_LAST,
  STREAM_MEANS,
  STREAM_SCALES,
  UNIFORMS,
} from './kinds.js';
import { shared, sharedFor } from './legacy-shared.js';
import { LegacyStream } from './legacy-stream.js';
import { NUMBER_LIST, type NumberList } from './number-list.js';

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
 * Integers from `low` to before `high`, as int64, another dtype of integers, or bool; with one bound, from 0 to before it. Once `seed` was called
 * bounds may be arrays, which are broadcast, and bigints beyond 2^53. Throws `ArgumentError` where there are none, or where the dtype does
 * not hold them.
 *
 * @example
 * np.random.randint(1, 7, 10).shape; // [10]
 * np.random.randint(10, { size: 3, dtype: 'uint8' }).dtype; // uint8
 */
export const randint = takes(
  'randint',
  ...RANDINT_BOUNDS,
)(
  (
    low: IntegerBound,
    high?: IntegerBound | null | RandintOptions,
    size?: Size | RandintOptions,
    dtype?: DTypeLike | RandintOptions,
  ): NDArray => {
    const options = gathered<RandintOptions>('randint', ['high', 'shape', 'dtype'], ...([high, size, dtype] as never[]));
    const from = sharedFor(low, options);
    return from instanceof LegacyStream ? from.randint(low, options) : from.integers(low as number, options);
  },
);

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
  return sharedFor(mean, isPlain(size) ? size : undefined).poisson(mean as number, size as Size);
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
  SIZE_LAST,
)((n: Parameter, p: Parameter, size?: Size | ShapeOption): NDArray => {
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
  SIZE_LAST,
)((n: number, probabilities: NumberList, size?: Size | ShapeOption): NDArray => {
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
  ...SCALES,
)((a: Parameter, scale?: Parameter | ScaleOptions, size?: Size | ScaleOptions): NDArray => {
  return sharedFor(a, scale, isPlain(size) ? size : undefined).gamma(a as number, scale, size);
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
  SIZE_LAST,
)((a: Parameter, b: Parameter, size?: Size | ShapeOption): NDArray => {
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
  SIZE_LAST,
)((mean: ArrayLike, covariance: ArrayLike, size?: Size | ShapeOption): NDArray => {
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
  SIZE_LAST,
)((size?: Size | ShapeOption): NDArray => {
  return shared().standardNormal(size);
});
