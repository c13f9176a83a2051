/**
 * QR factors, eigenvalues of symmetric matrices, singular values, for `linalg`.
 */

import { type ByPlace, FLAG, listed, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { BodyArg } from '../../task/index.js';
import { abs, multiply, sign } from '../arithmetic.js';
import { conj } from '../complex/parts-of.js';
import { takeAlongAxis } from '../composed/along.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY } from '../kinds.js';
import { expandDims, flip, matrixTranspose } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';

import { averaging } from '../reductions.js';
import { argsort, sort } from '../sorting.js';
import { type Dense, denseOf, storeDense } from './factor.js';
import { eighOf, qrOf, svdOf } from './jacobi.js';
import { MatrixFunction, matrices, squareMatrices } from './matrix-function.js';

function storeRow(arg: BodyArg, which: number, values: Float64Array): void {
  storeDense(arg, which, { rows: 1, columns: values.length, values });
}

function storeAll(args: readonly BodyArg[], which: number, results: readonly Dense[]): void {
  results.forEach((result, i) => storeDense(args[i], which, result));
}

const qrFunction = new MatrixFunction('qr', 1, 2, ([a, q, r], i, columns) => {
  const found = qrOf(denseOf(a, i), columns);
  storeAll([q, r], i, [found.q, found.r]);
});
const rFunction = new MatrixFunction('qr_r', 1, 1, ([a, r], i) => {
  storeDense(r, i, qrOf(denseOf(a, i), Math.min(a.shape[1], a.shape[2])).r);
});
const eighFunction = new MatrixFunction('eigh', 1, 2, ([a, w, v], i) => {
  const { values, vectors } = eighOf(denseOf(a, i), 'eigh');
  storeRow(w, i, values);
  storeDense(v, i, vectors);
});
const eigvalshFunction = new MatrixFunction('eigvalsh', 1, 1, ([a, w], i) =>
  storeRow(w, i, eighOf(denseOf(a, i), 'eigvalsh').values),
);
const svdFunction = new MatrixFunction('svd', 1, 3, ([a, u, s, vh], i, far) => {
  const found = svdOf(denseOf(a, i), far, 'svd');
  storeRow(s, i, found.values);
  storeAll([u, vh], i, [found.u, found.vh]);
});
const svdvalsFunction = new MatrixFunction('svdvals', 1, 1, ([a, s], i) => {
  storeRow(s, i, svdOf(denseOf(a, i), Math.min(a.shape[1], a.shape[2]), 'svdvals').values);
});

function matrixSizes(a: NDArray): [number, number] {
  return [a.shape[a.ndim - 2], a.shape[a.ndim - 1]];
}

/** The result of `qr`: `q` with orthonormal columns, `r` upper triangular. */
export interface QR extends ByPlace<NDArray> {
  readonly q: NDArray;
  readonly r: NDArray;
}

/** Q and R, or R alone. */
interface Decompose {
  (x: ArrayLike, options?: { readonly mode?: 'reduced' | 'complete' }): QR;
  (x: ArrayLike, options: { readonly mode: 'r' }): NDArray;
}
const MODE: OptionKinds<{ readonly mode?: 'reduced' | 'complete' | 'r' }> = { mode: oneOf('reduced', 'complete', 'r') };

/**
 * Q and R with `Q R = x`, of each matrix (m, n): Q is (m, least(m, n)), or square with mode 'complete'. Mode 'r' gives R alone.
 *
 * @example
 * const { q, r } = np.linalg.qr([[3, 1], [4, 2]]);
 * await np.allclose(q.matmul(r), [[3, 1], [4, 2]]).item(); // true
 */
export const qr = takes(
  'qr',
  ARRAY,
  options(MODE),
)((x: ArrayLike, options?: { readonly mode?: 'reduced' | 'complete' | 'r' }): QR | NDArray => {
  const a = matrices(x, 'qr');
  const [m, n] = matrixSizes(a);
  const dtype = averaging(a.dtype);
  const mode = options?.mode ?? 'reduced';
  if (mode === 'r') return rFunction.apply([a], dtype, [[Math.min(m, n), n]], [m, n])[0];
  const columns = mode === 'complete' ? m : Math.min(m, n);
  const shapes = [
    [m, columns],
    [columns, n],
  ];
  const [q, r] = qrFunction.apply([a], dtype, shapes, [m, n], columns);
  return listed('qr', { q, r });
}) as Decompose;

/** Options of `eigh` and `eigvalsh`. */
export interface EighOptions {
  /** Which triangle is read: the lower one (the default) or the upper one. */
  readonly uplo?: 'L' | 'U';
}
const EIGH_OPTIONS: OptionKinds<EighOptions> = { uplo: oneOf('L', 'U') };

function symmetric(x: ArrayLike, operation: string, options: EighOptions | undefined): [NDArray, DType] {
  const a = squareMatrices(x, operation);
  const uplo = options?.uplo ?? 'L';
  return [uplo === 'L' ? a : matrixTranspose(a), averaging(a.dtype)];
}

/** The result of `eigh`: eigenvalues in ascending order, and eigenvectors as columns, of length 1 and at right angles. */
export interface Eigen extends ByPlace<NDArray> {
  readonly eigenvalues: NDArray;
  readonly eigenvectors: NDArray;
}

/**
 * Eigenvalues and eigenvectors of each symmetric matrix; one triangle is read. Readers throw `ArgumentError` for NaN and infinity.
 *
 * @example
 * const { eigenvalues } = np.linalg.eigh([[2, 0], [0, 1]]);
 * await eigenvalues.tolist(); // [1, 2]
 */
export const eigh = takes(
  'eigh',
  ARRAY,
  options(EIGH_OPTIONS),
)((x: ArrayLike, options?: EighOptions): Eigen => {
  const [a, dtype] = symmetric(x, 'eigh', options);
  const n = a.shape[a.ndim - 1];
  const [eigenvalues, eigenvectors] = eighFunction.apply([a], dtype, [[n], [n, n]], [n, n]);
  return listed('eigh', { eigenvalues, eigenvectors });
});

/**
 * Eigenvalues of each symmetric matrix, in ascending order; as `eigh`.
 *
 * @example
 * await np.linalg.eigvalsh([[0, 1], [1, 0]]).round().tolist(); // [-1, 1]
 */
export const eigvalsh = takes(
  'eigvalsh',
  ARRAY,
  options(EIGH_OPTIONS),
)((x: ArrayLike, options?: EighOptions): NDArray => {
  const [a, dtype] = symmetric(x, 'eigvalsh', options);
  const n = a.shape[a.ndim - 1];
  return eigvalshFunction.apply([a], dtype, [[n]], [n, n])[0];
});

/** The result of `svd`: `x = u diag(s) vh`, s in descending order. */
export interface SVD extends ByPlace<NDArray> {
  readonly u: NDArray;
  readonly s: NDArray;
  readonly vh: NDArray;
}

/** Options of `svd`. */
export interface SvdOptions {
  /** Whether `u` and `vh` are square (the default), or have only as many columns and rows as there are singular values. */
  readonly fullMatrices?: boolean;
  /** false gives the singular values alone, as `svdvals`; default true. */
  readonly computeUv?: boolean;
  /** Whether the matrices are symmetric or Hermitian: their lower triangles are read, as by `eigh`, which takes less time; default false. */
  readonly hermitian?: boolean;
}
/** All three factors, or the singular values alone. */
interface SingularValues {
  (x: ArrayLike, options?: SvdOptions & { readonly computeUv?: true }): SVD;
  (x: ArrayLike, options: SvdOptions & { readonly computeUv: false }): NDArray;
}
const SVD_OPTIONS: OptionKinds<SvdOptions> = { fullMatrices: FLAG, computeUv: FLAG, hermitian: FLAG };

/**
 * The singular value decomposition of each matrix. Readers throw `ArgumentError` for NaN and infinity.
 *
 * @example
 * const { u, s, vh } = np.linalg.svd([[3, 0], [4, 5]]);
 * await s.round({ decimals: 4 }).tolist();                                   // [6.7082, 2.2361]
 * await np.allclose(u.multiply(s).matmul(vh), [[3, 0], [4, 5]]).item(); // true
 */
export const svd = takes(
  'svd',
  ARRAY,
  options(SVD_OPTIONS),
)((x: ArrayLike, options?: SvdOptions): SVD | NDArray => {
  if (options?.hermitian === true) return options.computeUv === false ? hermitianSvdvals(x) : hermitianSvd(x);
  if (options?.computeUv === false) return svdvals(x);
  const a = matrices(x, 'svd');
  const [m, n] = matrixSizes(a);
  const [size, far] = [Math.min(m, n), options?.fullMatrices === false ? Math.min(m, n) : Math.max(m, n)];
  const shapes = [[m, m >= n ? far : size], [size], [m >= n ? size : far, n]];
  const [u, s, vh] = svdFunction.apply([a], averaging(a.dtype), shapes, [m, n], far);
  return listed('svd', { u, s, vh });
}) as SingularValues;

/** The singular values of each symmetric or Hermitian matrix: the magnitudes of its eigenvalues. */
export function hermitianSvdvals(x: ArrayLike): NDArray {
  return flip(sort(abs(eigvalsh(x))), -1);
}

/** The decomposition of each symmetric or Hermitian matrix, by its eigenvectors: the signs of the eigenvalues go to `vh`. */
export function hermitianSvd(x: ArrayLike): SVD {
  const { eigenvalues, eigenvectors } = eigh(x);
  const size = abs(eigenvalues);
  const order = flip(argsort(size), -1);
  const u = takeAlongAxis(eigenvectors, expandDims(order, { axis: -2 }), -1);
  const signs = expandDims(takeAlongAxis(sign(eigenvalues), order, -1), { axis: -2 });
  return listed('svd', { u, s: takeAlongAxis(size, order, -1), vh: conj(matrixTranspose(multiply(u, signs))) });
}

/**
 * The singular values of each matrix, in descending order.
 *
 * @example
 * await np.linalg.svdvals([[0, 2], [3, 0]]).round().tolist(); // [3, 2]
 */
export const svdvals = takes(
  'svdvals',
  ARRAY,
)((x: ArrayLike): NDArray => {
  const a = matrices(x, 'svdvals');
  const [m, n] = matrixSizes(a);
  return svdvalsFunction.apply([a], averaging(a.dtype), [[Math.min(m, n)]], [m, n])[0];
});
