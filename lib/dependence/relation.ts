/**
 * Waits by item (thesis 3.2.2): for two operations that conflict on a root, the items of the earlier one for which an item of the later one
 * waits. Found from the partitions' structure and remembered by pair of spans; the items themselves are computed on demand, each in time
 * that does not depend on their number.
 *
 *     equal, disjoint partitions                 same       p waits for p
 *     tiles of 4 and the same widened by 1       window     p waits for p-1, p, p+1
 *     tiles of 4 and tiles of 6                  some       by division
 *     one of them replicated                     all
 *     apart                                      null       no waits
 */
import { intersects, type Partition, type Projection, pointsMeeting, pointsWithin, viewsMayOverlap } from '../partition/index.js';
import { sameShape, sizeOf } from '../shape/index.js';
import type { Visits } from './footprint.js';
import { RectIndex } from './rect-index.js';
import { pointAt, type Span } from './span.js';

export interface Relation {
  readonly kind: 'same' | 'window' | 'some' | 'all';
  /** The earlier operation's items for which item `later` waits. */
  waits(later: number): readonly number[];
}

/**
 * The condition on memories beside common elements: `any`; `deliver`: the earlier one writes into the memory that the later one reads from;
 * `touch`: the earlier one reads or writes the memory that the later one writes; `either` of these.
 */
export type Filter = 'any' | 'deliver' | 'touch' | 'either';

/** Every item waits for every item of an operation. */
export function all(count: number): Relation {
  return allOf(Array.from({ length: count }, (_, i) => i));
}

/** Every item waits for these. */
export function allOf(items: readonly number[]): Relation {
  return { kind: 'all', waits: () => items };
}

/** Each item waits for the equal one. */
export const SAME: Relation = Object.freeze({ kind: 'same', waits: (q: number) => [q] });

const FILTERS: readonly Filter[] = ['any', 'deliver', 'touch', 'either'];

/** Relations between spans, remembered. */
export class Relations {
  private readonly known = new Map<number, Map<number, Relation | null>>();
  private size = 0;
  /** Of a process with some of the memories. */
  readonly partial: boolean;
  readonly #visits: Pick<Visits, 'points'>;

  constructor(partial = false, visits: Pick<Visits, 'points'> = { points: 0 }) {
    this.partial = partial;
    this.#visits = visits;
  }

