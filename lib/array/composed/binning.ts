/** Bins: their edges, and in which of them values lie. */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { formatShape, sameShape } from '../../shape/index.js';
import { apply } from '../apply.js';
import { astype } from '../assign.js';
import { equal } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { common } from '../default-dtypes.js';
import { stepwiseFormula } from '../formula.js';
import { GatherKind } from '../gather-kind.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { arange } from '../ranges.js';
import { averaging, max, min } from '../reductions.js';
import { ravel } from '../reshape.js';
import { searchsorted } from '../search.js';
import { where } from '../select.js';

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
  const dtype = averaging(x.dtype);
  const at = arange(bins + 1, { dtype: range === undefined ? dtype : float64 });
  return astype(apply(edgeUfunc, [at, low, high, bins]), dtype, { copy: false });
}

/** Edges by their numbers, of so many bins between two values; values that are equal are half of 1 away from both ends. */
const edgeUfunc = stepwiseFormula('histogram', 4, (e, [at, low, high, bins], d) => {
  const [same, half] = [e.eq(low, high), e.const(0.5, d)];
  const [first, last] = [e.select(same, e.sub(low, half), low), e.select(same, e.add(high, half), high)];
  const inside = e.add(e.mul(at, e.div(e.sub(last, first), bins)), first);
  return e.select(e.eq(at, bins), last, inside);
});

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
  return placing.make([edges], [values], int64, [edges.size - 1]);
}

const placing = new GatherKind('histogram', [int64], (e, edge, [value], [count]) => {
  const [none, one] = [e.const(0, int64), e.const(1, int64)];
  const [start, end] = [edge(0, none), edge(0, count)];
  const d = common(value.dtype, start.dtype);
  const [x, first, last] = [value, start, end].map((v) => e.cast(v, d));
  const share = e.div(e.sub(x, first), e.sub(last, first));
  const near = e.max(e.min(e.cast(e.mul(share, e.cast(count, d)), int64), e.sub(count, one)), none);
  const next = e.add(near, one);
  const isBelow = e.lt(x, e.cast(edge(0, near), d));
  const isBeyond = e.and(e.ge(x, e.cast(edge(0, next), d)), e.lt(next, count));
  const isInside = e.and(e.ge(x, first), e.le(x, last));
  const found = e.add(e.sub(next, e.cast(isBelow, int64)), e.cast(isBeyond, int64));
  return e.select(isInside, found, none);
});

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
