/** A plan for a window of other extents than the window that was planned, of the same extent class (`extent-class.ts`). */
import { structureOf, unitsOf } from '../ir/index.js';
import { type Machine, none } from '../partition/index.js';
import { ONE_POINT, type Shape, type View } from '../shape/index.js';
import type { Task } from '../task/index.js';
import type { Plan, Step } from './plan.js';
import { unitsEach } from './single.js';

const NO_SHAPE: Shape = [];

/** Whether a plan can be resized: its steps have no tasks in columns or rows, read through no producers, and no device but the host's. */
export function isResizable({ steps, placed }: Plan): boolean {
  return placed === null && steps.every(({ split, through, index }) => split === null && through.length === 0 && index === null);
}

/**
 * The plan for `tasks`, which have `views` where the planned window had `from`, by slot and number. Its kernels are those of the plan. Rows are
 * cut evenly, as those of tasks that are launched singly.
 */
export function resized(
  plan: Plan,
  from: readonly (readonly View[])[],
  tasks: readonly Task[],
  views: readonly (readonly View[])[],
  machine: Machine,
): Plan {
  const viewOf = (slot: number, view: View): View => views[slot][from[slot].indexOf(view)];
  const steps = plan.steps.map((step): Step => {
    const { kernel } = step;
    const domain = domainOf(step, tasks);
    const bindings = step.bindings.map(({ slot, view, access }) => ({ slot, view: viewOf(slot, view), access }));
    const units = kernel === null ? 0 : unitsEach(unitsOf(domain, kernel.rowRank, structureOf(kernel)).count, domain, machine);
    const keys = step.writes.map((slot) => ({ slot, key: null }));
    const parts = null;
    return { ...step, domain, launch: ONE_POINT, tiles: none, unitsPerPoint: units, bindings, keys, parts };
  });
  return { ...plan, steps };
}

/** All tasks of a step but lifted ones have its domain, and a step of lifted tasks alone is over a 0-d one. */
function domainOf({ tasks: positions }: Step, tasks: readonly Task[]): Shape {
  for (const position of positions) {
    const { domain } = tasks[position];
    if (domain.length > 0) return domain;
  }
  return NO_SHAPE;
}
