/**
 * Carries out plans: gives roots memory, writes launch records, submits them, and keeps each root's place in the order of
 * launches (the dependences: a reader waits for the last writer, a writer for the last user).
 */
import { invariant, withoutStack } from '../../base/index.js';
import type { Device } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import type { Plan, Step } from '../../fusion/index.js';
import type { Machine } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import { lostError, type Operand, runBody } from '../issue/index.js';
import type { FailureLog, Shifts, Template } from '../launch/index.js';
import {
  type Execution,
  emptyOf,
  gatherView,
  order,
  type Program,
  Queue,
  RecordWriter,
  type Refused,
  Refuser,
  Steps,
  TemplateCompiler,
  UnfusedLauncher,
} from '../launch/index.js';
import { Chunk, type ChunkMemory, type Pool } from '../memory/index.js';
import { Chain, type Means, Report } from '../replay/index.js';
import { Comparisons, type Graphs, Heat, isGraphic, Rungs } from '../tiering/index.js';
import { PlanReplay } from './plan-replay.js';
import { type Planned, shiftsFor } from './shifts.js';

interface BoundProgram extends Program, Planned {
  readonly templates: readonly (Template | null)[];
  /** Slots that it reads and that were never written: their tasks were lost when the program was interrupted. */
  readonly empty: readonly number[];
  readonly heat: Heat;
  /** The comparisons of roots' uses that its graph takes. */
  readonly comparisons: Comparisons;
  /** The program compiled for replay; undefined until that is decided, null when it stays records for good. */
  replay: PlanReplay | null | undefined;
}

/** The error of copies while they are made. */
const LOST = withoutStack(() => lostError('read'));

/** Elements that are read one by one sooner than together. */
const FEW = 32;

export class Launcher implements Execution {
  readonly traffic = null;
  readonly hasOneMemory = true;
  readonly #device: Device;
  readonly #pool: Pool;
  readonly #failureLog: FailureLog;
  readonly #spy: SpyWriter | null;
  readonly #chain = new Chain();
  readonly #means: Means;
  readonly #graphs: Graphs;
  readonly graphs = new Rungs();
  readonly #templates: TemplateCompiler;
  readonly #steps: Steps;
  readonly #unfused: UnfusedLauncher;
  readonly #queue: Queue;
  readonly #isSpent: (root: Root) => boolean;
  readonly #refuser: Refuser;
  /** Bodies in JavaScript that were run: they are launches without a number. */
  #bodies = 0;

