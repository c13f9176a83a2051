/**
 * Launches of one queue of a recorded window, in order: records that were written once, and are handed over whole with the addresses, scalars
 * and kernels of this time, and transfers between them. For accelerators, and for a host's device that has no programs.
 *
 *     upload x   [kernel 3 | x | y | 2] [kernel 5 | y | z]   download z
 */
import type { Instance } from '../../dependence/index.js';
import type { Executable } from '../../device/index.js';
import { RECORD } from '../../native/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Window } from '../issue/index.js';
import { kernelNumber, type ScalarSlot, type StepLaunches, writeScalars } from '../launch/index.js';
import type { Block } from '../memory/index.js';
import { type LastUses, lastUsesOf, noteUses, Scratch, tellLaunch } from '../replay/index.js';
import type { Engine } from './engines.js';
import { isTransfer, type Listed, type ListedLaunch, type ListedTransfer } from './listed-launch.js';
import type { Parts } from './parts.js';
import { followsOf, type SegmentProgram } from './segment-program.js';

/** Where an address goes: that of an instance, or of scratch memory (-1), and an offset. */
interface Fill {
  readonly at: number;
  readonly place: number;
  readonly offset: number;
}

interface KernelAt {
  readonly at: number;
  readonly executable: Executable;
  readonly launch: ListedLaunch;
}

/** Records that are submitted together. */
interface Batch {
  readonly launches: readonly ListedLaunch[];
  readonly records: Float64Array;
  /** By launch: the slot of the launch that it waits for, the one before; none where the queue is in order. */
  readonly waits: readonly number[];
  readonly fills: readonly Fill[];
  readonly kernels: readonly KernelAt[];
  readonly scalars: readonly ScalarSlot[];
  readonly rows: readonly LastUses[];
}

const SCRATCH = -1;
const NOTHING: Block = Object.freeze({ address: 0, bytes: 0, ready: 0 });

export class QueueSegment implements SegmentProgram {
  readonly queue: number;
  first = 0;
  readonly count: number;
  readonly #engine: Engine;
  readonly #with: Parts;
  readonly #steps: StepLaunches;
  readonly #parts: readonly (Batch | ListedTransfer)[];
  /** Bytes for the partial results of one launch: launches of the queue take turns. */
  readonly #scratchBytes: number;
  #scratch = NOTHING;

  constructor(launches: readonly Listed[], steps: StepLaunches, engine: Engine, parts: Parts) {
    this.queue = engine.number;
    this.count = launches.length;
    this.#engine = engine;
    this.#with = parts;
    this.#steps = steps;
    this.#parts = partsOf(launches, engine.device.records.length, engine.link === null);
    this.#scratchBytes = Math.max(0, ...launches.map((launch) => (isTransfer(launch) ? 0 : scratchOf(launch).bytes)));
  }

