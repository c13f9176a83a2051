/** Sorting along an axis; NaN comes last, as in NumPy. */
import { ShapeError } from '../base/index.js';
import { int64 } from '../dtype/index.js';
import type { TaskKind } from '../task/index.js';
import { axisArgument } from './axes.js';
import { type ArrayLike, toArray } from './convert.js';
import { applyLines, defineLines, type Line } from './lines.js';
import type { NDArray } from './ndarray.js';

/** Options of `sort` and `argsort`. */
export interface SortOptions {
  /** Along which axis; default the last. */
  readonly axis?: number;
  /** From the largest to the smallest; NaN still comes last. Default false. */
  readonly descending?: boolean;
}

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

function sorting(order: Order): TaskKind {
  return defineLines('sort', (from, to) => write(to, valuesOf(from).sort(order)));
}

function ranking(order: Order): TaskKind {
  return defineLines('argsort', (from, to) => {
    const values = valuesOf(from);
    const ranks = values.map((_, i) => i).sort((i, j) => order(values[i], values[j]));
    write(to, ranks.map(BigInt));
  });
}

const sorted = { up: sorting(ascending), down: sorting(descending) };
const ranked = { up: ranking(ascending), down: ranking(descending) };

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
export function sort(x: ArrayLike, options?: SortOptions): NDArray {
  const a = toArray(x, 'sort');
  const axis = along(a, options, 'sort');
  return applyLines(options?.descending === true ? sorted.down : sorted.up, a, axis, a.dtype, a.shape[axis]);
}

/**
 * Where the elements of the sorted array stand in `x`, along an axis, as int64. The sort is stable.
 *
 * @example
 * await np.argsort([3, 1, 2]).tolist(); // [1, 2, 0]
 */
export function argsort(x: ArrayLike, options?: SortOptions): NDArray {
  const a = toArray(x, 'argsort');
  const axis = along(a, options, 'argsort');
  return applyLines(options?.descending === true ? ranked.down : ranked.up, a, axis, int64, a.shape[axis]);
}
