/**
 * Launches the tasks of windows without a plan, in order (`tiering/hotness.ts`). Their records are written straight into the device's records,
 * from the task's kernel, roots and views, without a step or a template; a task without a fusible kernel gets a step of its own.
 */
import { invariant, OutOfMemoryError } from '../../base/index.js';
import type { Device, Executable } from '../../device/index.js';
import { type Single, type Step, singleOf, singleStep, unitsEach } from '../../fusion/index.js';
import { type Layout, partialBytes, unitsOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import type { Machine } from '../../partition/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import { checkIntact } from '../issue/index.js';
import type { Block, Pool } from '../memory/index.js';
import { noteUse, noteWrite, waitOf } from '../memory/index.js';
import type { FailureLog } from './failure-log.js';
import type { Queue } from './queue.js';
import type { Refuser } from './refusal.js';
import type { Steps } from './steps.js';
import { setPlace, tileOf, workOf, writeScalar } from './template.js';
import type { TemplateCompiler } from './template-compiler.js';

/** The parts of its launcher. */
interface Means {
  readonly device: Device;
  readonly pool: Pool;
  readonly queue: Queue;
  readonly failureLog: FailureLog;
  readonly steps: Steps;
  readonly templates: TemplateCompiler;
  readonly spy: SpyWriter | null;
  readonly refuser: Refuser;
}

/** A single's kernel as this runtime runs it. */
interface Bound {
  readonly executable: Executable;
  /** Slots of its record. */
  readonly length: number;
  /** Simple operations for each element. */
  readonly work: number;
}

/** Memory for partial results, by partial; it is free again after the launch. */
type Scratch = readonly Block[];

const NOTHING: Block = { address: 0, bytes: 0, ready: 0 };
const NO_SCRATCH: Scratch = [];
const NO_SIZES: readonly number[] = [];

export class UnfusedLauncher {
  readonly #means: Means;
  readonly #machine: Machine;
  readonly #inline: boolean;
  readonly #bound = new WeakMap<Single, Bound>();

  constructor(means: Means, config: { readonly inline: boolean; readonly machine: Machine }) {
    this.#means = means;
    this.#machine = config.machine;
    this.#inline = config.inline;
  }

  /** Throws `ArgumentError` for views that the program wrote into; tasks that find no memory are refused. */
  run(window: Window): void {
    const { tasks, slots } = window;
    const { queue, spy } = this.#means;
    checkIntact(tasks);
    let first = queue.last + 1;
    let launched: number[] = [];
    // Element sizes of all slots, for templates of routines.
    const sizes = tasks.some((task) => !task.kind.fusible) ? slots.map((root) => root.dtype.size) : NO_SIZES;
    spy?.planned(slots, []);
    try {
      for (let t = 0; t < tasks.length; t++) {
        try {
          if (this.#launch(tasks[t], t, window, sizes)) launched.push(t);
        } catch (error) {
          this.#submit(first, launched, window);
          this.#refuse(error, t, window);
          first = queue.last + 1;
          launched = [];
        }
      }
    } finally {
      this.#submit(first, launched, window);
    }
  }

  /** Submits the launches of tasks, from launch `first` on. */
  #submit(first: number, launched: readonly number[], window: Window): void {
    const { queue, failureLog } = this.#means;
    queue.submit();
    if (failureLog.isAtEase) return;
    const steps = launched.flatMap((t) => this.#stepOf(window, t) ?? []);
    failureLog.noteProgram(first, window, { steps });
  }

  /** A task was not launched because of an error of memory; throws all other errors. */
  #refuse(error: unknown, index: number, window: Window): void {
    const step = this.#stepOf(window, index);
    if (step === null) throw error;
    this.#means.refuser.refuse(error, { window, step, eliminated: [], slot: -1, isBegun: false });
  }

  /** False where there is nothing to do. */
  #launch(task: Task, index: number, window: Window, sizes: readonly number[]): boolean {
    if (!task.kind.fusible) this.#launchRoutine(index, window, sizes);
    else {
      const single = singleOf(task);
      if (single.empty) return false;
      this.#launchKernel(single, task, index, window);
    }
    return true;
  }

  #launchKernel(single: Single, task: Task, index: number, window: Window): void {
    const { pool, queue, spy } = this.#means;
    const scratch = this.#allocate(single, task);
    const { length } = this.#bind(single);
    const at = queue.room(length);
    const launch = queue.last + 1;
    this.#write(single, task, launch, at, scratch);
    queue.wrote(length);
    if (spy !== null) this.#tell(spy, index, window, at, scratch);
    for (const block of scratch) if (block.bytes > 0) pool.give(block.address, block.bytes, launch);
  }

  #launchRoutine(index: number, window: Window, sizes: readonly number[]): void {
    const { steps, templates } = this.#means;
    const step = this.#stepOf(window, index);
    const template = step === null ? null : templates.of(step, window.tasks, sizes);
    invariant(template !== null, 'tasks with JavaScript bodies are planned');
    steps.write(template, window);
  }

  #tell(spy: SpyWriter, index: number, window: Window, at: number, scratch: Scratch): void {
    const { device, queue } = this.#means;
    const step = this.#stepOf(window, index);
    if (step !== null) spy.launch(window.slots, { ...step, launch: queue.last, wait: device.records[at + RECORD.WAIT] }, scratch);
  }

  #stepOf({ tasks }: Window, index: number): Step | null {
    let firstScalar = 0;
    for (let t = 0; t < index; t++) firstScalar += tasks[t].scalars.length;
    return singleStep(tasks[index], index, firstScalar, this.#machine);
  }

  #bind(single: Single): Bound {
    const known = this.#bound.get(single);
    if (known !== undefined) return known;
    const { kernel } = single;
    const executable = this.#means.templates.executables.of(kernel);
    const bound = { executable, length: RECORD.PARAMS + executable.layout.length, work: workOf(kernel) };
    this.#bound.set(single, bound);
    return bound;
  }

  /**
   * Gives memory to roots without, before the record is begun: to find some, earlier records may have to be submitted and waited for.
   * Throws `OutOfMemoryError`.
   */
  #allocate(single: Single, { domain, roots, views }: Task): Scratch {
    const { pool, failureLog } = this.#means;
    const { args, kernel } = single;
    for (let i = 0; i < args.length; i++) {
      const root = roots[args[i]];
      if (root.address !== 0) continue;
      if (kernel.args[i].privilege === 'read' && root.bytes > 0) {
        if (root.error instanceof OutOfMemoryError) throw root.error;
        failureLog.noteLost(root);
      }
      pool.allocate(root);
    }
    const { partials } = this.#bind(single).executable.layout;
    if (partials.length === 0) return NO_SCRATCH;
    const units = unitsOf(domain, kernel.rowRank, single.structure);
    return partials.map(({ statement }) => {
      const bytes = partialBytes(kernel, statement, units, views[args[statement.arg]].shape);
      return bytes === 0 ? NOTHING : pool.take(bytes);
    });
  }

  /** Writes the record of launch `launch` at `at`, for which memory was allocated. */
  #write(single: Single, task: Task, launch: number, at: number, scratch: Scratch): void {
    const { executable, length, work } = this.#bind(single);
    const { records } = this.#means.device;
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
    const { records } = this.#means.device;
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
    for (let i = 0; i < scalars.length; i++)
      writeScalar(this.#means.device, p + layout.scalars[i], scalars[i], kernel.scalars[i].long);
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
