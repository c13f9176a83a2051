/**
 * Writes launch records: steps of a plan, points, copies and folds. A form has the record but for what changes from launch to launch:
 * addresses, scalars, the tier of its kernel, what it waits for, memory of its own. (Tasks that are launched one by one have no form:
 * `singles.ts`.)
 */
import type { Device } from '../device/index.js';
import { RECORD } from '../native/index.js';
import type { Block, Pool } from './memory.js';
import type { Queue } from './queue.js';
import type { LaunchForm } from './replay/index.js';
import { writeScalars } from './template.js';
import type { Window } from './window.js';

/** What a record is written from. */
type Writable = Pick<LaunchForm, 'record' | 'executable' | 'elements' | 'part' | 'pointers' | 'scalars' | 'scratch'>;

/** A launch, what it waits for, and the memory that it has for itself. */
export interface Launched {
  readonly launch: number;
  readonly wait: number;
  readonly scratch: readonly Block[];
}

export class RecordWriter {
  readonly #device: Device;
  readonly #queue: Queue;
  readonly #pool: Pool;

  constructor(device: Device, queue: Queue, pool: Pool) {
    this.#device = device;
    this.#queue = queue;
    this.#pool = pool;
  }

  /**
   * The memory that a launch has for itself. Before its record is begun: to find some, what was written so far may have to be
   * submitted and waited for. Throws `OutOfMemoryError`.
   */
  take({ scratch }: Writable): readonly Block[] {
    return scratch.map(({ bytes }) => this.#pool.take(bytes));
  }

  /** Writes the next launch, behind launch `wait`, on the blocks of a table, with memory that was taken for it; null: it has no scalars. */
  write(
    form: Writable,
    table: readonly { readonly address: number }[],
    scratch: readonly Block[],
    wait: number,
    window: Window | null,
  ): Launched {
    const { record, executable, pointers, scalars } = form;
    const queue = this.#queue;
    const { records } = this.#device;
    const at = queue.begin(record);
    scratch.forEach(({ address, ready }, i) => {
      records[at + form.scratch[i].at] = address;
      if (ready > wait) wait = ready;
    });
    if (executable !== null) {
      const number = executable.number(form.elements);
      records[at + RECORD.KERNEL] = form.part ? this.#device.part(number, executable.layout.length) : number;
    }
    records[at + RECORD.WAIT] = wait;
    for (const p of pointers) records[at + p.at] = (p.block < 0 ? 0 : table[p.block].address) + p.offset;
    if (window !== null) writeScalars(this.#device, at, scalars, window);
    queue.wrote(record.length);
    const launch = queue.last;
    for (const { address, bytes } of scratch) this.#pool.give(address, bytes, launch);
    return { launch, wait, scratch };
  }
}
