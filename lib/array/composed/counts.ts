/** How many elements fall where: each is looked up, then counted in its bin. */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape, sameShape } from '../../shape/index.js';
import { add, divide, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { sums } from '../bins.js';
import { equal, greaterEqual, less, lessEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { diff } from '../differences.js';
import { gather } from '../gather.js';
import { logicalAnd } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { arange } from '../ranges.js';
import { item } from '../read.js';
import { averaging, max, min, sum } from '../reductions.js';
import { ravel } from '../reshape.js';
import { searchsorted } from '../search.js';
import { clip, where } from '../select.js';

function weightsFor(x: NDArray, weights: ArrayLike | undefined, operation: string): NDArray | null {
  if (weights === undefined) return null;
  const w = toArray(weights, operation);
  if (!sameShape(w.shape, x.shape))
    throw new ShapeError(`${operation}: weights of shape ${formatShape(w.shape)} do not fit ${formatShape(x.shape)}`);
  return astype(ravel(w), averaging(w.dtype), { copy: false });
}

/** Options of `histogram`. */
export interface HistogramOptions {
  /** How many bins of equal width (default 10), or their edges in ascending order. */
  readonly bins?: number | ArrayLike;
  /** Where the bins begin and end; default: the smallest and largest element. */
  readonly range?: readonly [number, number];
  /** How much each element counts; default 1. */
  readonly weights?: ArrayLike;
  /** A probability density, whose integral is 1, rather than counts; default false. */
  readonly density?: boolean;
}

/** What `histogram` gives. */
export interface Histogram {
  readonly counts: NDArray;
  /** One more than there are bins. */
  readonly edges: NDArray;
}

function evenEdges(x: NDArray, bins: number, range: readonly [number, number] | undefined): NDArray {
  if (!Number.isInteger(bins) || bins < 1) throw new ArgumentError(`histogram: expected at least 1 bin, got ${bins}`);
  if (range !== undefined && !(range[0] <= range[1]))
    throw new ArgumentError(`histogram: expected a range of two numbers in order, got ${range.join(' and ')}`);
  const [given, end] = range ?? (x.size === 0 ? [0, 1] : [min(x), max(x)]);
  const [low, high] = [toArray(given, 'histogram'), toArray(end, 'histogram')];
  const same = equal(low, high);
  const [first, last] = [where(same, subtract(low, 0.5), low), where(same, add(high, 0.5), high)];
  const at = arange(bins + 1);
  return where(equal(at, bins), last, add(multiply(at, divide(subtract(last, first), bins)), first));
}

/** Where values are among edges: 0 below all of them, one more than there are bins behind them. */
function places(values: NDArray, edges: NDArray): NDArray {
  const count = edges.size - 1;
  const place = searchsorted(edges, values, { side: 'right' });
  return where(equal(values, part(edges, 0, count, 1)), BigInt(count), place);
}

/** The same for edges at equal distances: computed, and put right by one where rounding took a value over an edge; 0 outside. */
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

/**
 * How many elements lie in each bin, which has its lower edge and not its upper one, except for the last, which has both. NaN is in
 * no bin of given edges or of a given range. Counts are int64; weights and densities are floats.
 *
 * @example
 * const { counts, edges } = np.histogram([1, 2, 1, 4], { bins: 3 });
 * await counts.tolist(); // [2, 1, 1]
 * await edges.tolist();  // [1, 2, 3, 4]
 */
export function histogram(x: ArrayLike, options?: HistogramOptions): Histogram {
  const a = toArray(x, 'histogram');
  const { bins = 10, range, density = false } = options ?? {};
  const weights = weightsFor(a, options?.weights, 'histogram');
  const values = ravel(a);
  const edges = typeof bins === 'number' ? evenEdges(values, bins, range) : toArray(bins, 'histogram');
  if (edges.ndim !== 1 || edges.size < 2)
    throw new ShapeError(`histogram: expected a vector of at least 2 edges, got shape ${formatShape(edges.shape)}`);
  const count = edges.size - 1;
  const at = typeof bins === 'number' ? evenPlaces(values, edges) : places(values, edges);
  const counts = part(sums(at, weights, count + 2), 0, 1, count);
  return { counts: density ? divide(counts, multiply(diff(edges), sum(counts))) : counts, edges };
}

/** Options of `bincount`. */
export interface BincountOptions {
  /** How much each element counts; default 1. */
  readonly weights?: ArrayLike;
  /** The length of the result, at least; default 0. */
  readonly minlength?: number;
}

/**
 * How often each integer from 0 to the largest occurs. Throws `ArgumentError` for negative elements, and what are no integers.
 *
 * @example
 * await (await np.bincount([0, 1, 1, 3])).tolist(); // [1, 2, 0, 1]
 */
export async function bincount(x: ArrayLike, options?: BincountOptions): Promise<NDArray> {
  const given = toArray(x, 'bincount');
  const weights = weightsFor(given, options?.weights, 'bincount');
  const a = typeof x !== 'object' || 'dtype' in x ? given : astype(given, int64);
  if (a.ndim !== 1) throw new ShapeError(`bincount: expected a vector, got shape ${formatShape(a.shape)}`);
  if (a.dtype.kind === 'float') throw new ArgumentError(`bincount: expected integers, got ${a.dtype.name}; convert with astype`);
  const [low, high] = a.size === 0 ? [0, -1] : (await Promise.all([item(min(a)), item(max(a))])).map(Number);
  if (low < 0) throw new ArgumentError(`bincount: expected integers of at least 0, got ${low}`);
  const length = Math.max(high + 1, options?.minlength ?? 0);
  return sums(a, weights, length);
}
