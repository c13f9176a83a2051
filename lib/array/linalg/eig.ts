/** Eigenvalues and eigenvectors of matrices that need not be symmetric: complex arrays, also of real matrices. */
import { named, takes } from '../../base/index.js';
import { float32, float64 } from '../../dtype/index.js';
import type { BodyArg } from '../../task/index.js';
import { astype } from '../assign.js';
import { defineForms } from '../complex/calls.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex } from '../complex/convert.js';
import type { ArrayLike } from '../convert.js';
import { zerosLike } from '../creation.js';
import { ARRAY } from '../kinds.js';
import { squeeze } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { averaging } from '../reductions.js';
import { denseOf, storeDense } from './factor.js';
import { MatrixFunction, squareMatrices } from './matrix-function.js';
import { eigenvectors, type Square, schur } from './schur.js';

function squareOf(re: BodyArg, im: BodyArg, which: number): Square {
  const { rows, values } = denseOf(re, which);
  return { n: rows, re: values, im: denseOf(im, which).values };
}

function storeDiagonal(to: readonly BodyArg[], which: number, t: Square): void {
  for (const [k, part] of [t.re, t.im].entries())
    storeDense(to[k], which, {
      rows: 1,
      columns: t.n,
      values: Float64Array.from({ length: t.n }, (_, i) => part[i * (t.n + 1)]),
    });
}

const eigFunction = new MatrixFunction('eig', 2, 4, ([re, im, ...results], which) => {
  const { t, q } = schur(squareOf(re, im, which), 'eig');
  storeDiagonal(results, which, t);
  const { n: rows, re: x, im: y } = eigenvectors(t, q);
  storeDense(results[2], which, { rows, columns: rows, values: x });
  storeDense(results[3], which, { rows, columns: rows, values: y });
});
const eigvalsFunction = new MatrixFunction('eigvals', 2, 2, ([re, im, ...results], which) => {
  storeDiagonal(results, which, schur(squareOf(re, im, which), 'eigvals').t);
});

/** The result of `eig`: eigenvalues in no order, and eigenvectors as columns, of length 1. */
export interface GeneralEigen {
  readonly eigenvalues: NDArray;
  readonly eigenvectors: NDArray;
}

/** Complex arrays are typed as arrays. */
function complexOf(re: NDArray, im: NDArray): NDArray {
  return new ComplexArray(re, im) as unknown as NDArray;
}

/** Real and imaginary parts of the results, at float64; complex64 in, complex64 out. */
function apply(fn: MatrixFunction, re: NDArray, im: NDArray, count: number): NDArray[] {
  const n = re.shape[re.ndim - 1];
  const shapes = [
    [1, n],
    [1, n],
    [n, n],
    [n, n],
  ].slice(0, count);
  const found = fn.apply([re, im], float64, shapes, [n, n]);
  const dtype = averaging(re.dtype) === float32 ? float32 : float64;
  return found.map((x, i) => astype(i < 2 ? squeeze(x, { axis: -2 }) : x, dtype, { copy: false }));
}

function decomposed(re: NDArray, im: NDArray): GeneralEigen {
  const [a, b, x, y] = apply(eigFunction, re, im, 4);
  return named('eig', { eigenvalues: complexOf(a, b), eigenvectors: complexOf(x, y) });
}

/**
 * Eigenvalues and eigenvectors of each square matrix, as complex arrays: `A v = w v` for each eigenvalue w and the column v in its place. For
 * symmetric matrices `eigh` is faster, and its results are real. Readers throw `ArgumentError` where elements are not finite, and
 * `ConvergenceError`. JavaScript on the issuing thread computes them, so that a matrix of 200 rows blocks the event loop for a second or more,
 * and one of twice as many for eight times as long. (Golub and Van Loan, Matrix Computations, 7.5.)
 *
 * @example
 * const { eigenvalues } = np.linalg.eig([[0, -1], [1, 0]]);
 * await np.round(np.imag(eigenvalues), 6).abs().tolist(); // [1, 1]
 */
export const eig = takes(
  'eig',
  ARRAY,
)((x: ArrayLike): GeneralEigen => {
  const a = squareMatrices(x, 'eig');
  return decomposed(a, zerosLike(a));
});

/**
 * The eigenvalues of each square matrix, in no order, as a complex array. Blocks the event loop as `eig` does.
 *
 * @example
 * await np.real(np.linalg.eigvals([[2, 0], [0, 3]])).tolist(); // [2, 3]
 */
export const eigvals = takes(
  'eigvals',
  ARRAY,
)((x: ArrayLike): NDArray => {
  const a = squareMatrices(x, 'eigvals');
  const [re, im] = apply(eigvalsFunction, a, zerosLike(a), 2);
  return complexOf(re, im);
});

defineForms({
  eig: (z: unknown) => {
    const { re, im } = asComplex(z, 'eig');
    return decomposed(squareMatrices(re, 'eig'), im);
  },
  eigvals: (z: unknown) => {
    const { re, im } = asComplex(z, 'eigvals');
    const [a, b] = apply(eigvalsFunction, squareMatrices(re, 'eigvals'), im, 2);
    return complexOf(a, b);
  },
});
