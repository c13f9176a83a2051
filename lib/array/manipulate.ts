/** Views with axes moved, added, dropped, reversed or repeated. Nothing is copied. */

import { byPlace, each, IndexError, NUMBER, type OptionKinds, optional, ShapeError, takes } from '../base/index.js';
import { broadcastShapes, formatShape, type Shape } from '../shape/index.js';
import { broadcastView, promoteView, sliceView, transposeView } from '../store/index.js';
import { axesArgument, axisArgument } from './axes.js';
import { type ArrayLike, toArray } from './convert.js';
import { shapeArgument } from './creation.js';
import { ARRAY, AXES, AXIS_NUMBER, DIAGONAL, NUMBERS, SHAPE, SOME_AXES, SOME_NUMBERS } from './kinds.js';
import { diagonalsOf, lastOf } from './matrix-axes.js';
import { type NDArray, viewOf } from './ndarray.js';
import { byName, type Positional } from './positional.js';

/**
 * Permuted axes: axis i of the result is axis `axes[i]` of `x`. Throws `IndexError` unless each is named once.
 *
 * @example
 * np.zeros([2, 3, 4]).permuteDims([2, 0, 1]).shape; // [4, 2, 3]
 */
export const permuteDims = takes(
  'permuteDims',
  ARRAY,
  NUMBERS,
)((x: ArrayLike, axes: readonly number[]): NDArray => {
  const a = toArray(x, 'permuteDims');
  const order = axesArgument(axes, a.ndim, 'permuteDims');
  if (order.length !== a.ndim) throw new IndexError(`permuteDims: expected ${a.ndim} axes, got [${axes.join(', ')}]`);
  return viewOf(a, transposeView(a.view, order));
});

/**
 * Axes reversed, or in the order `axes`.
 *
 * @example
 * np.zeros([2, 3]).transpose().shape; // [3, 2]
 */
export const transpose = takes(
  'transpose',
  ARRAY,
  optional(AXES),
  each(NUMBER),
)((x: ArrayLike, axes?: number | readonly number[], ...more: readonly number[]): NDArray => {
  const a = toArray(x, 'transpose');
  return permuteDims(a, typeof axes === 'number' ? [axes, ...more] : (axes ?? a.view.shape.map((_, i) => a.ndim - 1 - i)));
});

/**
 * The last two axes exchanged. Throws `ShapeError` below two axes.
 *
 * @example
 * np.zeros([5, 2, 3]).matrixTranspose().shape; // [5, 3, 2]
 */
export const matrixTranspose = takes(
  'matrixTranspose',
  ARRAY,
)((x: ArrayLike): NDArray => {
  const a = toArray(x, 'matrixTranspose');
  if (a.ndim < 2) throw new ShapeError(`matrixTranspose: expected at least 2 axes, got shape ${formatShape(a.view.shape)}`);
  return swapaxes(a, -1, -2);
});

/**
 * Two axes exchanged.
 *
 * @example
 * np.zeros([2, 3, 4]).swapaxes(0, 2).shape; // [4, 3, 2]
 */
export const swapaxes = takes(
  'swapaxes',
  ARRAY,
  NUMBER,
  NUMBER,
)((x: ArrayLike, first: number, second: number): NDArray => {
  const a = toArray(x, 'swapaxes');
  const order = a.view.shape.map((_, i) => i);
  const [i, j] = [axisArgument(first, a.ndim, 'swapaxes'), axisArgument(second, a.ndim, 'swapaxes')];
  [order[i], order[j]] = [order[j], order[i]];
  return viewOf(a, transposeView(a.view, order));
});

/**
 * Axes moved to other places; the rest keep their order.
 *
 * @example
 * np.zeros([2, 3, 4]).moveaxis(0, -1).shape; // [3, 4, 2]
 */
export const moveaxis = takes(
  'moveaxis',
  ARRAY,
  SOME_NUMBERS,
  SOME_NUMBERS,
)((x: ArrayLike, source: number | readonly number[], destination: number | readonly number[]): NDArray => {
  const a = toArray(x, 'moveaxis');
  const from = axesArgument(source, a.ndim, 'moveaxis');
  const to = axesArgument(destination, a.ndim, 'moveaxis');
  if (from.length !== to.length) throw new IndexError(`moveaxis: ${from.length} axes cannot move to ${to.length} places`);
  const rest = a.view.shape.map((_, i) => i).filter((i) => !from.includes(i));
  const order = a.view.shape.map((_, i) => (to.includes(i) ? from[to.indexOf(i)] : -1));
  for (let i = 0, next = 0; i < order.length; i++) if (order[i] === -1) order[i] = rest[next++];
  return viewOf(a, transposeView(a.view, order));
});

/**
 * New axes of size 1 at these places of the result; default 0. Throws `IndexError`.
 *
 * @example
 * np.zeros(3).expandDims({ axis: 1 }).shape; // [3, 1]
 */
