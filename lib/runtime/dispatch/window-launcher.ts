/**
 * Launches windows: finds a window's form, chooses the slots to leave out, keeps recipes for deferred ones, and has the specialization
 * carried out. Dead roots, which may be in windows that are still to come, or be read by recipes, end in `lifetimes.ts`.
 */

import { ManipleError } from '../../base/index.js';
import { Canonical, Optimizer, type Plan } from '../../fusion/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Entry, Tracing } from '../issue/index.js';
import { mark, poison, Window } from '../issue/index.js';
import type { Execution, FailureLog } from '../launch/index.js';
import { type Reclaimer, WORTH_A_COLLECTION } from '../memory/index.js';
import type { Situation, Specialization } from '../plans/index.js';
import { type Chosen, PlanCache, Predictor, type Rules, writtenBy } from '../plans/index.js';
import { Rematerializer } from '../rematerialization/index.js';
import type { Counters } from '../stats.js';
import { costs, Hotness } from '../tiering/index.js';
import { BETWEEN, Lifetimes } from './lifetimes.js';
import type { Reader } from './reader.js';

const NO_ROOTS: readonly Root[] = [];
const NO_WINDOWS: readonly Window[] = [];
/** The parts that launch windows. */
interface Parts {
  readonly execution: Execution;
  readonly failureLog: FailureLog;
  readonly reader: Reader;
  readonly tracing: Tracing;
}

/** The parts that count and log windows, find dead roots, and recover from interruptions. */
interface Surroundings {
  readonly counters: Counters;
  readonly spy: SpyWriter | null;
  readonly reclaimer: Reclaimer;
  readonly entry: Entry;
}

/** Called with each window's plan, and the number of its tasks. */
type Launched = (plan: Plan, tasks: number) => void;

