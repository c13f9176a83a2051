/** Views and partitions as `maniple/runtime` gives them: arguments are checked, as the functions that the runtime itself calls are not. */
import {
  ArgumentError,
  FUNCTION,
  INTEGER,
  IndexError,
  type Kind,
  kind,
  optional,
  ShapeError,
  TEXT,
  takes,
} from '../../base/index.js';
import {
  type Partition,
  type Projection,
  projection as projectionOf,
  type SubPartition,
  subPartition as subOf,
  tiling as tilingOf,
} from '../../partition/index.js';
import {
  checkShape,
  formatShape,
  identityView as identityOf,
  type Shape,
  type View,
  internView as viewOf,
} from '../../shape/index.js';
import {
  broadcastView as broadcast,
  delinearizeView as delinearize,
  projectView as project,
  promoteView as promote,
  type Store,
  sliceView as slice,
  transposeView as transpose,
} from '../../store/index.js';
import { INTEGERS, SIZES, STORE, VIEW } from './kinds.js';

/**
 * An array as the store that it is, with its root and its view, for libraries. Types of arrays do not show these.
 *
 * @example
 * storeOf(np.ones([2, 3]).T).view.strides; // [1, 3]
 */
export const storeOf = takes('storeOf', STORE)((x: Store): Store => x);

function checkAxis(axis: number, rank: number, operation: string): void {
  if (axis < 0 || axis >= rank) throw new IndexError(`${operation}: expected an axis from 0 to ${rank - 1}, got ${axis}`);
}

/**
 * The whole of a row-major allocation of a shape.
 *
 * @example
 * identityView([2, 3]).strides; // [3, 1]
 */
export const identityView = takes(
  'identityView',
  SIZES,
)((shape: Shape): View => {
  checkShape(shape, 'identityView');
  return identityOf(shape);
});

/**
 * The view with a shape, a stride for each axis and an offset, in elements. Throws `ShapeError`.
 *
 * @example
 * internView([3], [2], 1) === internView([3], [2], 1); // true
 */
export const internView = takes(
  'internView',
  SIZES,
  INTEGERS,
  INTEGER,
)((shape: Shape, strides: readonly number[], offset: number): View => {
  checkShape(shape, 'internView');
  if (strides.length !== shape.length)
    throw new ShapeError(`internView: expected a stride for each axis of ${formatShape(shape)}, got ${strides.length}`);
  return viewOf(shape, strides, offset);
});

/**
 * Elements `start`, `start + step`, … (`count` of them) along an axis. Throws `IndexError` where they are outside.
 *
 * @example
 * sliceView(identityView([10]), 0, 1, 3, 2).strides; // [2]
 */
export const sliceView = takes(
  'sliceView',
  VIEW,
  INTEGER,
  INTEGER,
  INTEGER,
  INTEGER,
)((view: View, axis: number, start: number, count: number, step: number): View => {
  checkAxis(axis, view.shape.length, 'sliceView');
  const n = view.shape[axis];
  const last = start + (count - 1) * step;
  if (count < 0 || (count > 0 && !(Math.min(start, last) >= 0 && Math.max(start, last) < n)))
    throw new IndexError(`sliceView: ${count} elements from ${start} by ${step} are outside axis ${axis} of size ${n}`);
  return slice(view, axis, start, count, step);
});

/**
 * A new axis of `size` before `axis`, over which the contents repeat.
 *
 * @example
 * promoteView(identityView([3]), 0, 2).strides; // [0, 1]
 */
export const promoteView = takes(
  'promoteView',
  VIEW,
  INTEGER,
  INTEGER,
)((view: View, axis: number, size: number): View => {
  checkAxis(axis, view.shape.length + 1, 'promoteView');
  checkShape([size], 'promoteView');
  return promote(view, axis, size);
});

/**
 * Fixes the coordinate of an axis and drops it. Throws `IndexError` outside it.
 *
 * @example
 * projectView(identityView([2, 3]), 0, 1).offset; // 3
 */
