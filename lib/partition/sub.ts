/**
 * Sub-partitions: a partition of a view, interned as a pair. The view says where in the allocation the elements are,
 * the partition which of them each point has; two arguments that have the same sub-partition have the same elements
 * at every point. They live as long as their views; an `id` is never given twice.
 *
 *     root (8)   0 1 2 3 4 5 6 7
 *     view x[2:8]    . . 0 1 2 3 4 5       with tiling (3):  points have root elements [2,5) and [5,8),
 *                                          which is tiling (3) at offset 2 of the root
 */
import { invariant } from '../base/index.js';
import { rowMajor, type Shape, type View } from '../shape/index.js';
import { isDisjoint, rectOf } from './geometry.js';
import { viewsMayOverlap } from './overlap.js';
import { halo, none, type Partition, type TilingPartition, tiling } from './partition.js';
import { projection } from './projection.js';
import { isEmpty, type Rect } from './rect.js';

export interface SubPartition {
  readonly id: number;
  readonly view: View;
  readonly partition: Partition;
  /** No two indices of the view name the same element. */
  readonly injective: boolean;
}

const byView = new WeakMap<View, Map<number, SubPartition>>();
/** Partitions that a view is cut by, at a time. */
const MANY = 256;
let count = 0;

/** The sub-partition of this view and partition. */
export function subPartition(view: View, partition: Partition): SubPartition {
  let row = byView.get(view);
  if (row === undefined) byView.set(view, (row = new Map()));
  let sub = row.get(partition.id);
  if (sub === undefined) {
    if (row.size >= MANY) row.clear();
    sub = { id: count++, view, partition, injective: isInjective(view) };
    row.set(partition.id, sub);
  }
  return sub;
}

/** Do no two points of the launch domain share an element of the allocation? Never a false "yes". */
export function isDisjointSub(sub: SubPartition, launch: Shape): boolean {
  return sub.injective && isDisjoint(sub.partition, launch);
}

/** May the elements of two sub-partitions of one root meet, at any points? Never a false "no". */
export function subsMayOverlap(a: SubPartition, b: SubPartition): boolean {
  return viewsMayOverlap(a.view, b.view);
}

/**
 * The partition that the last writer's sub-partition suggests for an argument with this view: its key partition in the
 * argument's coordinates, or null. A suggestion only: views shifted against each other may share tiles and move
 * but the elements at their edges.
 */
export function keyFor(view: View, last: SubPartition | null): Partition | null {
  if (last === null) return null;
  if (last.view === view) return last.partition;
  if (last.view.shape.length !== view.shape.length) return null;
  for (let i = 0; i < view.shape.length; i++) if (last.view.strides[i] !== view.strides[i]) return null;
  return last.partition;
}

/** Sorted by stride, each axis steps over all that the smaller ones reach. Sufficient, and exact for slices. */
function isInjective(view: View): boolean {
  const axes = view.shape.map((n, i) => ({ n, stride: Math.abs(view.strides[i]) })).filter((a) => a.n > 1);
  axes.sort((a, b) => a.stride - b.stride);
  let reach = 0;
  for (const { n, stride } of axes) {
    if (stride <= reach) return false;
    reach += (n - 1) * stride;
  }
  return true;
}

/** How a view's axes lie in its row-major root: root axis i runs along view axis `axes[i]` (-1: stays at `origin[i]`). */
interface Placement {
  readonly axes: readonly number[];
  readonly origin: readonly number[];
  /** Root elements between neighbours along the axis, 1 where it stays; never negative. */
  readonly steps: readonly number[];
  /** Axes with negative strides, whose tiles lie in reverse. */
  readonly reversed: boolean;
}

