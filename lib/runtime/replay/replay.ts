/**
 * A window compiled for replay: one call of the device launches all of it. At a replay JavaScript binds the blocks in one pass (addresses,
 * waits, last uses) and writes the scalars in a second one; no record is written. A replay right behind an earlier one overlaps it: its
 * points wait for the points that they need (`links.ts`).
 *
 *     window    slots x y z      bind: roots (one memory), instances (several)
 *     records   [address of each block | scratch | scalars | kernels]  ->  device.replay(program)
 */
import { OutOfMemoryError } from '../../base/index.js';
import { type Device, type DeviceProgram, type Expected, type ForeignQueue, onQueue } from '../../device/index.js';
import type { Window } from '../issue/index.js';
import { type Shifts, writeScalars } from '../launch/index.js';
import type { Pool, Block as PoolBlock } from '../memory/index.js';
import { waitOf } from '../memory/index.js';
import type { Chain } from './chain.js';
import type { ReplayForm } from './form.js';
import { Kernels } from './kernels.js';
import { type Block, type LastUses, lastUsesOf, noteUses } from './last-uses.js';
import { Links } from './links.js';
import { type Lowered, lower } from './lower.js';
import type { Report } from './report.js';

/** How a block of the form, by its number, is used; `at`: its place in the table of blocks. */
interface BlockRow extends LastUses {
  readonly block: number;
  /** The block that hands its memory on to this one; -1 where it has its own. */
  readonly from: number;
  /** Some launch writes its memory. */
  readonly overwritten: boolean;
}

/** The queues' launches among which a program runs. */
interface Among {
  /** Launches that the program follows. */
  readonly follows: readonly number[];
  /** The queues that it waits for (`Lowered.queues`), and the first launch that the window will make in each. */
  readonly queues: readonly { readonly queue: ForeignQueue; readonly first: number }[];
  /** Uses are noted, and launches told (`Replay.tell`), in their turns among the launches of other queues. */
  readonly inTurns: boolean;
}

/** The device, the memory and the log of replays. */
export interface Means {
  readonly device: Device;
  readonly pool: Pool;
  /** Null without a spy. */
  readonly report: Report | null;
}

const NOTHING_EXPECTED: readonly Expected[] = [];
const NOTHING: PoolBlock = Object.freeze({ address: 0, bytes: 0, ready: 0 });

export class Replay {
  readonly program: DeviceProgram;
  readonly lowered: Lowered;
  /** By block: its place in the table of blocks. */
  readonly places: readonly number[];
  readonly #device: Device;
  readonly #pool: Pool;
  readonly #report: Report | null;
  readonly #kernels: Kernels;
  readonly #rows: readonly BlockRow[];
  /** Blocks that are not bound: in scratch memory, or used by no launch. */
  readonly #rest: readonly number[];
  /** Scratch memory that was taken before the launch. */
  #reserved: PoolBlock | null = null;
  /** Null where the launches run in order: such a program is waited for as a whole. */
  readonly #links: Links | null;

  /** `places`: by block, its place in the table of blocks. Null where the device prepares no such program. */
  static compile(means: Means, form: ReplayForm, places: readonly number[]): Replay | null {
    const { device } = means;
    const lowered = lower(form, device.procs);
    if (lowered.source.args + form.launches.length > device.records.length) return null;
    const program = device.compileProgram(lowered.source);
    return program === null ? null : new Replay(means, lowered, places, program);
  }

