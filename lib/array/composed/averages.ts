/** Weighted means, covariances and correlations. */

import { byPlace, FLAG, INTEGER, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { bool, float64 } from '../../dtype/index.js';
import { formatShape, sameShape } from '../../shape/index.js';
import { apply } from '../apply.js';
import { divide, multiply } from '../arithmetic.js';
import { astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { common } from '../default-dtypes.js';
import { type Axis, Fold } from '../fold.js';
import { floatFormula } from '../formula.js';
import { concat } from '../join.js';
import { ARRAY, AXES } from '../kinds.js';
import { broadcastTo, diagonal, expandDims, matrixTranspose } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { accumulator, reduce, sum } from '../reductions.js';
import { reshape } from '../reshape.js';
import { mean } from '../statistics.js';

/** Options of `average`. */
export interface AverageOptions {
  /** Which axes; default: all. */
  readonly axis?: Axis;
  /** Of the array's shape, or of one axis when `axis` names one; default: all elements count the same. */
  readonly weights?: ArrayLike;
  /** Whether reduced axes stay, with size 1; default false. */
  readonly keepdims?: boolean;
}
const AVERAGE_OPTIONS: OptionKinds<AverageOptions> = { axis: AXES, weights: ARRAY, keepdims: FLAG };

/**
 * The weighted mean over axes: the sum of elements times weights over the sum of weights. Throws `ShapeError` when the weights
 * have neither the array's shape nor that of the one axis.
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
)((x: ArrayLike, how?: Positional<AverageOptions, 'axis'>, more?: Omit<AverageOptions, 'axis'>): NDArray => {
  const options = byName('average', how, 'axis', more);
  const a = toArray(x, 'average');
  const { axis, weights, keepdims } = options ?? {};
  if (weights === undefined) return mean(a, { axis, keepdims });
  const w = weightsFor(a, toArray(weights, 'average'), axis);
  const wide = broadcastTo(w, a.shape);
  const weighted = reduce(weightedFold, [a, wide], accumulator(common(a.dtype, w.dtype)), { axis, keepdims });
  return divide(weighted, sum(wide, { axis, keepdims }));
});

/** Products are of the common dtype of both: bools as `and`. */
const weightedFold = new Fold('average', 'sum', (b, operands, compute) => {
  const own = common(operands[0].dtype, operands[1].dtype);
  const [x, w] = operands.map((v) => b.cast(v, own));
  return b.cast(b.binary(own === bool ? 'and' : 'mul', x, w), compute);
});

function weightsFor(a: NDArray, w: NDArray, axis: Axis): NDArray {
  if (sameShape(w.shape, a.shape)) return w;
  const at = typeof axis === 'number' ? axisArgument(axis, a.ndim, 'average') : -1;
  if (at < 0 || w.ndim !== 1 || w.shape[0] !== a.shape[at]) {
    throw new ShapeError(
      `average: weights of shape ${formatShape(w.shape)} fit neither ${formatShape(a.shape)} nor its axis; give an axis for 1-d weights`,
    );
  }
  return reshape(
    w,
    a.shape.map((n, i) => (i === at ? n : 1)),
  );
}

/** Options of `corrcoef`. */
export interface CorrelationOptions {
  /** More variables, of as many observations; it may also be given by place. */
  readonly y?: ArrayLike;
  /** Whether rows are variables and columns observations (the default), or the other way round. */
  readonly rowvar?: boolean;
}
const CORRELATION_OPTIONS: OptionKinds<CorrelationOptions> = { y: ARRAY, rowvar: FLAG };

/** Options of `cov`. */
export interface CovOptions extends CorrelationOptions {
  /** Divide by n - correction; default 1, the unbiased estimate. */
  readonly correction?: number;
  /** NumPy's name for `correction`. */
  readonly ddof?: number;
}
const COV_OPTIONS: OptionKinds<CovOptions> = { ...CORRELATION_OPTIONS, correction: INTEGER, ddof: INTEGER };

/** Variables as rows, in float64. */
function variables(x: ArrayLike, y: ArrayLike | undefined, rowvar: boolean, operation: string): NDArray {
  const rows = [x, ...(y === undefined ? [] : [y])].map((given) => {
    const a = toArray(given, operation);
    if (a.ndim > 2) throw new ShapeError(`${operation}: expected at most 2 axes, got shape ${formatShape(a.shape)}`);
    const matrix = a.ndim === 2 ? a : expandDims(a.ndim === 0 ? reshape(a, [1]) : a, { axis: 0 });
    return rowvar || a.ndim < 2 ? matrix : matrixTranspose(matrix);
  });
  const joined = rows.length === 1 ? rows[0] : concat(rows);
  return astype(joined, float64, { copy: false });
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
  const rows = variables(x, options?.y, options?.rowvar ?? true, 'cov');
  const away = apply(awayUfunc, [rows, sum(rows, { axis: 1, keepdims: true }), rows.shape[1]]);
  const products = productsOf(away);
  const found = divide(products, Math.max(0, rows.shape[1] - (options?.correction ?? options?.ddof ?? 1)));
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
