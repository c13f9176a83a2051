/**
 * Launch records of tasks that are launched one by one: written straight into the device's records, from the task's kernel, roots and
 * views, without a step or a template. A task without a fusible kernel gets a step of its own.
 */
import type { Device, Executable } from '../../device/index.js';
import { type Single, unitsEach } from '../../fusion/index.js';
import { type Layout, partialBytes, unitsOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import type { Machine } from '../../partition/index.js';
import type { Task } from '../../task/index.js';
import type { Block, Pool } from '../memory/index.js';
import { noteUse, noteWrite, waitOf } from '../memory/index.js';
import type { Executables } from './executables.js';
import type { FailureLog } from './failure-log.js';
import { setPlace, tileOf, workOf, writeScalar } from './template.js';

/** A single's kernel as this runtime runs it. */
interface Bound {
  readonly executable: Executable;
  /** Slots of its record. */
  readonly length: number;
  /** Simple operations for each element. */
  readonly work: number;
}

/** Memory for partial results, by partial; it is free again after the launch. */
export type Scratch = readonly Block[];

const NOTHING: Block = { address: 0, bytes: 0, ready: 0 };
const NONE: Scratch = [];

export class UnfusedWriter {
  readonly #device: Device;
  readonly #pool: Pool;
  readonly #executables: Executables;
  readonly #machine: Machine;
  readonly #inline: boolean;
  readonly #failureLog: FailureLog;
  readonly #bound = new WeakMap<Single, Bound>();

  constructor(
    { device, pool, failureLog }: { readonly device: Device; readonly pool: Pool; readonly failureLog: FailureLog },
    executables: Executables,
    config: { readonly inline: boolean; readonly machine: Machine },
  ) {
    this.#device = device;
    this.#pool = pool;
    this.#failureLog = failureLog;
    this.#executables = executables;
    this.#machine = config.machine;
    this.#inline = config.inline;
  }

  /** Slots that a record takes. */
  lengthOf(single: Single): number {
    return this.#bind(single).length;
  }

  #bind(single: Single): Bound {
    const known = this.#bound.get(single);
    if (known !== undefined) return known;
    const { kernel } = single;
    const executable = this.#executables.of(kernel);
    const bound = {
      executable,
      length: RECORD.PARAMS + executable.layout.length,
      work: workOf(kernel),
    };
    this.#bound.set(single, bound);
    return bound;
  }

  /**
   * Gives memory to roots without, before the record is begun: to find some, earlier records may have to be submitted and waited for.
   * Throws `OutOfMemoryError`.
   */
  allocate(single: Single, { domain, roots, views }: Task): Scratch {
    const { args, kernel } = single;
    for (let i = 0; i < args.length; i++) {
      const root = roots[args[i]];
      if (root.address !== 0) continue;
      if (kernel.args[i].privilege === 'read' && root.bytes > 0) this.#failureLog.noteLost(root);
      this.#pool.allocate(root);
    }
    const { partials } = this.#bind(single).executable.layout;
    if (partials.length === 0) return NONE;
    const units = unitsOf(domain, kernel.rowRank, single.structure);
    return partials.map(({ statement }) => {
      const bytes = partialBytes(kernel, statement, units, views[args[statement.arg]].shape);
      return bytes === 0 ? NOTHING : this.#pool.take(bytes);
    });
  }

  /** Writes the record of launch `launch` at `at`, for which memory was allocated. */
  write(single: Single, task: Task, launch: number, at: number, scratch: Scratch): void {
    const { executable, length, work } = this.#bind(single);
    const { records } = this.#device;
    const units = unitsOf(task.domain, single.kernel.rowRank, single.structure);
    const elements = units.rows * units.inner;
    records[at + RECORD.LENGTH] = length;
    records[at + RECORD.KERNEL] = executable.number(elements);
    records[at + RECORD.UNITS] = units.count;
    records[at + RECORD.TILE] = tileOf(unitsEach(units.count, task.domain, this.#machine));
    setPlace(records, elements * work, this.#inline, at);
    this.#writeParams(single, executable.layout, task, at + RECORD.PARAMS);
    let wait = order(single, task, launch);
    for (let i = 0; i < scratch.length; i++) {
      const { address, ready } = scratch[i];
      records[at + RECORD.PARAMS + executable.layout.partials[i].slot] = address;
      if (ready > wait) wait = ready;
    }
    records[at + RECORD.WAIT] = wait;
  }

  #writeParams({ kernel, args }: Single, layout: Layout, { domain, roots, views, scalars }: Task, p: number): void {
    const { records } = this.#device;
    records[p] = 0;
    for (let i = 0; i < domain.length; i++) records[p + layout.domain + i] = domain[i];
    for (let i = 0; i < args.length; i++) {
      const { address, dtype } = roots[args[i]];
      const { shape, strides, offset } = views[args[i]];
      const place = layout.args[i];
      const { rank } = kernel.args[i];
      records[p + place.pointer] = address + offset * dtype.size;
      for (let axis = 0; axis < rank; axis++) records[p + place.strides + axis] = strides[axis];
      if (place.sizes >= 0) for (let axis = 0; axis < rank; axis++) records[p + place.sizes + axis] = shape[axis];
    }
    for (let i = 0; i < scalars.length; i++) writeScalar(this.#device, p + layout.scalars[i], scalars[i], kernel.scalars[i].long);
  }
}

/**
 * The launch to wait for; notes this one as the last user of its roots and as the last writer of its results, which have no key partition.
 */
function order({ kernel, args }: Single, { roots }: Task, launch: number): number {
  let wait = 0;
  for (let i = 0; i < args.length; i++) wait = Math.max(wait, waitOf(roots[args[i]], kernel.args[i].privilege !== 'read'));
  for (let i = 0; i < args.length; i++) {
    const root = roots[args[i]];
    if (kernel.args[i].privilege === 'read') noteUse(root, launch);
    else {
      noteWrite(root, launch);
      root.key = null;
    }
  }
  return wait;
}
