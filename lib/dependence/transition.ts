/**
 * The effects of accesses on states (`state.ts`), remembered by state and footprint: an access which found its copies once finds them again
 * at the cost of a look-up, for the next iteration's array as well as for this one's, for 1024 points as for 4.
 *
 *     slots   0: memory 0 [0,5)   1: memory 1 [3,8)          after a task wrote [0,4) and [4,8)
 *     valid   0: [0,4)            1: [4,8)
 *     read [0,5) and [3,8):   copy [4,5) from 1 to 0, [3,4) from 0 to 1;   then valid 0: [0,5)  1: [3,8)
 */
import { invariant } from '../base/index.js';
import { contains, type Rect } from '../partition/index.js';
import type { Footprint, Visits } from './footprint.js';
import { type Layers, LayerTable, type Transfer, transfersTo } from './layers.js';
import type { Mapper } from './mapper.js';
import { type Copies, copiesOf, type Piece, pieceOf, send } from './pieces.js';
import { add, missing, type RectSet, rectSetSize, remove, within } from './rect-set.js';
import type { Own, Part } from './span.js';
import { State } from './state.js';

/** The effect of an access on a state with slots that have room for it. */
interface Transition {
  /** The slot of each of the footprint's extents. */
  readonly slotOf: readonly number[];
  readonly copies: Copies | null;
  readonly next: State;
}

/** The copies of a read, and the elements that are current behind them. */
interface Plan {
  readonly slotOf: readonly number[];
  readonly pieces: Piece[];
  readonly valid: readonly RectSet[];
}

/** A transition for one task alone. */
type Loan = Omit<Transition, 'next'>;

/** States that are remembered, at most. */
const MOST = 10_000;

/** Remembers states and transitions; both are forgotten when they become very many. */
export class States {
  private readonly interned = new Map<string, State>();
  private readonly reads = new Map<number, Map<number, Transition>>();
  private readonly rooms = new Map<number, Map<number, State>>();
  private readonly loans = new Map<number, Map<number, Loan>>();
  private readonly shorter = new Map<number, Map<number, Map<string, State>>>();
  private readonly writes = new Map<number, Map<number, Transition>>();
  private count = 0;
  /** States for one task since states were forgotten. */
  private lent = 0;
  private readonly mapper: Mapper;
  private readonly own: Own;
  private readonly layers: LayerTable;
  /** A root without instances. */
  readonly nothing: State;

  constructor(mapper: Mapper, own: Own, visits: Visits) {
    this.mapper = mapper;
    this.own = own;
    this.layers = new LayerTable(visits);
    this.nothing = this.intern([], [], this.layers.nothing);
  }

  intern(slots: readonly Part[], valid: readonly RectSet[], layers: Layers): State {
    const held = slots.map((s, i) => `${s.memory}:${formatRect(s.rect)}=${valid[i].map(formatRect).join('+')}`).join(';');
    const key = `${layers.id}|${held}`;
    let state = this.interned.get(key);
    if (state === undefined) {
      if (this.interned.size + this.lent > MOST) this.forget();
      this.interned.set(key, (state = new State(this.count++, slots, valid, layers)));
    }
    return state;
  }

  /** A state with slots for the copies of one task behind its own, in which nothing is current; `without` takes them back. */
  lend(lender: State, slots: readonly Part[], valid: readonly RectSet[]): State {
    if (this.interned.size + ++this.lent > MOST) this.forget();
    return new State(this.count++, slots, valid, lender.layers, lender);
  }

  private forget(): void {
    this.lent = 0;
    this.interned.clear();
    this.reads.clear();
    this.loans.clear();
    this.rooms.clear();
    this.shorter.clear();
    this.writes.clear();
  }

