/**
 * The reach of a sub-partition: the elements of all points of a launch together, found from the symbols alone. Where the points have
 * every combination of tiles along the axes, each axis is looked at for itself.
 *
 *     view x[1:9] of a root of 12, tiles of 3, launch (3)      bounds [1,9), all of them, exact
 *     the same of every second element                         bounds only: tiles are not rectangles of the root
 */

import { type Shape, sizeOf } from '../shape/index.js';
import type { Partition } from './partition.js';
import { tilesAlong } from './projection.js';
import { type Rect, rectOfShape } from './rect.js';
import type { SubPartition } from './sub.js';
import { lyingOf, rectInRoot } from './view-box.js';

export interface Reach {
  /** The smallest box around the rectangles of all points, in the root. */
  readonly bounds: Rect;
  /** Whether each point has all elements of its rectangle; otherwise the rectangle bounds them. */
  readonly exact: boolean;
  /** Whether the points together have each element of the bounds. */
  readonly gapless: boolean;
}

/** Null where it depends on values, or on how axes of the launch are combined, or where the view is no box of the root. */
export function reachOf(sub: SubPartition, launch: Shape, rootShape: Shape): Reach | null {
  const { view, partition } = sub;
  const place = lyingOf(view, rootShape);
  if (place === null || partition.kind === 'image' || partition.kind === 'boxes' || sizeOf(launch) === 0) return null;
  const axes = axesOf(partition, launch, view.shape);
  if (axes === null) return null;
  const stepped = (k: number): boolean => place.axes.some((axis, i) => axis === k && place.steps[i] !== 1);
  const { rect } = rectInRoot(view, { low: axes.map((a) => a.low), high: axes.map((a) => a.high) }, rootShape, true);
  const empty = axes.some((a) => a.longest === 0);
  return {
    bounds: rect,
    exact: empty || axes.every((a, k) => a.longest <= 1 || !stepped(k)),
    gapless: empty || axes.every((a, k) => a.gapless && (a.high - a.low <= 1 || !stepped(k))),
  };
}

/** The tiles' coordinates along one axis of the view. */
interface Along {
  readonly low: number;
  readonly high: number;
  /** The length of the longest tile, clipped to the view; 0 when all are empty. */
  readonly longest: number;
  readonly gapless: boolean;
}

function axesOf(partition: Exclude<Partition, { kind: 'image' | 'boxes' }>, launch: Shape, shape: Shape): Along[] | null {
  if (partition.kind === 'none') {
    const { low, high } = rectOfShape(shape);
    return low.map((l, k) => ({ low: l, high: high[k], longest: high[k] - l, gapless: true }));
  }
  const t = partition.kind === 'halo' ? partition.from : partition;
  const tiles = tilesAlong(t.projection, launch);
  if (tiles === null) return null;
  return t.tile.map((tile, k) => {
    const before = partition.kind === 'halo' ? partition.low[k] : 0;
    const behind = partition.kind === 'halo' ? partition.high[k] : 0;
    return along({ tile, start: t.offset[k] - before, length: tile + before + behind, count: tiles[k] }, shape[k]);
  });
}

/** Tile c of `count` is [start + c · tile, … + length), clipped to [0, n). */
function along({ tile, start, length, count }: { tile: number; start: number; length: number; count: number }, n: number): Along {
  const first = Math.max(0, Math.floor((-start - length) / tile) + 1);
  const last = Math.min(count, Math.ceil((n - start) / tile)) - 1;
  if (length <= 0 || first > last || n === 0) return { low: 0, high: 0, longest: 0, gapless: true };
  const clipped = (c: number): number => Math.min(n, start + c * tile + length) - Math.max(0, start + c * tile);
  const whole = [
    Math.ceil(-start / tile),
    Math.floor(-start / tile),
    Math.ceil((n - length - start) / tile),
    Math.floor((n - length - start) / tile),
  ];
  const some = [first, last, ...whole.filter((c) => c > first && c < last)];
  return {
    low: Math.max(0, start + first * tile),
    high: Math.min(n, start + last * tile + length),
    longest: Math.max(...some.map(clipped)),
    gapless: length >= tile || first === last,
  };
}
