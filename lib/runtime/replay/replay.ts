/**
 * A window compiled for replay: one call of the device launches all of it. What JavaScript does at a replay is to bind the blocks, one
 * pass over them (addresses, what to wait for, who uses them last) and one over the scalars; no record is written. A replay right
 * behind another overlaps it: its points wait for those that they need (`links.ts`).
 *
 *     window    slots x y z      bind: roots (one memory), instances (several)
 *     records   [address of each block | scratch | scalars | kernels]  ->  device.replay(program)
 */
import { OutOfMemoryError } from '../../base/index.js';
import type { Device, DeviceProgram } from '../../device/index.js';
import type { Window } from '../issue/index.js';
import { writeScalars } from '../launch/index.js';
import type { Pool, Block as PoolBlock } from '../memory/index.js';
import { waitOf } from '../memory/index.js';
import type { Chain } from './chain.js';
import type { ReplayForm } from './form.js';
import { Kernels } from './kernels.js';
import { Links } from './links.js';
import { type Lowered, lower } from './lower.js';
import type { Report } from './report.js';

/** Memory that launches use: a root where there is one memory, an instance where there are several. */
interface Block {
  readonly id: number;
  readonly bytes: number;
  address: number;
  lastWrite: number;
  lastUse: number;
}

/** How a block of the form is used. Launches count from 0; -1 for none. */
export interface BlockRow {
  readonly block: number;
  /** Where it is in the table that a binder gives. */
  readonly at: number;
  /** The block whose memory it takes over; -1 where it has its own. */
  readonly from: number;
  readonly lastWrite: number;
  readonly lastUse: number;
  /** Some launch writes its memory. */
  readonly overwritten: boolean;
}

/** Finds the blocks of a window, and keeps account of them. */
export interface Binder<B extends Block> {
  /** The table of blocks that have memory; null when there is not the memory to have all of them at once. */
  bind(window: Window): readonly B[] | null;
  /** What was bound is not used after all. */
  unbind(window: Window): void;
  /** Notes the launches, from `first` on, that use the blocks. */
  note(table: readonly B[], rows: readonly BlockRow[], first: number): void;
  /** The launches were made: says what becomes of the window's roots. */
  conclude(window: Window, first: number, last: number): void;
}

/** What replays are made of and run with. */
export interface Means {
  readonly device: Device;
  readonly pool: Pool;
  /** Null where no spy is told. */
  readonly report: Report | null;
}

const NOTHING: PoolBlock = Object.freeze({ address: 0, bytes: 0, ready: 0 });

export class Replay<B extends Block> {
  readonly program: DeviceProgram;
  readonly lowered: Lowered;
  /** By block: where it is in the table. */
  readonly places: readonly number[];
  readonly #device: Device;
  readonly #pool: Pool;
  readonly #report: Report | null;
  readonly #binder: Binder<B>;
  readonly #kernels: Kernels;
  readonly #rows: readonly BlockRow[];
  /** Blocks in scratch memory, and those that no launch uses. */
  readonly #rest: readonly number[];
  /** Null where the launches run in order: nothing of such a program is waited for point by point. */
  readonly #links: Links | null;

  /** `places`: by block, where the binder's table has it. Null where the device prepares no such program. */
  static compile<B extends Block>(
    means: Means,
    form: ReplayForm,
    places: readonly number[],
    binder: Binder<B>,
  ): Replay<B> | null {
    const { device } = means;
    const lowered = lower(form, device.procs);
    if (lowered.source.args + form.launches.length > device.records.length) return null;
    const program = device.compileProgram(lowered.source);
    return program === null ? null : new Replay(means, lowered, places, binder, program);
  }

