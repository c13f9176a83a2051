/** Errors go from roots to the results that are computed from them, task by task in the order of the program. */
import type { ManipleError } from '../../base/index.js';
import type { Step } from '../../fusion/index.js';
import { sameView } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { StepFailure } from './step-failure.js';

/** Whether a task uses a root with an error. */
export function usesPoison({ roots }: Task): boolean {
  for (const root of roots) if (root.error !== null) return true;
  return false;
}

/** Windows have fewer tasks. */
const MANY_TASKS = 2 ** 24;
/** By error: the position in the program of the task that failed with it. Errors without a position come first. */
const positions = new WeakMap<ManipleError, number>();

/** The error that came first in the program. */
export function firstOf(a: ManipleError | null, b: ManipleError | null): ManipleError | null {
  if (a === null || b === null) return a ?? b;
  return (positions.get(b) ?? 0) < (positions.get(a) ?? 0) ? b : a;
}

/**
 * Follows a launch's tasks in order: `failure` has the launch's own errors. A task that goes through producers reads their operands: they
 * come before it, where they are no tasks of the launch. `turn`: of their window.
 */
export function carryPoison(tasks: readonly Task[], step: Step, failure: StepFailure | null, turn: number): void {
  for (const t of step.tasks) {
    const before: (readonly [Root, ManipleError])[] = [];
    for (const [reader, ...producers] of step.through) {
      if (reader !== t) continue;
      for (const p of producers.sort((a, b) => a - b)) {
        if (step.tasks.includes(p)) continue;
        for (const root of tasks[p].roots) if (root.error !== null) before.push([root, root.error]);
        follow(p);
      }
    }
    follow(t);
    // A result of a producer that was to be in memory as well may have found none.
    for (const [root, error] of before) root.error ??= error;
  }

  function follow(t: number): void {
    const own = failure === null ? null : failure(t);
    if (own !== null && !positions.has(own)) positions.set(own, turn * MANY_TASKS + t);
    carryError(tasks[t], own);
  }
}

/**
 * Gives a task's results its own error or an operand's, and takes errors from results that it overwrites. Of errors that meet in a task, or in
 * an array, the first in the order of the program stays, whichever queue reported its failure first.
 */
function carryError({ kind, roots, views }: Task, own: ManipleError | null): void {
  let error = own;
  for (let k = 0; k < roots.length; k++) if (kind.args[k].privilege !== 'write') error = firstOf(error, roots[k].error);
  for (let k = 0; k < roots.length; k++) {
    if (kind.args[k].privilege === 'read') continue;
    const whole = kind.args[k].privilege === 'write' && sameView(views[k], roots[k].view);
    roots[k].error = whole ? error : firstOf(error, roots[k].error);
  }
}
