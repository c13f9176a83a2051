/** Arrays put together from blocks, taken apart, brought to other sizes, and made from functions of coordinates. */

import {
  ARRAY_BYTES,
  ArgumentError,
  listOf as arrayOf,
  byPlace,
  each,
  either,
  FUNCTION,
  INTEGER,
  type Kind,
  kind,
  NUMBER,
  needHeap,
  type OptionKinds,
  optional,
  options,
  SCALAR,
  ShapeError,
  takes,
} from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { broadcastShapes as commonOf, formatShape, MOST_AXES, type Shape, sizeOf } from '../../shape/index.js';
import { remainder } from '../arithmetic.js';
import { assign, astype } from '../assign.js';
import { axesArgument, axisArgument } from '../axes.js';
import { type ArrayLike, type DTypeLike, MOST_DEPTH, notNumber, toArray } from '../convert.js';
import { shapeArgument, zeros } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import { keepAxes } from '../fold.js';
import { indexArray, take } from '../gather.js';
import { concat } from '../join.js';
import { ARRAY, ARRAYS, AXES, AXIS, DTYPE, K, NUMBERS, OWN, SHAPE } from '../kinds.js';
import { listOf } from '../list-of.js';
import { NDArray } from '../ndarray.js';
import { describe, isScalar, type Scalar } from '../operand.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { arange } from '../ranges.js';
import { ravel, reshape } from '../reshape.js';
import { where } from '../select.js';
import { indices } from './indices.js';
import { diag } from './spacing.js';

/** Arrays and numbers, in nested Arrays. */
export type Blocks = NDArray | Scalar | readonly Blocks[];

const BLOCKS: Kind<Blocks> = either(either(OWN, SCALAR), kind('nested Arrays of them', Array.isArray));

/**
 * An array of blocks: blocks of the innermost Arrays are joined along the last axis, the results along the axis before, and so on. Throws
 * `ArgumentError` for an empty Array or blocks that are not all as deep, and as `concat` does.
 *
 * @example
 * const [a, b] = [np.ones([2, 2]), np.zeros([2, 1])];
 * np.block([[a, b], [b.T, 7]]).shape; // [3, 3]
 */
export const block = takes(
  'block',
  BLOCKS,
)((blocks: Blocks): NDArray => {
  const depth = depthOf(blocks);
  const rank = Math.max(depth, mostAxes(blocks));
  return joined(blocks, depth, rank);
});

function isList(blocks: Blocks): blocks is readonly Blocks[] {
  return Array.isArray(blocks);
}

function depthOf(blocks: Blocks, level = 0): number {
  if (!isList(blocks)) return 0;
  if (level > MOST_DEPTH) throw new ShapeError(`block: expected at most ${MOST_DEPTH} Arrays in each other`);
  if (blocks.length === 0) throw new ArgumentError('block: expected at least one block in each Array');
  // Holes are blocks that are undefined.
  const depths = Array.from(blocks, (inner) => depthOf(inner, level + 1));
  if (depths.some((depth) => depth !== depths[0])) throw new ArgumentError('block: expected all blocks in as many Arrays');
  return depths[0] + 1;
}

function mostAxes(blocks: Blocks): number {
  if (isList(blocks)) return Math.max(...Array.from(blocks, mostAxes));
  if (isScalar(blocks)) return 0;
  if (blocks instanceof NDArray) return blocks.ndim;
  throw notNumber(blocks, 'block');
}

function joined(blocks: Blocks, depth: number, rank: number): NDArray {
  if (!isList(blocks)) {
    const a = toArray(blocks, 'block');
    return reshape(a, [...new Array<number>(rank - a.ndim).fill(1), ...a.shape]);
  }
  return concat(
    blocks.map((inner) => joined(inner, depth - 1, rank)),
    { axis: rank - depth },
  );
}

/**
 * The slices along an axis (default 0), without it, as views.
 *
 * @example
 * np.unstack(np.ones([2, 3])).map((x) => x.shape); // [[3], [3]]
 */
export const unstack = takes(
  'unstack',
  ARRAY,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray[] => {
  const options = byName('unstack', how, 'axis');
  const a = toArray(x, 'unstack');
  const axis = axisArgument(options?.axis ?? 0, a.ndim, 'unstack');
  const rest = a.shape.filter((_, i) => i !== axis);
  needHeap('unstack', a.shape[axis], ARRAY_BYTES);
  return Array.from({ length: a.shape[axis] }, (_, i) => reshape(part(a, axis, i, 1), rest));
});

/**
 * The elements in a new shape, row-major: cut off, or repeated from the first on; zeros where there are none to repeat.
 *
 * @example
 * await np.resize([1, 2, 3], [2, 2]).tolist(); // [[1, 2], [3, 1]]
 */
export const resize = takes(
  'resize',
  ARRAY,
  SHAPE,
)((x: ArrayLike, shape: number | Shape): NDArray => {
  const flat = ravel(toArray(x, 'resize'));
  const target = shapeArgument(shape, 'resize');
  const size = sizeOf(target);
  if (flat.size === 0) return zeros(target, { dtype: flat.dtype });
  return reshape(take(flat, remainder(arange(size, { dtype: int64 }), BigInt(flat.size))), target);
});

/**
 * An array of a shape that a function makes of its coordinates: it is called once, with an array for each axis.
 *
 * @example
 * await np.fromfunction((i, j) => i.multiply(10).add(j), [2, 2]).tolist(); // [[0, 1], [10, 11]]
 */
