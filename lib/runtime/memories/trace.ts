/**
 * A window over separate memories as a graph (thesis ch. 5, 6.4): what was decided when it was carried out step by step,
 * compiled to actors, for all windows that begin under the same conditions. To carry it out again is to look at the
 * conditions, to bind the table of instances (those that roots have; those that dead roots of the same kind left; new ones),
 * one call of the device, and to tell coherence what conditions the roots are in then.
 *
 *     before    x: 0: memory 0 [0,5) …        launches     copy 1→0   copy 0→1   points 0, 1
 *     after     y: 2: memory 0 [0,4) …        as a graph, whose edges are found from what they touch of instances
 *
 * What the mapper said when it was recorded is kept to: its answers are functions of their arguments. What does not fit,
 * roots in other conditions, images of other values, memory that cannot be had, is carried out step by step (`traces.ts`).
 */
import { OutOfMemoryError } from '../../base/index.js';
import type { Condition, Conditions, Instance } from '../../dependence/index.js';
import type { Device, DeviceProgram } from '../../device/index.js';
import type { Root } from '../../store/index.js';
import type { Ledger } from '../ledger.js';
import { type Pool, waitOf } from '../memory.js';
import type { Queue } from '../queue.js';
import { type Chain, Links, type Lowered, lower } from '../replay/index.js';
import { writeScalars } from '../template.js';
import type { Window } from '../window.js';
import { type Fates, fatesOf } from './fates.js';
import { noteInstance } from './holdings.js';
import type { Order } from './order.js';
import { formOfRecording } from './recorded-form.js';
import type { Noted, Recording } from './recording.js';
import { keyOf } from './root-key.js';
import type { Telling } from './telling.js';
import { type Tier, tiersOf } from './tier.js';

/** What traces are carried out with. */
export interface Surroundings {
  readonly device: Device;
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly conditions: Conditions;
  readonly order: Order;
  readonly queue: Queue;
  readonly memories: number;
  readonly chain: Chain;
  /** Null where no spy is told. */
  readonly told: Telling | null;
  readonly isSpent: (root: Root) => boolean;
}

/** When an instance is used, by launch of the trace; -1 for never. */
interface Times {
  readonly place: number;
  readonly lastUse: number;
  readonly lastWrite: number;
}

export class Trace {
  readonly before: readonly Condition[];
  readonly traffic: Recording['traffic'];
  readonly points: number;
  readonly program: DeviceProgram;
  readonly lowered: Lowered;
  readonly launches: Recording['launches'];
  readonly #with: Surroundings;
  readonly #steps: readonly Noted[];
  readonly #fates: Fates;
  readonly #times: readonly Times[];
  /** The last launch that writes a slot, for those that are written. */
  readonly #written: readonly { readonly slot: number; readonly launch: number }[];
  readonly #tiers: readonly Tier[];
  /** By place: the instance of this time, and its address; 0 where none of the launches uses it. */
  readonly #table: Instance[];
  readonly #addresses: Float64Array;
  /** Null where the launches run in order: nothing of such a program is waited for point by point. */
  readonly #links: Links | null;

  /** Null where the device prepares no such program. */
  static compile(recording: Recording, surroundings: Surroundings): Trace | null {
    const { device, memories } = surroundings;
    const fates = fatesOf(recording);
    const { launches } = recording;
    const lowered = lower(formOfRecording(recording, fates.scratch, device.procs, memories), device.procs);
    if (launches.length === 0 || lowered.source.args + launches.length > device.records.length) return null;
    const program = device.compileProgram(lowered.source);
    return program === null ? null : new Trace(recording, surroundings, fates, lowered, program);
  }

  private constructor(recording: Recording, surroundings: Surroundings, fates: Fates, lowered: Lowered, program: DeviceProgram) {
    const { before, traffic, launches, steps, instances } = recording;
    this.before = before;
    this.traffic = traffic;
    this.points = launches.filter((l) => l.told.event === 'point').length;
    this.program = program;
    this.lowered = lowered;
    this.launches = launches;
    this.#with = surroundings;
    this.#steps = steps;
    this.#fates = fates;
    this.#times = timesOf(recording, fates);
    this.#written = steps.flatMap(({ step, last }) => step.writes.map((slot) => ({ slot, launch: last })));
    this.#tiers = tiersOf(launches);
    this.#table = [...instances];
    this.#addresses = new Float64Array(instances.length);
    this.#links = lowered.graph === null ? null : new Links(surroundings.device, this);
  }

