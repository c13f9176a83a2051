/** Grids over ranges, whole and open. */
import { ArgumentError, each, either, type Kind, kind, NUMBER, takes } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { stack } from '../join.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { arange } from '../ranges.js';
import { reshape } from '../reshape.js';

/** A range of a grid: from 0 to before a number, or from `start` to before `stop` by a step (default 1). */
export type GridRange = number | readonly [start: number, stop: number, step?: number];

const RANGE: Kind<GridRange> = either(NUMBER, kind('[start, stop, step]', isRange));

function isRange(given: unknown): boolean {
  return Array.isArray(given) && (given.length === 2 || given.length === 3) && given.every((n) => typeof n === 'number');
}

/**
 * NumPy's `ogrid[…]`: the ranges as arrays that broadcast to their grid, each along an axis of its own. int64 where all numbers are
 * integers, else float64. Throws `ArgumentError` without ranges, and as `arange` does.
 *
 * @example
 * const [row, column] = np.ogrid(2, [0, 1, 0.5]);
 * row.shape;              // [2, 1]
 * await column.tolist();  // [[0, 0.5]]
 */
export const ogrid = takes(
  'ogrid',
  each(RANGE),
)((...ranges: GridRange[]): NDArray[] => {
  if (ranges.length === 0) throw new ArgumentError('ogrid: expected at least one range');
  const given = ranges.map((range) => (typeof range === 'number' ? ([0, range] as const) : range));
  const options = given.every((range) => range.every(Number.isInteger)) ? { dtype: int64 } : {};
  return given.map(([start, stop, step = 1], axis) => {
    const along = arange(start, stop, { step, ...options });
    return reshape(
      along,
      given.map((_, i) => (i === axis ? along.size : 1)),
    );
  });
});

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
  const open = ogrid(...ranges);
  const shape = open.map((along) => along.size);
  return stack(open.map((along) => broadcastTo(along, shape)));
});