  /** `isSpent`: a root is dead, and no later window uses it; `refused` is told of steps without memory. */
  constructor(
    device: Device,
    pool: Pool,
    failureLog: FailureLog,
    config: { readonly inline: boolean; readonly graphs: Graphs; readonly machine: Machine },
    isSpent: (root: Root) => boolean,
    refused: Refused,
    spy: SpyWriter | null = null,
  ) {
    this.#device = device;
    this.#pool = pool;
    this.#failureLog = failureLog;
    this.#isSpent = isSpent;
    this.#spy = spy;
    this.#means = { device, pool, report: spy === null ? null : new Report(spy) };
    this.#graphs = config.graphs;
    this.#queue = new Queue(device);
    this.#refuser = new Refuser([this.#queue], failureLog, refused);
    this.#templates = new TemplateCompiler(device, config.inline);
    this.#steps = new Steps(new RecordWriter(device, this.#queue, pool), pool, this.#queue, spy);
    const given = { device, pool, failureLog, spy, queue: this.#queue, refuser: this.#refuser };
    const means = { ...given, steps: this.#steps, templates: this.#templates };
    this.#unfused = new UnfusedLauncher(means, config);
  }

  /** The log knows the pool's memory alone. */
  get takesAnyMemory(): boolean {
    return this.#spy === null;
  }

  /** Number of the last launch. */
  get last(): number {
    return this.#queue.last;
  }

  get launches(): number {
    return this.#queue.last + this.#bodies;
  }

  /** Binds a plan to the device. */
  prepare(
    plan: Plan,
    tasks: readonly Task[],
    slots: readonly Root[],
    bases: readonly number[] | null,
    apart: boolean,
  ): BoundProgram {
    const sizes = slots.map((r) => r.dtype.size);
    const templates = plan.steps.map((step) => this.#templates.of(step, tasks, sizes));
    const empty = emptyOf(plan, slots);
    return {
      plan,
      templates,
      bases,
      apart,
      empty,
      heat: new Heat(),
      comparisons: new Comparisons(),
      replay: this.#graphs === 'off' ? null : undefined,
    };
  }

  /** Launches a program on these roots; steps that find no memory are refused. */
  run(program: BoundProgram, window: Window): void {
    const { slots } = window;
    const { steps, lastUses } = program.plan;
    this.#spy?.planned(slots, program.plan.eliminated);
    for (const slot of program.empty) this.#failureLog.noteLost(slots[slot]);
    const shifts = shiftsFor(program, window);
    if (this.#replay(program, window, shifts)) return;
    try {
      for (let i = 0; i < steps.length; i++) {
        try {
          const template = program.templates[i];
          if (template === null) this.#runOpaque(steps[i], window);
          else {
            this.#steps.write(template, window, shifts);
            this.#failureLog.note(this.last, window, template.step);
          }
        } catch (error) {
          this.#refuser.refuseStep(error, window, program.plan, i);
        }
        for (const slot of lastUses[i]) if (this.#isSpent(slots[slot])) this.#pool.release(slots[slot]);
      }
    } finally {
      this.submit();
    }
  }

  runUnfused(window: Window): void {
    this.#unfused.run(window);
  }

  /** Launches a program that is compiled, or has become worth it; false when its records must be written. */
  #replay(program: BoundProgram, window: Window, shifts: Shifts): boolean {
    const replay = this.#compiled(program, window);
    if (replay === null) return false;
    this.#chain.follow(this.last);
    const first = replay.run(window, this.#chain, shifts);
    if (first === 0) {
      this.graphs.stepwise.memory++;
      return false;
    }
    invariant(first === this.last + 1, 'launches are numbered in order of submission');
    this.graphs.replays++;
    this.#queue.skip(program.plan.steps.length);
    this.#failureLog.noteProgram(first, window, program.plan);
    return true;
  }

  #compiled(program: BoundProgram, window: Window): PlanReplay | null {
    const { replay } = program;
    const { slots } = window;
    const { stepwise } = this.graphs;
    if (replay === null && this.#graphs !== 'off') stepwise[program.heat.isSpent ? 'varies' : 'device']++;
    if (replay === null || replay?.fits(slots)) return replay;
    const { plan, templates, heat, comparisons } = program;
    const isHot = heat.warms(this.#graphs, (runs) => comparisons.pay(runs, plan, slots));
    if (!isHot || !isGraphic(this.#graphs, templates, this.#device.procs)) {
      stepwise[templates.includes(null) ? 'unfit' : isHot ? 'large' : 'new']++;
      return null;
    }
    if (!heat.compiles()) {
      stepwise.varies++;
      return (program.replay = null);
    }
    program.replay = PlanReplay.compile(this.#means, plan, templates, window.tasks, slots, this.#isSpent);
    if (program.replay === null) stepwise.device++;
    return program.replay;
  }

  /** A JavaScript body: waits for its arguments, and runs here. */
  #runOpaque(step: Step, window: Window): void {
    const { tasks, slots } = window;
    this.submit();
    const task = tasks[step.tasks[0]];
    this.#steps.allocate(step, slots);
    const wait = order(step, slots, this.last);
    this.#spy?.launch(slots, { ...step, launch: 0, wait }, []);
    if (wait > 0) this.#device.wait(wait);
    this.#failureLog.settle();
    const intact = step.reads.every((slot) => slots[slot].error === null);
    const failure = intact ? runBody(task, bodyArgs(step, slots), this.#device) : null;
    this.#bodies++;
    this.#failureLog.carry(window, step, failure);
  }

  upload(root: Root, data: TypedArray, at = 0): void {
    if (at === 0) this.#pool.allocate(root);
    if (root.lastUse > this.#device.completed()) this.#device.wait(root.lastUse);
    const { chunk } = root;
    if (chunk instanceof Chunk)
      (chunk.window(this.#device, root.dtype) as Float64Array).set(data as Float64Array, indexIn(chunk, root) + at);
    else this.#device.copyIn(root.address + at * root.dtype.size, data);
    if (at === 0) this.#spy?.upload(root, this.#device.completed());
  }

  copyOut(root: Root, view: View, out: TypedArray): void {
    const { size, Typed } = root.dtype;
    if (root.address === 0) this.#pool.allocate(root);
    this.#spy?.read(root, view, this.#device.completed());
    const { chunk } = root;
    if (view.contiguous && chunk instanceof Chunk) {
      const memory = chunk.window(this.#device, root.dtype);
      const from = indexIn(chunk, root) + view.offset;
      if (view.size > FEW) (out as Float64Array).set(memory.subarray(from, from + view.size) as Float64Array);
      else for (let i = 0; i < out.length; i++) out[i] = memory[from + i];
    } else if (view.contiguous) this.#device.copyOut(out, root.address + view.offset * size);
    else gatherView(this.#device.window(root.address + view.low * size, Typed, view.high - view.low), view, out);
  }

  /** Copies a small root with complete contents: a few elements take less time to copy than to launch. */
  copy(from: Root, to: Root): boolean {
    const { chunk } = from;
    if (this.#spy !== null || !this.#queue.isEmpty || from.error !== null || !this.#device.isOver()) return false;
    if (!(chunk instanceof Chunk) || from.address === 0) return false;
    // Until they are there, the contents are lost if they are asked for.
    to.error = LOST;
    this.#pool.allocate(to);
    if (!(to.chunk instanceof Chunk)) {
      to.error = null;
      return false;
    }
    const { dtype } = from;
    const start = indexIn(chunk, from);
    const source = chunk.window(this.#device, dtype).subarray(start, start + from.view.size) as Float64Array;
    (to.chunk.window(this.#device, dtype) as Float64Array).set(source, indexIn(to.chunk, to));
    to.error = null;
    return true;
  }

  release(root: Root): void {
    this.#pool.release(root);
  }

  reclaim(memory: ChunkMemory): void {
    this.#pool.releaseChunk(memory);
  }

  holds(root: Root): boolean {
    return root.address !== 0 || root.bytes === 0;
  }

  recover(last: number): void {
    this.#queue.recover(last);
    this.#chain.interrupt();
  }

  submit(): void {
    this.#queue.submit();
  }
}

function bodyArgs(step: Step, slots: readonly Root[]): Operand[] {
  return step.bindings.map(({ slot, view }) => ({ address: slots[slot].address, dtype: slots[slot].dtype, view }));
}

/** Where a root begins among the elements of its chunk. */
function indexIn(chunk: Chunk, root: Root): number {
  return (root.address - chunk.memory.address) / root.dtype.size;
}