  /** The state that making room for a footprint led to, when it led to slots with these very rectangles; else null. */
  grown(state: State, footprint: Footprint, slots: readonly Part[]): State | null {
    const known = this.rooms.get(state.id)?.get(footprint.id);
    if (known === undefined || known.slots.length !== slots.length) return null;
    for (let i = state.slots.length; i < slots.length; i++) if (known.slots[i].rect !== slots[i].rect) return null;
    return known;
  }

  noteGrown(state: State, footprint: Footprint, to: State): void {
    let row = this.rooms.get(state.id);
    if (row === undefined) this.rooms.set(state.id, (row = new Map()));
    row.set(footprint.id, to);
  }

  /** Is there a slot with room for each extent? */
  hasRoom(state: State, footprint: Footprint): boolean {
    if (this.reads.get(state.id)?.has(footprint.id) === true || this.writes.get(state.id)?.has(footprint.id) === true)
      return true;
    return footprint.extents.every((e) => state.hasRoomFor(e));
  }

  /** Makes all parts current where they are used. Every extent has a slot. */
  read(state: State, footprint: Footprint): Transition {
    return remembered(this.reads, state.id, footprint.id, () => {
      const { slotOf, pieces, valid } = this.planRead(state, footprint);
      const layers = this.own === null ? state.layers : state.layers.read(footprint);
      if (this.own !== null && layers !== state.layers) send(state, footprint, this.own, this.mapper, pieces);
      const next = pieces.length === 0 && layers === state.layers ? state : this.intern(state.slots, valid, layers);
      return { slotOf, copies: copiesOf(pieces), next };
    });
  }

  /** Makes all parts current for one task, which leaves the state as it was: see `without`. */
  borrow(state: State, footprint: Footprint): Loan {
    return remembered(this.loans, state.id, footprint.id, () => {
      const { slotOf, pieces } = this.planRead(state, footprint);
      if (this.own !== null && state.layers.read(footprint) !== state.layers)
        send(state, footprint, this.own, this.mapper, pieces);
      return { slotOf, copies: copiesOf(pieces) };
    });
  }

  /** The state without some slots, in ascending order, which have nothing that is current. */
  without(state: State, ended: readonly number[]): State {
    if (ended.length === 0) return state;
    const { lender } = state;
    if (lender !== null && ended[0] === lender.slots.length && lender.slots.length + ended.length === state.slots.length)
      return lender;
    const row = remembered(this.shorter, state.id, 0, () => new Map<string, State>());
    const key = ended.join();
    let found = row.get(key);
    if (found === undefined) {
      const gone = new Set(ended);
      const kept = <T>(list: readonly T[]): T[] => list.filter((_, i) => !gone.has(i));
      row.set(key, (found = this.intern(kept(state.slots), kept(state.valid), state.layers)));
    }
    return found;
  }

  /** Makes the parts current where they are used, and nowhere else. Every extent has a slot. */
  write(state: State, footprint: Footprint): Transition {
    return remembered(this.writes, state.id, footprint.id, () => this.planWrite(state, footprint));
  }

  private planRead(state: State, footprint: Footprint): Plan {
    const slotOf = footprint.extents.map((e) => slotFor(state, e));
    const valid = [...state.valid];
    const pieces: Piece[] = [];
    const incoming = new Map<number, readonly Transfer[]>();
    footprint.parts.forEach((part, k) => {
      const to = slotOf[footprint.extentOfPart[k]];
      for (const hole of missing(valid[to], part.rect)) {
        const got =
          this.own === null ? this.fetch(state, to, hole, pieces) : this.receive(state, to, hole, footprint, incoming, pieces);
        for (const rect of got) valid[to] = add(valid[to], rect);
      }
    });
    return { slotOf, pieces, valid };
  }

