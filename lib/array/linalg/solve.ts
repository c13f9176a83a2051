/** Systems of linear equations, inverses and determinants of stacks of dense matrices, for `linalg`. */

import { type ByPlace, FLAG, listed, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { broadcastShapes, formatShape } from '../../shape/index.js';
import { checkUsable } from '../../store/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { common } from '../default-dtypes.js';
import { ARRAY } from '../kinds.js';
import { broadcastTo, matrixTranspose } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { averaging } from '../reductions.js';
import { inShape } from '../reshape.js';
import { cholesky as choleskyOf, type Dense, denseOf, factor, identity, solveFactored, storeDense } from './factor.js';
import { MatrixFunction, squareMatrices } from './matrix-function.js';

const solving = new MatrixFunction('solve', 2, 1, ([a, b, x], i) =>
  storeDense(x, i, solveFactored(factor(denseOf(a, i)), denseOf(b, i), 'solve')),
);
const inverting = new MatrixFunction('inv', 1, 1, ([a, x], i) => {
  const matrix = denseOf(a, i);
  storeDense(x, i, solveFactored(factor(matrix), identity(matrix.rows), 'inv'));
});
const determining = new MatrixFunction('det', 1, 1, ([a, x], i) => {
  const { lu, sign } = factor(denseOf(a, i));
  storeDense(x, i, single(pivots(lu).reduce((det, pivot) => det * pivot, sign)));
});
const logarithmic = new MatrixFunction('slogdet', 1, 2, ([a, sign, log], i) => {
  const { lu, sign: order } = factor(denseOf(a, i));
  const found = pivots(lu);
  storeDense(sign, i, single(found.reduce((product, pivot) => product * Math.sign(pivot), order)));
  storeDense(log, i, single(found.reduce((total, pivot) => total + Math.log(Math.abs(pivot)), 0)));
});
const factoring = new MatrixFunction('cholesky', 1, 1, ([a, x], i) => storeDense(x, i, choleskyOf(denseOf(a, i))));

function single(value: number): Dense {
  return { rows: 1, columns: 1, values: Float64Array.of(value) };
}

function pivots({ rows, values }: Dense): number[] {
  return Array.from({ length: rows }, (_, k) => values[k * rows + k]);
}

/**
 * The x with `a x = b`, by LU factors with partial pivoting. `a` is square; `b` has one axis (a vector) or the columns of
 * several right-hand sides; leading axes broadcast. Throws `ShapeError`; readers of the result throw `ArgumentError` when a
 * matrix is singular.
 *
 * @example
 * await np.linalg.solve([[2, 0], [0, 4]], [2, 8]).tolist(); // [1, 2]
 */
export const solve = takes(
  'solve',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  const x = squareMatrices(a, 'solve');
  const right = toArray(b, 'solve');
  checkUsable(right, 'solve');
  const vector = right.ndim === 1;
  const y = vector ? inShape(right, [right.size, 1]) : right;
  const n = x.shape[x.ndim - 1];
  if (y.ndim < 2 || y.shape[y.ndim - 2] !== n) {
    throw new ShapeError(
      `solve: a matrix of shape ${formatShape(x.shape)} and a right-hand side of shape ${formatShape(right.shape)} do not meet`,
    );
  }
  const columns = y.shape[y.ndim - 1];
  const inputs = x.ndim === 2 && y.ndim === 2 ? [x, y] : alike(x, y);
  const dtype = averaging(common(x.dtype, y.dtype));
  const [solution] = solving.apply(inputs, dtype, [[n, columns]], [n, columns]);
  return vector ? inShape(solution, solution.shape.slice(0, -1)) : solution;
});

/** Stacks of matrices, and of their right-hand sides, over the leading axes that both broadcast to. Throws `ShapeError`. */
function alike(x: NDArray, y: NDArray): NDArray[] {
  const batch = broadcastShapes(x.shape.slice(0, -2), y.shape.slice(0, -2), 'solve');
  return [x, y].map((a) => broadcastTo(a, [...batch, ...a.shape.slice(-2)]));
}

/**
 * The inverse of each matrix. Readers throw `ArgumentError` when it is singular. To solve equations, `solve` is faster and
 * more accurate.
 *
 * @example
 * await np.linalg.inv([[2, 0], [0, 4]]).tolist(); // [[0.5, 0], [0, 0.25]]
 */
export const inv = takes(
  'inv',
  ARRAY,
)((x: ArrayLike): NDArray => {
  const a = squareMatrices(x, 'inv');
  const n = a.shape[a.ndim - 1];
  return inverting.apply([a], averaging(a.dtype), [[n, n]], [n, n])[0];
});

/**
 * The determinant of each matrix.
 *
 * @example
 * await np.linalg.det([[2, 1], [1, 4]]).item(); // 7
 */
export const det = takes(
  'det',
  ARRAY,
)((x: ArrayLike): NDArray => {
  const a = squareMatrices(x, 'det');
  return determining.apply([a], averaging(a.dtype), [[]], [a.shape[a.ndim - 1], 1])[0];
});

/** The result of `slogdet`: `sign * exp(logabsdet)` is the determinant. */
export interface LogDeterminant extends ByPlace<NDArray> {
  readonly sign: NDArray;
  readonly logabsdet: NDArray;
}

/**
 * The sign of each matrix's determinant and the logarithm of its absolute value, for determinants that are too large or too
 * small to be said; 0 and -Infinity for a singular matrix.
 *
 * @example
 * const { sign, logabsdet } = np.linalg.slogdet(np.eye(500).multiply(-0.1));
 * await sign.item();      // 1
 * await logabsdet.round().item(); // -1151
 */
export const slogdet = takes(
  'slogdet',
  ARRAY,
)((x: ArrayLike): LogDeterminant => {
  const a = squareMatrices(x, 'slogdet');
  const [sign, logabsdet] = logarithmic.apply([a], averaging(a.dtype), [[], []], [a.shape[a.ndim - 1], 1]);
  return listed('slogdet', { sign, logabsdet });
});

/** Options of `cholesky`. */
export interface CholeskyOptions {
  /** Whether U with `Uᵀ U = x` is given, read from the upper triangle; default false. */
  readonly upper?: boolean;
}
const CHOLESKY_OPTIONS: OptionKinds<CholeskyOptions> = { upper: FLAG };

/**
 * The lower triangular L with `L Lᵀ = x` of each symmetric, positive definite matrix; only its lower triangle is read. Readers
 * throw `ArgumentError` when it is not positive definite.
 *
 * @example
 * await np.linalg.cholesky([[4, 2], [2, 5]]).tolist();                  // [[2, 0], [1, 2]]
 * await np.linalg.cholesky([[4, 2], [2, 5]], { upper: true }).tolist(); // [[2, 1], [0, 2]]
 */
export const cholesky = takes(
  'cholesky',
  ARRAY,
  options(CHOLESKY_OPTIONS),
)((x: ArrayLike, options?: CholeskyOptions): NDArray => {
  const given = squareMatrices(x, 'cholesky');
  const a = options?.upper === true ? matrixTranspose(given) : given;
  const n = a.shape[a.ndim - 1];
  const [lower] = factoring.apply([a], averaging(a.dtype), [[n, n]], [n, n]);
  return options?.upper === true ? matrixTranspose(lower) : lower;
});
