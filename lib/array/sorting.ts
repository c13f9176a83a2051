/** Sorting along an axis; NaN comes last, as in NumPy. */

import {
  ArgumentError,
  byPlace,
  describe,
  FLAG,
  type Kind,
  kind,
  type OptionKinds,
  oneOf,
  options,
  ShapeError,
  takes,
} from '../base/index.js';
import { int64 } from '../dtype/index.js';
import { axisArgument } from './axes.js';
import { type ArrayLike, toArray } from './convert.js';
import { ARRAY } from './kinds.js';
import { type Line, LineFunction } from './lines.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { ravel } from './reshape.js';
import { sortedAlong } from './sorted-lines.js';

/** Options of `sort` and `argsort`. */
export interface SortOptions {
  /** Along which axis; null for the flattened array. Default: the last. */
  readonly axis?: number | null;
  /** From the largest to the smallest; NaN still comes last. Default false. */
  readonly descending?: boolean;
  /** Whether equal elements keep their order: they always do. */
  readonly stable?: boolean;
  /** NumPy's name of an algorithm; each gives the same result, as equal elements keep their order. */
  readonly kind?: 'quicksort' | 'heapsort' | 'mergesort' | 'stable';
}
/** The axis; JavaScript's Arrays take a function that compares two elements in its place. */
const SORTED: Kind<number | null> = kind(
  'a number',
  (given) => typeof given === 'number' || given === null,
  (operation, given) => {
    const comparing =
      '; elements are compared as numbers: { descending: true } turns the order, x.take(np.argsort(keys)) sorts by keys';
    const hint = typeof given === 'function' ? comparing : '';
    return new ArgumentError(`${operation}: expected a number, got ${describe(given)}${hint}`);
  },
);
const SORT_OPTIONS: OptionKinds<SortOptions> = {
  axis: SORTED,
  descending: FLAG,
  stable: FLAG,
  kind: oneOf('quicksort', 'heapsort', 'mergesort', 'stable'),
};

type Value = number | bigint;
type Order = (a: Value, b: Value) => number;

/** Equal elements, and NaNs, keep their order. */
const ascending: Order = (a, b) => (a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b)));
const descending: Order = (a, b) => (a > b ? -1 : a < b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b)));

function valuesOf(line: Line): Value[] {
  return Array.from({ length: line.length }, (_, i) => line.data[line.start + i * line.step]);
}

function write(line: Line, values: readonly Value[]): void {
  for (let i = 0; i < values.length; i++) line.data[line.start + i * line.step] = values[i] as never;
}

function ranking(order: Order): LineFunction {
  return new LineFunction('argsort', 'argsort', [Number(order === descending)], (from, to) => {
    const values = valuesOf(from);
    const ranks = values.map((_, i) => i).sort((i, j) => order(values[i], values[j]));
    write(to, ranks.map(BigInt));
  });
}

const ranked = { up: ranking(ascending), down: ranking(descending) };

function flatIf(isFlat: boolean, a: NDArray): NDArray {
  return isFlat ? ravel(a) : a;
}

function along(a: NDArray, options: SortOptions | undefined, operation: string): number {
  if (a.ndim === 0) throw new ShapeError(`${operation}: a 0-d array has no axis to sort along`);
  return axisArgument(options?.axis ?? -1, a.ndim, operation);
}

/**
 * The elements in order along an axis, as a new array. The sort is stable.
 *
 * @example
 * await np.sort([3, 1, 2]).tolist();                       // [1, 2, 3]
 * await np.sort([3, 1, 2], { descending: true }).tolist(); // [3, 2, 1]
 */
export const sort = takes(
  'sort',
  ARRAY,
  byPlace(SORT_OPTIONS, 'axis'),
  options(SORT_OPTIONS),
)((x: ArrayLike, how?: Positional<SortOptions, 'axis'>, more?: Omit<SortOptions, 'axis'>): NDArray => {
  const options = byName('sort', how, 'axis', more);
  const a = flatIf(options?.axis === null, toArray(x, 'sort'));
  const axis = along(a, options, 'sort');
  return sortedAlong(a, axis, options?.descending === true);
});

/**
 * Where the elements of the sorted array stand in `x`, along an axis, as int64. The sort is stable.
 *
 * @example
 * await np.argsort([3, 1, 2]).tolist(); // [1, 2, 0]
 */
export const argsort = takes(
  'argsort',
  ARRAY,
  byPlace(SORT_OPTIONS, 'axis'),
  options(SORT_OPTIONS),
)((x: ArrayLike, how?: Positional<SortOptions, 'axis'>, more?: Omit<SortOptions, 'axis'>): NDArray => {
  const options = byName('argsort', how, 'axis', more);
  const a = flatIf(options?.axis === null, toArray(x, 'argsort'));
  const axis = along(a, options, 'argsort');
  return (options?.descending === true ? ranked.down : ranked.up).apply(a, axis, int64, a.view.shape[axis]);
});
