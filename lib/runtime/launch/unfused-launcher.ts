/** Launches the tasks of windows without a plan, in order; see `tiering/hotness.ts`. */
import { invariant } from '../../base/index.js';
import type { Device } from '../../device/index.js';
import { type Single, type Step, singleOf, singleStep } from '../../fusion/index.js';
import { RECORD } from '../../native/index.js';
import type { Machine } from '../../partition/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import { checkIntact } from '../issue/index.js';
import type { Pool } from '../memory/index.js';
import type { FailureLog } from './failure-log.js';
import type { Queue } from './queue.js';
import type { Steps } from './steps.js';
import type { TemplateCompiler } from './template-compiler.js';
import { type Scratch, UnfusedWriter } from './unfused-writer.js';

/** The parts of its launcher. */
interface Means {
  readonly device: Device;
  readonly pool: Pool;
  readonly queue: Queue;
  readonly failureLog: FailureLog;
  readonly steps: Steps;
  readonly templates: TemplateCompiler;
  readonly spy: SpyWriter | null;
}

const NONE: readonly number[] = [];

export class UnfusedLauncher {
  readonly #means: Means;
  readonly #machine: Machine;
  readonly #writer: UnfusedWriter;

  constructor(means: Means, config: { readonly inline: boolean; readonly machine: Machine }) {
    this.#means = means;
    this.#machine = config.machine;
    this.#writer = new UnfusedWriter(means, means.templates.executables, config);
  }

  /** Throws `ArgumentError` for views that the program wrote into, and `OutOfMemoryError`; earlier launches stand. */
  run(window: Window): void {
    const { tasks, slots } = window;
    const { queue, failureLog, spy } = this.#means;
    checkIntact(tasks);
    const first = queue.last + 1;
    const launched: number[] = [];
    // Element sizes of all slots, for templates of routines.
    const sizes = tasks.some((task) => !task.kind.fusible) ? slots.map((root) => root.dtype.size) : NONE;
    spy?.planned(slots, []);
    try {
      for (let t = 0; t < tasks.length; t++) if (this.#launch(tasks[t], t, window, sizes)) launched.push(t);
    } finally {
      queue.submit();
      if (!failureLog.isAtEase) {
        const steps = launched.flatMap((t) => this.#stepOf(window, t) ?? []);
        failureLog.noteProgram(first, window, { steps });
      }
    }
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
    const scratch = this.#writer.allocate(single, task);
    const length = this.#writer.lengthOf(single);
    const at = queue.room(length);
    const launch = queue.last + 1;
    this.#writer.write(single, task, launch, at, scratch);
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
}
