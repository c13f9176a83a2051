/** Ranges with factors as steps, and matrices made of a vector. */

import {
  ArgumentError,
  byPlace,
  describe,
  FLAG,
  INTEGER,
  NUMBER,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { int64, promote } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { multiply, pow, sign } from '../arithmetic.js';
import { assign, astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, dtypeOption, toArray } from '../convert.js';
import { type DTypeOption, zeros } from '../creation.js';
import { log2 } from '../exponential.js';
import { ARRAY, DTYPE_LIKE, K } from '../kinds.js';
import { diagonal, expandDims, moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { isScalar } from '../operand.js';
import { part } from '../part.js';
import { byName, byPlaces, type Positional } from '../positional.js';
import { arange } from '../ranges.js';
import { reshape } from '../reshape.js';
import { linspace } from '../spaced.js';
import { floatPair } from './operands.js';

/** Options of `geomspace`. */
export interface GeomspaceOptions extends DTypeOption {
  /** How many numbers; default 50. */
  readonly num?: number;
  /** Whether the last number is `stop`; default true. */
  readonly endpoint?: boolean;
  /** Where the axis of the numbers lies in the result, beside the axes of arrays as ends; default 0. */
  readonly axis?: number;
}
const GEOMSPACE_OPTIONS: OptionKinds<GeomspaceOptions> = { num: NUMBER, endpoint: FLAG, axis: INTEGER, dtype: DTYPE_LIKE };
/** Options of `logspace`. */
export interface LogspaceOptions extends GeomspaceOptions {
  /** The base of the powers; default 10. An array broadcasts with the ends. */
  readonly base?: ArrayLike;
}
const LOGSPACE_OPTIONS: OptionKinds<LogspaceOptions> = { ...GEOMSPACE_OPTIONS, base: ARRAY };

/**
 * Numbers from `base^start` to `base^stop`, each the same factor larger than the last. Arrays as ends broadcast, and the numbers lie along a
 * new axis, the first unless `axis` says otherwise. `dtype` defaults to the ends' float dtype; integers are truncated.
 *
 * @example
 * await np.logspace(0, 2, 3).tolist();             // [1, 10, 100]
 * await np.logspace(0, [1, 2], 2).tolist();        // [[1, 1], [10, 100]]
 */
export const logspace = takes(
  'logspace',
  ARRAY,
  ARRAY,
  byPlace(LOGSPACE_OPTIONS, 'num'),
  byPlace(LOGSPACE_OPTIONS, 'endpoint'),
  byPlace(LOGSPACE_OPTIONS, 'base'),
  options(LOGSPACE_OPTIONS),
)(
  (
    start: ArrayLike,
    stop: ArrayLike,
    how?: LogspaceOptions | number,
    more?: LogspaceOptions | boolean,
    root?: LogspaceOptions | ArrayLike,
    rest?: LogspaceOptions,
  ): NDArray => {
    const given = byPlaces<LogspaceOptions>('logspace', ['num', 'endpoint', 'base'], [how, more, root, rest]);
    const { base = 10, dtype, axis = 0, ...spaced } = given;
    const to = dtypeOption(dtype);
    const roots = isScalar(base) ? base : toArray(base, 'logspace');
    const rank = isScalar(roots) ? 0 : roots.ndim;
    const ends = [start, stop].map((end) => (rank === 0 ? end : withAxes(toArray(end, 'logspace'), rank)));
    const powers = linspace(ends[0], ends[1], { ...spaced, axis });
    const values = pow(rank === 0 ? roots : expandDims(withAxes(roots as NDArray, powers.ndim - 1), { axis }), powers);
    return to === undefined ? values : astype(values, to, { copy: false });
  },
);

/** An array with axes of size 1 in front, until there are `rank`. */
function withAxes(x: NDArray, rank: number): NDArray {
  return x.ndim >= rank ? x : reshape(x, [...new Array<number>(rank - x.ndim).fill(1), ...x.shape]);
}

/**
 * Numbers from `start` to `stop`, each the same factor larger than the last; the ends are exact. Arrays as ends broadcast, and the numbers lie
 * along a new axis, the first unless `axis` says otherwise. `dtype` defaults to the ends' float dtype; integers are truncated. Throws
 * `ArgumentError` when an end is the number 0 or two numbers differ in sign; beside such elements of arrays the numbers between are NaN.
 *
 * @example
 * await np.geomspace(1, 8, 4).tolist();       // [1, 2, 4, 8]
 * await np.geomspace(1, [4, 9], 3).tolist();  // [[1, 1], [2, 3], [4, 9]]
 */
export const geomspace = takes(
  'geomspace',
  ARRAY,
  ARRAY,
  byPlace(GEOMSPACE_OPTIONS, 'num'),
  byPlace(GEOMSPACE_OPTIONS, 'endpoint'),
  options(GEOMSPACE_OPTIONS),
)(
  (
    start: ArrayLike,
    stop: ArrayLike,
    how?: GeomspaceOptions | number,
    more?: GeomspaceOptions | boolean,
    rest?: GeomspaceOptions,
  ): NDArray => {
    const given = byPlaces<GeomspaceOptions>('geomspace', ['num', 'endpoint'], [how, more, rest]);
    const { dtype, axis = 0, num = 50, endpoint = true } = given;
    if ([start, stop].some((end) => isScalar(end) && Number(end) === 0) || differInSign(start, stop))
      throw new ArgumentError(`geomspace: expected ends of one sign, not 0, got ${describe(start)} and ${describe(stop)}`);
    const to = dtypeOption(dtype);
    const [first, last] = floatPair(start, stop, 'geomspace');
    const rank = Math.max(first.ndim, last.ndim) + 1;
    const at = axisArgument(axis, rank, 'geomspace');
    const side = sign(first);
    const exponents = linspace(log2(multiply(first, side)), log2(multiply(last, side)), { num, endpoint });
    const values = multiply(pow(2, exponents), side);
    if (num > 0) assign(part(values, 0, 0, 1), first);
    if (num > 1 && endpoint) assign(part(values, 0, num - 1, 1), last);
    return astype(moveaxis(values, 0, at), to ?? values.dtype, { copy: false });
  },
);

function differInSign(start: ArrayLike, stop: ArrayLike): boolean {
  return isScalar(start) && isScalar(stop) && Math.sign(Number(start)) * Math.sign(Number(stop)) <= 0;
}

/**
 * A matrix with the vector `x` on its k-th diagonal (default the main one), or the k-th diagonal of a matrix, as a view. Throws
 * `ShapeError` for other arrays.
 *
 * @example
 * await np.diag([1, 2]).tolist();           // [[1, 0], [0, 2]]
 * await np.diag([[1, 2], [3, 4]]).tolist(); // [1, 4]
 */
export const diag = takes(
  'diag',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<{ readonly k?: number }, 'k'>): NDArray => {
  const options = byName('diag', how, 'k');
  const a = toArray(x, 'diag');
  const k = options?.k ?? 0;
  if (!Number.isInteger(k)) throw new ArgumentError(`diag: expected an integer k, got ${k}`);
  if (a.ndim === 2) return diagonal(a, { k });
  if (a.ndim !== 1) throw new ShapeError(`diag: expected a vector or a matrix, got shape ${formatShape(a.shape)}`);
  const n = a.size + Math.abs(k);
  const out = zeros([n, n], { dtype: a.dtype });
  if (a.size > 0) assign(diagonal(out, { k }), a);
  return out;
});

/** Options of `vander`. */
export interface VanderOptions {
  /** Columns; default as many as elements. */
  readonly n?: number;
  /** Powers from 0 up, rather than down to 0; default false. */
  readonly increasing?: boolean;
}
const VANDER_OPTIONS: OptionKinds<VanderOptions> = { n: NUMBER, increasing: FLAG };

/**
 * The Vandermonde matrix of a vector: its powers as columns. Throws `ShapeError` unless `x` is a vector, `ArgumentError` unless `n`
 * is an integer of at least 0.
 *
 * @example
 * await np.vander([1, 2, 3], { n: 3 }).tolist(); // [[1, 1, 1], [4, 2, 1], [9, 3, 1]]
 */
export const vander = takes(
  'vander',
  ARRAY,
  byPlace(VANDER_OPTIONS, 'n'),
  options(VANDER_OPTIONS),
)((x: ArrayLike, how?: Positional<VanderOptions, 'n'>, more?: Omit<VanderOptions, 'n'>): NDArray => {
  const options = byName('vander', how, 'n', more);
  const a = toArray(x, 'vander');
  if (a.ndim !== 1) throw new ShapeError(`vander: expected a vector, got shape ${formatShape(a.shape)}`);
  const { n = a.size, increasing = false } = options ?? {};
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`vander: expected an integer of at least 0 columns, got ${n}`);
  const powers = increasing ? arange(n) : arange(n - 1, -1, -1);
  const dtype = promote(a.dtype, int64);
  return pow(expandDims(astype(a, dtype, { copy: false }), { axis: 1 }), astype(powers, dtype, { copy: false }));
});
