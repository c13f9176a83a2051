/** The triangles of matrices. */
import { byPlace, ShapeError, takes } from '../base/index.js';
import { formatShape } from '../shape/index.js';
import { type ArrayLike, toArray } from './convert.js';
import { ARRAY, K } from './kinds.js';
import { broadcastTo } from './manipulate.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { where } from './select.js';
import { lowerTriangle } from './triangle-mask.js';

/** Options of `tril` and `triu`. */
export interface TriangleOptions {
  /** The diagonal that bounds the triangle: 0 the main one, positive above; default 0. */
  readonly k?: number;
}

/**
 * The lower triangles of a stack of matrices, zeros above the `k`-th diagonal. A vector stands for as many rows of its elements, as in NumPy. Throws
 * `ShapeError` for a number.
 *
 * @example
 * await np.tril(np.ones([2, 2])).tolist(); // [[1, 0], [1, 1]]
 */
export const tril = takes(
  'tril',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<TriangleOptions, 'k'>): NDArray => {
  const options = byName('tril', how, 'k');
  const a = matrices(x, 'tril');
  return where(lowerMask(a, options?.k ?? 0), a, false);
});

/**
 * The upper triangles of a stack of matrices, zeros below the `k`-th diagonal; of a vector and of a number as `tril`.
 *
 * @example
 * await np.triu(np.ones([2, 2])).tolist(); // [[1, 1], [0, 1]]
 */
export const triu = takes(
  'triu',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<TriangleOptions, 'k'>): NDArray => {
  const options = byName('triu', how, 'k');
  const a = matrices(x, 'triu');
  return where(lowerMask(a, (options?.k ?? 0) - 1), false, a);
});

function matrices(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  if (a.ndim === 0)
    throw new ShapeError(`${operation}: expected matrices (at least 2 axes), got shape ${formatShape(a.view.shape)}`);
  return a.ndim === 1 ? broadcastTo(a, [a.size, a.size]) : a;
}

function lowerMask(a: NDArray, k: number): NDArray {
  return broadcastTo(lowerTriangle(a.view.shape.slice(-2), k), a.view.shape);
}
