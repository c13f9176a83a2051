/**
 * A task's part in a fused kernel: its kernel at the group's rank, and its arguments as (slot, view, access). Tasks over a 0-d domain are
 * *lifted*: their loads and stores become uniform ones of `full` arguments, so that `alpha = rr / pq` runs inside the update that uses it
 * instead of as a launch of its own.
 */
import { invariant } from '../base/index.js';
import type { Access, Kernel, KernelArg, Privilege } from '../ir/index.js';
import type { View } from '../shape/index.js';
import type { Task } from '../task/index.js';

/** One argument of a fused task. */
export interface Binding {
  readonly slot: number;
  readonly view: View;
  readonly access: Access;
}

/** Whether a task is 0-d and may run inside a larger domain: it maps 0-d values, and none of them in place. */
export function isLiftable(task: Task): boolean {
  if (!task.kind.fusible || task.domain.length > 0 || !isUniform(ownKernel(task))) return false;
  return task.roots.every((root, k) => {
    const { privilege } = task.kind.args[k];
    if (privilege === 'read') return true;
    return (
      privilege === 'write' &&
      task.roots.indexOf(root) === k &&
      task.roots.lastIndexOf(root) === k &&
      root.view.shape.length === 0
    );
  });
}

/** A kernel over a 0-d domain that only maps 0-d values. */
function isUniform(kernel: Kernel): boolean {
  return (
    kernel.args.every((a) => a.access === 'elementwise' || a.access === 'full') &&
    kernel.loops.every(
      (l) =>
        l.statements.every((s) => s.kind === 'store') &&
        l.nodes.every((n) => n.op !== 'gather' && n.op !== 'segfold' && n.op !== 'index'),
    )
  );
}

/** How argument `k` of a task is reached: one element, be it of a 0-d domain or a broadcast 0-d root, is `full`. */
export function accessOf(task: Task, k: number): Access {
  const spec = task.kind.args[k];
  if (spec.access !== 'elementwise' || task.domain.length === 0) return spec.access === 'elementwise' ? 'full' : spec.access;
  return spec.privilege === 'read' && task.roots[k].view.shape.length === 0 ? 'full' : 'elementwise';
}

export function bindingOf(task: Task, k: number): Binding {
  const access = accessOf(task, k);
  const root = task.roots[k];
  return { slot: root.slot, view: access === 'full' && root.view.shape.length === 0 ? root.view : task.views[k], access };
}

/** The arguments of a task that does not fuse, as they are. */
export function ownBindings({ kind, roots, views }: Task): Binding[] {
  return roots.map((root, k) => ({ slot: root.slot, view: views[k], access: kind.args[k].access }));
}

/** The slots that are read and the slots that are written, each once, by the privileges of arguments. */
export function slotsUsed(
  bindings: readonly Binding[],
  args: readonly { readonly privilege: Privilege }[],
): { reads: number[]; writes: number[] } {
  const reads = new Set<number>();
  const writes = new Set<number>();
  bindings.forEach(({ slot }, k) => {
    if (args[k].privilege !== 'write') reads.add(slot);
    if (args[k].privilege !== 'read') writes.add(slot);
  });
  return { reads: [...reads], writes: [...writes] };
}

/** Whether nothing is left to do in a kernel. */
export function doesNothing({ loops }: Kernel): boolean {
  return loops.every((loop) => loop.statements.length === 0);
}

/** The kernel that a fusible task has at the rank of its own domain. */
export function ownKernel(task: Task): Kernel {
  invariant(task.kind.body.kind === 'kernel', `${task.kind.name} has a kernel`);
  return task.kind.body.kernel(task.domain.length);
}

/** By a task's own kernel: its variants by rank and lifted arguments, so that equal ones are identical. */
const lifted = new WeakMap<Kernel, Map<string, Kernel>>();

/** The task's kernel over a domain of rank `rank`, its uniform arguments with access `full`. */
export function kernelAt(task: Task, rank: number): Kernel {
  const own = ownKernel(task);
  let key = `${rank}`;
  let same = own.rank === rank;
  for (let k = 0; k < own.args.length; k++) {
    if (own.args[k].access !== 'elementwise' || accessOf(task, k) !== 'full') continue;
    key += `,${k}`;
    same = false;
  }
  if (same) return own;
  let made = lifted.get(own);
  if (made === undefined) lifted.set(own, (made = new Map()));
  let kernel = made.get(key);
  if (kernel === undefined) made.set(key, (kernel = liftedKernel(task, own, rank)));
  return kernel;
}

function liftedKernel(task: Task, own: Kernel, rank: number): Kernel {
  const args = own.args.map((arg, k): KernelArg => {
    return accessOf(task, k) === 'full' && arg.access === 'elementwise' ? { ...arg, access: 'full', rank: 0 } : arg;
  });
  return { ...own, args, rank, rowRank: own.rank === rank ? own.rowRank : Math.min(1, rank) };
}
