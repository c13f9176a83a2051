/** Orders by several keys and parts of orders; sets with their elements' first places, counts and inverse indices. */

import { ArgumentError, byPlace, takes } from '../../base/index.js';
import { bool, int64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { subtract } from '../arithmetic.js';
import { assign } from '../assign.js';
import { axisArgument } from '../axes.js';
import { equal, notEqual } from '../comparison.js';
import type { Integers } from '../convert.js';
import { type ArrayLike, toArray } from '../convert.js';
import { empty, full, zeros } from '../creation.js';
import { diff } from '../differences.js';
import { take } from '../gather.js';
import { integersOf } from '../integers.js';
import { concat, stack } from '../join.js';
import { ARRAY, ARRAYS, AXIS, INTEGERS } from '../kinds.js';
import { logicalAnd, logicalNot } from '../logic.js';
import { named } from '../named.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { aroundRanks, MOST_PLACES, placesAroundRanks } from '../ranks.js';
import { ravel, reshape } from '../reshape.js';
import { cumulativeSum } from '../scan.js';
import { assignAt } from '../scatter.js';
import { compress, distinct } from '../sets.js';
import { argsort, sort } from '../sorting.js';
import { takeAlongAxis } from './along.js';
import { flatnonzero, isin } from './members.js';
import { alike } from './operands.js';

/**
 * The places, along an axis (default the last), in the order of several keys: the last key decides, the one before it among its equals,
 * and so on. Keys are arrays of one shape, or the slices of one array along its first axis. int64. Throws `ArgumentError` without
 * keys, `ShapeError` when shapes differ.
 *
 * @example
 * await np.lexsort([[9, 4, 0], [1, 5, 1]]).tolist(); // [2, 0, 1]
 */
export const lexsort = takes(
  'lexsort',
  ARRAYS,
  byPlace(AXIS, 'axis'),
)((keys: readonly ArrayLike[] | NDArray, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray => {
  const options = byName('lexsort', how, 'axis');
  const given = Array.isArray(keys) ? stack(keys) : toArray(keys as NDArray, 'lexsort');
  if (given.ndim < 2 || given.shape[0] === 0)
    throw new ArgumentError(`lexsort: expected keys of at least one axis, got an array of shape ${formatShape(given.shape)}`);
  const axis = axisArgument(options?.axis ?? -1, given.ndim - 1, 'lexsort');
  const key = (i: number): NDArray => reshape(part(given, 0, i, 1), given.shape.slice(1));
  let order = argsort(key(0), { axis });
  for (let i = 1; i < given.shape[0]; i++) {
    const next = argsort(takeAlongAxis(key(i), order, { axis }), { axis });
    order = takeAlongAxis(order, next, { axis });
  }
  return order;
});

/** The places, counted from the front, in ascending order. */
function placesOf(x: NDArray, kth: Integers, axis: number, operation: string): readonly number[] {
  const n = x.shape[axis];
  const places = new Set<number>();
  for (const k of integersOf(kth, operation)) {
    if (k < -n || k >= n) throw new ArgumentError(`${operation}: expected places in an axis of ${n} elements, got ${k}`);
    places.add(k < 0 ? k + n : k);
  }
  return [...places].sort((a, b) => a - b);
}

/** Whether so few places are asked for that the line is not sorted as a whole. */
function isFew(places: readonly number[]): boolean {
  return places.length > 0 && places.length <= MOST_PLACES;
}

/**
 * Elements along an axis (default the last) so that the one at `kth`, or at each of several places, is where it is in ascending order, with
 * none greater before it and none less behind it; elements between two neighbouring places keep their order. Throws `ArgumentError` for a
 * place outside the axis.
 *
 * @example
 * await np.partition([3, 9, 1, 7], 1).slice(1).item(); // 3
 */
export const partition = takes(
  'partition',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, kth: Integers, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray => {
  const options = byName('partition', how, 'axis');
  const a = toArray(x, 'partition');
  const axis = axisArgument(options?.axis ?? -1, a.ndim, 'partition');
  const places = placesOf(a, kth, axis, 'partition');
  return isFew(places) ? aroundRanks(a, axis, places) : sort(a, { axis });
});

/**
 * Where the elements come from that `partition` gives, as int64.
 *
 * @example
 * await np.argpartition([3, 9, 1, 7], 1).slice(1).item(); // 0
 */
export const argpartition = takes(
  'argpartition',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, kth: Integers, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray => {
  const options = byName('argpartition', how, 'axis');
  const a = toArray(x, 'argpartition');
  const axis = axisArgument(options?.axis ?? -1, a.ndim, 'argpartition');
  const places = placesOf(a, kth, axis, 'argpartition');
  return isFew(places) ? placesAroundRanks(a, axis, places) : argsort(a, { axis });
});

/** The result of `uniqueAll`. */
export interface UniqueAll {
  /** The different elements, in ascending order. */
  readonly values: NDArray;
  /** Where each comes first in the flattened array, as int64. */
  readonly indices: NDArray;
  /** For each element of the array, in its shape, the place of its value in `values`, as int64. */
  readonly inverseIndices: NDArray;
  /** How often each occurs, as int64. */
  readonly counts: NDArray;
}

/**
 * The different elements, with their first places, the place in them of each element of `x`, and how often they occur. NaNs count as one.
 *
 * @example
 * const { values, counts } = await np.uniqueAll([3, 1, 3]);
 * await values.tolist(); // [1, 3]
 * await counts.tolist(); // [1, 2]
 */
export const uniqueAll = takes(
  'uniqueAll',
  ARRAY,
)(async (x: ArrayLike): Promise<UniqueAll> => {
  const a = toArray(x, 'uniqueAll');
  const flat = ravel(a);
  const order = argsort(flat);
  const sorted = take(flat, order);
  const isFirst = firsts(sorted);
  const starts = await flatnonzero(isFirst);
  const inverse = empty([flat.size], { dtype: int64 });
  assignAt(inverse, order, subtract(cumulativeSum(isFirst), 1n));
  return named('uniqueAll', {
    values: take(sorted, starts),
    indices: take(order, starts),
    inverseIndices: reshape(inverse, a.shape),
    counts: diff(concat([starts, full(1, BigInt(flat.size), { dtype: int64 })])),
  });
});

/** Whether elements in ascending order are the first of equals; NaNs, which come last, are equal here. */
function firsts(sorted: NDArray): NDArray {
  const isFirst = zeros([sorted.size], { dtype: bool });
  if (sorted.size === 0) return isFirst;
  assign(part(isFirst, 0, 0, 1), true);
  const [before, after] = [part(sorted, 0, 0, sorted.size - 1), part(sorted, 0, 1, sorted.size - 1)];
  assign(part(isFirst, 0, 1, sorted.size - 1), logicalAnd(notEqual(before, after), equal(before, before)));
  return isFirst;
}

/**
 * The different elements, in ascending order, and how often each occurs.
 *
 * @example
 * const { values, counts } = await np.uniqueCounts([3, 1, 3]);
 * await counts.tolist(); // [1, 2]
 */
export const uniqueCounts = takes(
  'uniqueCounts',
  ARRAY,
)(async (x: ArrayLike): Promise<Pick<UniqueAll, 'values' | 'counts'>> => {
  const { values, counts } = await uniqueAll(x);
  return named('uniqueCounts', { values, counts });
});

/**
 * The different elements, in ascending order, and for each element of the array the place of its value among them.
 *
 * @example
 * const { values, inverseIndices } = await np.uniqueInverse([3, 1, 3]);
 * await inverseIndices.tolist(); // [1, 0, 1]
 */
export const uniqueInverse = takes(
  'uniqueInverse',
  ARRAY,
)(async (x: ArrayLike): Promise<Pick<UniqueAll, 'values' | 'inverseIndices'>> => {
  const { values, inverseIndices } = await uniqueAll(x);
  return named('uniqueInverse', { values, inverseIndices });
});

/**
 * The different elements in ascending order: the array API's name of `unique`.
 *
 * @example
 * await (await np.uniqueValues([3, 1, 3])).tolist(); // [1, 3]
 */
export const uniqueValues = takes(
  'uniqueValues',
  ARRAY,
)(async (x: ArrayLike): Promise<NDArray> => {
  return distinct(toArray(x, 'uniqueValues'));
});

/**
 * The different elements that are in one of two arrays and not in the other, in ascending order.
 *
 * @example
 * await (await np.setxor1d([1, 2, 2], [2, 3])).tolist(); // [1, 3]
 */
export const setxor1d = takes(
  'setxor1d',
  ARRAY,
  ARRAY,
)(async (a: ArrayLike, b: ArrayLike): Promise<NDArray> => {
  const [x, y] = alike(a, b, 'setxor1d');
  const [left, right] = [await distinct(toArray(x, 'setxor1d')), await distinct(toArray(y, 'setxor1d'))];
  const both = concat([left, right]);
  const inOne = concat([logicalNot(isin(left, right)), logicalNot(isin(right, left))]);
  return sort(await compress(inOne, both));
});