  /** Whether these roots pass their instances on as those did for which it was recorded. */
  fits(slots: readonly Root[]): boolean {
    const { outcomes } = this.#fates;
    for (let slot = 0; slot < outcomes.length; slot++) {
      if (outcomes[slot].passed !== null && !this.#with.isSpent(slots[slot])) return false;
    }
    return true;
  }

  /** Carries it out for roots that meet its conditions; false when the memory for it cannot be had. */
  run(window: Window): boolean {
    const { slots } = window;
    const { pool, queue, device, ledger, chain } = this.#with;
    const links = this.#links;
    const { scratchBytes, scratch, scalars } = this.lowered;
    if (!this.#bind(slots)) return false;
    let block: ReturnType<Pool['take']> = NOTHING;
    try {
      if (scratchBytes > 0) block = pool.take(scratchBytes);
    } catch (error) {
      this.#giveBack(this.#fates.wanted.length, slots);
      if (error instanceof OutOfMemoryError) return false;
      throw error;
    }
    queue.submit();
    chain.follow(queue.last);
    links?.begin(chain);
    const need = Math.max(block.ready, this.#writeAddresses(block.address));
    links?.noteScratch(block, chain);
    const after = links === null ? null : links.find(chain);
    const wait = after === null ? need : chain.first - 1;
    device.records[scratch] = block.address;
    writeScalars(device, 0, scalars, window);
    this.#writeNumbers();
    const last = device.replay(this.program, wait, after);
    const first = last - this.program.span + 1;
    queue.skip(this.program.span);
    if (scratchBytes > 0) pool.give(block.address, block.bytes, last);
    for (const { step, first: from, last: to } of this.#steps) ledger.note(first + to, window, step, first + from);
    this.#with.told?.replay(this, { first, last, wait, block, gates: after === null ? null : after.gates }, slots, this.#table);
    if (links === null) chain.interrupt();
    else chain.note(this, first, this.#addresses, block.address);
    this.#conclude(slots, first, last);
    return true;
  }

  /** Fills the table of instances; all or none of those that are wanted. */
  #bind(slots: readonly Root[]): boolean {
    const { conditions } = this.#with;
    const table = this.#table;
    for (let slot = 0; slot < slots.length; slot++) conditions.bind(slots[slot].id, this.before[slot], table);
    const { wanted } = this.#fates;
    for (let i = 0; i < wanted.length; i++) {
      const { place, slot, memory, rect, rowSize } = wanted[i];
      try {
        table[place] =
          rowSize === null ? conditions.obtain(keyOf(slots[slot]), memory, rect) : conditions.create(rowSize, memory, rect);
      } catch (error) {
        this.#giveBack(i, slots);
        if (error instanceof OutOfMemoryError) return false;
        throw error;
      }
    }
    return true;
  }

  /** Lets go of the first `count` of the instances that were got. */
  #giveBack(count: number, slots: readonly Root[]): void {
    const { conditions } = this.#with;
    for (const { place, slot, rowSize } of this.#fates.wanted.slice(0, count)) {
      const instance = this.#table[place];
      if (rowSize === null) conditions.leave(keyOf(slots[slot]), instance);
      else conditions.drop(instance, 0);
    }
  }

  /** Returns the launch to wait for. */
  #writeAddresses(scratch: number): number {
    const { device, chain } = this.#with;
    const { records } = device;
    const addresses = this.#addresses;
    let wait = 0;
    for (const { place, lastWrite } of this.#times) {
      const instance = this.#table[place];
      records[place] = addresses[place] = instance.address;
      const need = waitOf(instance, lastWrite >= 0);
      this.#links?.note(place, need, instance, chain);
      wait = Math.max(wait, need);
    }
    for (const place of this.#fates.scratch) addresses[place] = scratch + this.lowered.offsets[place];
    return wait;
  }

  /** Kernel numbers: the fastest tiers that are ready now. */
  #writeNumbers(): void {
    const { device } = this.#with;
    const { source } = this.lowered;
    for (const { executable, number: fixed, elements, part, launches } of this.#tiers) {
      let number = executable === null ? fixed : executable.number(elements);
      if (executable !== null && part) number = device.part(number, executable.layout.length);
      for (const launch of launches) device.records[source.args + launch] = number;
    }
  }

  /** Tells coherence, and notes who used what last. */
  #conclude(slots: readonly Root[], first: number, last: number): void {
    const { conditions, order } = this.#with;
    const table = this.#table;
    for (const { place, lastUse, lastWrite } of this.#times) {
      if (lastWrite >= 0) noteInstance(table[place], first + lastWrite, true);
      noteInstance(table[place], first + lastUse, false);
    }
    for (const { slot, launch } of this.#written) slots[slot].lastWrite = first + launch;
    const number = conditions.begin();
    order.note(number, [last]);
    const { outcomes, dropped } = this.#fates;
    outcomes.forEach(({ effect, condition, passed }, slot) => {
      if (passed === null) conditions.conclude(keyOf(slots[slot]), condition, table, number, effect);
      else {
        const left = passed.map((place) => table[place]);
        conditions.passed(keyOf(slots[slot]), left, number);
      }
    });
    for (const place of dropped) conditions.drop(table[place], number);
    for (const { step } of this.#steps) for (const { slot, key } of step.keys) slots[slot].key = key;
  }
}

const NOTHING = Object.freeze({ address: 0, bytes: 0, ready: 0 });

/** Of instances that are not scratch memory. */
function timesOf({ launches, instances }: Recording, { scratch }: Fates): Times[] {
  const uses = instances.map((_, place) => ({ place, lastUse: -1, lastWrite: -1 }));
  launches.forEach(({ uses: touched }, launch) => {
    for (const { place, writes } of touched) {
      uses[place].lastUse = launch;
      if (writes) uses[place].lastWrite = launch;
    }
  });
  return uses.filter(({ place, lastUse }) => lastUse >= 0 && !scratch.has(place));
}
