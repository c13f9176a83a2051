/**
 * The ranges of units that the tiles of a step's domain are, and how its arguments are cut with them. Tiles are the solver's, so that
 * dependences follow from interned partitions.
 *
 *     domain (2, 5000), strips of 1024: 5 units a row     tiles of (1, 3072)     ranges [0,3) [3,5) [5,8) [8,10)
 */
import { numberOf, pointAt } from '../../dependence/index.js';
import type { Step } from '../../fusion/index.js';
import { type Access, BLOCK, structureOf, type Units, unitsOf } from '../../ir/index.js';
import { followDomain, isEmpty, none, type Partition, type Rect, rectOf, rectSize } from '../../partition/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';

/** Units of a launch from `from` to before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The units of each point; null when there is one point, or points are not ranges of whole units that make up the domain. */
export function rangesOf({ tiles, domain, launch, kernel }: Step): Range[] | null {
  const points = sizeOf(launch);
  if (points <= 1 || tiles.kind !== 'tiling' || kernel === null || kernel.rank !== domain.length) return null;
  const units = unitsOf(domain, kernel.rowRank, structureOf(kernel));
  const ranges: Range[] = [];
  let covered = 0;
  for (let p = 0; p < points; p++) {
    const rect = rectOf(tiles, pointAt(p, launch), domain);
    const end = ranges.at(-1)?.to ?? 0;
    const range = isEmpty(rect) ? { from: end, to: end } : rangeOf(rect, domain, units);
    if (range === null) return null;
    ranges.push(range);
    covered += rectSize(rect);
  }
  return covered === sizeOf(domain) ? ranges : null;
}

/** The units that make up a box of the domain; null when there are none that do. */
function rangeOf(rect: Rect, domain: Shape, units: Units): Range | null {
  const first = numberOf(rect.low, domain);
  const last = numberOf(
    rect.high.map((n) => n - 1),
    domain,
  );
  const range = { from: unitOf(first, units), to: unitOf(last, units) + 1 };
  const fits = firstIn(range.from, units) === first && firstIn(range.to, units) === last + 1;
  return fits && last + 1 - first === rectSize(rect) ? range : null;
}

function unitOf(element: number, { inner, rowsPerUnit, strips }: Units): number {
  const row = Math.floor(element / inner);
  return strips === 1 ? Math.floor(row / rowsPerUnit) : row * strips + Math.floor((element - row * inner) / BLOCK);
}

/** The first element of a unit; behind the last, the end. */
export function firstIn(unit: number, { rows, inner, rowsPerUnit, strips }: Units): number {
  if (strips === 1) return Math.min(unit * rowsPerUnit, rows) * inner;
  const row = Math.floor(unit / strips);
  return row * inner + (unit - row * strips) * BLOCK;
}

/** How arguments of an access are cut with the tiles of the step's domain. */
export function tilesFor(access: Access, { kernel }: Step, tiles: Partition): Partition {
  if (tiles.kind !== 'tiling' || kernel === null) return none;
  if (access === 'elementwise') return tiles;
  return access === 'rows' ? followDomain(tiles, kernel.rowRank, 'rows') : none;
}
