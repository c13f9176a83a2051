/** Values between given points, and the intervals that values fall into. */

import { FLAG, NUMBER, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape } from '../../shape/index.js';
import type { ArgSpec } from '../../task/index.js';
import { add, divide, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal, greater, less } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { diff } from '../differences.js';
import { gather } from '../gather.js';
import { ARRAY } from '../kinds.js';
import { flip } from '../manipulate.js';
import { allocate, type NDArray } from '../ndarray.js';

import { ravel, reshape } from '../reshape.js';
import { routineKind } from '../routine-kind.js';
import { searchsorted } from '../search.js';
import { clip, where } from '../select.js';
import { slice } from '../slice.js';

/** Options of `interp`. */
export interface InterpOptions {
  /** The value to the left of all points; default that of the first. */
  readonly left?: number;
  /** The value to the right of all points; default that of the last. */
  readonly right?: number;
}
const INTERP_OPTIONS: OptionKinds<InterpOptions> = { left: NUMBER, right: NUMBER };

/**
 * The piecewise linear function through the points (xp, fp), at `x`, in float64. `xp` must increase. NaN gives NaN. Throws
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
  const [at, xs, ys] = [x, xp, fp].map((given) => astype(toArray(given, 'interp'), float64, { copy: false }));
  if (xs.ndim !== 1 || ys.ndim !== 1 || xs.size !== ys.size || xs.size === 0) {
    throw new ShapeError(
      `interp: expected points as two vectors of one length, got ${formatShape(xs.shape)} and ${formatShape(ys.shape)}`,
    );
  }
  const n = xs.size;
  if (n > 1 && at.size >= n && runtime().device.routine(ROUTINE) >= 0) return interpolated(at, xs, ys, options);
  const [first, last] = [slice(xs, 0), slice(xs, n - 1)];
  const inside = n === 1 ? multiply(at, 0) : between(at, xs, ys, n);
  const right = where(greater(at, last), options?.right ?? slice(ys, n - 1), inside);
  const exact = where(equal(at, last), slice(ys, n - 1), right);
  return where(less(at, first), options?.left ?? slice(ys, 0), exact);
});

/** On the line of the interval that `x` is in, or of the nearest one. */
function between(x: NDArray, xs: NDArray, ys: NDArray, n: number): NDArray {
  const found = subtract(searchsorted(xs, x, { side: 'right' }), 1n);
  const low = clip(found, { min: 0n, max: BigInt(n - 2) });
  const high = add(low, 1n);
  const [x0, y0] = [gather(xs, low), gather(ys, low)];
  const slope = divide(subtract(gather(ys, high), y0), subtract(gather(xs, high), x0));
  return add(multiply(slope, subtract(x, x0)), y0);
}

const ROUTINE = 'interp_f64';
const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const args: readonly ArgSpec[] = [reads, reads, reads, reads, { privilege: 'write', access: 'whole' }];

/** Interpolates values that are at least as many as the points, by a routine: slopes are found once. */
function interpolated(x: NDArray, xs: NDArray, ys: NDArray, options: InterpOptions | undefined): NDArray {
  const { left, right } = options ?? {};
  const out = allocate(float64, [x.size]);
  const ends = [left, right].flatMap((given) => [Number(given !== undefined), given ?? 0]);
  const stores = [xs, ys, divide(diff(ys), diff(xs)), ravel(x), out];
  runtime().launch(routineKind('interp', ROUTINE, args), [x.size, xs.size], stores, ends);
  return reshape(out, x.shape);
}

const DIGITIZE_OPTIONS: OptionKinds<{ readonly right?: boolean; readonly descending?: boolean }> = {
  right: FLAG,
  descending: FLAG,
};

/**
 * Number of the interval between `bins` that each element is in, as int64: 0 before the first bin, their count behind the last.
 * Bins increase or decrease. An element that equals a bin counts to the interval right of it, or left with `right: true`. Throws
 * `ShapeError` unless bins are a vector; `descending` says that bins decrease.
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
  if (options?.descending !== true) return searchsorted(edges, x, { side });
  return subtract(BigInt(edges.size), searchsorted(flip(edges), x, { side }));
});
