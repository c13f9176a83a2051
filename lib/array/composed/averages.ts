/** Weighted means, covariances and correlations. */

import { byPlace, DTypeError, FLAG, INTEGER, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { formatShape, sameShape } from '../../shape/index.js';
import { apply } from '../apply.js';
import { divide, maximum, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type ArrayLike, dtypeOption, toArray } from '../convert.js';
import { type DTypeOption, fullLike } from '../creation.js';
import { common } from '../default-dtypes.js';
import { type Axis, Fold } from '../fold.js';
import { floatFormula } from '../formula.js';
import { concat } from '../join.js';
import { ARRAY, AXES, DTYPE } from '../kinds.js';
import { broadcastTo, diagonal, expandDims, matrixTranspose } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { reduce, sum } from '../reductions.js';
import { reshape } from '../reshape.js';
import { mean } from '../statistics.js';
import { alongAxes } from './weight-axes.js';

/** Options of `average`. */
export interface AverageOptions {
  /** Which axes; default: all. */
  readonly axis?: Axis;
  /** Of the array's shape, or of the shape of the axes that `axis` names, in their order; default: all elements count the same. */
  readonly weights?: ArrayLike;
  /** Whether reduced axes stay, with size 1; default false. */
  readonly keepdims?: boolean;
  /** Whether the sums of the weights are given, too, as the second of two results; default false. */
  readonly returned?: boolean;
}
const AVERAGE_OPTIONS: OptionKinds<AverageOptions> = { axis: AXES, weights: ARRAY, keepdims: FLAG, returned: FLAG };
interface Average {
  (x: ArrayLike, how: AverageOptions & { readonly returned: true }): [NDArray, NDArray];
  (x: ArrayLike, axis: Axis, more: AverageOptions & { readonly returned: true }): [NDArray, NDArray];
  (x: ArrayLike, how?: Positional<AverageOptions, 'axis'>, more?: Omit<AverageOptions, 'axis'>): NDArray;
}

/**
 * The weighted mean over axes: the sum of elements times weights over the sum of weights. Throws `ShapeError` when the weights
 * have neither the array's shape nor that of the axes.
 *
 * @example
 * await np.average([1, 2, 6]).item();                          // 3
 * await np.average([1, 2, 6], { weights: [1, 1, 2] }).item();  // 3.75
 */
export const average = takes(
  'average',
  ARRAY,
  byPlace(AVERAGE_OPTIONS, 'axis'),
  options(AVERAGE_OPTIONS),
)((x: ArrayLike, how?: Positional<AverageOptions, 'axis'>, more?: Omit<AverageOptions, 'axis'>): NDArray | [NDArray, NDArray] => {
  const options = byName('average', how, 'axis', more);
  const a = toArray(x, 'average');
  const { axis, weights, keepdims, returned } = options ?? {};
  if (weights === undefined) {
    const found = mean(a, { axis, keepdims });
    return returned === true ? [found, fullLike(found, found.size === 0 ? 0 : a.size / found.size)] : found;
  }
  const w = weightsFor(a, toArray(weights, 'average'), axis);
  const wide = broadcastTo(w, a.shape);
  const dtype = a.dtype.kind === 'float' ? common(a.dtype, w.dtype) : common(common(a.dtype, w.dtype), float64);
  const products = reduce(weightedFold, [a, wide], dtype, { axis, keepdims });
  const total = sum(wide, { axis, keepdims, dtype });
  const found = divide(products, total);
  return returned === true ? [found, astype(total, found.dtype, { copy: false })] : found;
}) as Average;

/** Products are of the dtype of the result: products of integers do not wrap around. */
const weightedFold = new Fold('average', 'sum', (b, [x, w], compute) => b.mul(b.cast(x, compute), b.cast(w, compute)));

function weightsFor(a: NDArray, w: NDArray, axis: Axis): NDArray {
  if (sameShape(w.shape, a.shape)) return w;
  const spread = alongAxes(w, a, axis, 'average');
  if (spread !== null) return spread;
  throw new ShapeError(
    `average: weights of shape ${formatShape(w.shape)} fit neither ${formatShape(a.shape)} nor its axis; give an axis for 1-d weights`,
  );
}

/** Options of `corrcoef`. */
export interface CorrelationOptions extends DTypeOption {
  /** More variables, of as many observations; it may also be given by place. */
  readonly y?: ArrayLike;
  /** Whether rows are variables and columns observations (the default), or the other way round. */
  readonly rowvar?: boolean;
}
const CORRELATION_OPTIONS: OptionKinds<CorrelationOptions> = { y: ARRAY, rowvar: FLAG, ...DTYPE };

/** Options of `cov`. */
export interface CovOptions extends CorrelationOptions {
  /** Divide by n - correction; default 1, the unbiased estimate. */
  readonly correction?: number;
  /** NumPy's name for `correction`. */
  readonly ddof?: number;
  /** Whether `correction` is 0 where it is not given; default false. */
  readonly bias?: boolean;
  /** How often each observation counts: a vector; default once. */
  readonly fweights?: ArrayLike;
  /** Weights of observations, a vector; default: all the same. */
  readonly aweights?: ArrayLike;
}
const COV_OPTIONS: OptionKinds<CovOptions> = {
  ...CORRELATION_OPTIONS,
  correction: INTEGER,
  ddof: INTEGER,
  bias: FLAG,
  fweights: ARRAY,
  aweights: ARRAY,
};

/** Variables as rows, in float64 or the dtype of the options. */
function variables(x: ArrayLike, { y, rowvar = true, dtype }: CorrelationOptions, operation: string): NDArray {
  const rows = [x, ...(y === undefined ? [] : [y])].map((given) => {
    const a = toArray(given, operation);
    if (a.ndim > 2) throw new ShapeError(`${operation}: expected at most 2 axes, got shape ${formatShape(a.shape)}`);
    const matrix = a.ndim === 2 ? a : expandDims(a.ndim === 0 ? reshape(a, [1]) : a, { axis: 0 });
    return rowvar || a.ndim < 2 ? matrix : matrixTranspose(matrix);
  });
  const joined = rows.length === 1 ? rows[0] : concat(rows);
  const to = dtypeOption(dtype) ?? float64;
  if (to.kind !== 'float') throw new DTypeError(`${operation}: expected a dtype of floats, got ${to.name}`);
  return astype(joined, to, { copy: false });
}

/** Weights of `count` observations as a row of floats. Throws `ShapeError`. */
function rowOf(weights: ArrayLike, count: number, name: string): NDArray {
  const w = toArray(weights, 'cov');
  if (w.ndim !== 1 || w.size !== count)
    throw new ShapeError(`cov: ${name} of shape ${formatShape(w.shape)} are not one for each of ${count} observations`);
  return expandDims(astype(w, float64, { copy: false }), { axis: 0 });
}

/** The covariances of rows of which observations have weights: over the sum of the weights, less the correction. */
function weighted(rows: NDArray, { fweights, aweights }: CovOptions, correction: number): NDArray {
  const count = rows.shape[1];
  const own = aweights === undefined ? null : rowOf(aweights, count, 'aweights');
  const times = fweights === undefined ? null : rowOf(fweights, count, 'fweights');
  const w = own === null ? (times as NDArray) : times === null ? own : multiply(times, own);
  const total = sum(w);
  const lost = own === null ? correction : divide(multiply(sum(multiply(w, own)), correction), total);
  const away = subtract(rows, divide(sum(multiply(rows, w), { axis: 1, keepdims: true }), total));
  const found = divide(matmul(away, matrixTranspose(multiply(away, w))), maximum(subtract(total, lost), 0));
  return astype(found, rows.dtype, { copy: false });
}

/** Distances from means, of which the sums are given, and the number of elements. */
const awayUfunc = floatFormula('cov', 3, (e, [x, sums, count]) => e.sub(x, e.div(sums, count)));

/** Covariances over the deviations of both variables, from -1 to 1. */
const correlationUfunc = floatFormula('corrcoef', 3, (e, [c, first, second], d) => {
  const scaled = e.div(e.div(c, e.sqrt(first)), e.sqrt(second));
  return e.min(e.max(scaled, e.const(-1, d)), e.const(1, d));
});

/** Fewer long rows are read sooner than they are put into a product's blocks. */
const FEW_ROWS = 4;
const LONG = 256;

/** Of each row with each. */
function productsOf(rows: NDArray): NDArray {
  const [count, length] = rows.shape;
  if (count > FEW_ROWS || length < LONG) return matmul(rows, matrixTranspose(rows));
  return sum(multiply(expandDims(rows, { axis: 1 }), expandDims(rows, { axis: 0 })), { axis: 2 });
}

/**
 * The covariance matrix of the variables in `x`, and in `y` if given: 0-d for one variable. Throws `ShapeError` for more than two axes.
 *
 * @example
 * await np.cov([[0, 1, 2], [2, 1, 0]]).tolist(); // [[1, -1], [-1, 1]]
 */
export const cov = takes(
  'cov',
  ARRAY,
  byPlace(COV_OPTIONS, 'y'),
  options(COV_OPTIONS),
)((x: ArrayLike, how?: Positional<CovOptions, 'y'>, more?: Omit<CovOptions, 'y'>): NDArray => {
  const options = byName('cov', how, 'y', more) as CovOptions | undefined;
  const rows = variables(x, options ?? {}, 'cov');
  const correction = options?.correction ?? options?.ddof ?? (options?.bias === true ? 0 : 1);
  if (options?.fweights !== undefined || options?.aweights !== undefined) {
    const found = weighted(rows, options, correction);
    return rows.shape[0] === 1 ? reshape(found, []) : found;
  }
  const away = apply(awayUfunc, [rows, sum(rows, { axis: 1, keepdims: true }), rows.shape[1]]);
  const products = productsOf(away);
  const found = divide(products, Math.max(0, rows.shape[1] - correction));
  return rows.shape[0] === 1 ? reshape(found, []) : found;
});

/**
 * The correlation matrix of the variables in `x`, and in `y` if given: covariances over the standard deviations of both.
 *
 * @example
 * await np.corrcoef([[0, 1, 2], [4, 2, 0]]).tolist(); // [[1, -1], [-1, 1]]
 */
export const corrcoef = takes(
  'corrcoef',
  ARRAY,
  byPlace(CORRELATION_OPTIONS, 'y'),
  options(CORRELATION_OPTIONS),
)((x: ArrayLike, how?: Positional<CorrelationOptions, 'y'>, more?: Omit<CorrelationOptions, 'y'>): NDArray => {
  const c = cov(x, byName('corrcoef', how, 'y', more) as CorrelationOptions | undefined);
  if (c.ndim === 0) return divide(c, c);
  const variances = diagonal(c);
  return apply(correlationUfunc, [c, expandDims(variances, { axis: 1 }), variances]);
});