  /** Pieces that bring `hole` to a slot, from the memories that the mapper likes best. Elements that are nowhere stay undefined. */
  private fetch(state: State, to: number, hole: Rect, pieces: Piece[]): RectSet {
    let left: RectSet = [hole];
    const got: Rect[] = [];
    let slots = state.holdersOf(hole).filter((i) => i !== to);
    while (slots.length > 0 && left.length > 0) {
      const from = this.sourceOf(state, to, slots);
      slots = slots.filter((i) => i !== from);
      for (const rect of left.flatMap((l) => within(state.valid[from], l))) {
        pieces.push(pieceOf(state.slots, from, to, rect));
        got.push(rect);
        left = remove(left, rect);
      }
    }
    return got;
  }

  /** A slot of the same memory, or one in the memory that the mapper likes best. */
  private sourceOf({ slots }: State, to: number, holders: readonly number[]): number {
    const { memory } = slots[to];
    const here = holders.find((i) => slots[i].memory === memory);
    if (here !== undefined) return here;
    const from = this.mapper.source(memory, [...new Set(holders.map((i) => slots[i].memory))]);
    return holders.find((i) => slots[i].memory === from) ?? holders[0];
  }

  /** Pieces that bring `hole` to a slot: from other slots of the memory, and as all processes find from the layers. */
  private receive(
    state: State,
    to: number,
    hole: Rect,
    footprint: Footprint,
    incoming: Map<number, readonly Transfer[]>,
    pieces: Piece[],
  ): RectSet {
    const { memory } = state.slots[to];
    const got: Rect[] = [];
    let left: RectSet = [hole];
    const take = (from: number, rect: Rect): void => {
      pieces.push(pieceOf(state.slots, from, to, rect));
      got.push(rect);
      left = remove(left, rect);
    };
    for (const from of state.slotsIn(memory)) {
      if (from !== to) for (const rect of left.flatMap((l) => within(state.valid[from], l))) take(from, rect);
    }
    for (const transfer of this.incomingTo(memory, state, footprint, incoming)) {
      for (const rect of within(left, transfer.rect)) {
        for (const from of state.slotsIn(transfer.from))
          for (const r of within(left, rect).flatMap((l) => within(state.valid[from], l))) take(from, r);
        if (this.own?.includes(transfer.from) === true) continue;
        pieces.push({ from: -1, to, rect, fromMemory: transfer.from, toMemory: memory });
        got.push(rect);
        left = remove(left, rect);
      }
    }
    return got;
  }

  private incomingTo(
    memory: number,
    { layers }: State,
    footprint: Footprint,
    known: Map<number, readonly Transfer[]>,
  ): readonly Transfer[] {
    let found = known.get(memory);
    if (found === undefined) {
      found = transfersTo(memory, layers, footprint.partsIn(memory), (to, from) => this.mapper.source(to, from));
      known.set(memory, found);
    }
    return found;
  }

  private planWrite(state: State, footprint: Footprint): Transition {
    const slotOf = footprint.extents.map((e) => slotFor(state, e));
    const valid = this.own === null ? [...state.valid] : state.valid.map((set) => without(set, footprint));
    footprint.parts.forEach((part, k) => {
      const to = slotOf[footprint.extentOfPart[k]];
      for (const i of state.holdersOf(part.rect)) valid[i] = remove(valid[i], part.rect);
      for (const i of state.slotsIn(part.memory)) valid[i] = remove(valid[i], part.rect);
      valid[to] = add(valid[to], part.rect);
    });
    const layers = this.own === null ? state.layers : state.layers.written(footprint);
    return { slotOf, copies: null, next: this.intern(state.slots, valid, layers) };
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
    const current = rectSetSize(within(state.valid[i], extent.rect));
    if (current > most) {
      best = i;
      most = current;
    }
  }
  invariant(best >= 0, 'room was made');
  return best;
}

/** The rest of a rect set when all points of a footprint have written. */
function without(set: RectSet, written: Footprint): RectSet {
  if (written.gapless) return remove(set, written.bounds);
  let left = set;
  for (const rect of set) for (const p of written.meeting(rect)) left = remove(left, written.rectAt(p));
  return left;
}

function formatRect(rect: Rect): string {
  return `${rect.low.join()}-${rect.high.join()}`;
}
