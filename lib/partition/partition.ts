/**
 * Partitions (thesis 4.1.1): maps from the points of a launch domain to rectangles of a store. They are symbolic and
 * scale-free: a partition of a million tiles is one small object, made at the same cost as one of two. They are
 * interned as views are: equal ones that are in use together are one object, and an `id` is never given twice.
 *
 *     none                    every point has all of the store
 *
 *     tiling (2,2)            tiling (1,4)            tiling (1,2) at (1,1)      tiling (2), projection (x,y) -> x
 *       launch (2,2)            launch (4)              launch (3)                 launch (2,2)
 *     +---+---+               +-------+               . . . .
 *     |0,0|0,1|               |   0   |               . +---+ .                  +------+------+
 *     |   |   |               +-------+               . | 0 | .                  | 0,0  | 1,0  |
 *     +---+---+               |   1   |               . +---+ .                  | 0,1  | 1,1  |
 *     |1,0|1,1|               +-------+               . | 1 | .                  +------+------+
 *     |   |   |               |  2, 3…|               . +---+ .                  two points share a tile
 *     +---+---+
 *
 *     halo of tiling (4), low 1, high 1               image of tiling (2) through c
 *       0: [----]-                                      0: where the values c[0], c[1] point
 *       1:     -[----]-                                 1: where the values c[2], c[3] point
 *       2:          -[----]
 *
 * Launch domains, and the shapes that tiles are clipped to, are not part of a partition: see `geometry.ts`.
 */
import { Generations } from '../base/index.js';
import type { Shape } from '../shape/index.js';
import { formatAxis, type Projection } from './projection.js';
import type { Rect } from './rect.js';

/** Every point has all of the store. */
interface NonePartition {
  readonly kind: 'none';
  readonly id: number;
}

/** Point p has the box of `tile` elements at `projection(p) * tile + offset`. */
export interface TilingPartition {
  readonly kind: 'tiling';
  readonly id: number;
  readonly tile: readonly number[];
  readonly offset: readonly number[];
  readonly projection: Projection;
}

/** Point p has `from`'s tile, widened by `low` elements before and `high` elements behind on each axis. */
export interface HaloPartition {
  readonly kind: 'halo';
  readonly id: number;
  readonly from: TilingPartition;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/**
 * Point p has the elements that the values in `from`'s tile at p point at along an axis, by coordinates or [low, high) ranges. `source`
 * names the values (a version of a store); images through different values are different partitions. See `image.ts`.
 */
export interface ImagePartition {
  readonly kind: 'image';
  readonly id: number;
  readonly from: Partition;
  readonly range: boolean;
  readonly source: number;
  readonly axis: number;
}

/** The n-th point, row-major, has the n-th box: for cuts of cuts with uneven ends, which no tiling describes. */
export interface BoxesPartition {
  readonly kind: 'boxes';
  readonly id: number;
  readonly launch: Shape;
  readonly boxes: readonly Rect[];
}

export type Partition = NonePartition | TilingPartition | HaloPartition | ImagePartition | BoxesPartition;

/** Partitions asked for lately. */
const KEPT = 8192;
const interned = new Generations<string, Partition>(KEPT);
let count = 0;

function intern<P extends Partition>(key: string, make: (id: number) => P): P {
  const known = interned.get(key);
  // The key starts with the kind, so the found partition is a P.
  if (known !== undefined) return known as P;
  const made = make(count++);
  interned.set(key, made);
  return made;
}

/**
 * Replication: all of the store at each point.
 *
 * @example
 * none.kind; // 'none'
 */
export const none: NonePartition = Object.freeze({ kind: 'none', id: count++ });

/** The one tiling with this tile shape, offset of the first tile, and projection from launch points to tile numbers. */
export function tiling(tile: readonly number[], offset: readonly number[], projection: Projection): TilingPartition {
  const key = `t${tile.join()};${offset.join()};${projection.id}`;
  return intern(key, (id) => ({
    kind: 'tiling',
    id,
    tile: Object.freeze([...tile]),
    offset: Object.freeze([...offset]),
    projection,
  }));
}

/** A tiling widened on each axis; the tiling itself when it is widened by nothing. */
export function halo(from: TilingPartition, low: readonly number[], high: readonly number[]): HaloPartition | TilingPartition {
  if (low.every((n) => n === 0) && high.every((n) => n === 0)) return from;
  const key = `h${from.id};${low.join()};${high.join()}`;
  return intern(key, (id) => ({ kind: 'halo', id, from, low: Object.freeze([...low]), high: Object.freeze([...high]) }));
}

/** The image of `from`'s tiles. `source` is any number that stands for the values that point. */
export function image(from: Partition, range: boolean, source: number, axis = 0): ImagePartition {
  return intern(`i${from.id};${range ? 1 : 0};${source};${axis}`, (id) => ({ kind: 'image', id, from, range, source, axis }));
}

/** The partition of a launch in which the n-th point has the n-th box. */
export function boxes(launch: Shape, each: readonly Rect[]): BoxesPartition {
  const key = `b${launch.join()};${each.map(({ low, high }) => `${low.join()}:${high.join()}`).join(';')}`;
  return intern(key, (id) => ({ kind: 'boxes', id, launch, boxes: Object.freeze([...each]) }));
}

/** A partition in one line, for reports: `tiling(250 x 3 @ 0,0 by p0,*)`. */
export function formatPartition(partition: Partition): string {
  switch (partition.kind) {
    case 'none':
      return 'none';
    case 'tiling': {
      const by = partition.tile.map((_, i) => formatAxis(partition.projection, i)).join();
      return `tiling(${partition.tile.join(' x ')} @ ${partition.offset.join()} by ${by})`;
    }
    case 'halo':
      return `halo(${formatPartition(partition.from)}, -${partition.low.join()}, +${partition.high.join()})`;
    case 'boxes':
      return `boxes(${partition.boxes.length})`;
    case 'image':
      return `image(${formatPartition(partition.from)}, ${partition.range ? 'ranges' : 'coordinates'} of ${partition.source})`;
  }
}
