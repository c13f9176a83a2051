/** A plan's steps as launches: memory for roots without, the launches to wait for, the roots' last users. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Step } from '../../fusion/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import type { Pool } from '../memory/index.js';
import { noteUse, noteWrite, waitOf } from '../memory/index.js';
import type { Queue } from './queue.js';
import type { RecordWriter, Shifts } from './record-writer.js';
import type { Template } from './template.js';

export class Steps {
  readonly #writer: RecordWriter;
  readonly #pool: Pool;
  readonly #queue: Queue;
  readonly #spy: SpyWriter | null;

  constructor(writer: RecordWriter, pool: Pool, queue: Queue, spy: SpyWriter | null) {
    this.#writer = writer;
    this.#pool = pool;
    this.#queue = queue;
    this.#spy = spy;
  }

  /** Writes the record of the next launch. Throws `OutOfMemoryError`. */
  write(template: Template, window: Window, shifts: Shifts = null): void {
    const { step } = template;
    const { slots } = window;
    this.allocate(step, slots);
    const scratch = this.#writer.take(template);
    const wait = order(step, slots, this.#queue.last + 1);
    const launched = this.#writer.write(template, slots, scratch, wait, window, shifts);
    for (const { slot, key } of step.keys) slots[slot].key = key;
    this.#spy?.launch(slots, { ...step, launch: launched.launch, wait: launched.wait }, launched.scratch);
  }

  /** Gives memory to roots without. Throws `OutOfMemoryError`, that of an operand which found none before. */
  allocate(step: Step, slots: readonly Root[]): void {
    for (const slot of step.writes) if (slots[slot].address === 0) this.#pool.allocate(slots[slot]);
    for (const slot of step.reads) {
      const root = slots[slot];
      if (root.address !== 0) continue;
      if (root.error instanceof OutOfMemoryError) throw root.error;
      this.#pool.allocate(root);
    }
  }
}

/** The launch that the step waits for; notes the step as the last user of its roots. */
export function order(step: Step, slots: readonly Root[], launch: number): number {
  let wait = 0;
  for (const slot of step.writes) wait = Math.max(wait, waitOf(slots[slot], true));
  for (const slot of step.reads) wait = Math.max(wait, waitOf(slots[slot], false));
  for (const slot of step.reads) noteUse(slots[slot], launch);
  for (const slot of step.writes) noteWrite(slots[slot], launch);
  return wait;
}
