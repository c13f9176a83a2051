/** Polynomials fitted to points by least squares, and how well they are known. */
import {
  ArgumentError,
  type ByPlace,
  COUNT,
  either,
  FLAG,
  listed,
  NOT_NAN,
  type OptionKinds,
  oneOf,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { float32 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { divide, multiply, sqrt, square } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray } from '../creation.js';
import { ARRAY } from '../kinds.js';
import { lstsq } from '../linalg/least-squares.js';
import { inv } from '../linalg/solve.js';
import { expandDims, matrixTranspose } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { averaging, sum } from '../reductions.js';
import { vander } from './spacing.js';

/** Options of `polyfit`. */
export interface PolyfitOptions {
  /** Weights of the distances (not of their squares); default 1. */
  readonly w?: ArrayLike;
  /** As of `linalg.lstsq`; default the number of points times epsilon. */
  readonly rcond?: number;
  /** Whether the result is a `FullPolyfit`; default false. */
  readonly full?: boolean;
  /**
   * Whether the result is a `PolyfitCovariance`; default false. The covariances are scaled by the sum of squares of the distances over the
   * degrees of freedom; with 'unscaled' they are as weights say, which are 1 over deviations then.
   */
  readonly cov?: boolean | 'unscaled';
}
const POLYFIT_OPTIONS: OptionKinds<PolyfitOptions> = {
  w: ARRAY,
  rcond: NOT_NAN,
  full: FLAG,
  cov: either(FLAG, oneOf('unscaled')),
};

/** The result of `polyfit` with `full`. */
export interface FullPolyfit extends ByPlace<NDArray> {
  readonly coefficients: NDArray;
  /** The sum of squares of the weighed distances, for each row of values. (NumPy leaves it out where the rank is not full.) */
  readonly residuals: NDArray;
  /** The rank of the matrix of powers, its columns scaled to length 1, as int64. */
  readonly rank: NDArray;
  /** Its singular values. */
  readonly s: NDArray;
  /** The share of the largest singular value up to which singular values were taken as 0, as a 0-d array. */
  readonly rcond: NDArray;
}

/** The result of `polyfit` with `cov`. */
export interface PolyfitCovariance extends ByPlace<NDArray> {
  readonly coefficients: NDArray;
  /** Of the coefficients, a matrix; of rows of values one for each, along a last axis. */
  readonly covariance: NDArray;
}

interface Polyfit {
  (x: ArrayLike, y: ArrayLike, degree: number, options: PolyfitOptions & { readonly full: true }): FullPolyfit;
  (x: ArrayLike, y: ArrayLike, degree: number, options: PolyfitOptions & { readonly cov: true | 'unscaled' }): PolyfitCovariance;
  (
    x: ArrayLike,
    y: ArrayLike,
    degree: number,
    options?: PolyfitOptions & { readonly full?: false; readonly cov?: false },
  ): NDArray;
  (x: ArrayLike, y: ArrayLike, degree: number, options?: PolyfitOptions): NDArray | FullPolyfit | PolyfitCovariance;
}

/**
 * The polynomial of a degree with the values at `x` closest to `y`, by least squares. `y` has a value for each point, or rows of them. With
 * `full` or `cov` it comes with measures of the fit, by name or by place. Throws `ShapeError` when points and values do not meet,
 * `ArgumentError` for `full` and `cov` at once, and for covariances that are scaled of as few points as coefficients.
 *
 * @example
 * await np.polyfit([0, 1, 2], [1, 3, 5], 1).round({ decimals: 9 }).tolist(); // [2, 1]
 * const [line, covariance] = np.polyfit([0, 1, 2, 3], [1, 3, 5, 8], 1, { cov: true });
 * await np.diagonal(covariance).round({ decimals: 9 }).tolist(); // [0.03, 0.105]
 */
export const polyfit = takes(
  'polyfit',
  ARRAY,
  ARRAY,
  COUNT,
  options(POLYFIT_OPTIONS),
)((x: ArrayLike, y: ArrayLike, degree: number, options?: PolyfitOptions): NDArray | FullPolyfit | PolyfitCovariance => {
  const [at, values] = [toArray(x, 'polyfit'), toArray(y, 'polyfit')];
  if (at.ndim !== 1 || values.ndim < 1 || values.ndim > 2 || values.shape[0] !== at.size) {
    throw new ShapeError(
      `polyfit: expected a vector of points and as many values, got ${formatShape(at.shape)} and ${formatShape(values.shape)}`,
    );
  }
  const { full = false, cov = false } = options ?? {};
  if (full && cov !== false) throw new ArgumentError('polyfit: got full and cov; give one of them');
  if (cov === true && at.size <= degree + 1)
    throw new ArgumentError(`polyfit: ${at.size} points do not scale covariances of ${degree + 1} coefficients; more are needed`);
  const points = vander(astype(at, averaging(at.dtype), { copy: false }), { n: degree + 1 });
  const weights = options?.w === undefined ? null : toArray(options.w, 'polyfit');
  const rows = weights === null ? points : multiply(points, expandDims(weights, { axis: 1 }));
  const weighed = weights === null ? values : multiply(values, values.ndim === 1 ? weights : expandDims(weights, { axis: 1 }));
  const sizes = sqrt(sum(square(rows), { axis: 0 }));
  const rcond = options?.rcond ?? at.size * (rows.dtype === float32 ? 2 ** -23 : 2 ** -52);
  const scaled = divide(rows, sizes);
  const { x: found, residuals, rank, s } = lstsq(scaled, weighed, { rcond });
  const coefficients = divide(found, found.ndim === 1 ? sizes : expandDims(sizes, { axis: 1 }));
  if (full) return listed('polyfit', { coefficients, residuals, rank, s, rcond: asarray(rcond) });
  if (cov === false) return coefficients;
  const base = covariances(scaled, sizes);
  const matrix = values.ndim === 1 ? base : expandDims(base, { axis: 2 });
  const covariance = cov === 'unscaled' ? base : multiply(matrix, divide(residuals, at.size - degree - 1));
  return listed('polyfit', { coefficients, covariance });
}) as Polyfit;

/** Of coefficients where distances have a deviation of 1, from a matrix with columns that were divided by their sizes. */
function covariances(scaled: NDArray, sizes: NDArray): NDArray {
  const products = multiply(expandDims(sizes, { axis: 1 }), sizes);
  return divide(inv(matmul(matrixTranspose(scaled), scaled)), products);
}