  reserve(): void {
    if (this.#scratchBytes > 0 && this.#scratch === NOTHING) this.#scratch = this.#engine.pool.take(this.#scratchBytes);
  }

  cancel(): void {
    const { address, bytes, ready } = this.#scratch;
    this.#scratch = NOTHING;
    if (bytes > 0) this.#engine.pool.give(address, bytes, ready);
  }

  run(window: Window, table: readonly Instance[]): void {
    const { queue } = this.#engine;
    queue.submit();
    this.first = queue.last + 1;
    for (const part of this.#parts) {
      if ('records' in part) this.#submit(part, window, table);
      else this.#with.transfers.again(part, table, window.slots);
    }
    const { address, bytes } = this.#scratch;
    this.#scratch = NOTHING;
    if (bytes > 0) this.#engine.pool.give(address, bytes, queue.last);
    this.#with.failureLog.noteProgram(this.#engine.launch(this.first), window, this.#steps);
  }

  #submit(batch: Batch, window: Window, table: readonly Instance[]): void {
    const { device, queue } = this.#engine;
    const { engines, spy } = this.#with;
    const { fills, rows, waits } = batch;
    const follows = followsOf(rows, table, this.#engine, engines);
    const { records } = device;
    const scratch = this.#scratch.address;
    records.set(batch.records);
    for (let i = 0; i < fills.length; i++) {
      const { at, place, offset } = fills[i];
      records[at] = (place === SCRATCH ? scratch : table[place].address) + offset;
    }
    const first = queue.last + 1;
    for (let i = 0; i < waits.length; i++) records[waits[i]] = first + i - 1;
    this.#writeKernels(batch.kernels);
    writeScalars(device, 0, batch.scalars, window);
    device.submit(batch.launches.length);
    queue.skip(batch.launches.length);
    noteUses(rows, table, first);
    if (spy !== null) this.#tell(spy, batch, window, table, first, follows);
  }

  /** The fastest kernels that are ready now. */
  #writeKernels(kernels: readonly KernelAt[]): void {
    const { records } = this.#engine.device;
    for (let i = 0; i < kernels.length; i++) {
      const { at, executable, launch } = kernels[i];
      records[at] = kernelNumber(this.#with.device, launch, executable);
    }
  }

  /** The first launch follows launches of other queues; the remaining ones come behind it. */
  #tell(
    spy: SpyWriter,
    { launches, waits }: Batch,
    { slots }: Window,
    table: readonly Instance[],
    first: number,
    follows: readonly number[],
  ): void {
    launches.forEach((listed, i) => {
      const { parts } = scratchOf(listed);
      const scratch = parts.map(({ offset, bytes }) => ({ address: this.#scratch.address + offset, bytes }));
      const launch = this.#engine.launch(first + i);
      const facts = { launch, wait: i < waits.length ? first + i - 1 : 0, scratch, ...(i === 0 ? { follows } : {}) };
      tellLaunch(spy, listed.told, facts, slots, (block) => table[block].id);
    });
  }
}

/** A launch's own memory, part by part. */
function scratchOf({ scratch }: ListedLaunch): {
  readonly bytes: number;
  readonly parts: readonly { readonly at: number; readonly offset: number; readonly bytes: number }[];
} {
  const taken = new Scratch();
  const parts = scratch.map((part) => ({ ...part, offset: taken.take(part.bytes) }));
  return { bytes: taken.bytes, parts };
}

/** Records up to each transfer, as many as there is room for. */
function partsOf(launches: readonly Listed[], room: number, waits: boolean): (Batch | ListedTransfer)[] {
  const parts: (Batch | ListedTransfer)[] = [];
  let open: ListedLaunch[] = [];
  let length = 0;
  const close = (): void => {
    if (open.length > 0) parts.push(batchOf(open, waits));
    [open, length] = [[], 0];
  };
  for (const launch of launches) {
    if (isTransfer(launch) || length + launch.record.length > room) close();
    if (isTransfer(launch)) parts.push(launch);
    else {
      open.push(launch);
      length += launch.record.length;
    }
  }
  close();
  return parts;
}

function batchOf(launches: readonly ListedLaunch[], inTurn: boolean): Batch {
  const records = new Float64Array(launches.reduce((sum, { record }) => sum + record.length, 0));
  const fills: Fill[] = [];
  const kernels: KernelAt[] = [];
  const scalars: ScalarSlot[] = [];
  const waits: number[] = [];
  let base = 0;
  for (const launch of launches) {
    const { record, pointers, executable } = launch;
    const here = base;
    records.set(record, here);
    for (const { at, block, offset } of pointers) {
      if (block < 0) records[here + at] = offset;
      else fills.push({ at: here + at, place: block, offset });
    }
    for (const { at, offset } of scratchOf(launch).parts) fills.push({ at: here + at, place: SCRATCH, offset });
    if (executable !== null) kernels.push({ at: here + RECORD.KERNEL, executable, launch });
    if (inTurn) waits.push(here + RECORD.WAIT);
    scalars.push(...launch.scalars.map((slot) => ({ ...slot, at: here + slot.at })));
    base += record.length;
  }
  return { launches, records, waits, fills, kernels, scalars, rows: lastUsesOf(launches) };
}
