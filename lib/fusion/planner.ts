/**
 * Makes plans (Diffuse sections 4 to 6): cuts a window into fusible prefixes, finds the temporaries of each (Definition 4),
 * composes and optimizes its kernel. Runs once for each canonical form.
 */

import type { Kernel } from '../ir/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Barrier } from './constraint-barrier.js';
import { Group } from './group.js';
import { compose, optimize } from './interim.js';
import { type Binding, bindingOf, kernelAt } from './part.js';
import type { Plan, Step } from './plan.js';

const INTERIM = false;

/** Plans a window whose roots carry their slots. With `fuse` false every task is a launch of its own. */
export function planWindow(tasks: readonly Task[], slots: readonly Root[], fuse: boolean): Plan {
  const lastUse = lastUses(tasks, slots.length);
  const steps: Step[] = [];
  const eliminated: number[] = [];
  const barriers: Barrier[] = [];
  const lengths: number[] = [];
  for (let start = 0; start < tasks.length; ) {
    const group = new Group();
    let end = start;
    let barrier: Barrier | null = null;
    while (end < tasks.length && (fuse || end === start) && (barrier = group.tryAdd(tasks[end])) === null) end++;
    if (barrier !== null) barriers.push(barrier);
    lengths.push(end - start);
    if (!tasks[start].kind.fusible) steps.push(opaqueStep(tasks[start], start));
    else fusedStep(tasks, start, end, group, slots, lastUse, steps, eliminated);
    start = end;
  }
  return { steps, releases: releasesOf(steps, slots), eliminated, barriers, lengths };
}

/** Where each dead root is used for the last time. */
function releasesOf(steps: readonly Step[], slots: readonly Root[]): number[][] {
  const last = new Map<number, number>();
  steps.forEach((step, i) => {
    for (const binding of step.bindings) if (slots[binding.slot].dead) last.set(binding.slot, i);
  });
  const releases: number[][] = steps.map(() => []);
  for (const [slot, i] of last) releases[i].push(slot);
  return releases;
}

/** By slot: the last task that uses it. */
function lastUses(tasks: readonly Task[], slots: number): Int32Array {
  const last = new Int32Array(slots);
  tasks.forEach((task, t) => {
    for (const root of task.roots) last[root.slot] = t;
  });
  return last;
}

function opaqueStep(task: Task, index: number): Step {
  const bindings = task.roots.map(
    (_, k): Binding => ({ slot: task.roots[k].slot, view: task.views[k], access: task.kind.args[k].access }),
  );
  const scalars = task.scalars.map((_, i) => ({ task: index, index: i }));
  return {
    tasks: [index],
    kernel: null,
    domain: task.domain,
    bindings,
    scalars,
    ...privileges(
      bindings,
      task.kind.args.map((a) => a.privilege),
    ),
  };
}

function fusedStep(
  tasks: readonly Task[],
  start: number,
  end: number,
  group: Group,
  slots: readonly Root[],
  lastUse: Int32Array,
  steps: Step[],
  eliminated: number[],
): void {
  const merged = new Arguments();
  const scalars: { task: number; index: number }[] = [];
  const rank = group.domain.length;
  const parts = [];
  for (let t = start; t < end; t++) {
    const kernel = kernelAt(tasks[t], rank);
    const args = tasks[t].roots.map((_, k) => merged.add(bindingOf(tasks[t], k)));
    parts.push({ kernel, args, scalars: tasks[t].scalars.map((_, i) => scalars.push({ task: t, index: i }) - 1) });
  }
  const temporaries = new Set<number>();
  for (const [slot, access] of group.accessed()) {
    const root = slots[slot];
    if (!root.dead || lastUse[slot] >= end || !access.coversItself(root)) continue;
    merged.bindings.forEach((b, i) => b.slot === slot && temporaries.add(i));
    if (INTERIM) eliminated.push(slot);
  }
  const optimized = optimize(compose(parts), temporaries);
  if (optimized.kernel.loops.every((l) => l.statements.length === 0)) return;
  const bindings = optimized.args.map((i) => merged.bindings[i]);
  const kept = usedScalars(optimized.kernel, scalars);
  steps.push({
    tasks: range(start, end),
    kernel: optimized.kernel,
    domain: group.domain,
    bindings,
    scalars: kept,
    ...privileges(
      bindings,
      optimized.kernel.args.map((a) => a.privilege),
    ),
  });
}

function usedScalars(kernel: Kernel, scalars: readonly { task: number; index: number }[]): { task: number; index: number }[] {
  return kernel.scalars.map((_, i) => scalars[i]);
}

/** The fused task's arguments: one for each (slot, view, access). */
class Arguments {
  readonly bindings: Binding[] = [];
  readonly #index = new Map<string, number>();
  add(binding: Binding): number {
    const key = `${binding.slot},${binding.view.id},${binding.access}`;
    let found = this.#index.get(key);
    if (found === undefined) this.#index.set(key, (found = this.bindings.push(binding) - 1));
    return found;
  }
}

function privileges(bindings: readonly Binding[], privilege: readonly string[]): { reads: number[]; writes: number[] } {
  const reads = new Set<number>();
  const writes = new Set<number>();
  bindings.forEach((b, k) => {
    if (privilege[k] !== 'write') reads.add(b.slot);
    if (privilege[k] !== 'read') writes.add(b.slot);
  });
  return { reads: [...reads], writes: [...writes] };
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}
