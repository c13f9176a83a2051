/** Writing into arrays, and conversion of dtypes: the copy function with a target. */
import { asDType } from '../dtype/index.js';
import { applyAs, applyInto, applyUnary, type Operand } from './apply.js';
import type { DTypeLike } from './convert.js';
import type { NDArray } from './ndarray.js';
import { checkOptions, type OptionNames } from './positional.js';
import { copyUfunc } from './ufunc.js';

/**
 * Writes `value` into the elements of `x`, as NumPy's `x[...] = value`: broadcast to its shape and converted to its
 * dtype (fractions are cut off in integers). Returns x.
 *
 * @example
 * const x = np.zeros([2, 2]);
 * x.slice(0).assign([1, 2]);
 * await x.tolist(); // [[1, 2], [0, 0]]
 */
export function assign(x: NDArray, value: Operand): NDArray {
  return applyInto(copyUfunc, value, x);
}

/** Options of `astype`. */
export interface AstypeOptions {
  /** Whether an array that has the dtype already is copied; default true. */
  readonly copy?: boolean;
}
const ASTYPE_OPTIONS: OptionNames<AstypeOptions> = { copy: true };

/**
 * The elements converted to `dtype`, as a new array. Fractions are cut off in integers; anything but 0 is true.
 *
 * @example
 * await np.asarray([1.7, 0]).astype('int32').tolist(); // [1, 0]
 */
export function astype(x: NDArray, dtype: DTypeLike, options?: AstypeOptions): NDArray {
  checkOptions('astype', options, ASTYPE_OPTIONS);
  const to = asDType(dtype);
  if (to === x.dtype && options?.copy === false) return x;
  return applyAs(copyUfunc, x, to);
}

/**
 * A copy of `x`, row-major.
 *
 * @example
 * const y = x.copy();
 */
export function copy(x: NDArray): NDArray {
  return applyUnary(copyUfunc, x);
}
