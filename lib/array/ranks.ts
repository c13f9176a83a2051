/** Elements by their ranks along an axis, which are found without putting all of them in order. */
import { denseLine, LineFunction } from './lines.js';
import type { NDArray } from './ndarray.js';

/** Its scalars: whether downwards, which it never is, and the ranks. */
const selecting = new LineFunction('select', 'select', [0], (from, to, scalars) => {
  const values = denseLine(from).sort();
  for (let i = 0; i < to.length; i++) to.data[to.start + i * to.step] = values[scalars[1 + i]] as never;
});

/** As many ranks as are looked for without putting all in order. */
export const MOST_RANKS = 64;

/** The elements at some ranks along the last axis, as `sort` would have them there. Ranks ascend. */
export function atRanks(x: NDArray, ranks: readonly number[]): NDArray {
  return selecting.apply(x, x.ndim - 1, x.dtype, ranks.length, ranks);
}
