/** How many values lie in each bin, of one axis or of several. */

import {
  ArgumentError,
  type ByPlace,
  byPlace,
  either,
  FLAG,
  type Kind,
  kind,
  listed,
  listOf,
  NUMBER,
  type OptionKinds,
  optional,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { add, divide, multiply, square } from '../arithmetic.js';
import { astype } from '../assign.js';
import { sums } from '../bins.js';
import { type ArrayLike, toArray } from '../convert.js';
import { diff } from '../differences.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, isArrayLike } from '../positional.js';
import { itemSync } from '../read.js';
import { sum } from '../reductions.js';
import { ravel, reshape } from '../reshape.js';
import { BIN_RULE, type BinRule, binCount } from './bin-rules.js';
import { binned, edgesOf, weightsFor } from './binning.js';

/** Options of `histogram`. */
export interface HistogramOptions {
  /** How many bins of equal width (default 10), a rule that finds how many suit the values, or their edges in ascending order. */
  readonly bins?: number | BinRule | ArrayLike;
  /** Where the bins begin and end; default: the smallest and largest element. */
  readonly range?: readonly [number, number];
  /** How much each element counts; default 1. */
  readonly weights?: ArrayLike;
  /** A probability density, with an integral of 1, rather than counts; default false. */
  readonly density?: boolean;
}
function isPair(given: unknown): given is readonly [number, number] {
  return Array.isArray(given) && given.length === 2 && given.every((n) => typeof n === 'number');
}

const PAIR: Kind<readonly [number, number]> = kind('a range of two numbers', isPair);
const BINS = either(BIN_RULE, ARRAY);
const HISTOGRAM_OPTIONS: OptionKinds<HistogramOptions> = { bins: BINS, range: PAIR, weights: ARRAY, density: FLAG };

/** The result of `histogram`. */
export interface Histogram extends ByPlace<NDArray> {
  readonly counts: NDArray;
  /** One more than there are bins. */
  readonly edges: NDArray;
}

/**
 * How many elements lie in each bin, which has its lower edge and not its upper one, except for the last, which has both. NaN is in
 * no bin of given edges or of a given range. Counts are int64; weights and densities are floats. A rule for bins waits for the values. Throws
 * `ArgumentError` for weights beside a rule, and `DeviceError` for a rule on a device that cannot block.
 *
 * @example
 * const { counts, edges } = np.histogram([1, 2, 1, 4], { bins: 3 });
 * await counts.tolist(); // [2, 1, 1]
 * await edges.tolist();  // [1, 2, 3, 4]
 */
export const histogram = takes(
  'histogram',
  ARRAY,
  byPlace(HISTOGRAM_OPTIONS, 'bins'),
  byPlace(HISTOGRAM_OPTIONS, 'range'),
)(
  (
    x: ArrayLike,
    given?: BinRule | ArrayLike | HistogramOptions,
    more?: HistogramOptions['range'] | HistogramOptions,
  ): Histogram => {
    const options = histogramOptions(given, more);
    const a = toArray(x, 'histogram');
    const { bins = 10, range, density = false } = options ?? {};
    const weights = weightsFor(a, options?.weights, 'histogram');
    if (weights !== null && typeof bins === 'string')
      throw new ArgumentError(
        `histogram: bins '${bins}' are counted by the values alone; say how many bins there are beside weights`,
      );
    const values = ravel(a);
    const { edges, at } = binned(values, counted(values, bins, range), range, 'histogram');
    const count = edges.size - 1;
    const counts = part(sums(at, weights, count + 2), 0, 1, count);
    return listed('histogram', { counts: density ? divide(counts, multiply(diff(edges), sum(counts))) : counts, edges });
  },
);

/** Bins with their number in place of a rule. */
function counted(values: NDArray, bins: number | BinRule | ArrayLike, range: HistogramOptions['range']): number | ArrayLike {
  if (typeof bins !== 'string') return bins;
  return binCount(values, bins, range, (x, count) => {
    const { at } = binned(x, count, range, 'histogram');
    return Number(itemSync(sum(square(part(sums(at, null, count + 2), 0, 1, count)))));
  });
}

function histogramOptions(
  given: BinRule | ArrayLike | HistogramOptions | undefined,
  more?: HistogramOptions['range'] | HistogramOptions,
): HistogramOptions | undefined {
  const first = typeof given === 'string' || isArrayLike(given) ? { bins: given } : given;
  if (more === undefined) return first;
  return byName('histogram', first?.bins, 'bins', isPair(more) ? { range: more } : more) as HistogramOptions;
}

const EDGE_OPTIONS: OptionKinds<Pick<HistogramOptions, 'bins' | 'range'>> = { bins: BINS, range: PAIR };

/**
 * The edges of the bins that `histogram` would count in; a rule for bins waits for the values, as there.
 *
 * @example
 * await np.histogramBinEdges([1, 2, 4], { bins: 3 }).tolist(); // [1, 2, 3, 4]
 */
export const histogramBinEdges = takes(
  'histogramBinEdges',
  ARRAY,
  byPlace(EDGE_OPTIONS, 'bins'),
)((x: ArrayLike, given?: BinRule | ArrayLike | Pick<HistogramOptions, 'bins' | 'range'>): NDArray => {
  const { bins = 10, range } = histogramOptions(given) ?? {};
  const values = ravel(toArray(x, 'histogramBinEdges'));
  return edgesOf(values, counted(values, bins, range), range, 'histogramBinEdges');
});

/** Options of `histogramdd` and `histogram2d`. */
export interface JointHistogramOptions {
  /** For all axes, or for each: how many bins of equal width (default 10), or their edges in ascending order. */
  readonly bins?: number | readonly (number | ArrayLike)[];
  /** Where the bins of each axis begin and end; default: the smallest and largest of its values. */
  readonly range?: readonly (readonly [number, number] | undefined)[];
  /** How much each point counts; default 1. */
  readonly weights?: ArrayLike;
  /** A probability density, with an integral of 1, rather than counts; default false. */
  readonly density?: boolean;
}
const JOINT_HISTOGRAM_OPTIONS: OptionKinds<JointHistogramOptions> = {
  bins: either(NUMBER, listOf(ARRAY)),
  range: listOf(optional(PAIR)),
  weights: ARRAY,
  density: FLAG,
};

/** The result of `histogramdd`. */
export interface JointHistogram extends ByPlace<NDArray | NDArray[]> {
  /** An axis for each of the points'. */
  readonly counts: NDArray;
  /** For each axis one more than it has bins. */
  readonly edges: NDArray[];
}

/**
 * How many points lie in each bin of several axes, as `histogram` counts in one. Points are the rows of a matrix. Throws `ShapeError`
 * unless they are, `ArgumentError` unless there are bins and ranges for each axis.
 *
 * @example
 * const { counts } = np.histogramdd([[0, 0], [0, 1], [1, 1]], { bins: 2 });
 * await counts.tolist(); // [[1, 1], [0, 1]]
 */
export const histogramdd = takes(
  'histogramdd',
  ARRAY,
  options(JOINT_HISTOGRAM_OPTIONS),
)((points: ArrayLike, options?: JointHistogramOptions): JointHistogram => {
  const a = toArray(points, 'histogramdd');
  if (a.ndim !== 2) throw new ShapeError(`histogramdd: expected a row for each point, got shape ${formatShape(a.shape)}`);
  const axes = Array.from({ length: a.shape[1] }, (_, k) => reshape(part(a, 1, k, 1), [a.shape[0]]));
  return listed('histogramdd', joint(axes, options ?? {}, 'histogramdd'));
});

/** The result of `histogram2d`; by place it is counts, edges along x, edges along y. */
export interface PlaneHistogram extends ByPlace<NDArray> {
  readonly counts: NDArray;
  /** Along x and along y: one more than there are bins. */
  readonly edges: NDArray[];
}

/**
 * How many of the points `(x[i], y[i])` lie in each bin of two axes; as `histogramdd`.
 *
 * @example
 * const { counts, edges } = np.histogram2d([0, 0, 1], [0, 1, 1], { bins: 2 });
 * await counts.tolist(); // [[1, 1], [0, 1]]
 */
export const histogram2d = takes(
  'histogram2d',
  ARRAY,
  ARRAY,
  options(JOINT_HISTOGRAM_OPTIONS),
)((x: ArrayLike, y: ArrayLike, options?: JointHistogramOptions): PlaneHistogram => {
  const axes = [toArray(x, 'histogram2d'), toArray(y, 'histogram2d')];
  if (axes.some((a) => a.ndim !== 1) || axes[0].size !== axes[1].size) {
    const [first, second] = axes.map((a) => formatShape(a.shape));
    throw new ShapeError(`histogram2d: expected two vectors of one size, got shapes ${first} and ${second}`);
  }
  const found = joint(axes, options ?? {}, 'histogram2d');
  return listed('histogram2d', found, ({ counts, edges }) => [counts, ...edges]) as PlaneHistogram;
});

function joint(
  axes: readonly NDArray[],
  options: JointHistogramOptions,
  operation: string,
): { counts: NDArray; edges: NDArray[] } {
  const { bins = 10, range, density = false } = options;
  const each = typeof bins === 'number' ? axes.map(() => bins) : bins;
  if (each.length !== axes.length || axes.length === 0 || (range !== undefined && range.length !== axes.length))
    throw new ArgumentError(`${operation}: expected bins, and ranges, for each of ${axes.length} axes`);
  const found = axes.map((values, k) => binned(values, each[k], range?.[k], operation));
  const edges = found.map((axis) => axis.edges);
  // Each axis has a place before its bins and one behind them.
  const shape = edges.map((axis) => axis.size + 1);
  const at = found.reduce<NDArray | null>(
    (so, axis, k) => (so === null ? axis.at : add(multiply(so, BigInt(shape[k])), axis.at)),
    null,
  );
  const cells = shape.reduce((n, size) => n * size, 1);
  const all = reshape(
    sums(astype(at ?? axes[0], int64, { copy: false }), weightsFor(axes[0], options.weights, operation), cells),
    shape,
  );
  const counts = astype(
    shape.reduce<NDArray>((so, size, k) => part(so, k, 1, size - 2), all),
    'float64',
  );
  if (!density) return { counts, edges };
  const widths = edges.map((axis, k) =>
    reshape(
      diff(axis),
      edges.map((other, i) => (i === k ? other.size - 1 : 1)),
    ),
  );
  const volumes = widths.reduce((so, width) => multiply(so, width));
  return { counts: divide(divide(counts, volumes), sum(counts)), edges };
}