  between(earlier: Span, later: Span, filter: Filter): Relation | null {
    let row = this.known.get(earlier.id);
    if (row === undefined) this.known.set(earlier.id, (row = new Map()));
    const key = later.id * FILTERS.length + FILTERS.indexOf(filter);
    let found = row.get(key);
    if (found === undefined) {
      found = relate(earlier, later, filter, this.#visits);
      this.forgetIfMany();
      row.set(key, found);
    }
    return found;
  }

  private forgetIfMany(): void {
    if (++this.size < 20_000) return;
    this.known.clear();
    this.size = 0;
  }
}

function relate(a: Span, b: Span, filter: Filter, visits: Pick<Visits, 'points'>): Relation | null {
  if (a.count === 0 || b.count === 0 || !intersects(a.bounds, b.bounds)) return null;
  if (a.sub !== null && b.sub !== null && !viewsMayOverlap(a.sub.view, b.sub.view)) return null;
  if (a === b && a.disjoint) return SAME;
  const found = (a.items === null ? (windowOf(a, b) ?? byDivision(a, b)) : null) ?? bySearch(a, b, visits);
  if (found === 'apart') return null;
  return filter === 'any' ? found : filtered(found, a, b, filter);
}

function filtered(relation: Relation, a: Span, b: Span, filter: Filter): Relation {
  const delivers = (p: number, q: number): boolean => a.memoryAt(p) === b.sourceAt(q);
  const touches = (p: number, q: number): boolean => a.memoryAt(p) === b.memoryAt(q) || a.sourceAt(p) === b.memoryAt(q);
  const kept = (p: number, q: number): boolean =>
    (filter !== 'touch' && delivers(p, q)) || (filter !== 'deliver' && touches(p, q));
  return { kind: relation.kind === 'all' ? 'some' : relation.kind, waits: (q) => relation.waits(q).filter((p) => kept(p, q)) };
}

interface Tiles {
  readonly tile: readonly number[];
  readonly start: readonly number[];
  readonly length: readonly number[];
  readonly projection: Projection;
}

/** Tile p begins at p · tile + start and is `length` long. */
function tilesOf(partition: Partition | null): Tiles | null {
  if (partition === null || partition.kind === 'none' || partition.kind === 'image' || partition.kind === 'boxes') return null;
  if (partition.kind === 'tiling') {
    const { tile, offset, projection } = partition;
    return { tile, start: offset, length: tile, projection };
  }
  const { from, low, high } = partition;
  return {
    tile: from.tile,
    start: from.offset.map((n, i) => n - low[i]),
    length: from.tile.map((n, i) => n + low[i] + high[i]),
    projection: from.projection,
  };
}

/** Equal tiles over equal launches: the same neighbours for every point, for any number of points. Rotated tiles wrap around. */
function windowOf(a: Span, b: Span): Relation | 'apart' | null {
  const s = tilesOf(a.rooted);
  const t = tilesOf(b.rooted);
  if (s === null || t === null || s.projection !== t.projection || s.projection.isRotated) return null;
  if (!sameShape(s.tile, t.tile) || !sameShape(a.launch, b.launch)) return null;
  const low = a.launch.map(() => -Infinity);
  const high = a.launch.map(() => Infinity);
  for (let i = 0; i < s.tile.length; i++) {
    const ahead = t.start[i] - s.start[i];
    const from = Math.floor((ahead - s.length[i]) / s.tile[i]) + 1;
    const to = Math.ceil((ahead + t.length[i]) / s.tile[i]) - 1;
    const axis = s.projection.axes[i];
    if (axis < 0 && (from > 0 || to < 0)) return 'apart';
    if (axis < 0) continue;
    low[axis] = Math.max(low[axis], from);
    high[axis] = Math.min(high[axis], to);
    if (low[axis] > high[axis]) return 'apart';
  }
  if (low.every((n, i) => n === 0 && high[i] === 0)) return SAME;
  const launch = a.launch;
  return {
    kind: 'window',
    waits: (q) => {
      const p = pointAt(q, launch);
      const near = p.map((n, i) => ({ from: Math.max(0, n + low[i]), to: Math.min(launch[i], n + high[i] + 1) }));
      return pointsWithin(launch, near);
    },
  };
}

/** Earlier tiles of any size, rotated ones too, against later rectangles of any kind. */
function byDivision(a: Span, b: Span): Relation | null {
  const { rooted, launch } = a;
  if (rooted === null || rooted.kind === 'none' || rooted.kind === 'image' || rooted.kind === 'boxes') return null;
  return { kind: 'some', waits: (q) => pointsMeeting(rooted, launch, b.rectAt(q)) };
}

/** Every item waits for every item of an operation with so many, which are listed when they are asked for, and counted. */
function everyItem(count: number, visits: Pick<Visits, 'points'>): Relation {
  let items: readonly number[] | null = null;
  const listed = (): readonly number[] => {
    if (count > 1) visits.points += count;
    return Array.from({ length: count }, (_, i) => i);
  };
  return { kind: 'all', waits: () => (items ??= listed()) };
}

/** Pairs so few that they are found at once, and perhaps found to be none. */
const FEW = 256;

/** Spans without structure: pieces of copies, odd views, the items of own memories. All items of the earlier one are visited once, and counted. */
function bySearch(a: Span, b: Span, visits: Pick<Visits, 'points'>): Relation | 'apart' {
  const { items } = a;
  if (items === null && a.rooted?.kind === 'none' && a.count === sizeOf(a.launch)) return everyItem(a.count, visits);
  const count = items?.length ?? a.count;
  let index: RectIndex | null = null;
  const indexed = (): RectIndex => {
    if (count > 1) visits.points += count;
    return new RectIndex(Array.from({ length: count }, (_, k) => a.rectAt(items?.[k] ?? k)));
  };
  const search = (q: number): readonly number[] => {
    index ??= indexed();
    const found = index.meeting(b.rectAt(q));
    return items === null ? found : found.map((k) => items[k]);
  };
  const later = b.items?.length ?? b.count;
  if (count * later > FEW) return { kind: 'some', waits: search };
  const rows = new Map(Array.from({ length: later }, (_, k) => [b.items?.[k] ?? k, search(b.items?.[k] ?? k)]));
  return [...rows.values()].every((row) => row.length === 0) ? 'apart' : { kind: 'some', waits: (q) => rows.get(q) ?? [] };
}
