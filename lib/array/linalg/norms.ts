/** Norms of vectors and matrices, for `linalg`. */

import {
  ArgumentError,
  byPlace,
  either,
  FLAG,
  NUMBER,
  type OptionKinds,
  oneOf,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { abs, sqrt } from '../arithmetic.js';
import { astype } from '../assign.js';
import { axesArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { type Axis, Fold, type ReduceOptions } from '../fold.js';
import { ARRAY, AXES } from '../kinds.js';
import { expandDims, moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { averaging, max, min, reduce, sum } from '../reductions.js';
import { matrices } from './matrix-function.js';
import { svdvals } from './spectra.js';

const squaresFold = new Fold('vectorNorm', 'sum', (b, [x], compute) => {
  const v = b.cast(x, compute);
  return b.mul(v, v);
});

/** Options of `vectorNorm`. */
export interface VectorNormOptions extends ReduceOptions {
  /** 2 (the default), 1, Infinity, -Infinity, 0 (counts elements that are not 0), or any other number. */
  readonly ord?: number;
}
const VECTOR_NORM_OPTIONS: OptionKinds<VectorNormOptions> = { axis: AXES, keepdims: FLAG, ord: NUMBER };

/**
 * The norm of vectors along axes, by default of all elements. Integers give `float64`.
 *
 * @example
 * await np.linalg.vectorNorm(np.asarray([3, 4])).item(); // 5
 */
export const vectorNorm = takes(
  'vectorNorm',
  ARRAY,
  options(VECTOR_NORM_OPTIONS),
)((x: ArrayLike, options?: VectorNormOptions): NDArray => {
  const a = toArray(x, 'vectorNorm');
  const compute = averaging(a.dtype);
  const ord = options?.ord ?? 2;
  const over = { axis: options?.axis, keepdims: options?.keepdims };
  if (ord === 2) return sqrt(reduce(squaresFold, [a], compute, over));
  const values = astype(a, compute, { copy: false });
  if (ord === 1) return sum(abs(values), over);
  if (ord === Number.POSITIVE_INFINITY) return max(abs(values), { ...over, initial: 0 });
  if (ord === Number.NEGATIVE_INFINITY) return min(abs(values), over);
  if (ord === 0) return sum(astype(values.notEqual(0), compute), over);
  return sum(abs(values).pow(ord), over).pow(1 / ord);
});

/** Which norm of a matrix: see `matrixNorm`. */
export type MatrixNormOrd = 'fro' | 'nuc' | number;

/** Options of `matrixNorm`. */
export interface MatrixNormOptions {
  /**
   * 'fro' (the default: the root of the sum of squares), 'nuc' (the sum of singular values), 2 and -2 (the largest and the smallest
   * of them), 1 and -1 (the largest and smallest sum of a column's absolute values), Infinity and -Infinity (of a row's).
   */
  readonly ord?: MatrixNormOrd;
  /** Whether the two axes stay, with size 1; default false. */
  readonly keepdims?: boolean;
}
const MATRIX_NORM_OPTIONS: OptionKinds<MatrixNormOptions> = { ord: either(NUMBER, oneOf('fro', 'nuc')), keepdims: FLAG };

/**
 * The norm of each matrix of a stack. Throws `ArgumentError` for an `ord` that is not listed.
 *
 * @example
 * await np.linalg.matrixNorm(np.eye(4)).item(); // 2
 */
export const matrixNorm = takes(
  'matrixNorm',
  ARRAY,
  options(MATRIX_NORM_OPTIONS),
)((x: ArrayLike, options?: MatrixNormOptions): NDArray => {
  const a = matrices(x, 'matrixNorm');
  const { ord = 'fro', keepdims = false } = options ?? {};
  if (ord === 'fro') return vectorNorm(a, { axis: [-2, -1], keepdims });
  const size = typeof ord === 'number' ? Math.abs(ord) : ord;
  const isLeast = typeof ord === 'number' && ord < 0;
  const extreme = (values: NDArray, over: ReduceOptions): NDArray =>
    isLeast ? min(values, over) : max(values, { ...over, initial: 0 });
  if (size === 'nuc' || size === 2) {
    const values = svdvals(a);
    const found = size === 'nuc' ? sum(values, { axis: -1 }) : extreme(values, { axis: -1 });
    return keepdims ? expandDims(expandDims(found, { axis: -1 }), { axis: -1 }) : found;
  }
  if (size !== 1 && size !== Number.POSITIVE_INFINITY)
    throw new ArgumentError(`matrixNorm: expected ord 'fro', 'nuc', 1, -1, 2, -2, Infinity or -Infinity, got ${ord}`);
  const values = abs(astype(a, averaging(a.dtype), { copy: false }));
  return extreme(sum(values, { axis: size === 1 ? -2 : -1, keepdims: true }), { axis: [-2, -1], keepdims });
});

/** Options of `norm`. */
export interface NormOptions {
  /** As of `vectorNorm` or of `matrixNorm`. */
  readonly ord?: MatrixNormOrd;
  /** An axis of vectors, or two of matrices; default: all axes, at most two if there is an `ord`. */
  readonly axis?: Axis;
  /** Whether the axes stay, with size 1; default false. */
  readonly keepdims?: boolean;
}
const NORM_OPTIONS: OptionKinds<NormOptions> = { axis: AXES, ord: either(NUMBER, oneOf('fro', 'nuc')), keepdims: FLAG };

/**
 * NumPy's `norm`: of the vectors along one axis, or the matrices of two; without `ord` the root of the sum of squares.
 *
 * @example
 * await np.linalg.norm(np.eye(4)).item();           // 2
 * await np.linalg.norm(np.eye(4), 1).item(); // 1
 */
export const norm = takes(
  'norm',
  ARRAY,
  byPlace(NORM_OPTIONS, 'ord'),
  options(NORM_OPTIONS),
)((x: ArrayLike, how?: Positional<NormOptions, 'ord'>, more?: Omit<NormOptions, 'ord'>): NDArray => {
  const options = byName('norm', how, 'ord', more);
  const a = toArray(x, 'norm');
  const { ord, axis, keepdims } = options ?? {};
  if (ord === undefined) return vectorNorm(a, { axis, keepdims });
  const axes = axis === undefined || axis === null ? a.shape.map((_, i) => i) : axesArgument(axis, a.ndim, 'norm');
  if (axes.length === 1) {
    if (typeof ord === 'number') return vectorNorm(a, { ord, axis: axes, keepdims });
    throw new ArgumentError(`norm: expected a number as the ord of vectors, got '${ord}'`);
  }
  if (axes.length !== 2) {
    throw new ShapeError(
      `norm: expected vectors or matrices for ord ${ord}, got shape ${formatShape(a.shape)}; choose them with axis`,
    );
  }
  const moved = matrixNorm(moveaxis(moveaxis(a, axes[0], -1), axes[1] > axes[0] ? axes[1] - 1 : axes[1], -1), { ord });
  return keepdims === true ? [...axes].sort((p, q) => p - q).reduce((y, at) => expandDims(y, { axis: at }), moved) : moved;
});
