/** Orders by several keys and parts of orders; sets with their elements' first places, counts and inverse indices. */

import { ArgumentError, type ByPlace, byPlace, listed, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { axisArgument } from '../axes.js';
import type { Integers } from '../convert.js';
import { type ArrayLike, toArray } from '../convert.js';
import { distinct, distinctAll, distinctCounts, type UniqueAll } from '../distinct.js';
import { integersOf } from '../integers.js';
import { concat, stack } from '../join.js';
import { ARRAY, ARRAYS, AXIS, AXIS_NUMBER, INTEGERS } from '../kinds.js';
import { awaitable } from '../lazy/awaitable.js';
import { Lazy, type LazyArray, shown } from '../lazy/lazy-array.js';
import { logicalNot } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { aroundRanks, MOST_PLACES, placesAroundRanks } from '../ranks.js';
import { reshape } from '../reshape.js';
import { compress } from '../sets.js';
import { argsort, sort } from '../sorting.js';
import { takeAlongAxis } from './along.js';
import { isin } from './members.js';
import { alike } from './operands.js';
import { SET_OPTIONS, type SetOptions } from './set-options.js';

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

/** Options of `partition` and `argpartition`. */
export interface PartitionOptions {
  /** Along which axis; default the last. */
  readonly axis?: number;
  /** NumPy's name of the algorithm. */
  readonly kind?: 'introselect';
}
const PARTITION_OPTIONS: OptionKinds<PartitionOptions> = { axis: AXIS_NUMBER, kind: oneOf('introselect') };

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
  byPlace(PARTITION_OPTIONS, 'axis'),
  options(PARTITION_OPTIONS),
)((x: ArrayLike, kth: Integers, how?: Positional<PartitionOptions, 'axis'>, more?: PartitionOptions): NDArray => {
  const options = byName('partition', how, 'axis', more);
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
  byPlace(PARTITION_OPTIONS, 'axis'),
  options(PARTITION_OPTIONS),
)((x: ArrayLike, kth: Integers, how?: Positional<PartitionOptions, 'axis'>, more?: PartitionOptions): NDArray => {
  const options = byName('argpartition', how, 'axis', more);
  const a = toArray(x, 'argpartition');
  const axis = axisArgument(options?.axis ?? -1, a.ndim, 'argpartition');
  const places = placesOf(a, kth, axis, 'argpartition');
  return isFew(places) ? placesAroundRanks(a, axis, places) : argsort(a, { axis });
});

type Listed<T> = T & ByPlace<NDArray>;
type UniqueCounts = Listed<Pick<UniqueAll, 'values' | 'counts'>>;
type UniqueInverse = Listed<Pick<UniqueAll, 'values' | 'inverseIndices'>>;

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
)((x: ArrayLike): Listed<UniqueAll> & Promise<Listed<UniqueAll>> => {
  return asResult('uniqueAll', distinctAll(toArray(x, 'uniqueAll')));
});

/** As the result of `uniqueAll`: by name, and awaitable. */
function asResult<T extends object>(operation: string, found: T): Listed<T> & Promise<Listed<T>> {
  return awaitable(listed(operation, found) as Listed<T>, (settled) => listed(operation, settled) as Listed<T>);
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
)((x: ArrayLike): UniqueCounts & Promise<UniqueCounts> => {
  return asResult('uniqueCounts', distinctCounts(toArray(x, 'uniqueCounts')));
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
)((x: ArrayLike): UniqueInverse & Promise<UniqueInverse> => {
  const { values, inverseIndices } = distinctAll(toArray(x, 'uniqueInverse'));
  return asResult('uniqueInverse', { values, inverseIndices });
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
)((x: ArrayLike): LazyArray => {
  return shown(distinct(toArray(x, 'uniqueValues')));
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
  byPlace(SET_OPTIONS, 'assumeUnique'),
)((a: ArrayLike, b: ArrayLike, _how?: Positional<SetOptions, 'assumeUnique'>): LazyArray => {
  const [x, y] = alike(a, b, 'setxor1d').map((one) => distinct(toArray(one, 'setxor1d')));
  const inOne = async (): Promise<NDArray> => {
    const [left, right] = await Promise.all([x.whole(), y.whole()]);
    const chosen = concat([logicalNot(isin(left, right)), logicalNot(isin(right, left))]);
    return sort(await compress(chosen, concat([left, right])));
  };
  return shown(Lazy.promised(inOne()));
});
