/** NumPy's `r_` and `c_`: arrays put together from numbers, arrays and ranges. */
import { each, either, takes } from '../../base/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { concat } from '../join.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { columnStack } from './stacking.js';
import { rangeOf, TEXT_RANGE, type TextRange } from './text-ranges.js';

/** A number, an array, or a range as NumPy writes it in brackets: `'0:5'`, `'0:5:2'`, `'0:1:5j'` (5 numbers, both ends among them). */
export type Piece = ArrayLike | TextRange;

const PIECE = either(ARRAY, TEXT_RANGE);

function arrayOf(piece: Piece, operation: string): NDArray {
  if (typeof piece !== 'string') {
    const array = toArray(piece, operation);
    return array.ndim === 0 ? reshape(array, [1]) : array;
  }
  return rangeOf(piece, operation);
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