export const projectView = takes(
  'projectView',
  VIEW,
  INTEGER,
  INTEGER,
)((view: View, axis: number, index: number): View => {
  checkAxis(axis, view.shape.length, 'projectView');
  return project(view, axis, index);
});

/**
 * Permutes the axes: result axis i is `axes[i]`. Throws `IndexError` unless each axis is named once.
 *
 * @example
 * transposeView(identityView([2, 3]), [1, 0]).shape; // [3, 2]
 */
export const transposeView = takes(
  'transposeView',
  VIEW,
  INTEGERS,
)((view: View, axes: readonly number[]): View => {
  const rank = view.shape.length;
  for (const axis of axes) checkAxis(axis, rank, 'transposeView');
  if (axes.length !== rank || new Set(axes).size !== rank)
    throw new IndexError(`transposeView: expected each of ${rank} axes once, got [${axes.join(', ')}]`);
  return transpose(view, axes);
});

/**
 * Splits an axis into several, row-major. Throws `ShapeError` when the sizes do not multiply to the axis.
 *
 * @example
 * delinearizeView(identityView([6]), 0, [2, 3]).shape; // [2, 3]
 */
export const delinearizeView = takes(
  'delinearizeView',
  VIEW,
  INTEGER,
  SIZES,
)((view: View, axis: number, sizes: Shape): View => {
  checkAxis(axis, view.shape.length, 'delinearizeView');
  return delinearize(view, axis, sizes);
});

/**
 * Repeats axes of size 1, and new leading ones, to `shape`, without a copy. Throws `ShapeError` where it cannot.
 *
 * @example
 * broadcastView(identityView([3]), [2, 3]).strides; // [0, 1]
 */
export const broadcastView = takes(
  'broadcastView',
  VIEW,
  SIZES,
  optional(TEXT),
)((view: View, shape: Shape, operation?: string): View => {
  checkShape(shape, operation ?? 'broadcastView');
  return broadcast(view, shape, operation);
});

const PROJECTION: Kind<Projection> = kind('a projection', (given) => isInterned(given, ['axes']));
const PARTITION: Kind<Partition> = kind('a partition', (given) => isInterned(given, ['kind']));

function isInterned(given: unknown, fields: readonly string[]): boolean {
  if (typeof given !== 'object' || given === null || FUNCTION.is(given as never)) return false;
  return typeof (given as { readonly id?: unknown }).id === 'number' && fields.every((field) => field in given);
}

/**
 * The projection that takes, for each tile axis, a launch axis; -1 for none.
 *
 * @example
 * projection([0, -1]) === projection([0, -1]); // true
 */
export const projection = takes(
  'projection',
  INTEGERS,
)((axes: readonly number[]): Projection => {
  if (axes.some((axis) => axis < -1)) throw new IndexError(`projection: expected launch axes or -1, got [${axes.join(', ')}]`);
  return projectionOf(axes);
});

/**
 * The tiling with this tile shape, offset of the first tile, and projection from launch points to tile numbers.
 *
 * @example
 * const rows = tiling([2, 8], [0, 0], projection([0, -1]));
 * rows === tiling([2, 8], [0, 0], projection([0, -1])); // true
 */
export const tiling = takes(
  'tiling',
  SIZES,
  INTEGERS,
  PROJECTION,
)((tile: readonly number[], offset: readonly number[], by: Projection): Partition => {
  if (tile.length !== offset.length || tile.length !== by.axes.length || tile.some((n) => n < 1))
    throw new ArgumentError(
      `tiling: expected sizes of at least 1, offsets and projected axes, as many of each, got ${tile.length}, ${offset.length} and ${by.axes.length}`,
    );
  return tilingOf(tile, offset, by);
});

/**
 * A partition of the elements that a view shows.
 *
 * @example
 * const x = runtime().create(float64, [8, 8]);
 * const top = sliceView(x.view, 0, 0, 4, 1);
 * subPartition(top, tiling([2, 8], [0, 0], projection([0, -1]))) !== null; // true
 */
export const subPartition = takes(
  'subPartition',
  VIEW,
  PARTITION,
)((view: View, partition: Partition): SubPartition => subOf(view, partition));