export class WindowLauncher {
  readonly rematerializer: Rematerializer;
  readonly #parts: Parts & Surroundings;
  #known: PlanCache;
  /** Of windows without a plan; null where all are planned. */
  #hotness: Hotness | null;
  readonly #form = new Canonical();
  predictor = this.#newPredictor();
  readonly #rules: Rules;
  readonly #optimizer: Optimizer | null;
  readonly #lifetimes: Lifetimes;
  /** The windows that are launched are known to come again. */
  comesAgain = false;
  #launched: Launched = () => undefined;
  /** Of the window that is being launched. */
  readonly #now = {
    slots: NO_ROOTS,
    isDead: (root: Root): boolean => root.dead && root.mark === this.#lifetimes.window,
    followed: false,
    window: 0,
    asked: false,
  };

  constructor(rules: Rules, parts: Parts, surroundings: Surroundings) {
    this.#parts = { ...parts, ...surroundings };
    this.#rules = rules;
    this.#optimizer = rules.fuse && rules.remembers && rules.clusters === 'optimal' ? new Optimizer() : null;
    this.#known = new PlanCache(rules, parts.execution, surroundings.counters, this.#optimizer);
    this.#hotness = rules.hesitates ? new Hotness() : null;
    this.rematerializer = new Rematerializer({
      held: rules.held,
      launch: (tasks, scratch) => this.#launchBetween(tasks, scratch),
      release: (root) => this.#lifetimes.isOver(root) && parts.execution.release(root),
      findDead: () => surroundings.reclaimer.ask(),
    });
    this.#lifetimes = new Lifetimes(this.rematerializer, parts.execution);
  }

  /** Ends the optimizer's thread. */
  async close(): Promise<void> {
    await this.#optimizer?.close();
  }

  #newPredictor(): Predictor {
    return new Predictor((form, window) => this.#known.improve(form, window));
  }

  /** Number of the window that is being filled. */
  get filling(): number {
    return this.#lifetimes.window;
  }

  /**
   * Notes in the roots of windows that are about to be launched, and of the `rest`, the last window that uses them; roots carry
   * the number of the window that was being filled already.
   */
  mark(windows: readonly Window[], rest: readonly Task[]): void {
    windows.forEach(({ tasks }, w) => mark(tasks, this.#lifetimes.window + w));
    mark(rest, this.#lifetimes.window + windows.length);
  }

  /** Launches windows in order. `followed`: tasks that were issued already come after them. */
  launchAll(windows: readonly Window[], followed: boolean, launched: Launched): void {
    this.#launched = launched;
    for (let w = 0; w < windows.length; w++) {
      this.#now.followed = followed || w < windows.length - 1;
      this.#launch(windows[w]);
      this.#parts.entry.windows = w + 1 < windows.length ? windows.slice(w + 1) : NO_WINDOWS;
    }
  }

  /** Goes on after an interruption: the results of the entry's windows are unknown, and poisoned. */
  recover(error: ManipleError): void {
    const { entry, execution, counters, failureLog } = this.#parts;
    const { windows } = entry;
    this.#form.clear();
    if (entry.taken) for (const window of windows) this.#abandon(window, error);
    failureLog.notePoison();
    this.#known = new PlanCache(this.#rules, execution, counters, this.#optimizer);
    this.#hotness = this.#rules.hesitates ? new Hotness() : null;
    this.predictor = this.#newPredictor();
    this.comesAgain = false;
    this.#now.slots = NO_ROOTS;
    this.#lifetimes.between = false;
    // Beyond all marks that roots may carry.
    this.#lifetimes.window += windows.length + 1;
  }

  /** The results of a window that was interrupted are failures, and are not computed later. */
  #abandon(window: Window, error: ManipleError): void {
    const { tasks } = window;
    window.recipe = null;
    poison(tasks, error);
    for (const { kind, roots } of tasks) {
      roots.forEach((root, k) => {
        if (kind.args[k].privilege !== 'read' && root.recipe !== null) this.rematerializer.forget(root);
      });
    }
  }

  #launch(issued: Window): void {
    this.#parts.failureLog.settle();
    let window = issued;
    let specialization: Specialization | null = null;
    try {
      let chosen = this.#chooseExpected(issued);
      if (chosen === null) {
        window = Window.of([...issued.tasks]);
        this.#parts.entry.windows = [window, ...this.#parts.entry.windows];
        issued.dissolve();
        this.#encode(window);
        if (this.#hesitates(window)) {
          this.#launchSingly(window);
          return;
        }
        chosen = this.#chooseWithRoom(window);
        if (this.rematerializer.concerns(window.slots, chosen.specialization.written)) {
          this.#form.clear();
          this.#keepVersions(window.slots, chosen.specialization.written);
          this.#encode(window);
          chosen = { ...this.#choose(window), known: chosen.known };
        }
      }
      specialization = chosen.specialization;
      this.predictor.note(chosen.form, window);
      chosen.form.expected?.defer(specialization.deferred);
      if (window.deferred !== specialization.deferred) window.complete();
      this.#parts.tracing.noteReplay(issued.length, chosen.known);
      this.#launchChosen(chosen, window);
    } catch (error) {
      if (!(error instanceof ManipleError)) throw error;
      if (specialization === null) this.#parts.spy?.window(window.tasks);
      else for (const slot of specialization.deferred) this.rematerializer.forget(window.rootAt(slot));
      this.#parts.spy?.failed();
      this.#poison(window.tasks, error);
    } finally {
      this.#form.clear();
      this.#now.slots = NO_ROOTS;
      this.#lifetimes.end(window);
    }
  }

  /** Whether the window has no plan, and one would not pay yet. */
  #hesitates({ tasks }: Window): boolean {
    const { execution, reclaimer } = this.#parts;
    if (this.#hotness === null || execution.runUnfused === undefined || this.comesAgain) return false;
    if (this.#known.knows(this.#form)) return false;
    return !this.#hotness.worthPlanning(this.#form, tasks) && !reclaimer.isShort(costs.unplannedBytes);
  }

  /** Launches a window's tasks one by one; no result is left out. */
  #launchSingly(window: Window): void {
    const { execution, counters, spy, reader, tracing } = this.#parts;
    const { tasks } = window;
    const written = writtenBy(tasks);
    if (this.rematerializer.concerns(window.slots, written)) {
      this.#form.clear();
      this.#keepVersions(window.slots, written);
      this.#encode(window);
    }
    this.predictor.lose();
    tracing.noteReplay(tasks.length, false);
    counters.noteWindow(false);
    spy?.window(tasks);
    reader.beforeWrites(window);
    execution.runUnfused?.(window);
    counters.tasks += tasks.length;
    counters.single += tasks.length;
  }

  #launchChosen({ form, specialization, known }: Chosen, window: Window): void {
    this.#parts.counters.noteWindow(known);
    this.#parts.spy?.window(window.tasks);
    this.#parts.reader.beforeWrites(window);
    if (specialization.deferred.length > 0) this.rematerializer.note(form, specialization, window, this.#now.isDead);
    this.#parts.execution.run(specialization.program, window);
    this.#count(specialization, window.length);
  }

  /** The specialization to launch for a window that matched its prediction; null where it takes the general path. */
  #chooseExpected({ expected, slots, kept }: Window): Chosen | null {
    const form = this.predictor.next;
    if (form === null || expected === null || form.expected !== expected) return null;
    const { reclaimer } = this.#parts;
    const now = this.#situation(slots);
    if (reclaimer.mayAsk && form.asks(now, WORTH_A_COLLECTION, reclaimer.sees)) reclaimer.want();
    const chosen = this.#known.again(form, this.#situation(slots));
    if (chosen === null) return null;
    const bytes = bytesToGet(chosen.specialization, slots);
    reclaimer.beforeGetting(bytes);
    if (reclaimer.isShort(bytes)) return null;
    const { written } = chosen.specialization;
    // A deferred slot without a root has no contents that a recipe could read.
    if (!this.rematerializer.concerns(slots, kept === null ? written : chosen.specialization.kept)) return chosen;
    if (!this.rematerializer.takesCopies(slots, written)) return null;
    this.#keepVersions(slots, written);
    return this.#known.again(form, this.#situation(slots));
  }

  /** Makes the window's form, and its slots with it; deferred roots that it uses are materialized first. */
  #encode(window: Window): void {
    const form = this.#form;
    const { tasks } = window;
    form.encode(tasks);
    if (form.deferred.length > 0) {
      const { deferred } = form;
      form.clear();
      this.rematerializer.beforeUse(deferred, tasks);
      form.encode(tasks);
    }
    window.slots = form.slots;
  }

  /**
   * Chooses the specialization to launch for a window that has its form, after looking for dead roots, if these matter, and making room.
   */
  #chooseWithRoom(window: Window): Chosen {
    const { reclaimer } = this.#parts;
    const { sees } = reclaimer;
    if (reclaimer.mayAsk && this.#known.asks(this.#form, this.#situation(window.slots), WORTH_A_COLLECTION, sees))
      reclaimer.want();
    const chosen = this.#choose(window);
    const bytes = bytesToGet(chosen.specialization, window.slots);
    reclaimer.beforeGetting(bytes);
    if (!reclaimer.isShort(bytes)) return chosen;
    this.#form.clear();
    reclaimer.makeRoom(bytes);
    this.#encode(window);
    return { ...this.#choose(window), known: chosen.known };
  }

  #choose({ tasks, slots }: Window): Chosen {
    return this.#known.choose(this.#form, tasks, this.#situation(slots));
  }

  #situation(slots: readonly Root[]): Situation {
    const now = this.#now;
    now.slots = slots;
    now.window = this.#lifetimes.window;
    now.asked = this.#parts.reclaimer.knows;
    return now;
  }

  /** Keeps contents that recipes read and a window is about to change. Materialization may launch windows and change the window's slots. */
  #keepVersions(slots: readonly Root[], written: readonly number[]): void {
    const { execution } = this.#parts;
    const roots: Root[] = [];
    for (const slot of written) {
      // A slot without a root has no contents.
      const root: Root | undefined = slots[slot];
      if (root !== undefined && root.version !== null) roots.push(root);
    }
    const needed = this.rematerializer.beforeWrites(roots);
    const copies = needed.filter(({ roots: [from, to] }) => execution.copy?.(from, to) !== true);
    if (copies.length > 0) this.#launchBetween(copies, NO_ROOTS);
  }

  /** Launches tasks that the runtime itself issues, between windows. `scratch` roots are dead when it returns. */
  #launchBetween(tasks: readonly Task[], scratch: readonly Root[]): void {
    const window = Window.of(tasks);
    const { entry } = this.#parts;
    const { windows } = entry;
    entry.windows = [window, ...windows];
    const form = this.#form;
    form.encode(tasks);
    window.slots = form.slots;
    this.#lifetimes.between = true;
    for (const root of scratch) root.mark = BETWEEN;
    this.#parts.spy?.window(tasks);
    try {
      if (this.#hesitates(window)) this.#parts.execution.runUnfused?.(window);
      else {
        const { specialization, known } = this.#known.exactly(form, tasks, (root) => root.mark === BETWEEN);
        this.#parts.counters.noteWindow(known);
        this.#parts.execution.run(specialization.program, window);
      }
    } catch (error) {
      if (!(error instanceof ManipleError)) throw error;
      this.#parts.spy?.failed();
      this.#poison(tasks, error);
    }
    form.clear();
    this.#lifetimes.between = false;
    for (const root of scratch) this.#parts.execution.release(root);
    entry.windows = windows;
  }

  #poison(tasks: readonly Task[], error: ManipleError): void {
    this.#parts.failureLog.notePoison();
    poison(tasks, error);
  }

  #count({ program, leftOut, bytes }: Specialization, tasks: number): void {
    const counters = this.#parts.counters;
    counters.tasks += tasks;
    counters.eliminated += leftOut.length;
    counters.eliminatedBytes += bytes;
    counters.notePlan(program.plan);
    this.#launched(program.plan, tasks);
  }

  /** A root died: takes its memory back; roots of the open window keep theirs until it is launched. */
  died(root: Root): void {
    this.#lifetimes.died(root);
  }

  /** Whether a root is not used after the window that is being launched. */
  isSpent(root: Root): boolean {
    return this.#lifetimes.isSpent(root);
  }
}

/** Bytes of memory that the window's roots are about to get. */
function bytesToGet({ stored }: Specialization, slots: readonly Root[]): number {
  let bytes = 0;
  for (const slot of stored) if (slots[slot].address === 0) bytes += slots[slot].bytes;
  return bytes;
}
