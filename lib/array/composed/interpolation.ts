/** Values between given points, and the intervals that values fall into. */

import { ArgumentError, FLAG, NUMBER, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape } from '../../shape/index.js';
import type { ArgSpec } from '../../task/index.js';
import { apply } from '../apply.js';
import { add, remainder, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { greaterEqual, lessEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { floatFormula } from '../formula.js';
import { take } from '../gather.js';
import { GatherKind } from '../gather-kind.js';
import { concat } from '../join.js';
import { ARRAY } from '../kinds.js';
import { logicalOr } from '../logic.js';
import { flip } from '../manipulate.js';
import { allocate, type NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { all } from '../reductions.js';
import { required } from '../required.js';
import { ravel, reshape } from '../reshape.js';
import { routineKind } from '../routine-kind.js';
import { searchsorted } from '../search.js';
import { where } from '../select.js';
import { argsort } from '../sorting.js';

/** Options of `interp`. */
export interface InterpOptions {
  /** The value to the left of all points; default that of the first. */
  readonly left?: number;
  /** The value to the right of all points; default that of the last. */
  readonly right?: number;
  /** The period of the function: points may come in any order, and lie anywhere; `left` and `right` have no meaning then. Default: none. */
  readonly period?: number;
}
const INTERP_OPTIONS: OptionKinds<InterpOptions> = { left: NUMBER, right: NUMBER, period: NUMBER };

/**
 * The piecewise linear function through the points (xp, fp), at `x`, in float64. `xp` must increase, without a `period`. NaN gives NaN. Throws
 * `ShapeError` unless `xp` and `fp` are vectors of one length, not 0.
 *
 * @example
 * await np.interp([0.5, 1.5, 9], [0, 1, 2], [0, 10, 30]).tolist(); // [5, 20, 30]
 */
export const interp = takes(
  'interp',
  ARRAY,
  ARRAY,
  ARRAY,
  options(INTERP_OPTIONS),
)((x: ArrayLike, xp: ArrayLike, fp: ArrayLike, options?: InterpOptions): NDArray => {
  const given = [x, xp, fp].map((one) => astype(toArray(one, 'interp'), float64, { copy: false }));
  const { period, left, right } = options ?? {};
  if (period === 0) throw new ArgumentError('interp: expected a period other than 0');
  const [at, xs, ys] = period === undefined || given[1].ndim !== 1 ? given : around(given, Math.abs(period));
  if (xs.ndim !== 1 || ys.ndim !== 1 || xs.size !== ys.size || xs.size === 0) {
    throw new ShapeError(
      `interp: expected points as two vectors of one length, got ${formatShape(xs.shape)} and ${formatShape(ys.shape)}`,
    );
  }
  const n = xs.size;
  if (n > 1 && at.size >= n && runtime().device.routine(ROUTINE) >= 0)
    return interpolated(at, xs, ys, period === undefined ? options : undefined);
  const found = searchsorted(xs, at, { side: 'right' });
  const beyond = period === undefined ? [left, right] : [undefined, undefined];
  return between.make([xs, ys], [at, found], float64, [n - 1, ...beyond.flatMap(ends)]);
});

/** Points within one period in ascending order, with the last of them before it and the first behind it, and `x` within it. */
function around([x, xp, fp]: readonly NDArray[], period: number): readonly NDArray[] {
  const [at, places] = [x, xp].map((one) => remainder(one, period));
  if (places.size === 0 || places.size !== fp.size) return [at, places, fp];
  const order = argsort(places);
  const [xs, ys] = [places, fp].map((one) => take(one, order));
  const last = xs.size - 1;
  return [
    at,
    concat([subtract(part(xs, 0, last, 1), period), xs, add(part(xs, 0, 0, 1), period)]),
    concat([part(ys, 0, last, 1), ys, part(ys, 0, 0, 1)]),
  ];
}

/** Whether a value beyond an end is given, and the value. */
function ends(given: number | undefined): readonly [number, number] {
  return [Number(given !== undefined), given ?? 0];
}

/** On the line of the interval that `x` is in, or of the nearest one; beyond the ends their values. `found` counts the points up to `x`. */
const between = new GatherKind(
  'interp',
  [int64, float64, float64, float64, float64],
  (e, read, [x, found], [end, isLeft, left, isRight, right], d) => {
    const [none, one, nothing] = [e.const(0, int64), e.const(1, int64), e.const(0, d)];
    const low = e.max(e.min(e.sub(found, one), e.sub(end, one)), none);
    const high = e.min(e.add(low, one), end);
    const [first, last] = [none, end].map((at) => ({ x: read(0, at), y: read(1, at) }));
    const [x0, y0] = [read(0, low), read(1, low)];
    const slope = e.div(e.sub(read(1, high), y0), e.sub(read(0, high), x0));
    const inside = e.select(e.eq(end, none), e.mul(x, nothing), e.add(e.mul(slope, e.sub(x, x0)), y0));
    const beyond = e.select(e.ne(isRight, nothing), right, last.y);
    const before = e.select(e.ne(isLeft, nothing), left, first.y);
    const behind = e.select(e.eq(x, last.x), last.y, e.select(e.gt(x, last.x), beyond, inside));
    return e.select(e.lt(x, first.x), before, behind);
  },
);

const ROUTINE = 'interp_f64';
const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const args: readonly ArgSpec[] = [reads, reads, reads, reads, { privilege: 'write', access: 'whole' }];

const slopeUfunc = floatFormula('slope', 4, (e, [y1, y0, x1, x0]) => e.div(e.sub(y1, y0), e.sub(x1, x0)));

/** Interpolates values that are at least as many as the points, by a routine: slopes are found once. */
function interpolated(x: NDArray, xs: NDArray, ys: NDArray, options: InterpOptions | undefined): NDArray {
  const out = allocate(float64, [x.size]);
  const n = xs.size - 1;
  const slopes = apply(slopeUfunc, [part(ys, 0, 1, n), part(ys, 0, 0, n), part(xs, 0, 1, n), part(xs, 0, 0, n)]);
  const stores = [xs, ys, slopes, ravel(x), out];
  runtime().launch(routineKind('interp', ROUTINE, args), [x.size, xs.size], stores, [
    ...ends(options?.left),
    ...ends(options?.right),
  ]);
  return reshape(out, x.shape);
}

const DIGITIZE_OPTIONS: OptionKinds<{ readonly right?: boolean; readonly descending?: boolean }> = {
  right: FLAG,
  descending: FLAG,
};

/** How many descending edges are before each value, from the number of ascending ones. */
function fromEnd(edges: NDArray, x: ArrayLike, side: 'left' | 'right'): NDArray {
  return subtract(BigInt(edges.size), searchsorted(flip(edges), x, { side }));
}

/**
 * Number of the interval between `bins` that each element is in, as int64: 0 before the first bin, their count behind the last.
 * Bins ascend or descend, which `descending` says without their being looked at. An element that equals a bin counts to the interval right of it,
 * or left with `right: true`. Throws `ShapeError` unless bins are a vector; readers throw `IndexError` for bins in no order.
 *
 * @example
 * await np.digitize([0.5, 1, 7], [0, 1, 2]).tolist();                  // [1, 2, 3]
 * await np.digitize([0.5, 1, 7], [0, 1, 2], { right: true }).tolist(); // [1, 1, 3]
 */
export const digitize = takes(
  'digitize',
  ARRAY,
  ARRAY,
  options(DIGITIZE_OPTIONS),
)((x: ArrayLike, bins: ArrayLike, options?: { readonly right?: boolean; readonly descending?: boolean }): NDArray => {
  const edges = toArray(bins, 'digitize');
  if (edges.ndim !== 1) throw new ShapeError(`digitize: expected bins of 1 axis, got shape ${formatShape(edges.shape)}`);
  const side = options?.right === true ? 'left' : 'right';
  if (options?.descending !== undefined) return options.descending ? fromEnd(edges, x, side) : searchsorted(edges, x, { side });
  if (edges.size < 2) return searchsorted(edges, x, { side });
  const [first, last] = [edges.slice(':-1'), edges.slice('1:')];
  const [rises, falls] = [all(lessEqual(first, last)), all(greaterEqual(first, last))];
  const found = searchsorted(where(rises, edges, flip(edges)), x, { side });
  const placed = where(rises, found, subtract(BigInt(edges.size), found));
  return required(placed, astype(logicalOr(rises, falls), int64), 'digitize', 'expected bins that ascend or descend');
});