/** Null where the view is not a box of the root with steps: a diagonal, a split or merged axis. */
function placementOf(view: View, rootShape: Shape): Placement | null {
  const strides = rowMajor(rootShape);
  const origin = new Array<number>(rootShape.length);
  const axes = new Array<number>(rootShape.length).fill(-1);
  const steps = new Array<number>(rootShape.length).fill(1);
  let rest = view.offset;
  for (let i = 0; i < rootShape.length; i++) {
    origin[i] = strides[i] === 0 ? 0 : Math.floor(rest / strides[i]);
    rest -= origin[i] * strides[i];
  }
  let reversed = false;
  for (let k = 0; k < view.shape.length; k++) {
    const stride = view.strides[k];
    if (view.shape[k] <= 1 || stride === 0) continue;
    const i = axisOfStride(view, k, rootShape, strides, origin);
    if (i < 0 || axes[i] >= 0) return null;
    axes[i] = k;
    steps[i] = Math.abs(stride / strides[i]);
    if (stride < 0) reversed = true;
  }
  return { axes, origin, steps, reversed };
}

/** The root axis along which view axis `k` stays inside the root's box. */
function axisOfStride(view: View, k: number, shape: Shape, strides: readonly number[], origin: readonly number[]): number {
  for (let i = 0; i < shape.length; i++) {
    const step = view.strides[k] / strides[i];
    if (!Number.isInteger(step) || step === 0) continue;
    const last = origin[i] + (view.shape[k] - 1) * step;
    if (last >= 0 && last < shape[i]) return i;
  }
  return -1;
}

/**
 * The same rectangles as a partition of the root, where the view is a box of it (slices, transposes, fixed and new axes);
 * null where it is not, or has steps, or values decide. A bound in two ways: tiles that hang over the view's end hang over
 * in the root too, and points told apart only along axes of size 1 or repeated ones have the same tile.
 */
export function toRoot(sub: SubPartition, rootShape: Shape): Partition | null {
  const { view, partition } = sub;
  if (partition.kind === 'image') return null;
  const place = placementOf(view, rootShape);
  if (place === null || place.reversed || place.steps.some((s) => s !== 1)) return null;
  if (partition.kind === 'none') return boxOfRoot(view, place, rootShape);
  const from = partition.kind === 'halo' ? partition.from : partition;
  const moved = moveTiling(from, place);
  if (partition.kind === 'tiling') return moved;
  const pick = (per: readonly number[]) => place.axes.map((k) => (k < 0 ? 0 : per[k]));
  return halo(moved, pick(partition.low), pick(partition.high));
}

function moveTiling(t: TilingPartition, place: Placement): TilingPartition {
  return tiling(
    place.axes.map((k) => (k < 0 ? 1 : t.tile[k])),
    place.axes.map((k, i) => place.origin[i] + (k < 0 ? 0 : t.offset[k])),
    projection(place.axes.map((k) => (k < 0 ? -1 : t.projection.axes[k]))),
  );
}

/** All of the view at each point: `none` when that is the root, else a tiling of one tile. */
function boxOfRoot(view: View, place: Placement, rootShape: Shape): Partition {
  const tile = place.axes.map((k) => (k < 0 ? 1 : view.shape[k]));
  if (tile.every((n, i) => n === rootShape[i])) return none;
  return tiling(tile, place.origin, projection(tile.map(() => -1)));
}

export interface RootRect {
  readonly rect: Rect;
  /** The elements are all of the rectangle's; false when it only bounds them (steps, images, odd views). */
  readonly exact: boolean;
}

/** Where in a row-major root a point's elements are. */
export function rootRectOf(sub: SubPartition, point: readonly number[], rootShape: Shape): RootRect {
  return rectInRoot(sub.view, rectOf(sub.partition, point, sub.view.shape), rootShape, sub.partition.kind !== 'image');
}

