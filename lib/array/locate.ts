/**
 * Where the extreme of a large array is, found by all threads: the array is seen as rows, each of which says what its extreme is
 * and where; the first row with the best one has the answer.
 *
 *     3 1 4 1 | 5 9 2 6 | 5 3 5 8       extremes 4 9 8, places 2 1 3: row 1, element 1 · 4 + 1 = 5
 */
import { add, multiply } from './arithmetic.js';
import { Fold, fold } from './fold.js';
import { take } from './gather.js';
import type { NDArray } from './ndarray.js';
import { reshape } from './reshape.js';

/** Fewer elements are looked through sooner than several launches are made. */
const LARGE = 1 << 17;
/** Rows, at least and at most: enough for the threads of most machines. */
const FEWEST = 8;
const MOST = 128;

const minimum = new Fold('min', 'min');
const maximum = new Fold('max', 'max');

/** The place of the first extreme in the flattened array, as int64; null for arrays that are not seen as rows. */
export function locateByRows(spec: Fold, x: NDArray): NDArray | null {
  if (x.size < LARGE || !x.view.contiguous) return null;
  const rows = rowsOf(x.size);
  if (rows === null) return null;
  const seen = reshape(x, [rows, x.size / rows]);
  const places = fold(spec, [seen], [1], x.dtype);
  const best = fold(spec.op === 'argmin' ? minimum : maximum, [seen], [1], x.dtype);
  const row = fold(spec, [best], [0], x.dtype);
  return add(multiply(row, x.size / rows), take(places, row));
}

/** The most rows of equal length that an array can be seen as; null for none. */
function rowsOf(size: number): number | null {
  for (let rows = MOST; rows >= FEWEST; rows--) if (size % rows === 0) return rows;
  return null;
}
