/**
 * Layers: the places of a root's current elements in other processes' memories, as symbols. A layer is a footprint that was written or made
 * current; layers lie in program order, oldest first. A memory's elements follow from its own points in each layer, so that nothing here
 * grows with the machine.
 *
 *     written by tiles, read by tiles widened by 1         memory 2 has its tile, and one element of each neighbour
 *     then its inner tiles written                         memory 2 has these, and the rest of the layers below
 *
 * A layer is gone when all of its elements are written again. Lists of more than eight layers are rare; each memory that is asked for then
 * is counted.
 */
import { contains, intersect, intersects, isEmpty, type Rect } from '../partition/index.js';
import type { Footprint, Visits } from './footprint.js';
import { add, missing, type RectSet, remove } from './rect-set.js';

/** A footprint with elements that were written, or made current. */
interface Layer {
  readonly kind: 'written' | 'read';
  readonly footprint: Footprint;
}

/** Layers that are looked through without being counted. */
const MANY = 8;

export class Layers {
  readonly id: number;
  readonly #list: readonly Layer[];
  readonly #table: LayerTable;

  constructor(id: number, list: readonly Layer[], table: LayerTable) {
    this.id = id;
    this.#list = list;
    this.#table = table;
  }

  /** After all points of a footprint wrote: each memory has its points' elements, and no other memory has them. */
  written(footprint: Footprint): Layers {
    const around = footprint.bounds;
    const hides = ({ footprint: below }: Layer): boolean =>
      below === footprint || (footprint.gapless && contains(around, below.bounds));
    return this.#table.intern([...this.#list.filter((layer) => !hides(layer)), { kind: 'written', footprint }]);
  }

  /** After a footprint's defined elements were made current where its points are. */
  read(footprint: Footprint): Layers {
    const last = this.#list.findLastIndex((layer) => layer.kind === 'written');
    if (this.#list.some((layer, i) => i >= last && layer.footprint === footprint)) return this;
    const rest = this.#list.filter((layer) => layer.kind === 'written' || layer.footprint !== footprint);
    return this.#table.intern([...rest, { kind: 'read', footprint }]);
  }

  /** The elements of a rectangle that are current in a memory. */
  validIn(memory: number, rect: Rect): RectSet {
    if (this.#list.length > MANY) this.#table.visits.layers++;
    let valid: RectSet = [];
    let defined: RectSet = [];
    for (const { kind, footprint } of this.#list) {
      if (!intersects(footprint.bounds, rect)) continue;
      const mine = pointRects(footprint, memory, rect);
      if (kind === 'read') for (const r of mine) valid = addCommon(valid, r, defined);
      else {
        for (const r of unionOf(footprint, rect)) {
          valid = remove(valid, r);
          defined = add(defined, r);
        }
        for (const r of mine) valid = add(valid, r);
      }
    }
    return valid;
  }

  /** The memories that may have current elements of a rectangle, ascending. */
  holdersOf(rect: Rect): number[] {
    const memories = new Set<number>();
    for (let i = this.#list.length - 1; i >= 0; i--) {
      const { kind, footprint } = this.#list[i];
      if (!intersects(footprint.bounds, rect)) continue;
      for (const memory of footprint.memoriesMeeting(rect)) memories.add(memory);
      if (kind === 'written' && footprint.gapless && contains(footprint.bounds, rect)) break;
    }
    return [...memories].sort((a, b) => a - b);
  }
}

/** Layers that are equal are one object. */
export class LayerTable {
  readonly #known = new Map<string, Layers>();
  readonly visits: Visits;
  readonly nothing: Layers;
  #count = 0;

  constructor(visits: Visits) {
    this.visits = visits;
    this.nothing = this.intern([]);
  }

  intern(list: readonly Layer[]): Layers {
    const key = list.map(({ kind, footprint }) => `${kind === 'written' ? 'w' : 'r'}${footprint.id}`).join();
    let found = this.#known.get(key);
    if (found === undefined) {
      if (this.#known.size > 10_000) this.#known.clear();
      this.#known.set(key, (found = new Layers(this.#count++, list, this)));
    }
    return found;
  }
}

/** The parts of a rectangle that the points in a memory have. */
function pointRects(footprint: Footprint, memory: number, rect: Rect): Rect[] {
  return footprint.placement
    .pointsIn(memory)
    .map((p) => intersect(footprint.rectAt(p), rect))
    .filter((r) => !isEmpty(r));
}

/** The parts of a rectangle that all points have. */
function unionOf(footprint: Footprint, rect: Rect): Rect[] {
  if (footprint.gapless) return [intersect(footprint.bounds, rect)];
  return footprint
    .meeting(rect)
    .map((p) => intersect(footprint.rectAt(p), rect))
    .filter((r) => !isEmpty(r));
}

/** Adds the elements of a rectangle that are in a rect set. */
function addCommon(to: RectSet, rect: Rect, set: RectSet): RectSet {
  let left: RectSet = to;
  for (const r of set) if (intersects(r, rect)) left = add(left, intersect(r, rect));
  return left;
}

/** A rectangle that a memory gets from memory `from`. */
export interface Transfer {
  readonly from: number;
  readonly rect: Rect;
}

/**
 * The rectangles that a memory gets, and their sources, so that the parts of a footprint are current there. A rule on symbols alone: the
 * sender of each rectangle finds the same transfers. `source` chooses among memories that have some of it.
 */
export function transfersTo(
  memory: number,
  layers: Layers,
  parts: readonly Rect[],
  source: (to: number, from: readonly number[]) => number,
): Transfer[] {
  const transfers: Transfer[] = [];
  for (const part of parts) {
    let valid = layers.validIn(memory, part);
    for (const t of transfers) valid = add(valid, t.rect);
    for (const hole of missing(valid, part)) fill(hole, memory, layers, source, transfers);
  }
  return transfers;
}

function fill(
  hole: Rect,
  memory: number,
  layers: Layers,
  source: (to: number, from: readonly number[]) => number,
  transfers: Transfer[],
): void {
  let left: RectSet = [hole];
  let holders = layers.holdersOf(hole).filter((m) => m !== memory && layers.validIn(m, hole).length > 0);
  while (holders.length > 0 && left.length > 0) {
    const from = source(memory, holders);
    holders = holders.filter((m) => m !== from);
    const has = layers.validIn(from, hole);
    for (const rect of left.flatMap((l) => has.filter((r) => intersects(r, l)).map((r) => intersect(r, l)))) {
      transfers.push({ from, rect });
      left = remove(left, rect);
    }
  }
}
