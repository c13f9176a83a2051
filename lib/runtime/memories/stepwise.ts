/**
 * Windows that are carried out step by step: each step is an index task for coherence; its copies and folds come first, and its points are
 * launches of their own, or bodies that the host runs.
 */
import { type ManipleError, OutOfMemoryError } from '../../base/index.js';
import type { Mapping } from '../../dependence/index.js';
import type { Plan, Step } from '../../fusion/index.js';
import { placeOf, type Root, writtenAt } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import { type Operand, runBody } from '../issue/index.js';
import { Refuser } from '../launch/index.js';
import { argsOf } from './cut.js';
import type { Parts } from './parts.js';
import { type Point, type Points, pointOf } from './points.js';
import { Recording } from './recording.js';

/** A step over several memories. */
export interface Part {
  readonly step: Step;
  readonly points: Points;
  /**
   * For a step of an accelerator: the points that run it on the host, where its arrays have no room, or while its kernel is compiled; null for
   * one of the host.
   */
  readonly instead: (() => Points) | null;
  /** Whether its tasks were wanted on no device in particular. */
  readonly free: boolean;
}

export class Stepwise {
  readonly #with: Parts;
  readonly #release: (root: Root) => void;
  readonly #refuser: Refuser;
  /** Launches of the part were made, or copies for it. */
  #isBegun = false;
  /** Points that were launched, or run. */
  points = 0;
  /** Kernels that ran on the host while they were compiled for an accelerator. */
  compiling = 0;