export const expandDims = takes(
  'expandDims',
  ARRAY,
  byPlace(SOME_AXES, 'axis'),
)((x: ArrayLike, how?: Positional<{ readonly axis?: number | readonly number[] }, 'axis'>): NDArray => {
  const options = byName('expandDims', how, 'axis');
  const a = toArray(x, 'expandDims');
  const axis = options?.axis === undefined ? 0 : options.axis;
  const count = Array.isArray(axis) ? axis.length : 1;
  const places = axesArgument(axis, a.ndim + count, 'expandDims').sort((p, q) => p - q);
  return viewOf(
    a,
    places.reduce((view, at) => promoteView(view, at, 1), a.view),
  );
});

/**
 * Without axes of size 1: all of them, or the ones in `axis`. Throws `ShapeError` when an axis in `axis` is longer.
 *
 * @example
 * np.zeros([1, 3, 1]).squeeze().shape; // [3]
 */
export const squeeze = takes(
  'squeeze',
  ARRAY,
  byPlace(SOME_AXES, 'axis'),
)((x: ArrayLike, how?: Positional<{ readonly axis?: number | readonly number[] | null }, 'axis'>): NDArray => {
  const options = byName('squeeze', how, 'axis');
  const a = toArray(x, 'squeeze');
  const dropped =
    options?.axis === undefined || options.axis === null
      ? a.view.shape.map((_, i) => i).filter((i) => a.view.shape[i] === 1)
      : axesArgument(options.axis, a.ndim, 'squeeze');
  const long = dropped.find((i) => a.view.shape[i] !== 1);
  if (long !== undefined)
    throw new ShapeError(`squeeze: axis ${long} of shape ${formatShape(a.view.shape)} has ${a.view.shape[long]} elements, not 1`);
  const kept = a.view.shape.map((_, i) => i).filter((i) => !dropped.includes(i));
  return viewOf(a, transposeView(a.view, kept));
});

/**
 * A view that repeats axes of size 1, and new leading ones, up to `shape`. It cannot be written. Throws `ShapeError`.
 *
 * @example
 * await np.asarray([1, 2]).broadcastTo([2, 2]).tolist(); // [[1, 2], [1, 2]]
 */
export const broadcastTo = takes(
  'broadcastTo',
  ARRAY,
  SHAPE,
)((x: ArrayLike, shape: number | Shape): NDArray => {
  const a = toArray(x, 'broadcastTo');
  return viewOf(a, broadcastView(a.view, shapeArgument(shape, 'broadcastTo')));
});

/**
 * Views of all arrays in the shape that they broadcast to.
 *
 * @example
 * np.broadcastArrays(np.zeros([2, 1]), np.zeros(3)).map((x) => x.shape); // [[2, 3], [2, 3]]
 */
export const broadcastArrays = takes(
  'broadcastArrays',
  each(ARRAY),
)((...xs: ArrayLike[]): NDArray[] => {
  const arrays = xs.map((x) => toArray(x, 'broadcastArrays'));
  const shape = arrays.reduce<Shape>((s, a) => broadcastShapes(s, a.view.shape, 'broadcastArrays'), []);
  return arrays.map((a) => broadcastTo(a, shape));
});

/**
 * Reversed along an axis, several, or all (the default), as a view.
 *
 * @example
 * await np.arange(3).flip().tolist(); // [2, 1, 0]
 */
export const flip = takes(
  'flip',
  ARRAY,
  byPlace(SOME_AXES, 'axis'),
)((x: ArrayLike, how?: Positional<{ readonly axis?: number | readonly number[] | null }, 'axis'>): NDArray => {
  const options = byName('flip', how, 'axis');
  const a = toArray(x, 'flip');
  const axes =
    options?.axis === undefined || options.axis === null
      ? a.view.shape.map((_, i) => i)
      : axesArgument(options.axis, a.ndim, 'flip');
  return viewOf(
    a,
    axes.reduce((view, i) => sliceView(view, i, view.shape[i] - 1, view.shape[i], -1), a.view),
  );
});

/** Options of `diagonal`. */
export interface DiagonalOptions {
  /** Which diagonal; default 0, the main one. */
  readonly k?: number;
  /** NumPy's name of `k`. */
  readonly offset?: number;
  /** The axis of the matrices' rows; default the first. */
  readonly axis1?: number;
  /** The axis of the matrices' columns; default the second. */
  readonly axis2?: number;
}
const DIAGONAL_OPTIONS: OptionKinds<DiagonalOptions> = { ...DIAGONAL, axis1: AXIS_NUMBER, axis2: AXIS_NUMBER };

/**
 * The diagonal of the first two axes, or of `axis1` and `axis2`, as a view: for each matrix, elements [i, i + k]. It is the result's last axis.
 * `np.linalg.diagonal` takes the last two axes, as the array API standard has it. Throws `ShapeError` for fewer than two axes.
 *
 * @example
 * await np.eye(3).diagonal().tolist(); // [1, 1, 1]
 */
export const diagonal = takes(
  'diagonal',
  ARRAY,
  byPlace(DIAGONAL_OPTIONS, 'k'),
)((x: ArrayLike, how?: Positional<DiagonalOptions, 'k'>): NDArray => {
  const options = byName('diagonal', how, 'k');
  const a = lastOf(toArray(x, 'diagonal'), options ?? {}, 'diagonal');
  if (a.ndim < 2) throw new ShapeError(`diagonal: expected at least 2 axes, got shape ${formatShape(a.view.shape)}`);
  return diagonalsOf(a, options?.k ?? options?.offset ?? 0);
});