  private constructor(
    { device, pool, report }: Means,
    lowered: Lowered,
    places: readonly number[],
    binder: Binder<B>,
    program: DeviceProgram,
  ) {
    this.program = program;
    this.lowered = lowered;
    this.places = places;
    this.#device = device;
    this.#pool = pool;
    this.#report = report;
    this.#binder = binder;
    this.#kernels = new Kernels(device, lowered.form, lowered.source.here);
    this.#rows = rowsOf(lowered.form, places);
    const bound = new Set(this.#rows.map(({ block }) => block));
    this.#rest = places.flatMap((_, block) => (bound.has(block) ? [] : [block]));
    this.#links = lowered.graph === null ? null : new Links(device, this);
  }

  /**
   * Launches the program for a window; returns the first launch's number, or 0 when there is not the memory to have all of it at
   * once. Everything written to the device's records is submitted.
   */
  run(window: Window, chain: Chain): number {
    const { source, scratch, scratchBytes, scalars, offsets } = this.lowered;
    const { records } = this.#device;
    const links = this.#links;
    const report = this.#report;
    const binder = this.#binder;
    this.#kernels.write(records, source.args);
    const table = binder.bind(window);
    if (table === null) return 0;
    const block = scratchBytes > 0 ? this.#takeScratch(window) : NOTHING;
    if (block === null) return 0;
    if (links !== null) links.begin(chain);
    // Where nothing is under way there is nothing to wait for, nor to be noted if it is so again afterwards.
    const idle = links === null && report === null && this.#device.isOver();
    let wait = idle ? this.#copyAddresses(records, table) : this.#writeAddresses(records, table, chain);
    if (block.ready > wait) wait = block.ready;
    if (links !== null) links.noteScratch(block, chain);
    records[scratch] = block.address;
    writeScalars(this.#device, 0, scalars, window);
    const after = links === null ? null : links.find(chain);
    const ready = after === null ? wait : chain.first - 1;
    const last = this.#device.replay(this.program, ready, after);
    const first = last - this.program.span + 1;
    if (scratchBytes > 0) this.#pool.give(block.address, block.bytes, last);
    if (!idle || !this.#device.isOver()) binder.note(table, this.#rows, first);
    if (report !== null) report.launches(this, window, table, { first, wait: ready, block, gates: after?.gates ?? null });
    if (links === null) chain.interrupt();
    else {
      for (const b of this.#rest) records[b] = offsets[b] < 0 ? 0 : block.address + offsets[b];
      chain.note(this, first, records, block.address);
    }
    binder.conclude(window, first, last);
    return first;
  }

  /** Scratch memory; null when there is not enough. */
  #takeScratch(window: Window): PoolBlock | null {
    try {
      return this.#pool.take(this.lowered.scratchBytes);
    } catch (error) {
      this.#binder.unbind(window);
      if (error instanceof OutOfMemoryError) return null;
      throw error;
    }
  }

  /** For what waits for nothing. */
  #copyAddresses(records: Float64Array, table: readonly B[]): number {
    const rows = this.#rows;
    for (let i = 0; i < rows.length; i++) {
      const { block, at, from } = rows[i];
      records[block] = from >= 0 ? records[from] : table[at].address;
    }
    return 0;
  }

  /** Returns the launch that the program waits for. */
  #writeAddresses(records: Float64Array, table: readonly B[], chain: Chain): number {
    const rows = this.#rows;
    const links = this.#links;
    let wait = 0;
    for (let i = 0; i < rows.length; i++) {
      const { block, at, from, overwritten } = rows[i];
      if (from >= 0) {
        records[block] = records[from];
        continue;
      }
      const memory = table[at];
      records[block] = memory.address;
      const need = waitOf(memory, overwritten);
      if (links !== null) links.note(block, need, memory, chain);
      if (need > wait) wait = need;
    }
    return wait;
  }
}

function rowsOf({ blocks, launches }: ReplayForm, places: readonly number[]): BlockRow[] {
  const lastUse = blocks.map(() => -1);
  const lastWrite = blocks.map(() => -1);
  launches.forEach(({ uses }, launch) => {
    for (const { block, writes } of uses) {
      lastUse[block] = launch;
      if (writes) lastWrite[block] = launch;
    }
  });
  const given = new Set(blocks.map(({ donor }) => donor));
  return blocks.flatMap(({ scratch, donor }, block): BlockRow[] => {
    if (scratch !== null || lastUse[block] < 0) return [];
    const overwritten = lastWrite[block] >= 0 || given.has(block);
    return [{ block, at: places[block], from: donor, lastWrite: lastWrite[block], lastUse: lastUse[block], overwritten }];
  });
}
