/**
 * Sub-partitions: a partition of a view, interned as a pair. The view says where in the allocation the elements are,
 * the partition which of them each point has; two arguments that have the same sub-partition have the same elements
 * at every point. They live as long as their views; an `id` is never given twice.
 *
 *     root (8)   0 1 2 3 4 5 6 7
 *     view x[2:8]    . . 0 1 2 3 4 5       with tiling (3):  points have root elements [2,5) and [5,8),
 *                                          which is tiling (3) at offset 2 of the root
 */
import type { Shape, View } from '../shape/index.js';
import { isDisjoint, rectOf } from './geometry.js';
import { viewsMayOverlap } from './overlap.js';
import { halo, none, type Partition, type TilingPartition, tiling } from './partition.js';
import { pick, projection } from './projection.js';
import { type Lying, lyingOf, type RootRect, rectInRoot } from './view-box.js';

export interface SubPartition {
  readonly id: number;
  readonly view: View;
  readonly partition: Partition;
  /** No two indices of the view name the same element. */
  readonly injective: boolean;
}

const byView = new WeakMap<View, Map<number, SubPartition>>();
/** Partitions of one view that are kept, at most. */
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

/**
 * A sub-partition's rectangles as a partition of the root, where the view is a box of it (slices, transposes, fixed and new axes); null
 * where it is not, or has steps, or values decide. A bound in two ways: tiles that hang over the view's end hang over in the root too,
 * and points told apart only along axes of size 1 or repeated ones have the same tile.
 */
export function toRoot(sub: SubPartition, rootShape: Shape): Partition | null {
  const { view, partition } = sub;
  if (partition.kind === 'image' || partition.kind === 'boxes') return null;
  const place = lyingOf(view, rootShape);
  if (place === null || place.reversed || place.steps.some((s) => s !== 1)) return null;
  if (partition.kind === 'none') return boxOfRoot(view, place, rootShape);
  const from = partition.kind === 'halo' ? partition.from : partition;
  const moved = moveTiling(from, place);
  if (partition.kind === 'tiling') return moved;
  const pick = (per: readonly number[]) => place.axes.map((k) => (k < 0 ? 0 : per[k]));
  return halo(moved, pick(partition.low), pick(partition.high));
}

function moveTiling(t: TilingPartition, place: Lying): TilingPartition {
  return tiling(
    place.axes.map((k) => (k < 0 ? 1 : t.tile[k])),
    place.axes.map((k, i) => place.origin[i] + (k < 0 ? 0 : t.offset[k])),
    pick(t.projection, place.axes),
  );
}

/** All of the view at each point: `none` when that is the root, else a tiling of one tile. */
function boxOfRoot(view: View, place: Lying, rootShape: Shape): Partition {
  const tile = place.axes.map((k) => (k < 0 ? 1 : view.shape[k]));
  if (tile.every((n, i) => n === rootShape[i])) return none;
  return tiling(tile, place.origin, projection(tile.map(() => -1)));
}

/** Where in a row-major root a point's elements are. */
export function rootRectOf(sub: SubPartition, point: readonly number[], rootShape: Shape): RootRect {
  return rectInRoot(sub.view, rectOf(sub.partition, point, sub.view.shape), rootShape, sub.partition.kind !== 'image');
}
