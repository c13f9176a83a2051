/**
 * Makes plans (Diffuse sections 4 to 6): cuts a window into fusible prefixes, finds the temporaries of each (Definition 4),
 * composes and optimizes its kernel. Runs once for each canonical form.
 */

import { compose, environmentWatch, optimize } from '../compile/index.js';
import { type Machine, none, type Partition } from '../partition/index.js';
import type { Shape } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Barrier } from './constraint-barrier.js';
import { keyOf } from './cut.js';
import { Group } from './group.js';
import { accessOf, type Binding, bindingOf, isLiftable, kernelAt } from './part.js';
import type { Plan, Step } from './plan.js';

const ONE_POINT: Shape = Object.freeze([1]);

/** Plans a window whose roots carry their slots. With `fuse` false every task is a launch of its own. */
export function planWindow(
  tasks: readonly Task[],
  slots: readonly Root[],
  dead: readonly boolean[],
  fuse: boolean,
  machine: Machine,
): Plan {
  return new Planner(tasks, slots, dead, machine).plan(fuse);
}

class Planner {
  readonly #tasks: readonly Task[];
  readonly #slots: readonly Root[];
  /** By slot: nobody outside this window can see it any more. */
  readonly #dead: readonly boolean[];
  readonly #machine: Machine;
  /** By slot: the last task that uses it. */
  readonly #lastUse: Int32Array;
  readonly #steps: Step[] = [];
  readonly #eliminated: number[] = [];

  constructor(tasks: readonly Task[], slots: readonly Root[], dead: readonly boolean[], machine: Machine) {
    this.#dead = dead;
    this.#tasks = tasks;
    this.#slots = slots;
    this.#machine = machine;
    this.#lastUse = new Int32Array(slots.length);
    tasks.forEach((task, t) => {
      for (const root of task.roots) this.#lastUse[root.slot] = t;
    });
  }

  plan(fuse: boolean): Plan {
    const barriers: Barrier[] = [];
    const lengths: number[] = [];
    const tasks = this.#tasks;
    for (let start = 0, end = 0; start < tasks.length; start = end) {
      const group = new Group(this.#machine);
      let barrier: Barrier | null = null;
      while (end < tasks.length && (fuse || end === start) && (barrier = group.tryAdd(tasks[end])) === null) end++;
      if (barrier !== null) barriers.push(barrier);
      lengths.push(end - start);
      if (tasks[start].kind.fusible) this.#fused(start, end, group);
      else this.#opaque(start, group);
    }
    return { steps: this.#steps, lastUses: this.#lastUses(), eliminated: this.#eliminated, barriers, lengths };
  }

  #opaque(index: number, group: Group): void {
    const task = this.#tasks[index];
    const bindings = task.roots.map(
      (root, k): Binding => ({ slot: root.slot, view: task.views[k], access: task.kind.args[k].access }),
    );
    const scalars = task.scalars.map((_, i) => ({ task: index, index: i }));
    const used = privileges(
      bindings,
      task.kind.args.map((a) => a.privilege),
    );
    const solution = task.kind.points === 'rows' && group.solution !== null && group.solution.points > 1 ? group.solution : null;
    this.#steps.push({
      tasks: [index],
      kernel: null,
      domain: task.domain,
      launch: solution?.launch ?? ONE_POINT,
      tiles: none,
      unitsPerPoint: 0,
      bindings,
      parts: solution?.partitions ?? null,
      scalars,
      keys: this.#keys(group, used.writes),
      ...used,
    });
  }

  #fused(start: number, end: number, group: Group): void {
    const merged = new Arguments();
    const scalars: { task: number; index: number }[] = [];
    const parts = [];
    for (let t = start; t < end; t++) {
      const task = this.#tasks[t];
      const args = task.roots.map((_, k) => merged.add(bindingOf(task, k)));
      const slots = task.scalars.map((_, index) => scalars.push({ task: t, index }) - 1);
      parts.push({ kernel: kernelAt(task, group.domain.length), args, scalars: slots });
    }
    const { kernel, args } = optimize(compose(parts), this.#temporaries(end, group, merged), { watch: environmentWatch() });
    if (kernel.loops.every((l) => l.statements.length === 0)) return;
    const bindings = args.map((i) => merged.bindings[i]);
    const used = privileges(
      bindings,
      kernel.args.map((a) => a.privilege),
    );
    this.#steps.push({
      tasks: Array.from(parts, (_, i) => start + i),
      kernel,
      domain: group.domain,
      launch: group.solution?.launch ?? ONE_POINT,
      tiles: this.#tiles(start, end, group),
      unitsPerPoint: group.solution?.unitsPerPoint ?? 1,
      bindings,
      parts: null,
      scalars,
      keys: this.#keys(group, used.writes),
      ...used,
    });
  }

  /** How the group's domain is cut: as an element-wise argument of the task that decided it. */
  #tiles(start: number, end: number, group: Group): Partition {
    const decider = this.#tasks.slice(start, end).find((task) => !isLiftable(task));
    const k = decider?.roots.findIndex((_, k) => accessOf(decider, k) === 'elementwise') ?? -1;
    return group.solution?.partitions[k] ?? none;
  }

  /** Arguments that exist only inside the group: dead, not used later, and overwritten before they are read. */
  #temporaries(end: number, group: Group, merged: Arguments): Set<number> {
    const found = new Set<number>();
    for (const [slot, access] of group.accessed()) {
      const root = this.#slots[slot];
      if (!this.#dead[slot] || this.#lastUse[slot] >= end || !access.coversItself(root)) continue;
      merged.bindings.forEach((b, i) => b.slot === slot && found.add(i));
      this.#eliminated.push(slot);
    }
    return found;
  }

  /** What written roots' key partitions become. */
  #keys(group: Group, writes: readonly number[]): { slot: number; key: Partition | null }[] {
    return writes.map((slot) => {
      const partition = group.writtenThrough(slot);
      return { slot, key: partition === null ? null : keyOf(this.#slots[slot].view, partition, this.#machine) };
    });
  }

  /** By step: slots that it uses for the last time. */
  #lastUses(): number[][] {
    const last = new Map<number, number>();
    this.#steps.forEach((step, i) => {
      for (const { slot } of step.bindings) last.set(slot, i);
    });
    const lastUses: number[][] = this.#steps.map(() => []);
    for (const [slot, i] of last) lastUses[i].push(slot);
    return lastUses;
  }
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
