/** Eigenvalues and eigenvectors of matrices that need not be symmetric: complex arrays, also of real matrices. */
import { type ByPlace, listed, takes } from '../../base/index.js';
import { float32, float64 } from '../../dtype/index.js';
import type { BodyArg } from '../../task/index.js';
import { astype } from '../assign.js';
import { defineForms } from '../complex/calls.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex } from '../complex/convert.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY } from '../kinds.js';
import { squeeze } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { averaging } from '../reductions.js';
import { balance } from './balance.js';
import { denseOf, scaleDown, storeDense } from './factor.js';
import { MatrixFunction, squareMatrices } from './matrix-function.js';
import { checkFinite, eigenvectors, type Square, schur } from './schur.js';

function squareOf(parts: readonly BodyArg[], which: number): Square {
  const { rows, values } = denseOf(parts[0], which);
  return { n: rows, re: values, im: parts.length === 1 ? new Float64Array(rows * rows) : denseOf(parts[1], which).values };
}

function storeDiagonal(to: readonly BodyArg[], which: number, t: Square, unit: number): void {
  for (const [k, part] of [t.re, t.im].entries())
    storeDense(to[k], which, {
      rows: 1,
      columns: t.n,
      values: Float64Array.from({ length: t.n }, (_, i) => part[i * (t.n + 1)] * unit),
    });
}

/** Of matrices of one part or two: `eig`, and `eigvals` without vectors. */
function functionOf(name: string, parts: 1 | 2, withVectors: boolean): MatrixFunction {
  const operation = withVectors ? 'eig' : 'eigvals';
  return new MatrixFunction(name, parts, withVectors ? 4 : 2, (args, which) => {
    const results = args.slice(parts);
    const matrix = squareOf(args.slice(0, parts), which);
    checkFinite(matrix, operation);
    const unit = scaleDown(matrix.re, matrix.im);
    const by = balance(matrix);
    const { t, q } = schur(matrix, operation);
    storeDiagonal(results, which, t, unit);
    if (!withVectors) return;
    const { n: rows, re: x, im: y } = eigenvectors(t, q, by);
    storeDense(results[2], which, { rows, columns: rows, values: x });
    storeDense(results[3], which, { rows, columns: rows, values: y });
  });
}

const realEig = functionOf('eig', 1, true);
const realEigvals = functionOf('eigvals', 1, false);
const complexEig = functionOf('complex eig', 2, true);
const complexEigvals = functionOf('complex eigvals', 2, false);

/** The result of `eig`: eigenvalues in no order, and eigenvectors as columns, of length 1. */
export interface GeneralEigen extends ByPlace<NDArray> {
  readonly eigenvalues: NDArray;
  readonly eigenvectors: NDArray;
}

/** Complex arrays are typed as arrays. */
function complexOf(re: NDArray, im: NDArray): NDArray {
  return new ComplexArray(re, im) as unknown as NDArray;
}

/** Real and imaginary parts of the results, at float64; complex64 in, complex64 out. */
function apply(fn: MatrixFunction, parts: readonly NDArray[], count: number): NDArray[] {
  const [re] = parts;
  const n = re.shape[re.ndim - 1];
  const shapes = [
    [1, n],
    [1, n],
    [n, n],
    [n, n],
  ].slice(0, count);
  const found = fn.apply(parts, float64, shapes, [n, n]);
  const dtype = averaging(re.dtype) === float32 ? float32 : float64;
  return found.map((x, i) => astype(i < 2 ? squeeze(x, { axis: -2 }) : x, dtype, { copy: false }));
}

function decomposed(parts: readonly NDArray[]): GeneralEigen {
  const [a, b, x, y] = apply(parts.length === 1 ? realEig : complexEig, parts, 4);
  return listed('eig', { eigenvalues: complexOf(a, b), eigenvectors: complexOf(x, y) });
}

function valuesOf(parts: readonly NDArray[]): NDArray {
  const [re, im] = apply(parts.length === 1 ? realEigvals : complexEigvals, parts, 2);
  return complexOf(re, im);
}

/**
 * Eigenvalues and eigenvectors of each square matrix, as complex arrays: `A v = w v` for each eigenvalue w and the column v in its place. For
 * symmetric matrices `eigh` is faster, and its results are real. The largest element of an eigenvector is real. Readers throw `ArgumentError`
 * where elements are not finite, and `ConvergenceError`. (Golub and Van Loan, Matrix Computations, 7.5.)
 *
 * @example
 * const { eigenvalues } = np.linalg.eig([[0, -1], [1, 0]]);
 * await np.round(np.imag(eigenvalues), 6).abs().tolist(); // [1, 1]
 */
export const eig = takes(
  'eig',
  ARRAY,
)((x: ArrayLike): GeneralEigen => {
  return decomposed([squareMatrices(x, 'eig')]);
});

/**
 * The eigenvalues of each square matrix, in no order, as a complex array; as `eig`.
 *
 * @example
 * await np.real(np.linalg.eigvals([[2, 0], [0, 3]])).tolist(); // [2, 3]
 */
export const eigvals = takes(
  'eigvals',
  ARRAY,
)((x: ArrayLike): NDArray => {
  return valuesOf([squareMatrices(x, 'eigvals')]);
});

defineForms(() => ({
  eig: (z: unknown) => {
    const { re, im } = asComplex(z, 'eig');
    return decomposed([squareMatrices(re, 'eig'), im]);
  },
  eigvals: (z: unknown) => {
    const { re, im } = asComplex(z, 'eigvals');
    return valuesOf([squareMatrices(re, 'eigvals'), im]);
  },
}));
