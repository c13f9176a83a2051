/** Sums so far and places of extremes that leave NaN out. */

import { byPlace, FLAG, type OptionKinds, options, takes } from '../../base/index.js';
import { apply } from '../apply.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ARRAY, AXIS_OR_NULL, DTYPE_LIKE } from '../kinds.js';
import { highest, lowest, overNumbers } from '../mask-folds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { ARG_OPTIONS, type ArgOptions, argmax, argmin, locate } from '../reductions.js';
import { cumprod, cumsum, type FlatScanOptions } from '../scan.js';
import { OUT } from '../target.js';
import { Ufunc } from '../ufunc.js';

const SCAN_OPTIONS: OptionKinds<FlatScanOptions> = { axis: AXIS_OR_NULL, dtype: DTYPE_LIKE, includeInitial: FLAG, ...OUT };

const insteadUfunc = new Ufunc({
  name: 'where',
  arity: 2,
  signature: ([a]) => ({ compute: a, result: a }),
  emit: (e, [x, instead], d) => e.select(e.unary('isnan', x), e.cast(instead, d), e.cast(x, d)),
});

function replaced(x: ArrayLike, operation: string, instead: number): NDArray {
  const a = toArray(x, operation);
  return a.dtype.kind === 'float' ? apply(insteadUfunc, [a, instead]) : a;
}

const argminFold = overNumbers('nanargmin', 'argmin', highest);
const argmaxFold = overNumbers('nanargmax', 'argmax', lowest);

/**
 * Sums so far along an axis, NaN as 0; see `cumsum`.
 *
 * @example
 * await np.nancumsum([1, NaN, 2]).tolist(); // [1, 1, 3]
 */
export const nancumsum = takes(
  'nancumsum',
  ARRAY,
  byPlace(SCAN_OPTIONS, 'axis'),
  options(SCAN_OPTIONS),
)((x: ArrayLike, how?: Positional<FlatScanOptions, 'axis'>, more?: Omit<FlatScanOptions, 'axis'>): NDArray => {
  const options = byName('nancumsum', how, 'axis', more);
  return cumsum(replaced(x, 'nancumsum', 0), options);
});

/**
 * Products so far along an axis, NaN as 1; see `cumprod`.
 *
 * @example
 * await np.nancumprod([2, NaN, 3]).tolist(); // [2, 2, 6]
 */
export const nancumprod = takes(
  'nancumprod',
  ARRAY,
  byPlace(SCAN_OPTIONS, 'axis'),
  options(SCAN_OPTIONS),
)((x: ArrayLike, how?: Positional<FlatScanOptions, 'axis'>, more?: Omit<FlatScanOptions, 'axis'>): NDArray => {
  const options = byName('nancumprod', how, 'axis', more);
  return cumprod(replaced(x, 'nancumprod', 1), options);
});

/**
 * Where the smallest element is that is not NaN; 0 where all are. See `argmin`.
 *
 * @example
 * await np.nanargmin([NaN, 3, 1]).item(); // 2
 */
export const nanargmin = takes(
  'nanargmin',
  ARRAY,
  byPlace(ARG_OPTIONS, 'axis'),
  options(ARG_OPTIONS),
)((x: ArrayLike, how?: Positional<ArgOptions, 'axis'>, more?: Omit<ArgOptions, 'axis'>): NDArray => {
  const options = byName('nanargmin', how, 'axis', more);
  const a = toArray(x, 'nanargmin');
  return a.dtype.kind === 'float' ? locate(argminFold, a, options) : argmin(a, options);
});

/**
 * Where the largest element is that is not NaN; 0 where all are. See `argmax`.
 *
 * @example
 * await np.nanargmax([NaN, 3, 1]).item(); // 1
 */
export const nanargmax = takes(
  'nanargmax',
  ARRAY,
  byPlace(ARG_OPTIONS, 'axis'),
  options(ARG_OPTIONS),
)((x: ArrayLike, how?: Positional<ArgOptions, 'axis'>, more?: Omit<ArgOptions, 'axis'>): NDArray => {
  const options = byName('nanargmax', how, 'axis', more);
  const a = toArray(x, 'nanargmax');
  return a.dtype.kind === 'float' ? locate(argmaxFold, a, options) : argmax(a, options);
});
