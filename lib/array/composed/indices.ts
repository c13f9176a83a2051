/** Coordinates: of grids, of triangles, of places in flattened arrays. */

import {
  ArgumentError,
  byPlace,
  INTEGER,
  NUMBER,
  type OptionKinds,
  OutOfMemoryError,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { add, floorDivide, multiply, remainder } from '../arithmetic.js';
import { assign } from '../assign.js';
import { lessEqual } from '../comparison.js';
import { type ArrayLike, type DTypeLike, toArray } from '../convert.js';
import { asarray, shapeArgument } from '../creation.js';
import { indexArray } from '../gather.js';
import { stack } from '../join.js';
import { ARRAY, ARRAYS, DTYPE, OWN, SHAPE } from '../kinds.js';
import { listOf } from '../list-of.js';
import { broadcastTo, diagonal } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { describe } from '../operand.js';
import { byName, type Positional } from '../positional.js';
import { arange, eye } from '../ranges.js';
import { reshape } from '../reshape.js';
import type { TriangleOptions } from '../triangles.js';

/**
 * Coordinates of places in a flattened array of the shape, row-major: an array for each axis.
 *
 * @example
 * const [row, column] = np.unravelIndex([1, 5], [2, 3]);
 * await row.tolist();    // [0, 1]
 * await column.tolist(); // [1, 2]
 */
export const unravelIndex = takes(
  'unravelIndex',
  ARRAY,
  SHAPE,
)((places: ArrayLike, sizes: number | Shape): NDArray[] => {
  const shape = shapeArgument(sizes, 'unravelIndex');
  const at = indexArray(places, 'unravelIndex');
  return shape.map((n, axis) => {
    const step = sizeOf(shape.slice(axis + 1));
    return remainder(floorDivide(at, BigInt(step)), BigInt(n));
  });
});

/**
 * Places in the flattened array of the shape, row-major, of coordinates: an array for each axis. Throws `ArgumentError` when there
 * are not as many of them.
 *
 * @example
 * await np.ravelMultiIndex([[0, 1], [1, 2]], [2, 3]).tolist(); // [1, 5]
 */
export const ravelMultiIndex = takes(
  'ravelMultiIndex',
  ARRAYS,
  SHAPE,
)((of: readonly ArrayLike[] | NDArray, sizes: number | Shape): NDArray => {
  const shape = shapeArgument(sizes, 'ravelMultiIndex');
  const coordinates = listOf(of, 'ravelMultiIndex');
  if (coordinates.length !== shape.length || shape.length === 0) {
    throw new ArgumentError(
      `ravelMultiIndex: expected coordinates for each axis of ${formatShape(shape)}, got ${coordinates.length}`,
    );
  }
  return coordinates
    .map((x) => indexArray(x, 'ravelMultiIndex'))
    .reduce((place, along, axis) => add(multiply(place, BigInt(shape[axis])), along));
});

/**
 * The coordinates of each element of an array of this shape: its axes behind one for the coordinate.
 *
 * @example
 * await np.indices([2, 2]).tolist(); // [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
 */
export const indices = takes(
  'indices',
  SHAPE,
)((sizes: number | Shape): NDArray => {
  const shape = shapeArgument(sizes, 'indices');
  return stack(
    shape.map((n, axis) => {
      const along = reshape(
        arange(n, { dtype: int64 }),
        shape.map((_, i) => (i === axis ? n : 1)),
      );
      return broadcastTo(along, shape);
    }),
  );
});

/**
 * The square matrix with ones on its diagonal.
 *
 * @example
 * await np.identity(2).tolist(); // [[1, 0], [0, 1]]
 */
export const identity = takes(
  'identity',
  NUMBER,
  byPlace(DTYPE, 'dtype'),
)((n: number, options?: Positional<{ readonly dtype?: DTypeLike }, 'dtype'>): NDArray => {
  return eye(n, byName('identity', options, 'dtype'));
});

/** Options of `tri`. */
export interface TriOptions extends TriangleOptions {
  /** Default: as many as rows. */
  readonly columns?: number;
}
const TRI_OPTIONS: OptionKinds<TriOptions> = { k: INTEGER, columns: INTEGER };

/**
 * Ones on and below a diagonal, zeros above it.
 *
 * @example
 * await np.tri(2).tolist(); // [[1, 0], [1, 1]]
 */
export const tri = takes(
  'tri',
  INTEGER,
  byPlace(TRI_OPTIONS, 'columns'),
  options(TRI_OPTIONS),
)((rows: number, how?: Positional<TriOptions, 'columns'>, more?: Omit<TriOptions, 'columns'>): NDArray => {
  const options = byName('tri', how, 'columns', more);
  const { columns = rows, k = 0 } = options ?? {};
  return lessEqual(arange(columns), add(reshape(arange(rows), [rows, 1]), k)).astype('float64');
});

/** Rows of a matrix with elements of a triangle, and from which column up to which they are in row i. */
interface Triangle {
  readonly rows: readonly [number, number];
  readonly columns: (i: number) => readonly [number, number];
}

/** The number of elements with places that take 4 GB. */
const TOO_MANY = 2 ** 28;

/** Row and column of each element of a triangle, row-major. Throws `OutOfMemoryError`. */
function coordinates({ rows: [first, end], columns }: Triangle, operation: string): [NDArray, NDArray] {
  // Every row has an element: so many rows need not be counted.
  let count = end - first < TOO_MANY ? 0 : TOO_MANY;
  for (let i = first; i < end && count < TOO_MANY; i++) count += columns(i)[1] - columns(i)[0];
  if (count >= TOO_MANY) throw new OutOfMemoryError(`${operation}: a triangle of ${count} elements and more is too large`);
  const found = [new BigInt64Array(count), new BigInt64Array(count)];
  let at = 0;
  for (let i = first; i < end; i++) {
    const [left, right] = columns(i);
    found[0].fill(BigInt(i), at, at + right - left);
    for (let j = left; j < right; j++) found[1][at++] = BigInt(j);
  }
  return [asarray(found[0]), asarray(found[1])];
}

/** Sizes and diagonal of a triangle. Throws `ShapeError` and `ArgumentError`. */
function triangleOf(rows: number, options: TriOptions | undefined, operation: string): { columns: number; k: number } {
  const { columns = rows, k = 0 } = options ?? {};
  shapeArgument([rows, columns], operation);
  if (!Number.isInteger(k)) throw new ArgumentError(`${operation}: expected an integer as diagonal, got ${describe(k)}`);
  return { columns, k };
}

/**
 * Rows and columns of the elements on and above a diagonal of a matrix of `rows` and as many columns.
 *
 * @example
 * const [row, column] = np.triuIndices(2);
 * await row.tolist();    // [0, 0, 1]
 * await column.tolist(); // [0, 1, 1]
 */
export const triuIndices = takes(
  'triuIndices',
  NUMBER,
  options(TRI_OPTIONS),
)((rows: number, options?: TriOptions): [NDArray, NDArray] => {
  const { columns, k } = triangleOf(rows, options, 'triuIndices');
  return coordinates({ rows: [0, Math.min(rows, columns - k)], columns: (i) => [Math.max(0, i + k), columns] }, 'triuIndices');
});

/**
 * Rows and columns of the elements on and below a diagonal of a matrix of `rows` and as many columns.
 *
 * @example
 * const [row, column] = np.trilIndices(2);
 * await row.tolist();    // [0, 1, 1]
 * await column.tolist(); // [0, 0, 1]
 */
export const trilIndices = takes(
  'trilIndices',
  NUMBER,
  options(TRI_OPTIONS),
)((rows: number, options?: TriOptions): [NDArray, NDArray] => {
  const { columns, k } = triangleOf(rows, options, 'trilIndices');
  return coordinates({ rows: [Math.max(0, -k), rows], columns: (i) => [0, Math.min(columns, i + k + 1)] }, 'trilIndices');
});

/**
 * Writes the main diagonal of a matrix, or of each matrix of a stack; gives the array back. Throws `ShapeError` for vectors.
 *
 * @example
 * await np.fillDiagonal(np.zeros([2, 2]), 3).tolist(); // [[3, 0], [0, 3]]
 */
export const fillDiagonal = takes(
  'fillDiagonal',
  OWN,
  ARRAY,
)((x: NDArray, value: ArrayLike): NDArray => {
  const a = toArray(x, 'fillDiagonal');
  if (a.ndim < 2) throw new ShapeError(`fillDiagonal: expected a matrix, got shape ${formatShape(a.shape)}`);
  if (a.ndim > 2 && a.shape.some((n) => n !== a.shape[0]))
    throw new ShapeError(`fillDiagonal: expected axes of one length, got shape ${formatShape(a.shape)}`);
  assign(diagonal(a), value);
  return a;
});
