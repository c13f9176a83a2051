/** Reductions of sparse matrices over rows, columns or all elements, zeros without an entry among them. Results are arrays, deferred. */

import { addAt, maximum, max as maxOf, minimum, min as minOf, type NDArray, sum as sumOf, zeros } from '../array/index.js';
import {
  byPlace,
  DTypeError,
  describe,
  either,
  INTEGER,
  IndexError,
  type Kind,
  kind,
  NULL,
  type OptionKinds,
  optional,
  ShapeError,
} from '../base/index.js';
import { bool, type DType, float64, int64, uint8, uint64 } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { takesMatrices } from './any-format.js';
import { CSR, CsrArray } from './csr.js';
import { diagonalKind, rowExtremeKind, rowSumKind } from './fold-kinds.js';
import { launchRows } from './row-launch.js';
import { byParts, inDType, isComplex } from './values.js';
import { fresh } from './vectors.js';

/** Options of reductions. */
export interface AxisOptions {
  /** 0 (or -2) reduces each column, 1 (or -1) each row, null all elements; default null. */
  readonly axis?: number | null;
}
const AXIS_NUMBER: Kind<number> = kind(
  'an axis: 0 or 1',
  (given) => typeof given === 'number',
  (operation, given) => new IndexError(`${operation}: expected an axis of a matrix, 0 or 1, or null, got ${describe(given)}`),
);
export const AXIS_OPTIONS: OptionKinds<AxisOptions> = { axis: either(AXIS_NUMBER, NULL) };

/** Options, or the axis. */
export type AxisArgument = AxisOptions | number | null;

/** The axis that is reduced; null for all. Throws `IndexError`. */
export function axisOf(given: AxisArgument | undefined, operation: string): 0 | 1 | null {
  const axis = typeof given === 'object' && given !== null ? given.axis : given;
  if (axis === undefined || axis === null) return null;
  if (!Number.isInteger(axis) || axis < -2 || axis > 1)
    throw new IndexError(`${operation}: axis ${axis} is outside a matrix of 2 axes`);
  return axis === 0 || axis === -2 ? 0 : 1;
}

/** Entries for each column from which on it pays to add columns up where their entries are, by blocks. */
const MANY_ENTRIES = 128;

function sumRows(A: CsrArray): NDArray {
  return byParts(A.dtype, [A.shape[0]], [CsrArray.valuesOf(A)], (out, values) =>
    launchRows(A, values, rowSumKind(out.dtype), out, [], { scalars: [0n] }),
  );
}

/** The dtype of a sum: integers of 64 bits for integers, and for bools, as NumPy has it. */
function sumDType(dtype: DType): DType {
  if (dtype.kind === 'unsigned') return uint64;
  return dtype.kind === 'int' || dtype.kind === 'bool' ? int64 : dtype;
}

/** The sum over an axis, in the matrix's dtype. */
function sumAlong(A: CsrArray, axis: 0 | 1 | null): NDArray {
  if (axis === null) return sumOf(CsrArray.valuesOf(A));
  if (axis === 1) return sumRows(A);
  const cols = A.shape[1];
  if (A.nnz < MANY_ENTRIES * cols) return sumRows(A.transpose());
  return addAt(zeros([cols], { dtype: A.dtype }), A.indices, CsrArray.valuesOf(A));
}

/**
 * The sum over an axis, an array of (columns,) or (rows,), or of all elements, 0-d; in the matrix's dtype, int64 of integers and bools and uint64 of
 * unsigned integers.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await A.sum().item();                // 6
 * await A.sum({ axis: 0 }).tolist();   // [1, 5]
 * await A.sum(1).tolist();             // [3, 3]
 */
export const sum = takesMatrices(
  'sum',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => sumAlong(A.astype(sumDType(A.dtype)), axisOf(how, 'sum')));

/**
 * The mean over an axis or of all elements, float64 of integers and bools; see `sum`. NaN where there are no elements.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).mean().item(); // 1.5
 */