export const fromfunction = takes(
  'fromfunction',
  FUNCTION,
  SHAPE,
  options(DTYPE),
)((fn: (...coordinates: NDArray[]) => ArrayLike, shape: number | Shape, options?: { readonly dtype?: DTypeLike }): NDArray => {
  const target = shapeArgument(shape, 'fromfunction');
  const all = astype(indices(target), options?.dtype ?? floatDefault());
  return toArray(fn(...unstack(all)), 'fromfunction');
});

/**
 * Element by element, the piece of the last condition that is true: a number, or a function of all of `x`; where none is, `otherwise`, the
 * piece behind those of the conditions, or 0. Throws `ArgumentError` unless there are as many pieces as conditions, or one more.
 *
 * @example
 * const x = np.asarray([-2, 0, 3]);
 * await np.piecewise(x, [x.less(0), x.greater(0)], [(x) => x.negative(), 10]).tolist(); // [2, 0, 10]
 */
export const piecewise = takes(
  'piecewise',
  ARRAY,
  ARRAYS,
  arrayOf(either(SCALAR, FUNCTION)),
  optional(either(SCALAR, FUNCTION)),
)(
  (
    x: ArrayLike,
    conditions: readonly ArrayLike[],
    pieces: readonly (Scalar | ((x: NDArray) => ArrayLike))[],
    otherwise?: Scalar | ((x: NDArray) => ArrayLike),
  ): NDArray => {
    const a = toArray(x, 'piecewise');
    const chosen = listOf(conditions, 'piecewise');
    const isMore = otherwise === undefined && pieces.length === chosen.length + 1;
    if (chosen.length !== pieces.length && !isMore)
      throw new ArgumentError(`piecewise: expected a piece for each of ${chosen.length} conditions, got ${pieces.length}`);
    const valueOf = (piece: Scalar | ((x: NDArray) => ArrayLike)): NDArray =>
      astype(toArray(typeof piece === 'function' ? piece(a) : piece, 'piecewise'), a.dtype, { copy: false });
    const start = assign(zeros(a.shape, { dtype: a.dtype }), valueOf((isMore ? pieces.at(-1) : otherwise) ?? 0));
    return chosen.reduce<NDArray>((rest, condition, i) => where(condition, valueOf(pieces[i]), rest), start);
  },
);

/**
 * A function that folds an axis away, such as `np.sum`, over several axes in turn; they stay, with size 1.
 *
 * @example
 * np.applyOverAxes(np.sum, np.ones([2, 3, 4]), [0, 2]).shape; // [1, 3, 1]
 */
export const applyOverAxes = takes(
  'applyOverAxes',
  FUNCTION,
  ARRAY,
  AXES,
)((fn: (x: NDArray, options: { readonly axis: number }) => NDArray, x: ArrayLike, axes: number | readonly number[]): NDArray => {
  const a = toArray(x, 'applyOverAxes');
  return axesArgument(axes, a.ndim, 'applyOverAxes').reduce((so, axis) => {
    const found = fn(so, { axis });
    if (!(found instanceof NDArray))
      throw new ArgumentError(`applyOverAxes: expected a function that gives an array, got ${describe(found)}`);
    return found.ndim === so.ndim ? found : keepAxes(found, [axis]);
  }, a);
});

/**
 * The shape that arrays of these shapes broadcast to. Throws `ShapeError` when they do not.
 *
 * @example
 * np.broadcastShapes([3, 1], [4]); // [3, 4]
 */
export const broadcastShapes = takes(
  'broadcastShapes',
  each(NUMBERS),
)((...shapes: Shape[]): Shape => {
  return shapes.reduce<Shape>((s, shape) => commonOf(s, shapeArgument(shape, 'broadcastShapes'), 'broadcastShapes'), []);
});

/**
 * A matrix with the elements of `x`, flattened, on a diagonal.
 *
 * @example
 * await np.diagflat([[1, 2]]).tolist(); // [[1, 0], [0, 2]]
 */
export const diagflat = takes(
  'diagflat',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<{ readonly k?: number }, 'k'>): NDArray => {
  const options = byName('diagflat', how, 'k');
  return diag(ravel(toArray(x, 'diagflat')), options);
});

const NDIM: OptionKinds<{ readonly ndim?: number }> = { ndim: NUMBER };

/**
 * The places of the main diagonal of an array of `ndim` axes (default 2) of size `n`: an array for each axis.
 *
 * @example
 * np.diagIndices(3).length; // 2
 */
export const diagIndices = takes(
  'diagIndices',
  INTEGER,
  options(NDIM),
)((n: number, options?: { readonly ndim?: number }): NDArray[] => {
  const ndim = options?.ndim ?? 2;
  if (!Number.isInteger(ndim) || ndim < 0 || ndim > MOST_AXES)
    throw new ArgumentError(`diagIndices: expected from 0 to ${MOST_AXES} axes, got ${describe(ndim)}`);
  const along = arange(n, { dtype: int64 });
  return Array.from({ length: ndim }, () => along);
});

/**
 * Vectors of places as arrays that broadcast to a grid: each along an axis of its own, for `gather` and `assignAt`.
 *
 * @example
 * np.ix([0, 2], [1, 3, 4]).map((x) => x.shape); // [[2, 1], [1, 3]]
 */
export const ix = takes(
  'ix',
  each(ARRAY),
)((...places: ArrayLike[]): NDArray[] => {
  return places.map((given, axis) => {
    const a = indexArray(given, 'ix');
    if (a.ndim !== 1) throw new ShapeError(`ix: expected vectors, got shape ${formatShape(a.shape)}`);
    return reshape(
      a,
      places.map((_, i) => (i === axis ? a.size : 1)),
    );
  });
});
