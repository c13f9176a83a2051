/**
 * Writes launch records: steps of a plan, points, copies and folds. A form has the record but for the slots that change from launch to
 * launch: addresses, scalars, the tier of its kernel, the launch to wait for, memory of its own. (Tasks that are launched one by one have
 * no form: `unfused-launcher.ts`.)
 */
import type { Device, LaunchQueue } from '../../device/index.js';
import { RECORD } from '../../native/index.js';
import type { Window } from '../issue/index.js';
import type { Block, Pool } from '../memory/index.js';
import type { Queue } from './queue.js';
import { kernelNumber, type Writable, writeScalars } from './template.js';

/** A launch, the launch that it waits for, and its own scratch memory. */
export interface Launched {
  readonly launch: number;
  readonly wait: number;
  readonly scratch: readonly Block[];
}

/** By block: bytes that its views lie behind the ones of the form; null where none does. */
export type Shifts = Float64Array | null;

/** Where records are written; `part` where kernels are launched in parts. */
type Records = Pick<LaunchQueue, 'records' | 'raw'> & Partial<Pick<Device, 'part'>>;

export class RecordWriter {
  readonly #device: Records;
  readonly #queue: Queue;
  readonly #pool: Pool;

  constructor(device: Records, queue: Queue, pool: Pool) {
    this.#device = device;
    this.#queue = queue;
    this.#pool = pool;
  }

  /**
   * Takes a launch's own scratch memory, before its record is begun: to find some, earlier records may have to be submitted and waited for.
   * Throws `OutOfMemoryError`.
   */
  take({ scratch }: Pick<Writable, 'scratch'>): readonly Block[] {
    const taken: Block[] = [];
    try {
      for (const { bytes } of scratch) taken.push(this.#pool.take(bytes));
    } catch (error) {
      for (const { address, bytes, ready } of taken) this.#pool.give(address, bytes, ready);
      throw error;
    }
    return taken;
  }

  /** Writes the next launch, behind launch `wait`, on the blocks of a table, with memory that was taken for it; null: it has no scalars. */
  write(
    form: Writable,
    table: readonly { readonly address: number }[],
    scratch: readonly Block[],
    wait: number,
    window: Window | null,
    shifts: Shifts = null,
  ): Launched {
    const { record, executable, pointers, scalars } = form;
    const queue = this.#queue;
    const { records } = this.#device;
    const at = queue.begin(record);
    scratch.forEach(({ address, ready }, i) => {
      records[at + form.scratch[i].at] = address;
      if (ready > wait) wait = ready;
    });
    if (executable !== null) records[at + RECORD.KERNEL] = kernelNumber(this.#device, form, executable);
    records[at + RECORD.WAIT] = wait;
    for (const p of pointers) records[at + p.at] = (p.block < 0 ? 0 : table[p.block].address) + p.offset;
    if (shifts !== null) for (const p of pointers) if (p.block >= 0) records[at + p.at] += shifts[p.block];
    if (window !== null) writeScalars(this.#device, at, scalars, window);
    queue.wrote(record.length);
    const launch = queue.last;
    for (const { address, bytes } of scratch) this.#pool.give(address, bytes, launch);
    return { launch, wait, scratch };
  }
}
