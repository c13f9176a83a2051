/**
 * Launches windows: has the specialization carried out that `chooser.ts` chose, and keeps recipes for the slots that it defers. Dead roots,
 * which may be in windows that are still to come, or be read by recipes, end in `lifetimes.ts`.
 */

import { ManipleError } from '../../base/index.js';
import { Optimizer, type Plan } from '../../fusion/index.js';
import type { Placed } from '../../placement/index.js';
import { recorder } from '../../profile/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Entry, Tracing } from '../issue/index.js';
import { mark, poison, Window } from '../issue/index.js';
import { apartIn, type Execution, type FailureLog } from '../launch/index.js';
import type { Reclaimer } from '../memory/index.js';
import { type Chosen, type Predictor, type Rules, type Specialization, writtenBy } from '../plans/index.js';
import { Rematerializer } from '../rematerialization/index.js';
import type { Counters } from '../stats.js';
import { Chooser } from './chooser.js';
import { BETWEEN, Lifetimes } from './lifetimes.js';
import type { Reader } from './reader.js';
import { Refusals } from './refusals.js';
import { Unplanned } from './unplanned.js';

const NO_WINDOWS: readonly Window[] = [];
/** The parts that launch windows, count and log them, find dead roots, and recover from interruptions. */
interface Parts {
  readonly execution: Execution;
  readonly failureLog: FailureLog;
  readonly reader: Reader;
  readonly tracing: Tracing;
  readonly counters: Counters;
  readonly spy: SpyWriter | null;
  readonly reclaimer: Reclaimer;
  readonly entry: Entry;
}

/** Called with each window's plan, and the number of its tasks. */
type Launched = (plan: Plan, tasks: number) => void;

export class WindowLauncher {
  readonly rematerializer: Rematerializer;
  readonly refusals: Refusals;
  readonly #parts: Parts;
  readonly #optimizer: Optimizer | null;
  readonly #chooser: Chooser;
  readonly #unplanned: Unplanned;
  readonly #lifetimes: Lifetimes;
  #launched: Launched = () => undefined;

  constructor(rules: Rules, parts: Parts) {
    this.#parts = parts;
    this.#optimizer = rules.fuse && rules.remembers && rules.clusters === 'optimal' ? new Optimizer() : null;
    this.rematerializer = new Rematerializer({
      held: rules.held,
      launch: (tasks, scratch) => this.#launchBetween(tasks, scratch),
      release: (root) => this.#lifetimes.isOver(root) && parts.execution.release(root),
      findDead: () => parts.reclaimer.ask(),
    });
    this.#lifetimes = new Lifetimes(this.rematerializer, parts.execution);
    const { rematerializer } = this;
    const lifetimes = this.#lifetimes;
    this.refusals = new Refusals(rules, { ...parts, rematerializer, lifetimes });
    const of = { ...parts, rematerializer, lifetimes, optimizer: this.#optimizer, refusals: this.refusals };
    this.#unplanned = new Unplanned(rules, of);
    this.#chooser = new Chooser(rules, of, (tasks, scratch) => this.#launchBetween(tasks, scratch));
  }

  /** Ends the optimizer's thread. */
  async close(): Promise<void> {
    await this.#optimizer?.close();
  }

  get predictor(): Predictor {
    return this.#chooser.predictor;
  }

  /** Says whether the windows that are launched are known to come again. */
  set comesAgain(again: boolean) {
    this.#chooser.comesAgain = again;
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
      const more = followed || w < windows.length - 1;
      this.#chooser.followed = more;
      const pieces = this.#launch(windows[w], more);
      if (pieces !== null) this.launchAll(pieces, false, launched);
      this.#parts.entry.windows = w + 1 < windows.length ? windows.slice(w + 1) : NO_WINDOWS;
    }
  }

