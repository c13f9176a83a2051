/** Functions of singular values, for `linalg`: least squares, pseudo-inverses, ranks, condition numbers. */

import {
  ArgumentError,
  type ByPlace,
  either,
  FLAG,
  invariant,
  type Kind,
  listed,
  NOT_NAN,
  NUMBER,
  type OptionKinds,
  oneOf,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { type DType, isStored } from '../../dtype/index.js';
import { broadcastShapes, formatShape, sameShape } from '../../shape/index.js';
import { checkUsable } from '../../store/index.js';
import type { Operand } from '../apply.js';
import { abs, divide, multiply, square, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { greater, isnan, notEqual } from '../comparison.js';
import { ComplexArray } from '../complex/complex-array.js';
import { conj } from '../complex/parts-of.js';
import { type ArrayLike, toArray } from '../convert.js';
import { common } from '../default-dtypes.js';
import { ARRAY } from '../kinds.js';
import { expandDims, matrixTranspose, squeeze } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { any, averaging, countNonzero, sum } from '../reductions.js';
import { inShape } from '../reshape.js';
import { where } from '../select.js';
import { MatrixFunction, matrices, squareMatrices } from './matrix-function.js';
import { type MatrixNormOrd, matrixNorm } from './norms.js';
import { inv } from './solve.js';
import { hermitianSvdvals, qr, svd, svdvals } from './spectra.js';

const EPSILON: Readonly<Record<string, number>> = { float64: 2 ** -52, float32: 2 ** -23 };

/** The share of the largest singular value that is as good as none: that of rounding. */
export function rounding(a: NDArray, dtype: DType): number {
  return EPSILON[dtype.name] * Math.max(a.shape[a.ndim - 2], a.shape[a.ndim - 1]);
}

/** The conjugate transposes; of real matrices the transposes. */
function adjoint(x: NDArray): NDArray {
  return conj(matrixTranspose(x));
}

/** Which singular values are more than that share of the largest. */
function kept(s: NDArray, share: Operand): NDArray {
  return greater(s, multiply(s.slice('...', '0:1'), share));
}

/** 1 / s where it is kept, else 0. */
function inverses(s: NDArray, keep: NDArray): NDArray {
  return where(keep, divide(1, where(keep, s, 1)), 0);
}

/** Options of `lstsq`. */
export interface CutoffOptions {
  /** Singular values of at most this share of the largest are taken as 0; default: rounding, the larger size times epsilon. */
  readonly rcond?: number;
}
const CUTOFF_OPTIONS: OptionKinds<CutoffOptions> = { rcond: NOT_NAN };

/** Options of `pinv`. */
export interface PinvOptions {
  /**
   * Singular values of at most this share of the largest are taken as 0, one share or one for each matrix; default: rounding, the larger
   * size times epsilon.
   */
  readonly rcond?: ArrayLike;
  /** The array API's name for it. */
  readonly rtol?: ArrayLike;
  /** Whether the matrices are symmetric or Hermitian, as for `svd`; default false. */
  readonly hermitian?: boolean;
}
const PINV_OPTIONS: OptionKinds<PinvOptions> = { rcond: ARRAY, rtol: ARRAY, hermitian: FLAG };

/** Bounds of singular values: one, or one for each matrix. Throws `ShapeError` where they do not broadcast with the matrices. */
function boundsOf(given: ArrayLike, s: NDArray, operation: string): NDArray {
  const bounds = toArray(given, operation);
  const stack = s.shape.slice(0, -1);
  if (!sameShape(broadcastShapes(bounds.shape, stack, operation), stack))
    throw new ShapeError(
      `${operation}: bounds of shape ${formatShape(bounds.shape)} for matrices in a stack of shape ${formatShape(stack)}`,
    );
  return bounds.ndim === 0 ? bounds : expandDims(bounds, { axis: -1 });
}

const LEAST_SQUARES = new MatrixFunction('lstsq', 2, 4, () => invariant(false, 'lstsq has no script: it is made of qr and svd'));
const PSEUDO_INVERSE = new MatrixFunction('pinv', 1, 1, () => invariant(false, 'pinv has no script: it is made of svd'));

/** Whether a routine takes the matrix: real, with elements. */
function isFor(routine: MatrixFunction, a: NDArray, dtype: DType): boolean {
  return !((a as unknown) instanceof ComplexArray) && a.size > 0 && !isStored(dtype) && routine.isNative(dtype);
}

/** The result of `lstsq`. */
export interface LeastSquares extends ByPlace<NDArray> {
  readonly x: NDArray;
  /** The sum of squares of `b - a x` for each right-hand side. (NumPy leaves it out where it is not unique or 0.) */
  readonly residuals: NDArray;
  /** The rank of each matrix, as int64. */
  readonly rank: NDArray;
  /** The singular values of each matrix. */
  readonly s: NDArray;
}

/**
 * The x that makes the length of `b - a x` least; of several the shortest. `b` is a vector, or columns. Leading axes are stacks.
 *
 * @example
 * const { x: line, rank } = np.linalg.lstsq([[0, 1], [1, 1], [2, 1]], [1, 3, 5]);
 * await line.round({ decimals: 6 }).tolist(); // [2, 1]
 * await rank.item();                       // 2
 */
export const lstsq = takes(
  'lstsq',
  ARRAY,
  ARRAY,
  options(CUTOFF_OPTIONS),
)((a: ArrayLike, b: ArrayLike, options?: CutoffOptions): LeastSquares => {
  const matrix = matrices(a, 'lstsq');
  const right = toArray(b, 'lstsq');
  checkUsable(right, 'lstsq');
  const vector = right.ndim === 1;
  const columns = vector ? expandDims(right, { axis: 1 }) : right;
  const m = matrix.shape[matrix.ndim - 2];
  if (columns.ndim < 2 || columns.shape[columns.ndim - 2] !== m) {
    throw new ShapeError(
      `lstsq: matrices of shape ${formatShape(matrix.shape)} and right-hand sides of shape ${formatShape(right.shape)} do not meet`,
    );
  }
  const dtype = averaging(common(matrix.dtype, right.dtype));
  const [known, wanted] = [astype(matrix, dtype, { copy: false }), astype(columns, dtype, { copy: false })];
  return leastSquares(known, wanted, vector, options?.rcond ?? rounding(known, dtype));
});

/** Of real matrices or complex ones; `vector`: whether the right-hand sides were a vector. */
export function leastSquares(known: NDArray, wanted: NDArray, vector: boolean, share: number): LeastSquares {
  const [m, n] = known.shape.slice(-2);
  const isOfPairs = sameShape(known.shape.slice(0, -2), wanted.shape.slice(0, -2));
  if (isOfPairs && isFor(LEAST_SQUARES, known, known.dtype)) return byRoutine(known, wanted, vector, share);
  const factors = m > n ? qr(known) : { q: null, r: known };
  const { u, s, vh } = svd(factors.r, { fullMatrices: false });
  const keep = kept(s, share);
  const turned = factors.q === null ? wanted : matmul(adjoint(factors.q), wanted);
  const along = multiply(expandDims(inverses(s, keep), { axis: -1 }), matmul(adjoint(u), turned));
  const x = matmul(adjoint(vh), along);
  const residuals = sum(square(abs(subtract(wanted, matmul(known, x)))), { axis: -2 });
  const rank = countNonzero(keep, { axis: -1 });
  return listed('lstsq', {
    x: vector ? squeeze(x, { axis: -1 }) : x,
    residuals: vector ? squeeze(residuals, { axis: -1 }) : residuals,
    rank,
    s,
  });
}

/** Of real matrices and as many right-hand sides, in one task. */
function byRoutine(known: NDArray, wanted: NDArray, vector: boolean, share: number): LeastSquares {
  const [m, n] = known.shape.slice(-2);
  const width = wanted.shape[wanted.ndim - 1];
  const shapes = [[n, width], vector ? [] : [width], [], [Math.min(m, n)]];
  const [x, residuals, rank, s] = LEAST_SQUARES.apply([known, wanted], known.dtype, shapes, [m, n], [width, share]);
  return listed('lstsq', { x: vector ? inShape(x, x.shape.slice(0, -1)) : x, residuals, rank: astype(rank, 'int64'), s });
}

/**
 * The Moore-Penrose pseudo-inverse of each matrix. Throws `ShapeError` for bounds that do not broadcast with the stack.
 *
 * @example
 * await np.linalg.pinv([[2, 0], [0, 0]]).round({ decimals: 9 }).tolist(); // [[0.5, 0], [0, 0]]
 */
export const pinv = takes(
  'pinv',
  ARRAY,
  options(PINV_OPTIONS),
)((x: ArrayLike, options?: PinvOptions): NDArray => {
  const a = matrices(x, 'pinv');
  return pseudoInverse(a, averaging(a.dtype), options);
});

/** Of real matrices or complex ones, whose parts have the dtype. */
export function pseudoInverse(a: NDArray, dtype: DType, options?: PinvOptions): NDArray {
  if (options?.rcond !== undefined && options.rtol !== undefined)
    throw new ArgumentError('pinv: rcond and rtol are two names of one bound; give one of them');
  const share = options?.rcond ?? options?.rtol;
  const hermitian = options?.hermitian === true;
  if (!hermitian && (share === undefined || typeof share === 'number') && isFor(PSEUDO_INVERSE, a, dtype)) {
    const [m, n] = a.shape.slice(-2);
    return PSEUDO_INVERSE.apply([a], dtype, [[n, m]], [m, n], share ?? rounding(a, dtype))[0];
  }
  const { u, s, vh } = svd(a, { fullMatrices: false, hermitian });
  const factors = inverses(s, kept(s, share === undefined ? rounding(a, dtype) : boundsOf(share, s, 'pinv')));
  return matmul(multiply(adjoint(vh), expandDims(factors, { axis: -2 })), adjoint(u));
}

/** Options of `matrixRank`. */
export interface RankOptions {
  /** Singular values of at most this are taken as 0; one number, or one for each matrix. */
  readonly tol?: ArrayLike;
  /** The bound as a share of the largest; default: rounding, the larger size times epsilon. */
  readonly rtol?: ArrayLike;
  /** Whether the matrices are symmetric or Hermitian, as for `svd`; default false. */
  readonly hermitian?: boolean;
}
const RANK_OPTIONS: OptionKinds<RankOptions> = { tol: ARRAY, rtol: ARRAY, hermitian: FLAG };

/**
 * The number of singular values of each matrix that are not as good as 0, as int64.
 *
 * @example
 * await np.linalg.matrixRank([[1, 2], [2, 4]]).item(); // 1
 */
export const matrixRank = takes(
  'matrixRank',
  ARRAY,
  options(RANK_OPTIONS),
)((x: ArrayLike, options?: RankOptions): NDArray => {
  const a = toArray(x, 'matrixRank');
  checkUsable(a, 'matrixRank');
  if (a.ndim < 2) return astype(any(notEqual(a, 0)), 'int64');
  return rankOf(options?.hermitian === true ? hermitianSvdvals(a) : svdvals(a), rounding(a, averaging(a.dtype)), options);
});

/** How many singular values are more than a bound; without one, than a share of the largest. */
export function rankOf(s: NDArray, share: number, options?: RankOptions): NDArray {
  const { tol, rtol } = options ?? {};
  if (tol !== undefined && rtol !== undefined)
    throw new ArgumentError('matrixRank: tol and rtol exclude each other; give one of them');
  const keep =
    tol !== undefined
      ? greater(s, boundsOf(tol, s, 'matrixRank'))
      : kept(s, rtol === undefined ? share : boundsOf(rtol, s, 'matrixRank'));
  return countNonzero(keep, { axis: -1 });
}

/** The option of `cond`. */
export interface ConditionOptions {
  /** A norm, as of `matrixNorm`; default 2. */
  readonly ord?: MatrixNormOrd;
  /** NumPy's name of `ord`. */
  readonly p?: MatrixNormOrd;
}
const NORM: Kind<MatrixNormOrd> = either(NUMBER, oneOf('fro', 'nuc'));
const CONDITION: OptionKinds<ConditionOptions> = { ord: NORM, p: NORM };

/**
 * The condition number of each matrix: the largest singular value over the smallest, or with any other `ord` (as of `matrixNorm`) its norm
 * times its inverse's; readers then throw `ArgumentError` when it is singular.
 *
 * @example
 * await np.linalg.cond([[2, 0], [0, 1]]).item(); // 2
 */
export const cond = takes(
  'cond',
  ARRAY,
  options(CONDITION),
)((x: ArrayLike, options?: ConditionOptions): NDArray => {
  const ord = conditionNorm(options);
  if (ord === 2 || ord === -2) {
    return conditionOf(svdvals(matrices(x, 'cond')), ord);
  }
  const a = squareMatrices(x, 'cond');
  return multiply(matrixNorm(a, { ord }), matrixNorm(inv(a), { ord }));
});

/** The norm of a condition number. Throws `ArgumentError` for both names. */
export function conditionNorm({ ord, p }: ConditionOptions = {}): MatrixNormOrd {
  if (ord !== undefined && p !== undefined)
    throw new ArgumentError('cond: ord and p are two names of one option; give one of them');
  return ord ?? p ?? 2;
}

/** The largest singular value over the smallest, or for -2 the other way round. */
export function conditionOf(s: NDArray, ord: 2 | -2): NDArray {
  const [largest, smallest] = [s.slice('...', 0), s.slice('...', -1)];
  const ratio = ord === 2 ? divide(largest, smallest) : divide(smallest, largest);
  return where(isnan(ratio), Number.POSITIVE_INFINITY, ratio);
}
