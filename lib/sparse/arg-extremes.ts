/** Where the extreme elements of rows, columns or the matrix are, zeros without an entry among them. Found on the host. */

import { asarray, type NDArray } from '../array/index.js';
import { byPlace, DTypeError, ShapeError } from '../base/index.js';
import { int64 } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { takesMatrices } from './any-format.js';
import type { Pattern } from './coordinates.js';
import { CSR, CsrArray, hostParts } from './csr.js';
import { AXIS_OPTIONS, type AxisArgument, axisOf } from './reductions.js';
import { hostStructure } from './structure.js';
import { isComplex } from './values.js';

/** Values: bigints of 64-bit integers compare with numbers as numbers do. */
type Numbers = ArrayLike<number>;

/** Whether the first number is further out than the second; NaN is as far as it goes. */
type Beyond = (a: number, b: number) => boolean;

const above: Beyond = (a, b) => a > b || (Number.isNaN(a) && !Number.isNaN(b));
const below: Beyond = (a, b) => a < b || (Number.isNaN(a) && !Number.isNaN(b));

/** The first column of a row's extreme element, and the element. */
function ofRow({ shape, ptr, col }: Pattern, value: Numbers, row: number, beyond: Beyond): { at: number; best: number } {
  const [from, to] = [ptr[row], ptr[row + 1]];
  let gap = 0;
  let at = -1;
  let best = 0;
  for (let k = from; k < to; k++) {
    if (col[k] === gap) gap++;
    if (at >= 0 && !beyond(value[k], best)) continue;
    at = col[k];
    best = value[k];
  }
  if (gap === shape[1]) return { at, best };
  const isZero = !beyond(0, best) && !beyond(best, 0);
  return at < 0 || beyond(0, best) || (isZero && gap < at) ? { at: gap, best: 0 } : { at, best };
}

function extremes(A: CsrArray, operation: string, beyond: Beyond, axis: 0 | 1 | null): NDArray {
  const [rows, cols] = A.shape;
  const [count, results] = axis === null ? [rows * cols, 1] : [A.shape[axis], A.shape[1 - axis]];
  if (count === 0 && results > 0)
    throw new ShapeError(`${operation}: no elements to choose from in a sparse matrix of ${formatShape(A.shape)}`);
  if (isComplex(A)) throw new DTypeError(`${operation}: not defined for complex matrices; take A.real, A.imag or A.abs()`);
  const M = axis === 0 ? A.transpose() : A;
  const pattern = hostStructure(CsrArray.structureOf(M));
  const values = hostParts(M)[0] as Numbers;
  if (axis !== null) {
    const found = Int32Array.from({ length: results }, (_, row) => ofRow(pattern, values, row, beyond).at);
    return asarray(found).astype(int64);
  }
  let place = 0;
  let best: number | null = null;
  for (let row = 0; row < rows; row++) {
    const found = ofRow(pattern, values, row, beyond);
    if (best !== null && !beyond(found.best, best)) continue;
    best = found.best;
    place = row * cols + found.at;
  }
  return asarray(place, { dtype: int64 });
}

/**
 * Where the largest element of each column (axis 0) or row (axis 1) is, or of all elements in row-major order; int64. The first of several;
 * NaN counts as the largest. Waits for the values. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).argmax(1).tolist(); // [1, 1]
 */
export const argmax = takesMatrices(
  'argmax',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => extremes(A, 'argmax', above, axisOf(how, 'argmax')));

/**
 * Where the smallest element of each column (axis 0) or row (axis 1) is, or of all elements in row-major order; as `argmax`.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).argmin().item(); // 2n
 */
export const argmin = takesMatrices(
  'argmin',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => extremes(A, 'argmin', below, axisOf(how, 'argmin')));
