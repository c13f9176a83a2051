/** Linear algebra, `maniple/linalg`: what is made of products and folds. */
import './methods.js';
import { ArgumentError, ShapeError } from '../base/index.js';
import { float64 } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { abs, sqrt } from './arithmetic.js';
import { astype } from './assign.js';
import { type ArrayLike, toArray } from './convert.js';
import { Fold, type ReduceOptions } from './fold.js';
import { diagonal } from './manipulate.js';
import { matmul } from './matmul.js';
import type { NDArray } from './ndarray.js';
import { eye } from './ranges.js';
import { averaging, max, min, reduce, sum } from './reductions.js';

export { diagonal, matrixTranspose } from './manipulate.js';
export { matmul } from './matmul.js';
export { outer, tensordot, vecdot } from './products.js';
export { cholesky, det, inv, solve } from './solve.js';

const squaresFold = new Fold('vectorNorm', 'sum', (b, [x], compute) => {
  const v = b.cast(x, compute);
  return b.mul(v, v);
});

/** Options of `vectorNorm` and `norm`. */
export interface NormOptions extends ReduceOptions {
  /** 2 (the default), 1, Infinity, -Infinity, or 0 (counts what is not 0). */
  readonly ord?: number;
}

/**
 * The norm of vectors along axes, by default of all elements. Integers give `float64`.
 *
 * @example
 * await np.linalg.vectorNorm(np.asarray([3, 4])).item(); // 5
 */
export function vectorNorm(x: ArrayLike, options?: NormOptions): NDArray {
  const a = toArray(x, 'vectorNorm');
  const compute = averaging(a.dtype);
  const ord = options?.ord ?? 2;
  if (ord === 2) return sqrt(reduce(squaresFold, [a], compute, options));
  const values = astype(a, compute, { copy: false });
  if (ord === 1) return sum(abs(values), options);
  if (ord === Number.POSITIVE_INFINITY) return max(abs(values), options);
  if (ord === Number.NEGATIVE_INFINITY) return min(abs(values), options);
  if (ord === 0) return sum(astype(values.notEqual(0), compute), options);
  return sum(abs(values).pow(ord), options).pow(1 / ord);
}

/**
 * NumPy's `norm` for vectors, and the Frobenius norm of matrices: the square root of the sum of squares.
 *
 * @example
 * await np.linalg.norm(np.eye(4)).item(); // 2
 */
export function norm(x: ArrayLike, options?: NormOptions): NDArray {
  return vectorNorm(x, options);
}

/** Options of `matrixNorm`. */
export interface MatrixNormOptions {
  /** 'fro' (the default), 1 (largest column sum) or Infinity (largest row sum). */
  readonly ord?: 'fro' | number;
  /** Whether the two axes stay, with size 1; default false. */
  readonly keepdims?: boolean;
}

/**
 * The norm of each matrix of a stack. Throws `ArgumentError` for an `ord` that is not listed.
 *
 * @example
 * await np.linalg.matrixNorm(np.eye(4)).item(); // 2
 */
export function matrixNorm(x: ArrayLike, options?: MatrixNormOptions): NDArray {
  const a = matrices(x, 'matrixNorm');
  const { ord = 'fro', keepdims = false } = options ?? {};
  if (ord === 'fro') return vectorNorm(a, { axis: [-2, -1], keepdims });
  const values = abs(astype(a, averaging(a.dtype), { copy: false }));
  if (ord === 1) return max(sum(values, { axis: -2, keepdims: true }), { axis: [-2, -1], keepdims });
  if (ord === Number.POSITIVE_INFINITY) return max(sum(values, { axis: -1, keepdims: true }), { axis: [-2, -1], keepdims });
  throw new ArgumentError(`matrixNorm: expected ord 'fro', 1 or Infinity, got ${ord}`);
}

/**
 * The sum of the diagonal of each matrix; `k` chooses another diagonal.
 *
 * @example
 * await np.linalg.trace(np.eye(3)).item(); // 3
 */
export function trace(x: ArrayLike, options?: { readonly k?: number }): NDArray {
  return sum(diagonal(matrices(x, 'trace'), options), { axis: -1 });
}

/**
 * A square matrix (or each of a stack) multiplied by itself `n` times, by repeated squaring. Throws `ArgumentError` for a
 * negative `n`.
 *
 * @example
 * await np.linalg.matrixPower(np.asarray([[1, 1], [0, 1]]), 3).tolist(); // [[1, 3], [0, 1]]
 */
export function matrixPower(x: ArrayLike, n: number): NDArray {
  const a = matrices(x, 'matrixPower');
  const size = a.shape[a.ndim - 1];
  if (a.shape[a.ndim - 2] !== size)
    throw new ShapeError(`matrixPower: expected square matrices, got shape ${formatShape(a.shape)}`);
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`matrixPower: expected an exponent of at least 0, got ${n}`);
  let result: NDArray | null = null;
  let square = a;
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = result === null ? square : matmul(result, square);
    if (rest > 1) square = matmul(square, square);
  }
  return (
    result ??
    eye(size, { dtype: a.dtype.kind === 'bool' ? float64 : a.dtype })
      .broadcastTo(a.shape)
      .copy()
  );
}

function matrices(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  if (a.ndim < 2) throw new ShapeError(`${operation}: expected matrices (at least 2 axes), got shape ${formatShape(a.shape)}`);
  return a;
}
