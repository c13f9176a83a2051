/**
 * Coherence states and what accesses do to them. A state says which instances a root has (`slots`: a memory and an
 * extent) and which elements of each are current (`valid`). States are interned and know no root and no address, so
 * that an access which found its copies once finds them again at the cost of a look-up: for the next iteration's array as
 * well as for this one's, for 1024 points as for 4.
 *
 *     slots   0: memory 0 [0,5)   1: memory 1 [3,8)          after a task wrote [0,4) and [4,8)
 *     valid   0: [0,4)            1: [4,8)
 *     read [0,5) and [3,8):   copy [4,5) from 1 to 0, [3,4) from 0 to 1;   then valid 0: [0,5)  1: [3,8)
 */
import { invariant } from '../base/index.js';
import { bounding, contains, type Rect, rectSize } from '../partition/index.js';
import type { Footprint } from './footprint.js';
import type { Mapper } from './mapper.js';
import { RectIndex } from './rect-index.js';
import { add, missing, type Region, regionSize, remove, within } from './region.js';
import { nextSpan, type Part, type Span } from './span.js';

export class State {
  readonly id: number;
  readonly slots: readonly Part[];
  /** For each slot. */
  readonly valid: readonly Region[];
  #byMemory: ReadonlyMap<number, readonly number[]> | null = null;
  #holders: Holders | null = null;

  constructor(id: number, slots: readonly Part[], valid: readonly Region[]) {
    this.id = id;
    this.slots = slots;
    this.valid = valid;
  }