  constructor(parts: Parts, release: (root: Root) => void) {
    this.#with = parts;
    this.#release = release;
    const { engines, failureLog, refused } = parts;
    this.#refuser = new Refuser(
      engines.all.map(({ queue }) => queue),
      failureLog,
      refused,
    );
  }

  /** `parts`: by step of the plan; steps that find no memory are refused. */
  run({ lastUses, eliminated }: Plan, parts: readonly (readonly Part[])[], window: Window): void {
    const { slots } = window;
    const { launches, isSpent } = this.#with;
    for (let i = 0; i < lastUses.length; i++) {
      this.#runParts(parts[i], window, eliminated);
      for (const slot of lastUses[i]) {
        if (!isSpent(slots[slot])) continue;
        launches.list.released(slot);
        this.#release(slots[slot]);
      }
    }
  }

  #runParts(parts: readonly Part[], window: Window, eliminated: readonly number[]): void {
    for (let p = 0; p < parts.length; p++) {
      const { step } = parts[p];
      this.#isBegun = p > 0;
      try {
        this.#runPart(parts[p], window);
      } catch (error) {
        const begun = this.#isBegun;
        if (begun && error instanceof OutOfMemoryError) this.#distrust(step, window, error);
        this.#refuser.refuse(error, { window, step, eliminated, slot: -1, isBegun: begun });
        this.#goOn(window);
        return;
      }
    }
  }

  /** Operands of the step may not have been copied to the memories that are said to hold them. */
  #distrust({ reads }: Step, { slots }: Window, error: OutOfMemoryError): void {
    this.#with.failureLog.notePoison();
    for (const slot of reads) slots[slot].error ??= error;
  }

  /** Goes on behind a refusal, for which other windows were launched. */
  #goOn({ slots }: Window): void {
    const { images, launches, engines } = this.#with;
    images.begin();
    launches.begin(new Recording(engines.last, slots));
    launches.list.spoil();
  }

  #runPart({ step, points, instead, free }: Part, window: Window): void {
    const isLost = instead !== null && points.engine.link?.isLost === true;
    const early = instead !== null && free && !isLost && !points.isCompiled && areOnHost(step, window.slots);
    if (early) {
      this.compiling++;
      this.#with.launches.list.spoil();
    }
    const mapping = early || isLost ? null : this.#map(step, points, window, instead !== null);
    if (mapping !== null) this.#runStep(step, points, mapping, window);
    else if (instead !== null) this.#runPart({ step, points: instead(), instead: null, free }, window);
  }

  /** Decides where a step's arrays are. Null where an accelerator has no room for them and the step can run `elsewhere`. */
  #map(step: Step, { cut, engine, scratch }: Points, { slots }: Window, elsewhere: boolean): Mapping | null {
    const { book, coherence, images, engines, evictor, launches } = this.#with;
    for (const slot of step.reads) {
      const { error } = slots[slot];
      if (error instanceof OutOfMemoryError) throw error;
    }
    const args = argsOf(cut, slots, images, book);
    for (const slot of step.reads) book.copy(slots[slot], engine.number);
    for (const slot of step.writes) images.written(slots[slot], engine.number);
    const at = engine.number === 0 ? {} : { at: engines.memoryOf(engine.number) };
    const grid = cut.grid === null ? {} : { grid: cut.grid };
    evictor.pin(args.map(({ root }) => root));
    if (engine.number > 0) for (const { root } of args) evictor.use(root, engines.memoryOf(engine.number));
    try {
      const map = (): Mapping => coherence.map({ launch: cut.launch, args, ...at, ...grid });
      return engine.number === 0 ? map() : launches.keepingRoom({ scratch }, engine, map);
    } catch (error) {
      if (!(error instanceof OutOfMemoryError) || !elsewhere) throw error;
      evictor.evicted.kernels++;
      launches.list.spoil();
      return null;
    }
  }

  #runStep(step: Step, points: Points, mapping: Mapping, window: Window): void {
    const { slots } = window;
    const { engine } = points;
    const { copies, failureLog, order, launches: made } = this.#with;
    const { queue } = engine;
    const launches: number[] = [];
    this.#isBegun = true;
    try {
      copies.run(mapping.before);
      const first = queue.last + 1;
      const listed = made.list.launches.length;
      for (let p = 0; p < points.count; p++) {
        launches.push(
          points.isIdle(p)
            ? this.#pass(step, mapping, p, engine.number)
            : this.#runPoint(step, points, mapping, pointOf(points, mapping, p), window),
        );
      }
      if (queue.last >= first) {
        failureLog.note(engine.launch(queue.last), window, step, engine.launch(first));
        made.list.note(step, listed);
      }
    } finally {
      order.note(mapping.number, launches);
    }
    for (const { slot, key } of step.keys) slots[slot].key = key;
  }

  /** A point with nothing to do is over with what it waits for: of an index launch it may have elements, which later points wait for. */
  #pass(step: Step, mapping: Mapping, point: number, engine: number): number {
    return step.index === null ? 0 : this.#with.order.launchBefore(point, mapping.waits, engine);
  }

  /** Runs one point, or launches it; the number of its launch among the machine's, 0 when it is over. */
  #runPoint(step: Step, points: Points, mapping: Mapping, point: Point, window: Window): number {
    const { order, launches } = this.#with;
    const { engine } = points;
    const wait = order.launchBefore(point.number, mapping.waits, engine.number);
    const template = points.templateAt(point, window.tasks);
    this.points++;
    if (template === null) {
      this.#runBody(step, points, point, wait, window);
      return 0;
    }
    const launch = engine.launch(launches.run(launches.list.point(step, points, point, template), wait, window));
    for (const slot of step.writes) window.slots[slot].lastWrite = launch;
    return launch;
  }

  /** Runs a JavaScript body here, when its arguments are complete. */
  #runBody(step: Step, points: Points, point: Point, before: number, window: Window): void {
    const { tasks, slots } = window;
    const { device, queue, failureLog, launches } = this.#with;
    const wait = point.instances.reduce((n, instance) => Math.max(n, instance?.ready ?? 0), before);
    queue.wait(wait);
    for (const instance of point.instances) if (instance !== null) launches.await(instance, true);
    launches.tell(launches.list.toldPoint(step, points, point), { launch: 0, wait, scratch: [] });
    failureLog.settle();
    const task = tasks[step.tasks[0]];
    let failure: ManipleError | null = null;
    if (step.reads.every((slot) => slots[slot].error === null)) {
      const operands = step.bindings.map(
        ({ slot }, k): Operand => ({
          address: points.addressOf(point, k),
          dtype: slots[slot].dtype,
          view: points.viewAt(point, k),
        }),
      );
      failure = runBody(task, operands, device);
    }
    failureLog.carry(window, step, failure);
  }
}

/** The place of contents in the host's memory (`placeOf`), the last one of those. */
const HOST = 1;

/** Whether the arrays that a step reads were written on the host last. */
function areOnHost({ reads }: Step, slots: readonly Root[]): boolean {
  return reads.every((slot) => writtenAt(placeOf(slots[slot])) <= HOST);
}