  private constructor({ device, pool, report }: Means, lowered: Lowered, places: readonly number[], program: DeviceProgram) {
    this.program = program;
    this.lowered = lowered;
    this.places = places;
    this.#device = device;
    this.#pool = pool;
    this.#report = report;
    this.#kernels = new Kernels(device, lowered.form, lowered.source.here);
    this.#rows = rowsOf(lowered.form, places);
    const bound = new Set(this.#rows.map(({ block }) => block));
    this.#rest = places.flatMap((_, block) => (bound.has(block) ? [] : [block]));
    this.#links = lowered.graph === null ? null : new Links(device, this);
  }

  /**
   * Launches the program for a window on a table of blocks, which have memory; returns the first launch's number, or 0 when memory does not
   * suffice for its scratch memory. All launches written before are submitted already, since a replay writes over the device's records.
   * `shifts`: by place in the table; a window with views elsewhere than planned overlaps no other.
   */
  run(window: Window, table: readonly Block[], chain: Chain, shifts: Shifts = null, among: Among | null = null): number {
    const { source, scratch, scratchBytes, scalars, offsets } = this.lowered;
    const { records } = this.#device;
    const links = this.#links;
    const report = this.#report;
    this.#kernels.write(records, source.args);
    const block = scratchBytes > 0 ? this.#takeScratch() : NOTHING;
    if (block === null) return 0;
    if (shifts !== null) chain.interrupt();
    if (links !== null) links.begin(chain);
    // An idle device needs no waits, nor notes of uses if it is idle again afterwards.
    const idle = links === null && report === null && this.#device.isOver();
    let wait = idle ? this.#copyAddresses(records, table) : this.#writeAddresses(records, table, chain);
    if (block.ready > wait) wait = block.ready;
    if (links !== null) links.noteScratch(block, chain);
    records[scratch] = block.address;
    writeScalars(this.#device, 0, scalars, window);
    if (shifts !== null) for (const { block: moved, at } of this.#rows) records[moved] += shifts[at];
    const after = links === null ? null : links.find(chain);
    const ready = after === null ? wait : chain.first - 1;
    const expected = among === null ? NOTHING_EXPECTED : this.#expect(records, among);
    const last = this.#device.replay(this.program, ready, after, expected);
    const first = last - this.program.span + 1;
    if (scratchBytes > 0) this.#pool.give(block.address, block.bytes, last);
    const inTurns = among?.inTurns === true;
    if (!inTurns && !(idle && this.#device.isOver())) noteUses(this.#rows, table, first);
    if (report !== null) {
      const arrivals = expected.map(({ step, queue, launch }) => ({ launch: step, followed: onQueue(queue.number, launch) }));
      const gates = after?.gates ?? null;
      report.begin(this, window, table, { first, wait: ready, block, gates, follows: among?.follows, arrivals });
      if (!inTurns) report.launches(this.program.span);
    }
    if (links === null || shifts !== null) chain.interrupt();
    else {
      for (const b of this.#rest) records[b] = offsets[b] < 0 ? 0 : block.address + offsets[b];
      chain.note(this, first, records, block.address);
    }
    return first;
  }

  /** Tells the log of the next launches of the program. */
  tell(count: number): void {
    this.#report?.launches(count);
  }

  /** Writes the first launches of other queues; the arrivals of this time. */
  #expect(records: Float64Array, { queues: foreign }: Among): readonly Expected[] {
    const { form, queues, queuesAt } = this.lowered;
    foreign.forEach(({ queue, first }, i) => {
      records[queuesAt + i] = onQueue(queue.number, first);
    });
    return form.arrivals.map(({ launch, queue: number, at }) => {
      const { queue, first } = foreign[queues.indexOf(number)];
      return { step: launch, queue, launch: first + at };
    });
  }

  /** Takes scratch memory for the next launch, which is not refused any more. Throws `OutOfMemoryError`. */
  reserve(): void {
    const { scratchBytes } = this.lowered;
    if (scratchBytes > 0) this.#reserved ??= this.#pool.take(scratchBytes);
  }

  /** There is no launch for which scratch memory was taken. */
  cancel(): void {
    const block = this.#reserved;
    this.#reserved = null;
    if (block !== null) this.#pool.give(block.address, block.bytes, block.ready);
  }

  /** Scratch memory; null when there is not enough. */
  #takeScratch(): PoolBlock | null {
    const reserved = this.#reserved;
    this.#reserved = null;
    if (reserved !== null) return reserved;
    try {
      return this.#pool.take(this.lowered.scratchBytes);
    } catch (error) {
      if (error instanceof OutOfMemoryError) return null;
      throw error;
    }
  }

  /** Writes the blocks' addresses for a program without waits. */
  #copyAddresses(records: Float64Array, table: readonly Block[]): number {
    const rows = this.#rows;
    for (let i = 0; i < rows.length; i++) {
      const { block, at, from } = rows[i];
      records[block] = from >= 0 ? records[from] : table[at].address;
    }
    return 0;
  }

  /** Writes the blocks' addresses; returns the launch that the program waits for. */
  #writeAddresses(records: Float64Array, table: readonly Block[], chain: Chain): number {
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
  const given = new Set(blocks.map(({ donor }) => donor));
  return lastUsesOf(launches).flatMap(({ at: block, lastWrite, lastUse }): BlockRow[] => {
    const { scratch, donor } = blocks[block];
    if (scratch !== null) return [];
    const overwritten = lastWrite >= 0 || given.has(block);
    return [{ block, at: places[block], from: donor, lastWrite, lastUse, overwritten }];
  });
}
