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
import { int64, type TypedArray } from '../dtype/index.js';
import { axisArgument } from './axes.js';
import { type ArrayLike, toArray } from './convert.js';
import { ARRAY } from './kinds.js';
import { denseLine, type Line, LineFunction } from './lines.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { ravel } from './reshape.js';

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

/** Values alone are sorted by the typed array itself, which puts NaN last and is much faster than an order in JavaScript. */
function sorting(downwards: boolean): LineFunction {
  return new LineFunction('sort', 'sort', [Number(downwards)], (from, to) => {
    const values = denseLine(from).sort();
    if (downwards) values.subarray(0, values.length - nansOf(values)).reverse();
    for (let i = 0; i < values.length; i++) to.data[to.start + i * to.step] = values[i] as never;
  });
}

/** How many NaNs a sorted line ends with. */
function nansOf(sorted: TypedArray): number {
  let count = 0;
  while (count < sorted.length && Number.isNaN(sorted[sorted.length - 1 - count])) count++;
  return count;
}

function ranking(order: Order): LineFunction {
  return new LineFunction('argsort', 'argsort', [Number(order === descending)], (from, to) => {
    const values = valuesOf(from);
    const ranks = values.map((_, i) => i).sort((i, j) => order(values[i], values[j]));
    write(to, ranks.map(BigInt));
  });
}

const sorted = { up: sorting(false), down: sorting(true) };
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
  return (options?.descending === true ? sorted.down : sorted.up).apply(a, axis, a.dtype, a.view.shape[axis]);
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
