/** Functions for the methods of NumPy's ufuncs: `np.add.outer`, `np.maximum.reduceat` and the like. */

import { byPlace, takes } from '../../base/index.js';
import { add, divide, maximum, minimum, multiply, pow, subtract } from '../arithmetic.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY, AXIS, INTEGERS } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { max, min, prod, sum } from '../reductions.js';
import { allPairs, reduceSlices } from './pairwise.js';

/** Options of `addReduceat` and its like. */
export interface ReduceatOptions {
  /** Along which axis; default 0. */
  readonly axis?: number;
}

/**
 * NumPy's `add.outer`: sums of every element of `a` with every one of `b`, over the axes of both.
 *
 * @example
 * await np.addOuter([1, 2], [10, 20]).tolist(); // [[11, 21], [12, 22]]
 */
export const addOuter = takes(
  'addOuter',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return allPairs(add, a, b, 'addOuter');
});

/**
 * NumPy's `subtract.outer`.
 *
 * @example
 * await np.subtractOuter([1, 2], [10, 20]).tolist(); // [[-9, -19], [-8, -18]]
 */
export const subtractOuter = takes(
  'subtractOuter',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return allPairs(subtract, a, b, 'subtractOuter');
});

/**
 * NumPy's `multiply.outer`, which unlike `outer` keeps the axes of both.
 *
 * @example
 * np.multiplyOuter(np.ones([2, 3]), np.ones(4)).shape; // [2, 3, 4]
 */
export const multiplyOuter = takes(
  'multiplyOuter',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return allPairs(multiply, a, b, 'multiplyOuter');
});

/**
 * NumPy's `divide.outer`.
 *
 * @example
 * await np.divideOuter([1, 2], [2, 4]).tolist(); // [[0.5, 0.25], [1, 0.5]]
 */
export const divideOuter = takes(
  'divideOuter',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return allPairs(divide, a, b, 'divideOuter');
});

/**
 * NumPy's `power.outer`.
 *
 * @example
 * await np.powOuter([2, 3], [1, 2]).tolist(); // [[2, 4], [3, 9]]
 */
export const powOuter = takes(
  'powOuter',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return allPairs(pow, a, b, 'powOuter');
});

/**
 * NumPy's `maximum.outer`.
 *
 * @example
 * await np.maximumOuter([1, 3], [2]).tolist(); // [[2], [3]]
 */
export const maximumOuter = takes(
  'maximumOuter',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return allPairs(maximum, a, b, 'maximumOuter');
});

/**
 * NumPy's `minimum.outer`.
 *
 * @example
 * await np.minimumOuter([1, 3], [2]).tolist(); // [[1], [2]]
 */
export const minimumOuter = takes(
  'minimumOuter',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  return allPairs(minimum, a, b, 'minimumOuter');
});

/** Options of `addReduceat` and its like. */
export interface ReduceatOptions {
  /** Along which axis; default 0. */
  readonly axis?: number;
}

/**
 * NumPy's `add.reduceat`: sums of the slices that begin at the indices, each to before the next. Throws `IndexError` for an index
 * outside the axis.
 *
 * @example
 * await np.addReduceat([1, 2, 3, 4], [0, 2]).tolist(); // [3, 7]
 */
export const addReduceat = takes(
  'addReduceat',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, starts: readonly number[], how?: Positional<ReduceatOptions, 'axis'>): NDArray => {
  return reduceSlices(sum, x, starts, byName('addReduceat', how, 'axis'), 'addReduceat');
});

/**
 * NumPy's `multiply.reduceat`: products of slices, as `addReduceat` sums.
 *
 * @example
 * await np.multiplyReduceat([1, 2, 3, 4], [0, 2]).tolist(); // [2, 12]
 */
export const multiplyReduceat = takes(
  'multiplyReduceat',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, starts: readonly number[], how?: Positional<ReduceatOptions, 'axis'>): NDArray => {
  return reduceSlices(prod, x, starts, byName('multiplyReduceat', how, 'axis'), 'multiplyReduceat');
});

/**
 * NumPy's `maximum.reduceat`: the greatest of slices, as `addReduceat` sums.
 *
 * @example
 * await np.maximumReduceat([1, 5, 3, 4], [0, 2]).tolist(); // [5, 4]
 */
export const maximumReduceat = takes(
  'maximumReduceat',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, starts: readonly number[], how?: Positional<ReduceatOptions, 'axis'>): NDArray => {
  return reduceSlices(max, x, starts, byName('maximumReduceat', how, 'axis'), 'maximumReduceat');
});

/**
 * NumPy's `minimum.reduceat`: the least of slices, as `addReduceat` sums.
 *
 * @example
 * await np.minimumReduceat([1, 5, 3, 4], [0, 2]).tolist(); // [1, 3]
 */
export const minimumReduceat = takes(
  'minimumReduceat',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, starts: readonly number[], how?: Positional<ReduceatOptions, 'axis'>): NDArray => {
  return reduceSlices(min, x, starts, byName('minimumReduceat', how, 'axis'), 'minimumReduceat');
});
