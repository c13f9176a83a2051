/** Neighbours along an axis, and grids of coordinates. */

import {
  ArgumentError,
  byPlace,
  each,
  FLAG,
  isPlain,
  NUMBER,
  type OptionKinds,
  oneOf,
  options,
  orOptions,
  takes,
} from '../base/index.js';
import { bool } from '../dtype/index.js';
import { subtract } from './arithmetic.js';
import { copy as copyOf } from './assign.js';
import { axisArgument } from './axes.js';
import { notEqual } from './comparison.js';
import type { Integers } from './convert.js';
import { type ArrayLike, toArray } from './convert.js';
import { asarray } from './creation.js';
import { integersOf } from './integers.js';
import { concat } from './join.js';
import { ARRAY, INTEGERS, SOME_AXES } from './kinds.js';
import { broadcastTo, expandDims } from './manipulate.js';
import type { NDArray } from './ndarray.js';
import { part } from './part.js';
import { byName, type Positional } from './positional.js';
import { ravel, reshape } from './reshape.js';
import { rolled } from './roll.js';

/** Options of `diff`. */
export interface DiffOptions {
  /** Along which axis; default the last. */
  readonly axis?: number;
  /** How often differences are taken; default 1. */
  readonly n?: number;
  /** Values before the first along the axis, a number or an array; default none. */
  readonly prepend?: ArrayLike;
  /** Values behind the last along the axis, a number or an array; default none. */
  readonly append?: ArrayLike;
}
const DIFF_OPTIONS: OptionKinds<DiffOptions> = { axis: NUMBER, n: NUMBER, prepend: ARRAY, append: ARRAY };

/**
 * Differences of neighbours along an axis, which becomes `n` shorter.
 *
 * @example
 * await np.diff([1, 4, 9]).tolist(); // [3, 5]
 */
export const diff = takes(
  'diff',
  ARRAY,
  byPlace(DIFF_OPTIONS, 'n'),
  options(DIFF_OPTIONS),
)((x: ArrayLike, how?: Positional<DiffOptions, 'n'>, more?: Omit<DiffOptions, 'n'>): NDArray => {
  const options = byName('diff', how, 'n', more);
  const { axis = -1, n = 1, prepend, append } = options ?? {};
  let a = toArray(x, 'diff');
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`diff: expected n of at least 0, got ${n}`);
  const at = axisArgument(axis, a.ndim, 'diff');
  if (n > 0 && (prepend !== undefined || append !== undefined)) a = extended(a, at, prepend, append);
  for (let i = Math.min(n, a.view.shape[at]); i > 0; i--) {
    const size = Math.max(0, a.view.shape[at] - 1);
    const [low, high] = [0, 1].map((start) => part(a, at, start, size));
    a = a.dtype === bool ? notEqual(high, low) : subtract(high, low);
  }
  return a;
});

/** The array between values along an axis; a number is one slice. */
function extended(a: NDArray, axis: number, before: ArrayLike | undefined, behind: ArrayLike | undefined): NDArray {
  const slice = a.shape.map((n, i) => (i === axis ? 1 : n));
  const parts = [before, a, behind].filter((x) => x !== undefined);
  const arrays = parts.map((x) => {
    const given = typeof x === 'number' && a.dtype.kind === 'float' ? asarray(x, { dtype: a.dtype.name }) : toArray(x, 'diff');
    return given.ndim === 0 ? broadcastTo(given, slice) : given;
  });
  return concat(arrays, { axis });
}

/**
 * Elements moved `shift` places along an axis; elements that leave at the end come in at the front. Without an axis: of the flattened
 * array. Several axes are moved by a shift each, or all by one; several shifts of one axis add up. Throws `ArgumentError` when there are
 * not as many shifts as axes.
 *
 * @example
 * await np.roll([1, 2, 3], 1).tolist(); // [3, 1, 2]
 */
export const roll = takes(
  'roll',
  ARRAY,
  INTEGERS,
  byPlace(SOME_AXES, 'axis'),
)((x: ArrayLike, shift: Integers, how?: Positional<{ readonly axis?: number | readonly number[] | null }, 'axis'>): NDArray => {
  const options = byName('roll', how, 'axis');
  const a = toArray(x, 'roll');
  const shifts = integersOf(shift, 'roll');
  const { axis } = options ?? {};
  if (axis === undefined || axis === null) {
    const all = shifts.reduce((n, k) => n + k, 0);
    return a.ndim === 1 ? rolled(a, [within(all, a.size)]) : reshape(rolled(ravel(a), [within(all, a.size)]), a.view.shape);
  }
  const axes = (typeof axis === 'number' ? [axis] : axis).map((k) => axisArgument(k, a.ndim, 'roll'));
  const count = Math.max(shifts.length, axes.length);
  if ((shifts.length !== count && shifts.length !== 1) || (axes.length !== count && axes.length !== 1))
    throw new ArgumentError(`roll: expected a shift for each of ${axes.length} axes, got ${shifts.length}`);
  const all = new Array<number>(a.ndim).fill(0);
  for (let k = 0; k < count; k++) all[axes[k % axes.length]] += shifts[k % shifts.length];
  return rolled(
    a,
    all.map((shift, k) => within(shift, a.view.shape[k])),
  );
});

/** A shift as one of an axis's own places. */
function within(shift: number, size: number): number {
  return size === 0 ? 0 : ((shift % size) + size) % size;
}

/** Options of `meshgrid`. */
export interface MeshgridOptions {
  /** Whether the first array runs along the second axis ('xy', the default), or along the first ('ij'). */
  readonly indexing?: 'xy' | 'ij';
  /** Whether the arrays keep size 1 along the other axes; default false. */
  readonly sparse?: boolean;
  /** Whether the arrays have memory of their own; default false: views. */
  readonly copy?: boolean;
}
const MESHGRID_OPTIONS: OptionKinds<MeshgridOptions> = { indexing: oneOf('xy', 'ij'), sparse: FLAG, copy: FLAG };

/**
 * Views of 1-d arrays over their common grid: for `x` of size m and `y` of size n, both of shape (n, m), or (m, n) with
 * `indexing: 'ij'`.
 *
 * @example
 * const [across, down] = np.meshgrid([1, 2, 3], [10, 20]);
 * await across.tolist(); // [[1, 2, 3], [1, 2, 3]]
 * await down.tolist(); // [[10, 10, 10], [20, 20, 20]]
 */
export const meshgrid = takes(
  'meshgrid',
  each(orOptions(ARRAY, MESHGRID_OPTIONS)),
)((...given: (ArrayLike | MeshgridOptions)[]): NDArray[] => {
  const last = given[given.length - 1];
  const { indexing: option = 'xy', sparse = false, copy = false } = isOption(last) ? last : {};
  const axes = (isOption(last) ? given.slice(0, -1) : given).map((x) => ravel(x as ArrayLike));
  const order = axes.map((_, i) => (option === 'xy' && axes.length > 1 && i < 2 ? 1 - i : i));
  const shape = order.map((i) => axes[i].size);
  return axes.map((a, i) => {
    const place = order.indexOf(i);
    const others = order.map((_, k) => k).filter((k) => k !== place);
    const open = expandDims(a, { axis: others });
    const grid = sparse ? open : broadcastTo(open, shape);
    return copy ? copyOf(grid) : grid;
  });
});

function isOption(value: unknown): value is MeshgridOptions {
  return isPlain(value);
}
