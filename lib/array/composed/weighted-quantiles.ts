/**
 * Quantiles of elements that count by weights: the element at which the sum of the weights so far, over the sum of all, reaches the share.
 *
 *     elements   10  20  30      weights  1  3  1      shares so far  0.2  0.8  1      the 0.5-quantile is 20
 */
import { ShapeError } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { formatShape, sameShape } from '../../shape/index.js';
import { divide, minimum } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal, greater, greaterEqual, isfinite, isnan, less } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { full } from '../creation.js';
import { type ReduceOptions, reducedAxes } from '../fold.js';
import { stack } from '../join.js';
import { logicalAnd, logicalOr } from '../logic.js';
import { broadcastTo, squeeze } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { all, averaging, sum } from '../reductions.js';
import { required } from '../required.js';
import { cumulativeSum } from '../scan.js';
import { where } from '../select.js';
import { slice } from '../slice.js';
import { argsort } from '../sorting.js';
import { takeAlongAxis } from './along.js';
import { inLines, type Shares } from './quantile-methods.js';
import { alongAxes } from './weight-axes.js';

/** Weights for each element of lines. Throws `ShapeError` unless they have the array's shape, or that of the axes in their order. */
export function weightLines(given: ArrayLike, a: NDArray, options: ReduceOptions | undefined, operation: string): NDArray {
  const weights = toArray(given, operation);
  const axes = reducedAxes(options?.axis, a.ndim, operation);
  if (sameShape(weights.shape, a.shape)) return inLines(weights, axes, float64);
  const spread = alongAxes(weights, a, options?.axis, operation);
  if (spread === null)
    throw new ShapeError(
      `${operation}: weights of shape ${formatShape(weights.shape)} fit neither ${formatShape(a.shape)} nor its axis; name the axes that they are of`,
    );
  return inLines(broadcastTo(spread, a.shape), axes, float64);
}

/**
 * Quantiles of lines, of several shares along a leading axis. A NaN is the result of its line, or, if `leavesNaN`, counts as nothing. Readers
 * throw `IndexError` for weights that are negative, infinite, NaN or all 0.
 */
export function weightedQuantiles(lines: NDArray, weights: NDArray, q: Shares, operation: string, leavesNaN: boolean): NDArray {
  const shares = typeof q === 'number' ? [q] : q;
  const [count, kept] = [lines.shape[lines.ndim - 1], lines.shape.slice(0, -1)];
  if (count === 0)
    return full(typeof q === 'number' ? kept : [shares.length, ...kept], Number.NaN, { dtype: averaging(lines.dtype) });
  const order = argsort(lines, -1);
  const sorted = takeAlongAxis(lines, order, -1);
  const own = takeAlongAxis(weights, order, -1);
  const counting = leavesNaN ? where(isnan(sorted), 0, own) : own;
  const total = sum(counting, { axis: -1, keepdims: true });
  const reached = cumulativeSum(counting, { axis: -1 });
  // Elements without weight at the beginning are not reached by the share 0, either.
  const level = where(equal(reached, 0), -1, divide(reached, slice(reached, '...', '-1:')));
  const at = (share: number): NDArray => {
    const place = minimum(sum(less(level, share), { axis: -1, keepdims: true, dtype: int64 }), count - 1);
    const found = squeeze(takeAlongAxis(sorted, place, -1), { axis: -1 });
    return leavesNaN || lines.dtype.kind !== 'float' ? found : where(isnan(slice(sorted, '...', -1)), Number.NaN, found);
  };
  const found = typeof q === 'number' ? at(q) : stack(shares.map(at));
  return required(
    astype(found, lines.dtype, { copy: false }),
    astype(areValid(sorted, own, total, leavesNaN), int64),
    operation,
    'expected weights of at least 0, finite, and not all 0',
  );
}

/** Whether no weight is negative, and each line has finite ones above 0; where NaN counts as nothing, a line of NaN alone needs none. */
function areValid(sorted: NDArray, weights: NDArray, total: NDArray, leavesNaN: boolean): NDArray {
  const some = logicalAnd(greater(total, 0), isfinite(total));
  const enough = leavesNaN ? logicalOr(some, isnan(slice(sorted, '...', ':1'))) : some;
  return logicalAnd(all(greaterEqual(weights, 0)), all(enough));
}
