/** Coordinates: of grids, of triangles. */

import {
  ArgumentError,
  byPlace,
  FLAG,
  INTEGER,
  NUMBER,
  type OptionKinds,
  OutOfMemoryError,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape, type Shape } from '../../shape/index.js';
import { assign, astype } from '../assign.js';
import { type ArrayLike, type DTypeLike, toArray } from '../convert.js';
import { asarray, type DTypeOption, shapeArgument } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import { take } from '../gather.js';
import { stack } from '../join.js';
import { ARRAY, DTYPE, DTYPE_LIKE, OWN, SHAPE } from '../kinds.js';
import { broadcastTo, diagonal } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { describe } from '../operand.js';
import { byName, type Positional } from '../positional.js';
import { arange, eye } from '../ranges.js';
import { ravel, reshape } from '../reshape.js';
import { lowerTriangle } from '../triangle-mask.js';
import type { TriangleOptions } from '../triangles.js';
import { put } from './placing.js';

/** Options of `indices`. */
export interface IndicesOptions {
  /** Default int64. */
  readonly dtype?: DTypeLike;
  /** Whether the coordinates come as an Array, of each axis an array that broadcasts to the shape; default false. */
  readonly sparse?: boolean;
}
const INDICES_OPTIONS: OptionKinds<IndicesOptions> = { dtype: DTYPE_LIKE, sparse: FLAG };
interface Indices {
  (sizes: number | Shape, how: IndicesOptions & { readonly sparse: true }): NDArray[];
  (sizes: number | Shape, how?: Positional<IndicesOptions, 'dtype'>): NDArray;
}

/**
 * The coordinates of each element of an array of this shape: its axes behind one for the coordinate, or with `sparse` an Array of open ones.
 *
 * @example
 * await np.indices([2, 2]).tolist(); // [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
 */
export const indices = takes(
  'indices',
  SHAPE,
  byPlace(INDICES_OPTIONS, 'dtype'),
  options(INDICES_OPTIONS),
)((sizes: number | Shape, how?: Positional<IndicesOptions, 'dtype'>, more?: IndicesOptions): NDArray | NDArray[] => {
  const options = byName('indices', how, 'dtype', more);
  const shape = shapeArgument(sizes, 'indices');
  const dtype = options?.dtype ?? int64;
  const open = shape.map((n, axis) =>
    reshape(
      astype(arange(n, { dtype: int64 }), dtype, { copy: false }),
      shape.map((_, i) => (i === axis ? n : 1)),
    ),
  );
  return options?.sparse === true ? open : stack(open.map((along) => broadcastTo(along, shape)));
}) as Indices;

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
interface OnesOptions extends TriOptions, DTypeOption {}
const ONES_OPTIONS: OptionKinds<OnesOptions> = { ...TRI_OPTIONS, ...DTYPE };

/**
 * Ones on and below a diagonal, zeros above it. `dtype` defaults to float64.
 *
 * @example
 * await np.tri(2).tolist(); // [[1, 0], [1, 1]]
 */
export const tri = takes(
  'tri',
  INTEGER,
  byPlace(ONES_OPTIONS, 'columns'),
  options(ONES_OPTIONS),
)((rows: number, how?: Positional<OnesOptions, 'columns'>, more?: Omit<OnesOptions, 'columns'>): NDArray => {
  const options = byName('tri', how, 'columns', more);
  const { columns = rows, k = 0, dtype = floatDefault() } = options ?? {};
  return lowerTriangle(shapeArgument([Math.max(0, rows), Math.max(0, columns)], 'tri'), k).astype(dtype);
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

/** The option of `fillDiagonal`. */
interface WrapOption {
  /** Whether the diagonal of a matrix with more rows than columns begins anew below, after a row between; default false. */
  readonly wrap?: boolean;
}
const WRAP: OptionKinds<WrapOption> = { wrap: FLAG };

/**
 * Writes the main diagonal: elements [i, i] of a matrix, [i, i, …] of an array of more axes, which have one length; gives the array back. Values of
 * a different number than the diagonal has begin anew behind their end, or are left out. Throws `ShapeError` for vectors, for axes of different
 * lengths, and for no values.
 *
 * @example
 * await np.fillDiagonal(np.zeros([2, 2]), 3).tolist(); // [[3, 0], [0, 3]]
 */
export const fillDiagonal = takes(
  'fillDiagonal',
  OWN,
  ARRAY,
  byPlace(WRAP, 'wrap'),
)((x: NDArray, value: ArrayLike, how?: Positional<WrapOption, 'wrap'>): NDArray => {
  const a = toArray(x, 'fillDiagonal');
  if ((how === true || (typeof how === 'object' && how.wrap === true)) && a.ndim === 2 && a.shape[0] > a.shape[1])
    return put(a, arange(0, a.size, a.shape[1] + 1, { dtype: int64 }), value);
  if (a.ndim < 2) throw new ShapeError(`fillDiagonal: expected a matrix, got shape ${formatShape(a.shape)}`);
  if (a.ndim > 2 && a.shape.some((n) => n !== a.shape[0]))
    throw new ShapeError(`fillDiagonal: expected axes of one length, got shape ${formatShape(a.shape)}`);
  let line = a;
  while (line.ndim > 1) line = diagonal(line);
  const values = typeof value === 'object' ? toArray(value, 'fillDiagonal') : null;
  if (values === null || values.ndim === 0 || values.size === 0 || (values.ndim === 1 && values.size === line.size))
    assign(line, value);
  else assign(line, take(ravel(values), arange(0, line.size, 1, { dtype: int64 }), { mode: 'wrap' }));
  return a;
});
