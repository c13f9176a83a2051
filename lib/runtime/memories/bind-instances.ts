/** Binds the instances of a recorded window: its roots' instances, and new ones; tells coherence of the postconditions. */
import { OutOfMemoryError } from '../../base/index.js';
import { type Instance, makeInstance, passingId } from '../../dependence/index.js';
import type { Window } from '../issue/index.js';
import type { Parts } from './parts.js';
import type { Postconditions } from './postconditions.js';
import type { Noted, Recording, Start } from './recording.js';

const NONE = makeInstance(-1, 0, 0, { low: [], high: [] });

export class Instances {
  readonly #with: Parts;
  readonly #before: readonly Start[];
  readonly #steps: readonly Noted[];
  readonly #postconditions: Postconditions;
  /** The outcomes that coherence is told of. */
  readonly #outcomes: Postconditions['outcomes'];
  /** The last launch that writes each written slot, by position. */
  readonly #written: readonly { readonly slot: number; readonly launch: number }[];
  /** Instances that have memory only during the window, and that several segments use. */
  readonly #passing: readonly { readonly place: number; readonly like: Instance }[];
  /** The instances of the present run. */
  readonly #table: Instance[];

  /** `places`: of instances that get memory for the time of the window. */
  constructor({ steps, before, instances }: Recording, post: Postconditions, places: readonly number[], parts: Parts) {
    this.#with = parts;
    this.#before = before;
    this.#steps = steps;
    this.#postconditions = post;
    this.#outcomes = post.outcomes.filter(({ passed, effect }) => passed !== null || effect !== 'none');
    this.#written = steps.flatMap(({ step, last }) => step.writes.map((slot) => ({ slot, launch: last })));
    this.#passing = places.map((place) => ({ place, like: { ...instances[place], chunk: null, foreign: null } }));
    this.#table = instances.map(() => NONE);
  }

  /** The table of instances: all or none of the ones that are wanted; null where memory does not suffice. */
  bind(window: Window): readonly Instance[] | null {
    const { slots } = window;
    const { coherence, book } = this.#with;
    const { conditions } = coherence;
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
    return this.#takePassing(window) ? table : null;
  }

  #takePassing(window: Window): boolean {
    if (this.#passing.length === 0) return true;
    for (const [i, { place, like }] of this.#passing.entries()) {
      const instance = { ...like, id: passingId() };
      if (!this.#with.holdings.obtain(instance)) {
        this.#freePassing(i);
        this.#giveBack(this.#postconditions.wanted.length, window);
        return false;
      }
      this.#table[place] = instance;
    }
    return true;
  }

  unbind(window: Window): void {
    this.#freePassing(this.#passing.length);
    this.#giveBack(this.#postconditions.wanted.length, window);
  }

  #freePassing(count: number): void {
    for (let i = 0; i < count; i++) this.#with.holdings.free(this.#table[this.#passing[i].place]);
  }

  /** Lets go of the first `count` of the instances that were got. */
  #giveBack(count: number, { slots }: Window): void {
    const { coherence, book } = this.#with;
    const { conditions } = coherence;
    for (const { place, slot, rowSize } of this.#postconditions.wanted.slice(0, count)) {
      const instance = this.#table[place];
      if (rowSize === null) conditions.leave(book.keyOf(slots[slot]), instance);
      else conditions.drop(instance, 0);
    }
  }

  /**
   * Tells coherence of the postconditions, and notes the launches that readers of the roots wait for. `numberOf`: a launch's number among the
   * machine's, by position; `last`: the last launch of each queue that the window used.
   */
  conclude({ slots }: Window, numberOf: (launch: number) => number, last: readonly number[]): void {
    const { coherence, book, order } = this.#with;
    const { conditions } = coherence;
    const table = this.#table;
    for (let i = 0; i < this.#written.length; i++) slots[this.#written[i].slot].lastWrite = numberOf(this.#written[i].launch);
    const number = conditions.begin();
    order.note(number, last.length > 1 ? last.slice(0, 1) : last, last);
    for (const { slot, effect, condition, passed } of this.#outcomes) {
      if (passed === null) conditions.conclude(book.keyOf(slots[slot]), condition, table, number, effect);
      else {
        const left = passed.map((place) => table[place]);
        conditions.passed(book.keyOf(slots[slot]), left, number);
      }
    }
    for (const place of this.#postconditions.dropped) conditions.drop(table[place], number);
    this.#freePassing(this.#passing.length);
    for (const { step } of this.#steps) for (const { slot, key } of step.keys) slots[slot].key = key;
    // Traces outlive windows, and instances keep the chunks that they are in.
    table.fill(NONE);
  }
}
