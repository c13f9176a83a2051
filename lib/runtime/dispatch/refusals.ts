/**
 * Steps that found no memory. The tasks that use the array without memory fail, and with them all results of theirs; the rest of the
 * step's tasks are launched by themselves, and the rest of the window as it was planned.
 *
 *     y = x + 1, s = sum(x * 2)      one kernel; y finds no memory       y fails; s = sum(x * 2) is planned and launched
 */
import { issuedFrom, OutOfMemoryError } from '../../base/index.js';
import { Canonical, type Step } from '../../fusion/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { Window } from '../issue/index.js';
import type { Execution, FailureLog, Program, Refusal } from '../launch/index.js';
import { PlanCache, type Rules } from '../plans/index.js';
import type { Rematerializer } from '../rematerialization/index.js';
import type { Counters } from '../stats.js';
import { type Lifetimes, NEVER } from './lifetimes.js';

interface Parts {
  readonly execution: Execution;
  readonly failureLog: FailureLog;
  readonly rematerializer: Rematerializer;
  readonly lifetimes: Lifetimes;
  readonly counters: Counters;
  readonly spy: SpyWriter | null;
}

export class Refusals {
  readonly #rules: Rules;
  readonly #parts: Parts;
  /** A step of the window that is being launched was refused, which the spy is to be told. */
  #some = false;

  constructor(rules: Rules, parts: Parts) {
    // A step that an accelerator has no room for runs on the host.
    this.#rules = { ...rules, placer: null };
    this.#parts = parts;
  }

  /** Launches a window as its program has it, and tells the spy where a part of it failed. */
  run(program: Program, window: Window): void {
    this.#parts.execution.run(program, window);
    this.tell();
  }

  /** Tells the spy if a step of the window that was launched last was refused. */
  tell(): void {
    if (this.#some) this.#parts.spy?.failed();
    this.#some = false;
  }

  /** A step was not launched. */
  readonly refused = ({ window, step, eliminated, slot, isBegun, error }: Refusal): void => {
    this.#some = true;
    const out = new Set(eliminated.map((number) => window.rootAt(number)));
    const all = tasksOf(step, window.tasks, out);
    // The spy's log has the launches of the window's own steps alone.
    const asWhole = isBegun || all.length === 1 || this.#parts.spy !== null;
    const failed = asWhole ? all : failedOf(all, step, window, slot);
    const rest = all.filter((t) => !failed.includes(t)).map((t) => window.tasks[t]);
    if (slot < 0) for (const task of rest) this.#launch([task], new Set());
    else if (rest.length > 0) this.#launch(rest, out);
    if (failed.length > 0) this.#fail(window, { ...step, tasks: failed, through: [] }, error);
  };

  #fail(window: Window, step: Step, error: OutOfMemoryError): void {
    const { tasks, slots } = window;
    // Of an operand, which has the name of its operation.
    const isOld = step.reads.some((slot) => slots[slot].error === error);
    const { kind, site } = tasks[step.tasks[0]];
    const named = isOld
      ? error
      : issuedFrom(new OutOfMemoryError(`${kind.name}: ${error.message}`, { cause: error }), site ?? null);
    this.#parts.failureLog.carry(window, step, named);
  }

  /** Launches tasks of a step; roots that `leaves` has need no memory. */
  #launch(tasks: readonly Task[], leaves: ReadonlySet<Root>): void {
    const { execution, counters, lifetimes, rematerializer } = this.#parts;
    const window = Window.of(tasks);
    // Roots carry their numbers in the window that is being launched.
    const numbers = new Map(tasks.flatMap(({ roots }) => roots).map((root) => [root, root.slot]));
    for (const root of numbers.keys()) root.slot = -1;
    const form = new Canonical(this.#rules.oneMemory);
    window.encode(form);
    const known = new PlanCache(this.#rules, execution, counters, null);
    const { specialization } = known.exactly(form, tasks, (root) => leaves.has(root));
    const before = lifetimes.ending;
    // Later steps use the roots.
    lifetimes.ending = NEVER;
    try {
      execution.run(specialization.program, window);
    } finally {
      lifetimes.ending = before;
      form.clear();
      for (const [root, number] of numbers) root.slot = number;
    }
    for (const root of leaves) if (root.recipe !== null && root.address !== 0) rematerializer.forget(root);
  }
}

/** The step's tasks, and the ones that it reads through of which nothing is stored, in order. */
function tasksOf({ tasks, through }: Step, all: readonly Task[], out: ReadonlySet<Root>): readonly number[] {
  const isGone = ({ kind, roots }: Task): boolean => roots.every((root, k) => kind.args[k].privilege === 'read' || out.has(root));
  const gone = through.flat().filter((t) => !tasks.includes(t) && isGone(all[t]));
  return [...new Set([...tasks, ...gone])].sort((a, b) => a - b);
}

/**
 * Of these tasks the ones that use the slot without memory, or results of such tasks, and the ones that read through tasks of other steps, which
 * may not have run.
 */
function failedOf(positions: readonly number[], { through }: Step, { tasks, slots }: Window, slot: number): readonly number[] {
  const cut = through.flatMap(([reader, ...producers]) => (producers.every((p) => positions.includes(p)) ? [] : [reader]));
  const touched = new Set(slot < 0 ? [] : [slots[slot]]);
  const failed = positions.filter((t) => {
    const { kind, roots } = tasks[t];
    if (!cut.includes(t) && !roots.some((r) => touched.has(r))) return false;
    roots.forEach((r, k) => kind.args[k].privilege !== 'read' && touched.add(r));
    return true;
  });
  return slot >= 0 && failed.length === 0 ? positions : failed;
}
