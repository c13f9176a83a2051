/** The step of a task that is an index launch: its points, and its kernel by itself, where it has one. */
import { none } from '../partition/index.js';
import type { IndexLaunch, Task } from '../task/index.js';
import { fusedKernel } from './fused-kernels.js';
import { ownBindings, slotsUsed } from './part.js';
import { NO_WAYS, type Step } from './plan.js';

/** `position`: of the task in its window; the tasks before it have `firstScalar` scalars. */
export function indexStep(task: Task, position: number, index: IndexLaunch, firstScalar: number): Step {
  const { kind, domain } = task;
  const all = ownBindings(task);
  const scalars = task.scalars.map((_, i) => firstScalar + i);
  // Points that have nothing to do only have their parts fetched.
  const computes = kind.body.kind === 'kernel' && index.boxes.some((box) => box !== null);
  const { kernel, args } =
    kind.body.kind === 'kernel' && computes
      ? fusedKernel(
          [{ kernel: kind.body.kernel(domain.length), args: all.map((_, k) => k), scalars: scalars.map((_, i) => i) }],
          new Set(),
        )
      : { kernel: null, args: all.map((_, k) => k) };
  const bindings = args.map((k) => all[k]);
  const used = slotsUsed(
    bindings,
    args.map((k) => kind.args[k]),
  );
  return {
    device: 0,
    tasks: [position],
    split: null,
    through: NO_WAYS,
    kernel,
    domain,
    launch: index.points,
    tiles: none,
    unitsPerPoint: 1,
    bindings,
    images: bindings.map(() => null),
    index: { ...index, args: args.map((k) => index.args[k]) },
    parts: args.map((k) => index.args[k].partition),
    scalars,
    // Where its parts are is known to coherence alone: the solver is not to prefer them.
    keys: used.writes.map((slot) => ({ slot, key: null })),
    ...used,
  };
}
