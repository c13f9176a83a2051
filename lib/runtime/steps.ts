/** Launch records of a plan's steps: memory for what has none, what to wait for, and what a template leaves open. */
import type { Device } from '../device/index.js';
import type { Step } from '../fusion/index.js';
import { RECORD } from '../native/index.js';
import type { SpyWriter } from '../spy/index.js';
import type { Root } from '../store/index.js';
import type { Pool } from './memory.js';
import type { Queue } from './queue.js';
import { noteUse, noteWrite, waitOf } from './root-memory.js';
import { type Template, writeScalars } from './template.js';
import type { Window } from './window.js';

export class Steps {
  readonly #device: Device;
  readonly #pool: Pool;
  readonly #queue: Queue;
  readonly #spy: SpyWriter | null;

  constructor(device: Device, pool: Pool, queue: Queue, spy: SpyWriter | null) {
    this.#device = device;
    this.#pool = pool;
    this.#queue = queue;
    this.#spy = spy;
  }

  /** Writes the record of the next launch. Throws `OutOfMemoryError`. */
  write(template: Template, window: Window): void {
    const { step, record } = template;
    const { slots } = window;
    // Memory first: to find some, what was written so far may have to be submitted and waited for.
    this.allocate(step, slots);
    const partials = template.partials.map(({ bytes }) => this.#pool.take(bytes));
    const at = this.#queue.begin(record);
    const launch = this.#queue.last + 1;
    const { records } = this.#device;
    if (template.executable !== null) records[at + RECORD.KERNEL] = template.executable.number(template.elements);
    let wait = order(step, slots, launch);
    partials.forEach((block, i) => {
      records[at + template.partials[i].at] = block.address;
      if (block.ready > wait) wait = block.ready;
    });
    records[at + RECORD.WAIT] = wait;
    for (const p of template.pointers) records[at + p.at] = slots[p.slot].address + p.offset;
    writeScalars(this.#device, at, template.scalars, window);
    this.#queue.wrote(record.length);
    for (const { slot, key } of step.keys) slots[slot].key = key;
    this.#spy?.launch(slots, { ...step, launch, wait }, partials);
    for (const block of partials) this.#pool.give(block.address, block.bytes, launch);
  }

  /** Gives memory to what has none. Throws `OutOfMemoryError`. */
  allocate(step: Step, slots: readonly Root[]): void {
    for (const slot of step.writes) if (slots[slot].address === 0) this.#pool.allocate(slots[slot]);
    for (const slot of step.reads) if (slots[slot].address === 0) this.#pool.allocate(slots[slot]);
  }
}

/** What the step waits for; notes it as the last user of its roots. */
export function order(step: Step, slots: readonly Root[], launch: number): number {
  let wait = 0;
  for (const slot of step.writes) wait = Math.max(wait, waitOf(slots[slot], true));
  for (const slot of step.reads) wait = Math.max(wait, waitOf(slots[slot], false));
  for (const slot of step.reads) noteUse(slots[slot], launch);
  for (const slot of step.writes) noteWrite(slots[slot], launch);
  return wait;
}
