/** The sum of a diagonal. Stands by itself, since it is a method of arrays too. */
import { options, takes } from '../../base/index.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY, K } from '../kinds.js';
import { diagonal } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { sum } from '../reductions.js';
import { matrices } from './matrix-function.js';

/**
 * The sum of the diagonal of each matrix; `k` chooses a diagonal above (positive) or below the main one.
 *
 * @example
 * await np.linalg.trace(np.eye(3)).item(); // 3
 */
export const trace = takes(
  'trace',
  ARRAY,
  options(K),
)((x: ArrayLike, options?: { readonly k?: number }): NDArray => {
  return sum(diagonal(matrices(x, 'trace'), options), { axis: -1 });
});
