/** Grids over ranges, whole and open. */
import { ArgumentError, each, either, type Kind, kind, NUMBER, takes } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { astype } from '../assign.js';
import { stack } from '../join.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { rangeOf, steps, TEXT_RANGE, type TextRange } from './text-ranges.js';

/**
 * A range of a grid: from 0 to before a number, from `start` to before `stop` by a step (default 1), or as NumPy writes it in brackets, `'0:5:2'`
 * or `'-2:2:300j'` (300 numbers, both ends among them).
 */
export type GridRange = number | readonly [start: number, stop: number, step?: number] | TextRange;

const RANGE: Kind<GridRange> = either(either(NUMBER, TEXT_RANGE), kind('[start, stop, step]', isRange));

function isRange(given: unknown): boolean {
  return Array.isArray(given) && (given.length === 2 || given.length === 3) && given.every((n) => typeof n === 'number');
}

function numbersOf(range: GridRange, operation: string): NDArray {
  if (typeof range === 'string') return rangeOf(range, operation);
  const [start, stop, step = 1] = typeof range === 'number' ? [0, range] : range;
  return steps(start, stop, step);
}

/**
 * NumPy's `ogrid[…]`: the ranges as arrays that broadcast to their grid, each along an axis of its own. int64 where all numbers are
 * integers, else float64. Throws `ArgumentError` without ranges, and as `arange` does.
 *
 * @example
 * const [row, column] = np.ogrid(2, [0, 1, 0.5]);
 * row.shape;              // [2, 1]
 * await column.tolist();  // [[0, 0.5]]
 * await np.ogrid('0:1:3j')[0].tolist(); // [0, 0.5, 1]
 */
export const ogrid = takes(
  'ogrid',
  each(RANGE),
)((...ranges: GridRange[]): NDArray[] => {
  return open(ranges, 'ogrid');
});

function open(ranges: readonly GridRange[], operation: string): NDArray[] {
  if (ranges.length === 0) throw new ArgumentError(`${operation}: expected at least one range`);
  const given = ranges.map((range) => numbersOf(range, operation));
  const dtype = given.every((numbers) => numbers.dtype === int64) ? int64 : float64;
  return given.map((numbers, axis) =>
    reshape(
      astype(numbers, dtype, { copy: false }),
      given.map((_, i) => (i === axis ? numbers.size : 1)),
    ),
  );
}

/**
 * NumPy's `mgrid[…]`: the coordinates of each point of the ranges' grid; an axis for the coordinate comes before the grid's axes; dtypes as
 * of `ogrid`.
 *
 * @example
 * await np.mgrid(2, [1, 3]).tolist(); // [[[0, 0], [1, 1]], [[1, 2], [1, 2]]]
 */
export const mgrid = takes(
  'mgrid',
  each(RANGE),
)((...ranges: GridRange[]): NDArray => {
  const lines = open(ranges, 'mgrid');
  const shape = lines.map((numbers) => numbers.size);
  return stack(lines.map((numbers) => broadcastTo(numbers, shape)));
});
