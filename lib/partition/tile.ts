/**
 * Fresh tilings. A kernel's domain is cut along its leading axes into contiguous ranges of whole units, so that no result
 * depends on where the cuts are (see `ir/kernel.ts`); at most one tile a processor, and none smaller than the grain.
 *
 *     domain (1000, 8), 128 rows a unit, 4 processors          domain (2, 5000), strips of 1024, 4 processors
 *       units 0 … 7, two a point: 256 rows                       5 strips a row, 3 a point: tiles of (1, 3072)
 *       [0,256) [256,512) [512,768) [768,1000)                   row 0: [0,3072) [3072,5000)   row 1: the same
 */
import { BLOCK, type Units } from '../ir/index.js';
import { type Shape, sizeOf } from '../shape/index.js';
import { type TilingPartition, tiling } from './partition.js';
import type { Machine } from './problem.js';
import { projection } from './projection.js';

/** How a domain may be cut: its shape, the axes that may not be, and the units that must stay whole. */
export interface Cuttable {
  readonly shape: Shape;
  readonly blocked: ReadonlySet<number>;
  readonly rowRank: number;
  /** Null: any cut will do. */
  readonly units: Units | null;
}

/** The number of points that a domain is worth. */
export function pointsWanted(shape: Shape, machine: Machine): number {
  const { procs, atOnce = 1, grainElements } = machine;
  const worth = Math.max(1, Math.min(procs, Math.floor(sizeOf(shape) / Math.max(1, grainElements))));
  return worth > atOnce ? worth - (worth % atOnce) : worth;
}

/** Tiles for at most `want` points, uncut axes whole; null when the domain cannot be cut. */
export function freshTiling(cut: Cuttable, want: number): TilingPartition | null {
  const { shape, blocked } = cut;
  const tile = [...shape];
  const axes = shape.map(() => -1);
  let rank = 0;
  for (let axis = 0; axis < shape.length && want > 1; axis++) {
    const step = stepOf(cut, axis);
    if (blocked.has(axis) || step === 0) {
      if (cut.units !== null && shape[axis] !== 1) break;
      continue;
    }
    const pieces = Math.ceil(shape[axis] / step);
    if (pieces > 1) {
      tile[axis] = step * Math.ceil(pieces / Math.min(want, pieces));
      axes[axis] = rank++;
    }
    if (tile[axis] > 1 && shape[axis] > 1) break;
    want = Math.floor(want / Math.max(1, pieces));
  }
  return rank === 0
    ? null
    : tiling(
        tile,
        shape.map(() => 0),
        projection(axes),
      );
}

/** The smallest cut along an axis, when the axes before it are cut into single coordinates: whole units. 0: none. */
function stepOf(cut: Cuttable, axis: number): number {
  const { units, shape, rowRank } = cut;
  if (units === null) return 1;
  if (axis < rowRank) return multipleFor(units.rowsPerUnit, product(shape, axis + 1, rowRank));
  return units.strips === 1 ? 0 : multipleFor(BLOCK, product(shape, axis + 1, shape.length));
}

/** The least n for which n · inner is a multiple of `whole`. */
function multipleFor(whole: number, inner: number): number {
  return whole / gcd(whole, inner);
}

function product(shape: Shape, from: number, to: number): number {
  let n = 1;
  for (let i = from; i < to; i++) n *= shape[i];
  return n;
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** Are a tiling's tiles over this domain contiguous ranges of whole units, and all uncut axes allowed to be whole? */
export function respects(t: TilingPartition, cut: Cuttable): boolean {
  let last = -1;
  if (t.projection.isRotated) return false;
  for (let i = 0; i < cut.shape.length; i++) {
    if (t.offset[i] !== 0) return false;
    if (t.tile[i] >= cut.shape[i]) continue;
    if (cut.blocked.has(i)) return false;
    last = i;
  }
  if (last < 0 || cut.units === null) return last >= 0;
  for (let i = 0; i < last; i++) if (t.tile[i] !== 1 && cut.shape[i] !== 1) return false;
  const step = stepOf(cut, last);
  return step > 0 && t.tile[last] % step === 0;
}

/** Units in a tile; `units.count` when the tile is all of the domain. */
export function unitsInTile(t: TilingPartition, cut: Cuttable): number {
  const { units, shape, rowRank } = cut;
  if (units === null) return 0;
  let rows = 1;
  let inner = 1;
  for (let i = 0; i < shape.length; i++) {
    const n = Math.min(t.tile[i], shape[i]);
    if (i < rowRank) rows *= n;
    else inner *= n;
  }
  return units.strips === 1 ? Math.ceil(rows / units.rowsPerUnit) : rows * Math.ceil(inner / BLOCK);
}
