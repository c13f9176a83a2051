/** Writing into arrays, and conversion of dtypes: the copy function with a target. */

import { byPlace, FLAG, type OptionKinds, options, takes } from '../base/index.js';
import { asDType } from '../dtype/index.js';
import { applyAs, applyInto, applyUnary, type Operand } from './apply.js';
import type { DTypeLike } from './convert.js';
import { ARRAY, DTYPE_LIKE, OWN } from './kinds.js';
import type { NDArray } from './ndarray.js';
import { checkHeld, isScalar } from './operand.js';
import { isByColumns, ORDER, type OrderOption, turned } from './order.js';
import { byName, type Positional } from './positional.js';

import { copyUfunc } from './ufunc.js';

/**
 * Writes `value` into the elements of `x`, as NumPy's `x[...] = value`: broadcast to its shape and converted to its
 * dtype (fractions are cut off in integers). Returns x. Throws `DTypeError` for a number that an integer dtype does not hold.
 *
 * @example
 * const x = np.zeros([2, 2]);
 * x.slice(0).assign([1, 2]);
 * await x.tolist(); // [[1, 2], [0, 0]]
 */
export const assign = takes(
  'assign',
  OWN,
  ARRAY,
)((x: NDArray, value: Operand): NDArray => {
  if (isScalar(value)) checkHeld(value, x.dtype, 'assign');
  return applyInto(copyUfunc, value, x);
});

/** Options of `astype`. */
export interface AstypeOptions {
  /** Whether an array that has the dtype already is copied; default true. */
  readonly copy?: boolean;
}
const ASTYPE_OPTIONS: OptionKinds<AstypeOptions> = { copy: FLAG };

/**
 * The elements converted to `dtype`, as a new array. Fractions are cut off in integers; anything but 0 is true.
 *
 * @example
 * await np.asarray([1.7, 0]).astype('int32').tolist(); // [1, 0]
 */
export const astype = takes(
  'astype',
  OWN,
  DTYPE_LIKE,
  options(ASTYPE_OPTIONS),
)((x: NDArray, dtype: DTypeLike, options?: AstypeOptions): NDArray => {
  const to = asDType(dtype);
  if (to === x.dtype && options?.copy === false) return x;
  return applyAs(copyUfunc, x, to);
});

/**
 * A copy of `x` with its elements row by row in memory, or as `order` says.
 *
 * @example
 * const y = x.copy();
 */
export const copy = takes(
  'copy',
  OWN,
  byPlace(ORDER, 'order'),
)((x: NDArray, how?: Positional<OrderOption, 'order'>): NDArray => {
  if (how !== undefined && isByColumns(x, byName('copy', how, 'order')?.order)) return turned(applyUnary(copyUfunc, turned(x)));
  return applyUnary(copyUfunc, x);
});
