/** Launches as a profile shows them: their tasks by name and position, and what keeps them apart. */
import type { Plan, Step } from '../../fusion/index.js';
import type { Apart, Group, GroupTask } from '../../profile/index.js';
import type { Task } from '../../task/index.js';

/** The groups of a window's steps. */
export function groupsOf(tasks: readonly Task[], steps: readonly Step[]): Group[] {
  return steps.map(({ tasks: positions, domain }) => ({
    tasks: positions.map((t) => named(tasks[t])),
    elements: domain.reduce((a, b) => a * b, 1),
  }));
}

/** Copies that convert are told apart. */
function named({ kind, roots, site = null }: Task): GroupTask {
  const { dtype } = roots[roots.length - 1];
  return { name: kind.name === 'copy' && roots[0].dtype !== dtype ? `astype ${dtype.name}` : kind.name, site };
}

/** The tasks at which a plan's kernels ended, and why. */
export function apartIn(tasks: readonly Task[], { steps, barriers }: Plan): Apart[] {
  return barriers.flatMap((reason, i) => {
    const [before, after] = [steps[i]?.tasks.at(-1), steps[i + 1]?.tasks[0]];
    return before === undefined || after === undefined
      ? []
      : [{ reason, before: named(tasks[before]), after: named(tasks[after]) }];
  });
}
