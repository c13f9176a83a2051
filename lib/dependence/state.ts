/**
 * Coherence states: the instances of a root (`slots`: a memory and an extent) and the elements of each that are current (`valid`). States
 * are interned and know no root and no address: `transition.ts` has the effects of accesses on them.
 *
 *     slots   0: memory 0 [0,5)   1: memory 1 [3,8)          after a task wrote [0,4) and [4,8)
 *     valid   0: [0,4)            1: [4,8)
 */
import { contains, type Rect } from '../partition/index.js';
import type { Layers } from './layers.js';
import { RectIndex } from './rect-index.js';
import type { RectSet } from './rect-set.js';
import type { Part } from './span.js';

export class State {
  readonly id: number;
  readonly slots: readonly Part[];
  /** For each slot. */
  readonly valid: readonly RectSet[];
  /** The elements in other processes' memories. */
  readonly layers: Layers;
  /** The state that slots without current elements were added to, for one task; null for an interned state. */
  readonly lender: State | null;
  #byMemory: ReadonlyMap<number, readonly number[]> | null = null;
  #holders: Holders | null = null;

  constructor(id: number, slots: readonly Part[], valid: readonly RectSet[], layers: Layers, lender: State | null = null) {
    this.id = id;
    this.slots = slots;
    this.valid = valid;
    this.layers = layers;
    this.lender = lender;
  }

  /** The slots in a memory, ascending. */
  slotsIn(memory: number): readonly number[] {
    return (this.#byMemory ??= slotsByMemory(this.slots)).get(memory) ?? NO_SLOTS;
  }

  /** The slots that have current elements of a rectangle, by memory. */
  holdersOf(rect: Rect): readonly number[] {
    return this.lender === null ? (this.#holders ??= new Holders(this)).of(rect) : this.lender.holdersOf(rect);
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
    const rects = valid.flatMap((set, slot) => {
      for (const _ of set) this.#slotOf.push(slot);
      return set;
    });
    this.#index = new RectIndex(rects);
  }

  /** Ordered by memory, then by slot, so that the order does not depend on when slots were made. */
  of(rect: Rect): number[] {
    const found = new Set(this.#index.meeting(rect).map((i) => this.#slotOf[i]));
    return [...found].sort((a, b) => this.#slots[a].memory - this.#slots[b].memory || a - b);
  }
}