/** Where in a row-major root the elements of a view's rectangle are; with `known` false it bounds them only. */
export function rectInRoot(view: View, local: Rect, rootShape: Shape, known: boolean): RootRect {
  const place = placementOf(view, rootShape);
  if (place === null) return rowsOf(view, local, rootShape, known);
  invariant(local.low.length === view.shape.length, "a rectangle has its view's rank");
  const low = [...place.origin];
  const high = place.origin.map((n) => n + 1);
  let exact = known;
  const empty = view.size === 0 || isEmpty(local);
  place.axes.forEach((k, i) => {
    if (k < 0) return;
    const sign = view.strides[k] < 0 ? -1 : 1;
    const first = place.origin[i] + sign * place.steps[i] * local.low[k];
    const last = place.origin[i] + sign * place.steps[i] * (local.high[k] - 1);
    low[i] = Math.min(first, last);
    high[i] = Math.max(first, last) + 1;
    if (place.steps[i] !== 1 && local.high[k] - local.low[k] > 1) exact = false;
  });
  return empty ? { rect: { low, high: low }, exact: true } : { rect: { low, high }, exact };
}

/** Views that split or merge axes: the rows (slices along axis 0) of the root between the first and the last element. */
function rowsOf(view: View, local: Rect, rootShape: Shape, known: boolean): RootRect {
  const none = rootShape.map(() => 0);
  if (view.size === 0 || isEmpty(local)) return { rect: { low: none, high: none }, exact: true };
  let first = view.offset;
  let last = view.offset;
  view.strides.forEach((stride, k) => {
    first += stride * (stride < 0 ? local.high[k] - 1 : local.low[k]);
    last += stride * (stride < 0 ? local.low[k] : local.high[k] - 1);
  });
  const row = rowMajor(rootShape)[0];
  const low = Math.floor(first / row);
  const high = Math.floor(last / row) + 1;
  const rect = { low: none.map((_, i) => (i === 0 ? low : 0)), high: rootShape.map((n, i) => (i === 0 ? high : n)) };
  return { rect, exact: known && first === low * row && last + 1 === high * row && isGapless(view, local) };
}

/** Does a part of a view name every element between its first and its last? Never a false "yes". */
function isGapless(view: View, local: Rect): boolean {
  const axes = view.strides.map((stride, k) => ({ n: local.high[k] - local.low[k], stride: Math.abs(stride) }));
  let reach = 1;
  for (const { n, stride } of axes.filter((a) => a.n > 1 && a.stride > 0).sort((a, b) => a.stride - b.stride)) {
    if (stride !== reach) return false;
    reach *= n;
  }
  return true;
}

/** A view as it lies in a row-major instance that holds only a box of the root. */
export interface LocalView {
  readonly shape: Shape;
  readonly strides: readonly number[];
  /** In elements from the start of the instance. */
  readonly offset: number;
}

/**
 * The part `local` of a view, addressed in an instance of `box`, which contains it (`rootRectOf`). A view that splits or
 * merges axes is in a box of whole rows, where it has the strides that it has in the root.
 *
 *     root (4,8)   view [1:4, 2:8]   its part [1:3, 0:2] is root [2:4, 2:4]   in the box [2:4, 1:5]: strides (4, 1), offset 1
 */
export function localView(view: View, local: Rect, rootShape: Shape, box: Rect): LocalView {
  const shape = local.low.map((low, k) => Math.max(0, local.high[k] - low));
  const place = placementOf(view, rootShape);
  const strides = [...view.strides];
  let offset = view.offset;
  const old = rowMajor(rootShape);
  if (place === null) {
    invariant(
      rootShape.every((n, i) => i === 0 || box.high[i] - box.low[i] === n),
      'an odd view is in whole rows',
    );
    offset -= box.low[0] * old[0];
  } else {
    const steps = rowMajor(box.low.map((low, i) => box.high[i] - low));
    offset = 0;
    place.axes.forEach((k, i) => {
      offset += (place.origin[i] - box.low[i]) * steps[i];
      if (k >= 0) strides[k] = (view.strides[k] / old[i]) * steps[i];
    });
  }
  for (let k = 0; k < shape.length; k++) offset += local.low[k] * strides[k];
  return { shape, strides, offset };
}
