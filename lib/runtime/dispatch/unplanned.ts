/**
 * Launches the tasks of windows that have no plan, since one would not pay yet (`tiering/hotness.ts`). Over one memory the launcher writes their
 * records straight. Over several, where each task needs tiles, instances and copies, it is launched as a window of its own, whose plan is kept by
 * the task's form: a task that comes again, in this window or a later one, is not planned again.
 *
 *     window, new      x + y, |x|, x + y, …       tasks     x + y: planned    |x|: planned    x + y: known    …
 *
 * Tasks that belong on an accelerator are planned with their window: drivers take longer to compile a kernel than plans to be made.
 */
import { ManipleError } from '../../base/index.js';
import type { Canonical } from '../../fusion/index.js';
import type { Placed } from '../../placement/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Task } from '../../task/index.js';
import { Window } from '../issue/index.js';
import type { Execution } from '../launch/index.js';
import { PlanCache, type Rules } from '../plans/index.js';
import type { Counters } from '../stats.js';
import { type Lifetimes, NEVER } from './lifetimes.js';
import type { Refusals } from './refusals.js';

/** The parts that launch tasks. */
interface Parts {
  readonly execution: Execution;
  readonly counters: Counters;
  readonly spy: SpyWriter | null;
  readonly lifetimes: Lifetimes;
  readonly refusals: Refusals;
}

export class Unplanned {
  readonly #rules: Rules;
  readonly #placer: Rules['placer'];
  readonly #parts: Parts;
  /** Plans of single tasks. */
  #known: PlanCache;

  constructor(rules: Rules, parts: Parts) {
    // Tasks that are launched here stay on the host.
    this.#rules = { ...rules, placer: null };
    this.#placer = rules.placer;
    this.#parts = parts;
    this.#known = this.#newCache();
  }

  #newCache(): PlanCache {
    return new PlanCache(this.#rules, this.#parts.execution, this.#parts.counters, null);
  }

  /** Forgets all plans, after an interruption. */
  restart(): void {
    this.#known = this.#newCache();
  }

  /**
   * The placement of a window that has its form, null where there is no accelerator; false where some task belongs on an accelerator, so that
   * the window is not launched here.
   */
  placed({ tasks, slots }: Window): Placed | null | false {
    const placed = this.#placer?.place(tasks, slots) ?? null;
    return placed === null || placed.devices.every((device) => device === 0) ? placed : false;
  }

  /**
   * Launches a window that has its form, and logs it; no result is left out. `form` ends with other contents. Throws as `Execution.run` does:
   * the spy is to be told then that its last window failed.
   */
  run(window: Window, form: Canonical): void {
    const { execution, spy, refusals } = this.#parts;
    const { tasks } = window;
    if (execution.runUnfused === undefined) this.#runEach(tasks, form);
    else {
      spy?.window(tasks);
      execution.runUnfused(window);
      refusals.tell();
    }
  }

  #runEach(tasks: readonly Task[], form: Canonical): void {
    const { lifetimes } = this.#parts;
    const before = lifetimes.ending;
    // Later tasks of the window use roots of earlier ones.
    lifetimes.ending = NEVER;
    let at = 0;
    try {
      for (; at < tasks.length; at++) this.#runOne(tasks[at], form);
    } catch (error) {
      if (error instanceof ManipleError) this.#logFailure(tasks.slice(at + 1));
      throw error;
    } finally {
      lifetimes.ending = before;
    }
  }

  #runOne(task: Task, form: Canonical): void {
    const { refusals, spy } = this.#parts;
    const window = Window.of([task]);
    form.clear();
    window.encode(form);
    spy?.window(window.tasks);
    const { specialization } = this.#known.exactly(form, window.tasks, () => false);
    refusals.run(specialization.program, window);
  }

  /** The task that was launched last failed, and with it these, which are not launched. */
  #logFailure(rest: readonly Task[]): void {
    const { spy } = this.#parts;
    if (spy === null || rest.length === 0) return;
    spy.failed();
    spy.window(rest);
  }
}
