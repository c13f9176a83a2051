/** Bins: their edges, and in which of them values lie. */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { formatShape, sameShape } from '../../shape/index.js';
import { add, divide, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal, greaterEqual, less, lessEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { gather } from '../gather.js';
import { logicalAnd } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { arange } from '../ranges.js';
import { averaging, max, min } from '../reductions.js';
import { ravel } from '../reshape.js';
import { searchsorted } from '../search.js';
import { clip, where } from '../select.js';

/** Weights of the elements of `x`, as a vector of floats; null without any. Throws `ShapeError`. */
export function weightsFor(x: NDArray, weights: ArrayLike | undefined, operation: string): NDArray | null {
  if (weights === undefined) return null;
  const w = toArray(weights, operation);
  if (!sameShape(w.shape, x.shape))
    throw new ShapeError(`${operation}: weights of shape ${formatShape(w.shape)} do not fit ${formatShape(x.shape)}`);
  return astype(ravel(w), averaging(w.dtype), { copy: false });
}

/** From the least to the greatest, of the values' own float dtype; in float64 between numbers that are given, and rounded to it. */
function evenEdges(x: NDArray, bins: number, range: readonly [number, number] | undefined, operation: string): NDArray {
  if (!Number.isInteger(bins) || bins < 1) throw new ArgumentError(`${operation}: expected at least 1 bin, got ${bins}`);
  if (range !== undefined && !(range[0] <= range[1]))
    throw new ArgumentError(`${operation}: expected a range of two numbers in order, got ${range.join(' and ')}`);
  const [given, end] = range ?? (x.size === 0 ? [0, 1] : [min(x), max(x)]);
  const [low, high] = [toArray(given, operation), toArray(end, operation)];
  const same = equal(low, high);
  const [first, last] = [where(same, subtract(low, 0.5), low), where(same, add(high, 0.5), high)];
  const dtype = averaging(x.dtype);
  const at = arange(bins + 1, { dtype: range === undefined ? dtype : float64 });
  return astype(where(equal(at, bins), last, add(multiply(at, divide(subtract(last, first), bins)), first)), dtype, {
    copy: false,
  });
}

/** Where values are among edges: 0 below all of them, one more than there are bins behind them. */
function places(values: NDArray, edges: NDArray): NDArray {
  const count = edges.size - 1;
  const place = searchsorted(edges, values, { side: 'right' });
  return where(equal(values, part(edges, 0, count, 1)), BigInt(count), place);
}

/**
 * The bins of values between edges at equal distances: computed, and corrected by one where rounding took a value over an edge; 0 outside.
 */
function evenPlaces(values: NDArray, edges: NDArray): NDArray {
  const count = edges.size - 1;
  const [first, last] = [part(edges, 0, 0, 1), part(edges, 0, count, 1)];
  const share = divide(subtract(values, first), subtract(last, first));
  const near = clip(astype(multiply(share, count), int64), { min: 0, max: count - 1 });
  const low = astype(less(values, gather(edges, near)), int64);
  const next = add(near, 1n);
  const high = astype(logicalAnd(greaterEqual(values, gather(edges, next)), less(next, BigInt(count))), int64);
  const isInside = logicalAnd(greaterEqual(values, first), lessEqual(values, last));
  return where(isInside, add(subtract(next, low), high), 0n);
}

/** The edges of bins, given or of equal width, and each value's place: 0 below them all, one more than there are bins behind them. */
export function binned(
  values: NDArray,
  bins: number | ArrayLike,
  range: readonly [number, number] | undefined,
  operation: string,
): { readonly edges: NDArray; readonly at: NDArray } {
  const edges = edgesOf(values, bins, range, operation);
  return { edges, at: typeof bins === 'number' ? evenPlaces(values, edges) : places(values, edges) };
}

/** Edges alone. Throws `ArgumentError` and `ShapeError`. */
export function edgesOf(
  values: NDArray,
  bins: number | ArrayLike,
  range: readonly [number, number] | undefined,
  operation: string,
): NDArray {
  const edges = typeof bins === 'number' ? evenEdges(values, bins, range, operation) : toArray(bins, operation);
  if (edges.ndim !== 1 || edges.size < 2)
    throw new ShapeError(`${operation}: expected a vector of at least 2 edges, got shape ${formatShape(edges.shape)}`);
  return edges;
}
