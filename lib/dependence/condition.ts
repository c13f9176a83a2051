/**
 * Conditions (thesis 6.4.1): coherence's record of a root at some moment, in terms of places in a table instead of instances. A stretch of
 * the program may be carried out again, with the same copies and folds, whenever its preconditions are met; coherence then only takes over
 * its postconditions.
 *
 *     x   slots 0: memory 0 [0,5)   1: memory 1 [3,8)     instances 4 and 7 of the table
 *         valid 0: [0,4)            1: [4,8)              a new root meets it with instances of its own for 4 and 7
 */

import type { FoldOp } from '../ir/index.js';
import type { Rect } from '../partition/index.js';
import type { AnalysisContext } from './analysis-context.js';
import type { Footprint } from './footprint.js';
import { History } from './history.js';
import type { Instance } from './instance.js';
import { wholeOf } from './layout.js';
import type { Partials } from './operation.js';
import { kindOf, type RootRecord } from './record.js';
import type { Records } from './records.js';
import type { RootKey } from './root-key.js';
import type { State } from './state.js';

/** A reduction that is not folded: a place in the table for each point, -1 where it has no buffer. */
interface OpenCondition {
  readonly how: FoldOp | Partials;
  readonly footprint: Footprint;
  readonly buffers: readonly number[];
}

export interface Condition {
  readonly state: State;
  /** Places in the table, parallel to the state's slots. */
  readonly instances: readonly number[];
  readonly open: readonly OpenCondition[];
}

/** The effect of a stretch on a root. */
export type Effect = 'none' | 'read' | 'changed';

export class Conditions {
  readonly #context: AnalysisContext;
  readonly #records: Records;

  /** `records`: of the roots that coherence knows. */
  constructor(context: AnalysisContext, records: Records) {
    this.#context = context;
    this.#records = records;
  }

  /** The condition that a root is in. */
  of(root: RootKey, placeOf: (instance: Instance) => number): Condition {
    const record = this.#records.get(root);
    if (record === null) return { state: this.#context.states.nothing, instances: [], open: [] };
    return {
      state: record.state,
      instances: record.instances.map(placeOf),
      open: record.open.map(({ how, footprint, buffers }) => ({
        how,
        footprint,
        buffers: buffers.map((b) => (b === null ? -1 : placeOf(b))),
      })),
    };
  }

  /** Whether the root is in that condition, with any instances. */
  met(root: RootKey, { state, open }: Condition): boolean {
    const record = this.#records.get(root);
    if (record === null) return state === this.#context.states.nothing && open.length === 0;
    if (record.state !== state || record.open.length !== open.length) return false;
    for (let i = 0; i < open.length; i++) {
      if (record.open[i].how !== open[i].how || record.open[i].footprint !== open[i].footprint) return false;
    }
    return true;
  }

  /** Writes the instances of a root that meets a condition into the table. */
  bind(root: RootKey, { instances, open }: Condition, table: Instance[]): void {
    const record = this.#records.get(root);
    if (record === null) return;
    for (let i = 0; i < instances.length; i++) table[instances[i]] = record.instances[i];
    for (let i = 0; i < open.length; i++) {
      open[i].buffers.forEach((place, p) => {
        const buffer = record.open[i].buffers[p];
        if (buffer !== null) table[place] = buffer;
      });
    }
  }

  /** An instance with just these elements: one that a dead root of that kind left, or a new one. Throws `OutOfMemoryError`. */
  obtain(key: RootKey, memory: number, rect: Rect): Instance {
    const { instances } = this.#context;
    return instances.takeEqual(kindOf(key), memory, rect) ?? instances.create(key.itemSize, memory, rect, key.collected);
  }

  /** A new instance for rows of partial results. Throws `OutOfMemoryError`. */
  create(key: RootKey, itemSize: number, memory: number, rect: Rect): Instance {
    return this.#context.instances.create(itemSize, memory, rect, key.collected);
  }

  /** Gives an instance back when operation `number` and all that use it are complete. */
  drop(instance: Instance, number: number): void {
    instance.lastOp = Math.max(instance.lastOp, number);
    this.#context.instances.drop(instance);
  }

  /** Gives back an instance that was obtained and not used. */
  leave(key: RootKey, instance: Instance): void {
    const history = new History();
    history.forget(this.#context.instances.issued);
    this.#context.instances.leave(kindOf(key), instance, history);
  }

  /** The number of an operation for all of a stretch that is about to be carried out again. */
  begin(): number {
    const { instances } = this.#context;
    const number = this.#context.number();
    instances.issued = number;
    if (number % 256 === 0) instances.expire(number);
    return number;
  }

  /** Operation `number` had that effect on a root, and left it in a condition. */
  conclude(key: RootKey, condition: Condition, table: readonly Instance[], number: number, effect: Effect): void {
    if (effect === 'none') return;
    const record = this.#records.of(key);
    if (effect === 'read') this.#read(record, number);
    else {
      record.state = condition.state;
      record.instances = condition.instances.map((place) => table[place]);
      if (record.open.length > 0 || condition.open.length > 0) reopen(record, condition, table, number);
      record.history.forget(number);
    }
    record.touch(number);
  }

  #read(record: RootRecord, op: number): void {
    record.history.push({ op, span: wholeOf(this.#context, record), mode: 'read' }, this.#context.instances.completed);
  }

  /** A root is dead, and its instances have passed to other roots in a stretch, all but these. */
  passed(key: RootKey, left: readonly Instance[], number: number): void {
    const record = this.#records.of(key);
    this.#records.delete(key);
    record.history.forget(number);
    for (const instance of left) {
      instance.lastOp = number;
      this.#context.instances.leave(record.kind, instance, record.history);
    }
  }
}

/** Replaces a root's open reductions by those of a condition, which operation `number` left. */
function reopen(record: RootRecord, { open }: Condition, table: readonly Instance[], number: number): void {
  record.open = open.map(({ how, footprint, buffers }) => ({
    how,
    footprint,
    buffers: buffers.map((place) => (place < 0 ? null : table[place])),
    lastTask: number,
    ordinal: record.reductions++,
  }));
  for (const { buffers } of record.open) for (const buffer of buffers) if (buffer !== null) buffer.lastOp = number;
}
