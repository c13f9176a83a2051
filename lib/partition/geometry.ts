/**
 * The geometry of a partition with a launch domain and a store's shape: the rectangle of a point, whether the points' rectangles are
 * disjoint, whether together they cover the store. None of these walks the points.
 */
import { type Shape, sizeOf } from '../shape/index.js';
import type { BoxesPartition, Partition, TilingPartition } from './partition.js';
import { coordinate, determined, tilesAlong } from './projection.js';
import { intersects, isEmpty, type Rect, rectOfShape, rectSize } from './rect.js';

/**
 * The rectangle of a launch point, clipped to the store's shape (so a tile that hangs over is cut, and one outside is
 * empty). An image's rectangle depends on values: it is bounded by the whole store.
 */
export function rectOf(partition: Partition, point: readonly number[], shape: Shape): Rect {
  if (partition.kind === 'none' || partition.kind === 'image') return rectOfShape(shape);
  if (partition.kind === 'boxes') return clipped(boxAt(partition, point), shape);
  const t = partition.kind === 'halo' ? partition.from : partition;
  const low = new Array<number>(shape.length);
  const high = new Array<number>(shape.length);
  for (let i = 0; i < shape.length; i++) {
    const start = coordinate(t.projection, i, point) * t.tile[i] + t.offset[i];
    const before = partition.kind === 'halo' ? partition.low[i] : 0;
    const behind = partition.kind === 'halo' ? partition.high[i] : 0;
    low[i] = Math.max(0, start - before);
    high[i] = Math.min(shape[i], start + t.tile[i] + behind);
  }
  return { low, high };
}

function boxAt({ launch, boxes }: BoxesPartition, point: readonly number[]): Rect {
  return boxes[point.reduce((n, x, axis) => n * launch[axis] + x, 0)];
}

function clipped({ low, high }: Rect, shape: Shape): Rect {
  return { low: low.map((n) => Math.max(0, n)), high: high.map((n, i) => Math.min(shape[i], n)) };
}

/** Can no two points of the launch domain have an element in common? Never a false "yes". */
export function isDisjoint(partition: Partition, launch: Shape): boolean {
  if (sizeOf(launch) <= 1) return true;
  if (partition.kind === 'none' || partition.kind === 'image') return false;
  if (partition.kind === 'boxes') return areApart(partition);
  const t = partition.kind === 'halo' ? partition.from : partition;
  if (partition.kind === 'halo' && !keepsApart(partition.low, partition.high, t)) return false;
  return determined(t.projection, launch).size >= launch.length;
}

const apart = new WeakMap<BoxesPartition, boolean>();

/** Boxes in the order of their first axis: one can meet only those that begin before it ends. */
function areApart(partition: BoxesPartition): boolean {
  const known = apart.get(partition);
  if (known !== undefined) return known;
  const sorted = partition.boxes.filter((box) => !isEmpty(box)).sort((a, b) => a.low[0] - b.low[0]);
  const found = sorted.every((box, i) => {
    for (let k = i + 1; k < sorted.length && (box.low.length === 0 || sorted[k].low[0] < box.high[0]); k++)
      if (intersects(box, sorted[k])) return false;
    return true;
  });
  apart.set(partition, found);
  return found;
}

/** Widened tiles stay disjoint where the axes that tell points apart are not widened. */
function keepsApart(low: readonly number[], high: readonly number[], t: TilingPartition): boolean {
  return t.projection.axes.every((axis, i) => axis < 0 || low[i] + high[i] <= 0);
}

/** Do the points together have every element of the store? Never a false "yes". */
export function covers(partition: Partition, launch: Shape, shape: Shape): boolean {
  if (sizeOf(shape) === 0) return true;
  if (sizeOf(launch) === 0 || partition.kind === 'image') return false;
  if (partition.kind === 'none') return true;
  if (partition.kind === 'boxes') {
    const elements = partition.boxes.reduce((n, box) => n + rectSize(clipped(box, shape)), 0);
    return areApart(partition) && elements === sizeOf(shape);
  }
  const t = partition.kind === 'halo' ? partition.from : partition;
  const along = tilesAlong(t.projection, launch);
  if (along === null) return false;
  for (let i = 0; i < shape.length; i++) {
    const before = partition.kind === 'halo' ? partition.low[i] : 0;
    const behind = partition.kind === 'halo' ? partition.high[i] : 0;
    const tiles = along[i];
    if (tiles > 1 && before + behind < 0) return false;
    if (t.offset[i] - before > 0 || t.offset[i] + tiles * t.tile[i] + behind < shape[i]) return false;
  }
  return true;
}

/** The tiles that a tiling has over a shape along its launch axes: the launch domain that it needs. */
export function launchOf(t: TilingPartition, shape: Shape): Shape {
  const rank = t.projection.axes.reduce((n, axis) => Math.max(n, axis + 1), 0);
  const launch = new Array<number>(rank).fill(1);
  t.projection.axes.forEach((axis, i) => {
    const tiles = t.projection.rotations[i]?.extent ?? Math.ceil((shape[i] - t.offset[i]) / t.tile[i]);
    if (axis >= 0) launch[axis] = Math.max(1, tiles);
  });
  return launch;
}
