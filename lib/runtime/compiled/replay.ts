/**
 * A program compiled for replay: one call of the device launches all its steps. What JavaScript does at a replay is one pass
 * over the slots (memory, addresses, who uses them last) and one over the scalars; no record is written. A replay right
 * behind another overlaps it: its points wait for those that they need (`replay/links.ts`).
 */
import { OutOfMemoryError } from '../../base/index.js';
import type { Device, DeviceProgram, Executable } from '../../device/index.js';
import type { Plan } from '../../fusion/index.js';
import { extentOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { noteUse, type Pool } from '../memory.js';
import { type Chain, Links, type Lowered, lower } from '../replay/index.js';
import { type Template, writeScalars } from '../template.js';
import type { Window } from '../window.js';
import { type Blocks, blocksOf, transfer } from './blocks.js';
import { formOfPlan } from './plan-form.js';
import type { Report } from './report.js';

type IsSpent = (root: Root) => boolean;

/** A slot's part in the program. Steps count from 0; -1 for none. */
interface SlotUse {
  readonly slot: number;
  /** Which argument its address is copied from, where it takes over a block; -1 where it has its own. */
  readonly from: number;
  readonly lastWrite: number;
  readonly lastUse: number;
  /** Somebody writes its memory. */
  readonly overwritten: boolean;
}

/** What a step's launch record would say; `exact`: the number of code for its extent. */
interface Tier {
  readonly executable: Executable | null;
  readonly record: Float64Array;
  readonly elements: number;
  exact: (() => number) | null;
}

/** Replays of small steps after which they are compiled for their extent: that saves each some hundred nanoseconds. */
const RUNS_TO_EXACT = 1 << 15;

export class Replay {
  readonly plan: Plan;
  readonly program: DeviceProgram;
  readonly lowered: Lowered;
  readonly #device: Device;
  readonly #pool: Pool;
  readonly #blocks: Blocks;
  readonly #uses: readonly SlotUse[];
  /** Slots whose key partition may be another afterwards. */
  readonly #keys: Plan['steps'][number]['keys'];
  readonly #tiers: readonly Tier[];
  /** By step: the kernel to run; steps for which there may be a faster one. */
  readonly #numbers: Float64Array;
  #open: readonly number[];
  /** Slots to release afterwards. */
  readonly #rest: readonly number[];
  #runs = 0;
  /** Null where the steps run in order: nothing of such a program is waited for point by point. */
  readonly #links: Links | null;

  /** Null where the device prepares no programs. */
  static compile(
    device: Device,
    pool: Pool,
    plan: Plan,
    templates: readonly Template[],
    tasks: readonly Task[],
    slots: readonly Root[],
    isSpent: IsSpent,
  ): Replay | null {
    const blocks = blocksOf(plan, slots, isSpent, pool.small);
    const form = formOfPlan(plan, templates, tasks, slots, blocks, device.procs);
    const lowered = lower(form, device.procs);
    const program = lowered.source.args + templates.length > device.records.length ? null : device.compileProgram(lowered.source);
    return program === null ? null : new Replay(device, pool, plan, templates, form.slots, lowered, blocks, program);
  }

  private constructor(
    device: Device,
    pool: Pool,
    plan: Plan,
    templates: readonly Template[],
    addresses: readonly number[],
    lowered: Lowered,
    blocks: Blocks,
    program: DeviceProgram,
  ) {
    this.#device = device;
    this.#pool = pool;
    this.plan = plan;
    this.program = program;
    this.lowered = lowered;
    this.#links = lowered.graph === null ? null : new Links(device, this);
    this.#blocks = blocks;
    this.#uses = usesOf(plan, blocks, addresses);
    this.#keys = [...new Map(plan.steps.flatMap((step) => step.keys.map((k) => [k.slot, k]))).values()];
    this.#tiers = templates.map(({ executable, record, elements }) => ({ executable, record, elements, exact: null }));
    this.#numbers = Float64Array.from(templates, ({ record }) => record[RECORD.KERNEL]);
    this.#open = this.#tiers.flatMap(({ executable }, i) => (executable === null ? [] : [i]));
    this.#rest = blocks.rest.flat();
  }

  /** Whether these roots pass their blocks on as those did for which it was compiled. */
  fits(slots: readonly Root[], isSpent: IsSpent): boolean {
    for (const { from } of this.#blocks.transfers) if (!isSpent(slots[from])) return false;
    return true;
  }

  /**
   * Launches the program on these roots; returns the first launch's number, or 0 when there is not the memory to have all of
   * it at once. Everything written to the device's records is submitted.
   */
  run(window: Window, isSpent: IsSpent, chain: Chain, report: Report | null): number {
    const { slots } = window;
    const { scratch, scratchBytes } = this.lowered;
    const { records } = this.#device;
    const links = this.#links;
    this.#writeNumbers(records);
    const block = this.#allocate(slots);
    if (block === null) return 0;
    if (links !== null) links.begin(chain);
    // Where nothing is under way there is nothing to wait for, nor to be noted if it is so again afterwards.
    const idle = links === null && report === null && this.#device.isOver();
    let wait = idle ? this.#copyAddresses(records, slots) : this.#writeAddresses(records, slots, chain);
    if (block.ready > wait) wait = block.ready;
    if (links !== null) links.noteScratch(block, chain);
    records[scratch] = block.address;
    writeScalars(this.#device, 0, this.lowered.scalars, window);
    const after = links === null ? null : links.find(chain);
    const ready = after === null ? wait : chain.first - 1;
    const last = this.#device.replay(this.program, ready, after);
    const first = last - this.program.span + 1;
    if (scratchBytes > 0) this.#pool.give(block.address, block.bytes, last);
    if (idle && this.#device.isOver()) this.#noteKeys(slots);
    else this.#note(slots, first);
    if (report === null) for (const { from, to } of this.#blocks.transfers) transfer(slots[from], slots[to]);
    else {
      const gates = after === null ? null : after.gates;
      report.launches(this, this.#blocks, slots, { first, wait: ready, scratch: block.address, gates });
    }
    if (links === null) chain.interrupt();
    else chain.note(this, first, records, block.address);
    for (const slot of this.#rest) if (isSpent(slots[slot])) this.#pool.release(slots[slot]);
    return first;
  }

  /** Kernel numbers: the fastest tiers that are ready now. */
  #writeNumbers(records: Float64Array): void {
    if (++this.#runs === RUNS_TO_EXACT && this.lowered.source.here) this.#makeExact();
    const numbers = this.#numbers;
    if (this.#open.length > 0) this.#improve();
    const at = this.lowered.source.args;
    for (let i = 0; i < numbers.length; i++) records[at + i] = numbers[i];
  }

  /** Looks for faster tiers of steps that may still get one. */
  #improve(): void {
    let settled = 0;
    for (const i of this.#open) {
      const { executable, elements, exact } = this.#tiers[i];
      const number = exact === null ? -1 : exact();
      if (number >= 0) settled++;
      this.#numbers[i] = number >= 0 || executable === null ? number : executable.number(elements);
    }
    if (settled > 0) this.#open = this.#open.filter((i) => (this.#tiers[i].exact?.() ?? -1) < 0);
  }

  /** The steps come often, and are small: walking units and views takes longer than what they compute. */
  #makeExact(): void {
    for (const tier of this.#tiers) {
      const { executable, record } = tier;
      if (executable?.exact === undefined) continue;
      const extent = extentOf(executable.kernel, executable.layout, (slot) => record[RECORD.PARAMS + slot]);
      tier.exact = executable.exact(extent);
    }
  }

  /** Memory for slots, and for partial results; null when there is not enough. */
  #allocate(slots: readonly Root[]): { address: number; bytes: number; ready: number } | null {
    const { scratchBytes } = this.lowered;
    try {
      for (const slot of this.#blocks.fresh) if (slots[slot].address === 0) this.#pool.allocate(slots[slot]);
      return scratchBytes > 0 ? this.#pool.take(scratchBytes) : NOTHING;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return null;
      throw error;
    }
  }

  /** For what waits for nothing. */
  #copyAddresses(records: Float64Array, slots: readonly Root[]): number {
    const uses = this.#uses;
    for (let i = 0; i < uses.length; i++) {
      const { slot, from } = uses[i];
      records[i] = from >= 0 ? records[from] : slots[slot].address;
    }
    return 0;
  }

  /** Returns the launch that the program waits for. */
  #writeAddresses(records: Float64Array, slots: readonly Root[], chain: Chain): number {
    const uses = this.#uses;
    const links = this.#links;
    let wait = 0;
    for (let i = 0; i < uses.length; i++) {
      const { slot, from, overwritten } = uses[i];
      if (from >= 0) {
        records[i] = records[from];
        continue;
      }
      const root = slots[slot];
      records[i] = root.address;
      const need = overwritten && root.lastUse > root.lastWrite ? root.lastUse : root.lastWrite;
      if (links !== null) links.note(i, need, root, chain);
      if (need > wait) wait = need;
    }
    return wait;
  }

  #noteKeys(slots: readonly Root[]): void {
    for (const { slot, key } of this.#keys) if (slots[slot].key !== key) slots[slot].key = key;
  }

  /** The roots' places in the order of launches. */
  #note(slots: readonly Root[], first: number): void {
    const uses = this.#uses;
    for (let i = 0; i < uses.length; i++) {
      const { slot, lastWrite, lastUse } = uses[i];
      const root = slots[slot];
      if (lastWrite >= 0) root.lastWrite = first + lastWrite;
      noteUse(root, first + lastUse);
    }
    this.#noteKeys(slots);
  }
}

const NOTHING = Object.freeze({ address: 0, bytes: 0, ready: 0 });

function usesOf(plan: Plan, blocks: Blocks, addresses: readonly number[]): SlotUse[] {
  const lastWrite = new Map<number, number>();
  const lastUse = new Map<number, number>();
  plan.steps.forEach((step, i) => {
    for (const slot of step.writes) lastWrite.set(slot, i);
    for (const slot of [...step.writes, ...step.reads]) lastUse.set(slot, i);
  });
  const given = new Set(blocks.transfers.map((t) => t.from));
  const argOf = new Map(addresses.map((slot, i) => [slot, i]));
  return addresses.map((slot) => ({
    slot,
    from: blocks.donor[slot] < 0 ? -1 : (argOf.get(blocks.donor[slot]) ?? -1),
    lastWrite: lastWrite.get(slot) ?? -1,
    lastUse: lastUse.get(slot) ?? -1,
    overwritten: lastWrite.has(slot) || given.has(slot),
  }));
}