export const mean = takesMatrices(
  'mean',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => {
  const axis = axisOf(how, 'mean');
  const [rows, cols] = A.shape;
  const floats = A.dtype.kind === 'float' || isComplex(A) ? A : A.astype(float64);
  return sumAlong(floats, axis).divide(axis === null ? rows * cols : A.shape[axis]);
});

export function extremeOf(A: CsrArray, op: 'min' | 'max', axis: 0 | 1 | null): NDArray {
  if (isComplex(A)) throw new DTypeError(`${op}: not defined for complex matrices; take A.real, A.imag or A.abs()`);
  const [rows, cols] = A.shape;
  const [count, results] = axis === null ? [rows * cols, 1] : [A.shape[axis], A.shape[1 - axis]];
  if (count === 0 && results > 0)
    throw new ShapeError(`${op}: no elements to choose from in a sparse matrix of ${formatShape(A.shape)}`);
  if (axis === null) {
    if (A.nnz === 0) return zeros([], { dtype: A.dtype });
    const found = (op === 'min' ? minOf : maxOf)(CsrArray.valuesOf(A));
    return A.nnz === count ? found : (op === 'min' ? minimum : maximum)(found, zeros([], { dtype: A.dtype }));
  }
  const M = axis === 1 ? A : A.transpose();
  const scalars = [BigInt(M.shape[1])];
  const dtype = A.dtype === bool ? uint8 : A.dtype;
  const values = inDType(CsrArray.valuesOf(M), dtype);
  return inDType(launchRows(M, values, rowExtremeKind[op](dtype), fresh(dtype, [M.shape[0]]), [], { scalars }), A.dtype);
}

/**
 * The smallest element over an axis or of all; NaN where there is one. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).min(1).tolist(); // [1, 0]
 */
export const min = takesMatrices(
  'min',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => extremeOf(A, 'min', axisOf(how, 'min')));

/**
 * The largest element over an axis or of all; NaN where there is one. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).max(0).tolist(); // [1, 3]
 */
export const max = takesMatrices(
  'max',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => extremeOf(A, 'max', axisOf(how, 'max')));

/**
 * How many elements are not 0, over an axis or of all; int64. (`nnz` counts stored entries, zeros among them.)
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).countNonzero(0).tolist(); // [1, 2]
 */
export const countNonzero = takesMatrices(
  'countNonzero',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => {
  const differ = CsrArray.valuesOf(A).notEqual(0).astype(float64);
  return sumAlong(CsrArray.withValues(A, differ), axisOf(how, 'countNonzero')).astype(int64);
});

/** The first row and column of a diagonal, and its length. */
export function placesOfDiagonal(
  [rows, cols]: readonly [number, number],
  k: number,
): { row: number; col: number; length: number } {
  const [row, col] = [Math.max(0, -k), Math.max(0, k)];
  return { row, col, length: Math.max(0, Math.min(rows - row, cols - col)) };
}

/**
 * The diagonal `k` above the main one (below it where negative), absent entries as zeros: an array; none of it lies outside, so that it is
 * shorter than the main one, or empty.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await A.diagonal().tolist();  // [1, 3]
 * await A.diagonal(1).tolist(); // [2]
 */
export const diagonal = takesMatrices(
  'diagonal',
  CSR,
  optional(INTEGER),
)((A: CsrArray, k = 0): NDArray => {
  const { row, col, length } = placesOfDiagonal(A.shape, k);
  if (length === 0) return zeros([0], { dtype: A.dtype });
  const dtype = A.dtype === bool ? uint8 : A.dtype;
  const found = byParts(dtype, [length], [inDType(CsrArray.valuesOf(A), dtype)], (out, values) =>
    launchRows(A, values, diagonalKind(out.dtype), out, [], { from: row, scalars: [BigInt(col)] }),
  );
  return inDType(found, A.dtype);
});

/**
 * The sum of the diagonal `k` above the main one, 0-d.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).trace().item(); // 4
 */
export const trace = takesMatrices('trace', CSR, optional(INTEGER))((A: CsrArray, k = 0): NDArray => sumOf(diagonal(A, k)));
