/** Coordinates within an array that there is: of its diagonal, and of triangles of a matrix. */

import { byPlace, FUNCTION, NUMBER, optional, ShapeError, takes } from '../../base/index.js';
import { formatShape, type Shape } from '../../shape/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ones, shapeArgument } from '../creation.js';
import { ARRAY, K } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { nonzero } from '../sets.js';
import type { TriangleOptions } from '../triangles.js';
import { diagIndices } from './blocks.js';
import { trilIndices, triuIndices } from './indices.js';

/**
 * The places of the main diagonal of a matrix, or of an array with axes of one length: an array for each axis. Throws `ShapeError`.
 *
 * @example
 * np.diagIndicesFrom(np.ones([3, 3])).length; // 2
 */
export const diagIndicesFrom = takes(
  'diagIndicesFrom',
  ARRAY,
)((x: ArrayLike): NDArray[] => {
  const a = toArray(x, 'diagIndicesFrom');
  if (a.ndim < 2 || a.shape.some((n) => n !== a.shape[0]))
    throw new ShapeError(`diagIndicesFrom: expected axes of one length, two or more, got shape ${formatShape(a.shape)}`);
  return diagIndices(a.shape[0], { ndim: a.ndim });
});

/**
 * Row and column of each element on or below a diagonal of a matrix, row-major; see `trilIndices`. Throws `ShapeError`.
 *
 * @example
 * await np.trilIndicesFrom(np.ones([2, 2]))[1].tolist(); // [0, 0, 1]
 */
export const trilIndicesFrom = takes(
  'trilIndicesFrom',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<TriangleOptions, 'k'>): [NDArray, NDArray] => {
  const [rows, columns] = matrixShape(x, 'trilIndicesFrom');
  return trilIndices(rows, { columns, k: byName('trilIndicesFrom', how, 'k')?.k ?? 0 });
});

/**
 * Row and column of each element on or above a diagonal of a matrix, row-major; see `triuIndices`. Throws `ShapeError`.
 *
 * @example
 * await np.triuIndicesFrom(np.ones([2, 2]), 1)[1].tolist(); // [1]
 */
export const triuIndicesFrom = takes(
  'triuIndicesFrom',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<TriangleOptions, 'k'>): [NDArray, NDArray] => {
  const [rows, columns] = matrixShape(x, 'triuIndicesFrom');
  return triuIndices(rows, { columns, k: byName('triuIndicesFrom', how, 'k')?.k ?? 0 });
});

/**
 * Where a function such as `np.triu` leaves elements of a square matrix of ones: an array of places for each axis, as `nonzero` gives them.
 * `k` is the function's second argument. Throws `ShapeError` for a size that is none.
 *
 * @example
 * const [rows, columns] = await np.maskIndices(2, np.triu);
 * await columns.tolist(); // [0, 1, 1]
 */
export const maskIndices = takes(
  'maskIndices',
  NUMBER,
  FUNCTION,
  optional(NUMBER),
)(
  (n: number, mask: (x: NDArray, k: number) => ArrayLike, k = 0): ReturnType<typeof nonzero> =>
    nonzero(mask(ones(shapeArgument([n, n], 'maskIndices')), k)),
);

function matrixShape(x: ArrayLike, operation: string): Shape {
  const a = toArray(x, operation);
  if (a.ndim !== 2) throw new ShapeError(`${operation}: expected a matrix, got shape ${formatShape(a.shape)}`);
  return a.shape;
}