  /** Goes on after an interruption: the results of the entry's windows are unknown, and poisoned. */
  recover(error: ManipleError): void {
    const { entry, failureLog } = this.#parts;
    const { windows } = entry;
    this.#chooser.restart();
    this.#unplanned.restart();
    if (entry.taken) for (const window of windows) this.#abandon(window, error);
    failureLog.notePoison();
    this.#lifetimes.ending = null;
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

  /** Launches a window; one without a plan whose traces came before is not launched, and its pieces are given. */
  #launch(issued: Window, followed: boolean): readonly Window[] | null {
    this.#parts.failureLog.settle();
    const chooser = this.#chooser;
    let window = issued;
    let pieces: readonly Window[] | null = null;
    let specialization: Specialization | null = null;
    try {
      let chosen = chooser.chooseExpected(issued);
      if (chosen === null) {
        window = Window.of([...issued.tasks], [], issued.cut);
        this.#parts.entry.windows = [window, ...this.#parts.entry.windows];
        issued.dissolve();
        chooser.encode(window);
        const placed = chooser.hesitates(window) && !chooser.shares(window) && this.#unplanned.placed(window);
        if (placed !== false) {
          pieces = followed || issued.cut ? null : this.#piecesOf(window);
          if (pieces === null) this.#launchSingly(window, placed);
          else {
            this.mark(pieces, []);
            this.#parts.entry.windows = pieces;
          }
          return pieces;
        }
        chosen = chooser.chooseWithRoom(window);
        if (this.rematerializer.concerns(window.slots, chosen.specialization.written)) {
          chooser.keepAndEncode(window, chosen.specialization.written);
          chosen = { ...chooser.choose(window), known: chosen.known };
        }
      }
      specialization = chosen.specialization;
      if (chosen.isShared === true) chooser.predictor.lose();
      else chooser.predictor.note(chosen.form, window);
      chosen.form.expected?.defer(specialization.deferred);
      if (window.deferred !== specialization.deferred) window.complete();
      this.#parts.tracing.noteReplay(issued.length, chosen.known && chosen.isShared !== true);
      this.#launchChosen(chosen, window);
    } catch (error) {
      if (!(error instanceof ManipleError)) throw error;
      if (specialization === null) this.#parts.spy?.window(window.tasks);
      else for (const slot of specialization.deferred) this.rematerializer.forget(window.rootAt(slot));
      this.#fail(window.tasks, error);
    } finally {
      chooser.clear();
      if (pieces === null) this.#lifetimes.end(window);
    }
    return null;
  }

  /** The pieces of a window at the traces in it; null where traces are a small share. */
  #piecesOf({ tasks }: Window): readonly Window[] | null {
    return this.#parts.tracing.pieces(tasks)?.map((piece) => Window.of(piece, [], true)) ?? null;
  }

  /** Launches a window's tasks one by one; no result is left out. */
  #launchSingly(window: Window, placed: Placed | null): void {
    const { counters, reader, tracing } = this.#parts;
    const { tasks } = window;
    const written = writtenBy(tasks);
    if (this.rematerializer.concerns(window.slots, written)) this.#chooser.keepAndEncode(window, written);
    this.#chooser.predictor.lose();
    tracing.noteReplay(tasks.length, false);
    counters.noteWindow(false);
    recorder()?.unplannedWindow();
    reader.beforeWrites(window);
    counters.notePlaced(placed);
    try {
      this.#unplanned.run(window, this.#chooser.form);
      counters.tasks += tasks.length;
      counters.single += tasks.length;
    } catch (error) {
      this.#fail(tasks, error);
    }
  }

  #launchChosen({ form, specialization, known }: Chosen, window: Window): void {
    this.#parts.counters.noteWindow(known);
    this.#parts.spy?.window(window.tasks);
    this.#parts.reader.beforeWrites(window);
    if (specialization.deferred.length > 0) this.rematerializer.note(form, specialization, window, this.#chooser.isDead);
    this.refusals.run(specialization.program, window);
    recorder()?.planned(specialization.program.plan, () => apartIn(window.tasks, specialization.program.plan));
    this.#count(specialization, window.length);
  }

  /** Launches tasks that the runtime itself issues, between windows. `scratch` roots are dead when it returns. */
  #launchBetween(tasks: readonly Task[], scratch: readonly Root[]): void {
    const window = Window.of(tasks);
    const { entry } = this.#parts;
    const { windows } = entry;
    entry.windows = [window, ...windows];
    const { form } = this.#chooser;
    window.encode(form);
    this.#lifetimes.ending = BETWEEN;
    for (const root of scratch) root.mark = BETWEEN;
    const held = this.#lifetimes.hold(tasks);
    try {
      if (this.#chooser.hesitates(window) && this.#unplanned.placed(window) !== false) this.#unplanned.run(window, form);
      else this.#runBetween(window);
    } catch (error) {
      this.#fail(tasks, error);
    }
    form.clear();
    this.#lifetimes.ending = null;
    this.#lifetimes.letGo(held);
    for (const root of scratch) this.#parts.execution.release(root);
    entry.windows = windows;
  }

  #runBetween(window: Window): void {
    const { spy, counters } = this.#parts;
    spy?.window(window.tasks);
    const { specialization, known } = this.#chooser.exactly(window.tasks, (root) => root.mark === BETWEEN);
    counters.noteWindow(known);
    this.refusals.run(specialization.program, window);
  }

  /** The window that was logged last could not be launched; `tasks` are its own, and the ones launched before it in its place. */
  #fail(tasks: readonly Task[], error: unknown): void {
    if (!(error instanceof ManipleError)) throw error;
    const { spy, failureLog } = this.#parts;
    spy?.failed();
    failureLog.notePoison();
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
