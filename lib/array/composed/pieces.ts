/** NumPy's `r_` and `c_`: arrays put together from numbers, arrays and ranges. */
import { ArgumentError, each, either, kind, takes } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { concat } from '../join.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { arange, linspace } from '../ranges.js';
import { reshape } from '../reshape.js';
import { columnStack } from './stacking.js';

/** A number, an array, or a range as NumPy writes it in brackets: `'0:5'`, `'0:5:2'`, `'0:1:5j'` (5 numbers, both ends among them). */
export type Piece = ArrayLike | `${number}:${string}`;

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?';
const RANGE = new RegExp(`^\\s*(${NUMBER}):(${NUMBER})(?::(${NUMBER})(j?))?\\s*$`);
const PIECE = either(
  ARRAY,
  kind<`${number}:${string}`>("a range such as '0:5:2'", (given) => typeof given === 'string'),
);

function arrayOf(piece: Piece, operation: string): NDArray {
  if (typeof piece !== 'string') {
    const array = toArray(piece, operation);
    return array.ndim === 0 ? reshape(array, [1]) : array;
  }
  const found = RANGE.exec(piece);
  if (found === null)
    throw new ArgumentError(`${operation}: expected a range such as '0:5', '0:5:2' or '0:1:5j', got ${JSON.stringify(piece)}`);
  const [start, stop, step] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 1)];
  if (found[4] === 'j') return linspace(start, stop, Math.trunc(Math.abs(step)));
  const isWhole = [start, stop, step].every(Number.isInteger);
  return arange(start, stop, { step, ...(isWhole ? { dtype: int64 } : {}) });
}

/**
 * NumPy's `r_[…]`: numbers, vectors and ranges one after the other; arrays of more axes along the first. Throws `ArgumentError` for other
 * texts, and as `concat` does.
 *
 * @example
 * await np.r_('1:4', 0, [7, 8]).tolist(); // [1, 2, 3, 0, 7, 8]
 * await np.r_('0:1:3j').tolist();         // [0, 0.5, 1]
 */
export const r_ = takes(
  'r_',
  each(PIECE),
)((...pieces: Piece[]): NDArray => {
  return concat(
    pieces.map((piece) => arrayOf(piece, 'r_')),
    { axis: 0 },
  );
});

/**
 * NumPy's `c_[…]`: vectors and ranges as the columns of a matrix, matrices beside them.
 *
 * @example
 * await np.c_([1, 2], '5:7').tolist(); // [[1, 5], [2, 6]]
 */
export const c_ = takes(
  'c_',
  each(PIECE),
)((...pieces: Piece[]): NDArray => {
  return columnStack(pieces.map((piece) => arrayOf(piece, 'c_')));
});