  /** The slots in a memory, ascending. */
  slotsIn(memory: number): readonly number[] {
    return (this.#byMemory ??= slotsByMemory(this.slots)).get(memory) ?? NO_SLOTS;
  }

  /** The slots that have current elements of a rectangle, by memory. */
  holdersOf(rect: Rect): readonly number[] {
    return (this.#holders ??= new Holders(this)).of(rect);
  }

  /** Is there a slot with room for an extent? */
  hasRoomFor({ memory, rect }: Part): boolean {
    return this.slotsIn(memory).some((i) => contains(this.slots[i].rect, rect));
  }
}

const NO_SLOTS: readonly number[] = Object.freeze([]);

/** The numbers of the slots in each memory. */
export function slotsByMemory(slots: readonly Part[]): Map<number, number[]> {
  const table = new Map<number, number[]>();
  slots.forEach(({ memory }, i) => {
    const known = table.get(memory);
    if (known === undefined) table.set(memory, [i]);
    else known.push(i);
  });
  return table;
}

/** Where current elements are. */
class Holders {
  readonly #slots: readonly Part[];
  readonly #slotOf: number[] = [];
  readonly #index: RectIndex;

  constructor({ slots, valid }: State) {
    this.#slots = slots;
    const rects = valid.flatMap((region, slot) => {
      for (const _ of region) this.#slotOf.push(slot);
      return region;
    });
    this.#index = new RectIndex(rects);
  }

  /** By memory, then by slot: whose turn it is does not depend on when slots were made. */
  of(rect: Rect): number[] {
    const found = new Set(this.#index.meeting(rect).map((i) => this.#slotOf[i]));
    return [...found].sort((a, b) => this.#slots[a].memory - this.#slots[b].memory || a - b);
  }
}

/** Elements to copy from one slot to another. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly rect: Rect;
}

/** What an access does to a state whose slots have room for it. */
export interface Transition {
  /** The slot of each of the footprint's extents. */
  readonly slotOf: readonly number[];
  readonly copies: Copies | null;
  readonly next: State;
}

/** Pieces that can be copied in any order, and the span that they are. */
export interface Copies {
  readonly pieces: readonly Piece[];
  readonly span: Span;
  readonly elements: number;
}

/** Remembers states and transitions; both are forgotten when they become very many. */
export class States {
  private readonly interned = new Map<string, State>();
  private readonly reads = new Map<number, Map<number, Transition>>();
  private readonly writes = new Map<number, Map<number, Transition>>();
  private count = 0;
  private readonly mapper: Mapper;
  /** A root without instances. */
  readonly nothing: State;

  constructor(mapper: Mapper) {
    this.mapper = mapper;
    this.nothing = this.intern([], []);
  }

  intern(slots: readonly Part[], valid: readonly Region[]): State {
    const key = slots.map((s, i) => `${s.memory}:${formatRect(s.rect)}=${valid[i].map(formatRect).join('+')}`).join(';');
    let state = this.interned.get(key);
    if (state === undefined) {
      if (this.interned.size > 10_000) this.forget();
      this.interned.set(key, (state = new State(this.count++, slots, valid)));
    }
    return state;
  }

  private forget(): void {
    this.interned.clear();
    this.reads.clear();
    this.writes.clear();
  }

  /** Is there a slot with room for each extent? */
  hasRoom(state: State, footprint: Footprint): boolean {
    if (this.reads.get(state.id)?.has(footprint.id) === true || this.writes.get(state.id)?.has(footprint.id) === true)
      return true;
    return footprint.extents.every((e) => state.hasRoomFor(e));
  }

  /** Makes all parts current where they are used. Every extent has a slot. */
  read(state: State, footprint: Footprint): Transition {
    return remembered(this.reads, state.id, footprint.id, () => this.planRead(state, footprint));
  }

  /** Makes the parts current where they are used, and nowhere else. Every extent has a slot. */
  write(state: State, footprint: Footprint): Transition {
    return remembered(this.writes, state.id, footprint.id, () => this.planWrite(state, footprint));
  }

  private planRead(state: State, footprint: Footprint): Transition {
    const slotOf = footprint.extents.map((e) => slotFor(state, e));
    const valid = [...state.valid];
    const pieces: Piece[] = [];
    footprint.parts.forEach((part, k) => {
      const to = slotOf[footprint.extentOfPart[k]];
      for (const hole of missing(valid[to], part.rect)) {
        const got = this.fetch(state, to, hole, pieces);
        for (const rect of got) valid[to] = add(valid[to], rect);
      }
    });
    const next = pieces.length === 0 ? state : this.intern(state.slots, valid);
    return { slotOf, copies: copiesOf(state.slots, pieces), next };
  }

  /** Pieces that bring `hole` to a slot, from the memories that the mapper likes best. What is nowhere stays undefined. */
  private fetch(state: State, to: number, hole: Rect, pieces: Piece[]): Region {
    let left: Region = [hole];
    const got: Rect[] = [];
    let slots = state.holdersOf(hole).filter((i) => i !== to);
    while (slots.length > 0 && left.length > 0) {
      const memory = this.mapper.source(
        state.slots[to].memory,
        slots.map((i) => state.slots[i].memory),
      );
      const from = slots.find((i) => state.slots[i].memory === memory) ?? slots[0];
      slots = slots.filter((i) => i !== from);
      for (const rect of left.flatMap((l) => within(state.valid[from], l))) {
        pieces.push({ from, to, rect });
        got.push(rect);
        left = remove(left, rect);
      }
    }
    return got;
  }

  private planWrite(state: State, footprint: Footprint): Transition {
    const slotOf = footprint.extents.map((e) => slotFor(state, e));
    const valid = [...state.valid];
    footprint.parts.forEach((part, k) => {
      const to = slotOf[footprint.extentOfPart[k]];
      for (const i of state.holdersOf(part.rect)) valid[i] = remove(valid[i], part.rect);
      for (const i of state.slotsIn(part.memory)) valid[i] = remove(valid[i], part.rect);
      valid[to] = add(valid[to], part.rect);
    });
    return { slotOf, copies: null, next: this.intern(state.slots, valid) };
  }
}

function remembered<T>(table: Map<number, Map<number, T>>, a: number, b: number, make: () => T): T {
  let row = table.get(a);
  if (row === undefined) table.set(a, (row = new Map()));
  let found = row.get(b);
  if (found === undefined) row.set(b, (found = make()));
  return found;
}

/** Of the slots with room for an extent, the one that has most of it already. */
function slotFor(state: State, extent: Part): number {
  let best = -1;
  let most = -1;
  for (const i of state.slotsIn(extent.memory)) {
    if (!contains(state.slots[i].rect, extent.rect)) continue;
    const current = regionSize(within(state.valid[i], extent.rect));
    if (current > most) {
      best = i;
      most = current;
    }
  }
  invariant(best >= 0, 'room was made');
  return best;
}

/** Null when there is nothing to copy. */
export function copiesOf(slots: readonly Part[], pieces: readonly Piece[]): Copies | null {
  if (pieces.length === 0) return null;
  const rects = pieces.map((p) => p.rect);
  const span: Span = {
    id: nextSpan(),
    count: pieces.length,
    rectAt: (i) => rects[i],
    memoryAt: (i) => slots[pieces[i].to].memory,
    sourceAt: (i) => slots[pieces[i].from].memory,
    items: null,
    bounds: around(rects),
    disjoint: false,
    sub: null,
    launch: [pieces.length],
    rooted: null,
  };
  return { pieces, span, elements: rects.reduce((n, r) => n + rectSize(r), 0) };
}

/** The smallest rectangle around some. */
export function around(rects: readonly Rect[]): Rect {
  return rects.reduce((all, rect) => bounding(all, rect));
}

function formatRect(rect: Rect): string {
  return `${rect.low.join()}-${rect.high.join()}`;
}
