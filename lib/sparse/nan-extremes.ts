/** Extremes of sparse matrices that pass over NaN. */
import { isnan, type NDArray, where } from '../array/index.js';
import { byPlace } from '../base/index.js';
import { takesMatrices } from './any-format.js';
import { CSR, CsrArray } from './csr.js';
import { AXIS_OPTIONS, type AxisArgument, axisOf, extremeOf, sum } from './reductions.js';

function extremeBeside(A: CsrArray, op: 'min' | 'max', axis: 0 | 1 | null): NDArray {
  if (A.dtype.kind !== 'float') return extremeOf(A, op, axis);
  const values = CsrArray.valuesOf(A);
  const none = op === 'max' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const isNone = isnan(values);
  const found = extremeOf(CsrArray.withValues(A, where(isNone, none, values).astype(A.dtype)), op, axis);
  const count = axis === null ? A.shape[0] * A.shape[1] : A.shape[axis];
  const isAll = sum(CsrArray.withValues(A, isNone), { axis }).equal(count);
  return where(isAll, Number.NaN, found).astype(A.dtype);
}

/**
 * The smallest element that is not NaN over an axis or of all; NaN where all are. As `min`.
 *
 * @example
 * await sparse.csrArray([[NaN, 2], [3, 4]]).nanmin(1).tolist(); // [2, 3]
 */
export const nanmin = takesMatrices(
  'nanmin',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => extremeBeside(A, 'min', axisOf(how, 'nanmin')));

/**
 * The largest element that is not NaN over an axis or of all; NaN where all are. As `max`.
 *
 * @example
 * await sparse.csrArray([[NaN, -2], [3, 4]]).nanmax(1).tolist(); // [-2, 4]
 */
export const nanmax = takesMatrices(
  'nanmax',
  CSR,
  byPlace(AXIS_OPTIONS, 'axis'),
)((A: CsrArray, how?: AxisArgument): NDArray => extremeBeside(A, 'max', axisOf(how, 'nanmax')));
