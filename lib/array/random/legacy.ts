/**
 * NumPy's older functions of `np.random`, which draw from one stream that belongs to the module: `np.random.seed(0)` and
 * `np.random.randn(3, 4)`. New programs make a generator of their own.
 */
import type { ArrayLike } from '../convert.js';
import type { NDArray } from '../ndarray.js';
import type { DrawOptions, NormalOptions, Parameter, Size, UniformOptions } from './arguments.js';
import type { ChoiceOptions } from './distributions.js';
import { type Generator, generator } from './generator.js';

let stream: Generator | undefined;

function shared(): Generator {
  return (stream ??= generator());
}

/**
 * Begins the module's stream anew, with the numbers that belong to the seed (not NumPy's numbers).
 *
 * @example
 * np.random.seed(0);
 */
export function seed(value: number | bigint): void {
  stream = generator(value);
}

/**
 * Uniform in [0, 1), in the shape of its arguments.
 *
 * @example
 * np.random.rand(2, 3).shape; // [2, 3]
 */
export function rand(...shape: readonly number[]): NDArray {
  return shared().random(shape);
}

/**
 * Normal with mean 0 and standard deviation 1, in the shape of its arguments.
 *
 * @example
 * np.random.randn(2, 3).shape; // [2, 3]
 */
export function randn(...shape: readonly number[]): NDArray {
  return shared().standardNormal(shape);
}

/**
 * Integers from `low` to before `high`; with one bound, from 0 to before it.
 *
 * @example
 * np.random.randint(1, 7, 10).shape; // [10]
 */
export function randint(low: number, high?: number | null, size?: Size): NDArray {
  return high === undefined || high === null ? shared().integers(low, { shape: size }) : shared().integers(low, high, size);
}

/**
 * As `Generator.random`, of the module's stream.
 *
 * @example
 * np.random.random(4).shape; // [4]
 */
export function random(size?: Size | DrawOptions): NDArray {
  return shared().random(size);
}

/**
 * As `Generator.normal`, of the module's stream.
 *
 * @example
 * np.random.normal(0, 2, [2, 3]).shape; // [2, 3]
 */
export function normal(mean?: Parameter | NormalOptions, std?: Parameter, size?: Size): NDArray {
  return shared().normal(mean, std, size);
}

/**
 * As `Generator.uniform`, of the module's stream.
 *
 * @example
 * np.random.uniform(-1, 1, 5).shape; // [5]
 */
export function uniform(low?: Parameter | UniformOptions, high?: Parameter, size?: Size): NDArray {
  return shared().uniform(low, high, size);
}

/**
 * As `Generator.choice`, of the module's stream.
 *
 * @example
 * np.random.choice([2, 3, 5], 4).shape; // [4]
 */
export function choice(x: number | ArrayLike, size?: Size | ChoiceOptions, options?: ChoiceOptions): NDArray {
  return shared().choice(x, size, options);
}

/**
 * As `Generator.permutation`, of the module's stream.
 *
 * @example
 * np.random.permutation(5).shape; // [5]
 */
export function permutation(x: number | ArrayLike): NDArray {
  return shared().permutation(x);
}

/**
 * As `Generator.shuffle`, of the module's stream.
 *
 * @example
 * np.random.shuffle(np.arange(5));
 */
export function shuffle(x: NDArray): void {
  shared().shuffle(x);
}

/**
 * Exponential with this mean (default 1).
 *
 * @example
 * np.random.exponential(2, 5).shape; // [5]
 */
export function exponential(scale?: number, size?: Size): NDArray {
  return shared().exponential(scale ?? 1, size);
}

/**
 * Poisson's distribution of counts with this mean (default 1), as int64.
 *
 * @example
 * np.random.poisson(4, [2, 3]).shape; // [2, 3]
 */
export function poisson(mean?: number, size?: Size): NDArray {
  return shared().poisson(mean ?? 1, size);
}

/**
 * How many of `n` trials of probability `p` succeed, as int64.
 *
 * @example
 * np.random.binomial(10, 0.5, 5).shape; // [5]
 */
export function binomial(n: number, p: number, size?: Size): NDArray {
  return shared().binomial(n, p, size);
}

/**
 * How often each outcome occurs in `n` trials, as int64 along a last axis.
 *
 * @example
 * np.random.multinomial(10, [0.5, 0.5]).shape; // [2]
 */
export function multinomial(n: number, probabilities: readonly number[], size?: Size): NDArray {
  return shared().multinomial(n, probabilities, size);
}

/**
 * The gamma distribution of a shape and a scale (default 1).
 *
 * @example
 * np.random.gamma(2, 3, 5).shape; // [5]
 */
export function gamma(a: number, scale?: number, size?: Size): NDArray {
  return shared().gamma(a, scale ?? 1, size);
}

/**
 * The beta distribution over (0, 1).
 *
 * @example
 * np.random.beta(2, 5, 5).shape; // [5]
 */
export function beta(a: number, b: number, size?: Size): NDArray {
  return shared().beta(a, b, size);
}

/**
 * Normal vectors, along a last axis, with this mean and covariance matrix.
 *
 * @example
 * np.random.multivariateNormal([0, 1], [[2, 1], [1, 2]], 5).shape; // [5, 2]
 */
export function multivariateNormal(mean: ArrayLike, covariance: ArrayLike, size?: Size): NDArray {
  return shared().multivariateNormal(mean, covariance, size);
}

/**
 * Normal with mean 0 and standard deviation 1.
 *
 * @example
 * np.random.standardNormal([2, 3]).shape; // [2, 3]
 */
export function standardNormal(size?: Size): NDArray {
  return shared().standardNormal(size);
}
