/** Binds the instances of a recorded window: its roots' instances, and new ones; tells coherence of the postconditions. */
import { OutOfMemoryError } from '../../base/index.js';
import { type Conditions, type Instance, makeInstance } from '../../dependence/index.js';
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import type { Binder, BlockRow } from '../replay/index.js';
import type { Engines } from './engines.js';
import { noteInstance } from './holdings.js';
import type { LaunchMap } from './launch-map.js';
import type { Postconditions } from './postconditions.js';
import type { Noted, Recording, Start } from './recording.js';
import type { ContentsBook } from './root-contents.js';

/** The state of roots and their instances. */
export interface Coherent {
  readonly conditions: Conditions;
  readonly book: ContentsBook;
  readonly order: LaunchMap;
  readonly engines: Engines;
  /** A root is dead, and no later window uses it. */
  readonly isSpent: (root: Root) => boolean;
}

const NO_LAUNCHES: readonly number[] = [];
const NONE = makeInstance(-1, 0, 0, { low: [], high: [] });

export class Instances implements Binder<Instance> {
  readonly #with: Coherent;
  readonly #before: readonly Start[];
  readonly #steps: readonly Noted[];
  readonly #postconditions: Postconditions;
  /** The outcomes that coherence is told of. */
  readonly #outcomes: Postconditions['outcomes'];
  /** The last launch that writes each written slot. */
  readonly #written: readonly { readonly slot: number; readonly launch: number }[];
  follows: readonly number[] = NO_LAUNCHES;
  /** The instances of the present run. */
  readonly #table: Instance[];

  constructor({ before, steps, instances }: Recording, postconditions: Postconditions, coherent: Coherent) {
    this.#with = coherent;
    this.#before = before;
    this.#steps = steps;
    this.#postconditions = postconditions;
    this.#outcomes = postconditions.outcomes.filter(({ passed, effect }) => passed !== null || effect !== 'none');
    this.#written = steps.flatMap(({ step, last }) => step.writes.map((slot) => ({ slot, launch: last })));
    this.#table = instances.map(() => NONE);
  }

  /** All or none of the instances that are wanted. */
  bind(window: Window): readonly Instance[] | null {
    const { slots } = window;
    const { conditions, book, engines } = this.#with;
    const table = this.#table;
    for (const { slot, condition } of this.#before) conditions.bind(book.keyOf(slots[slot]), condition, table);
    const { wanted } = this.#postconditions;
    for (let i = 0; i < wanted.length; i++) {
      const { place, slot, memory, rect, rowSize } = wanted[i];
      try {
        const key = book.keyOf(slots[slot]);
        table[place] = rowSize === null ? conditions.obtain(key, memory, rect) : conditions.create(key, rowSize, memory, rect);
      } catch (error) {
        this.#giveBack(i, window);
        if (error instanceof OutOfMemoryError) return null;
        throw error;
      }
    }
    // The replay as a whole follows transfers to and from its instances.
    this.follows = NO_LAUNCHES;
    for (const instance of table)
      if (instance.foreign !== null) this.follows = [...this.follows, ...engines.followUses(engines.host, instance, true)];
    return table;
  }

  unbind(window: Window): void {
    this.#giveBack(this.#postconditions.wanted.length, window);
  }

  /** Lets go of the first `count` of the instances that were got. */
  #giveBack(count: number, { slots }: Window): void {
    const { conditions, book } = this.#with;
    for (const { place, slot, rowSize } of this.#postconditions.wanted.slice(0, count)) {
      const instance = this.#table[place];
      if (rowSize === null) conditions.leave(book.keyOf(slots[slot]), instance);
      else conditions.drop(instance, 0);
    }
  }

  note(table: readonly Instance[], rows: readonly BlockRow[], first: number): void {
    for (let i = 0; i < rows.length; i++) {
      const { at, lastWrite, lastUse } = rows[i];
      if (lastWrite >= 0) noteInstance(table[at], first + lastWrite, true);
      noteInstance(table[at], first + lastUse, false);
    }
  }

  /** Tells coherence of the postconditions, and notes the launches that readers of the roots wait for. */
  conclude({ slots }: Window, first: number, last: number): void {
    const { conditions, book, order } = this.#with;
    const table = this.#table;
    for (const { slot, launch } of this.#written) slots[slot].lastWrite = first + launch;
    const number = conditions.begin();
    order.note(number, [last]);
    for (const { slot, effect, condition, passed } of this.#outcomes) {
      if (passed === null) conditions.conclude(book.keyOf(slots[slot]), condition, table, number, effect);
      else {
        const left = passed.map((place) => table[place]);
        conditions.passed(book.keyOf(slots[slot]), left, number);
      }
    }
    for (const place of this.#postconditions.dropped) conditions.drop(table[place], number);
    for (const { step } of this.#steps) for (const { slot, key } of step.keys) slots[slot].key = key;
    // Traces outlive windows, and instances keep the chunks that they are in.
    table.fill(NONE);
  }
}
