/**
 * Makes plans (Diffuse sections 4 to 6): cuts a window into fusible prefixes, finds what each can keep to itself
 * (`candidates.ts`), composes and optimizes its kernel. Runs once for each canonical form and choice of slots that get no memory.
 */

import { type Machine, none, type Partition } from '../partition/index.js';
import { ONE_POINT } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { type Candidate, candidatesOf, type Locals } from './candidates.js';
import { inColumns } from './columns.js';
import type { Barrier } from './constraint-barrier.js';
import { keyOf } from './cut.js';
import { fusedKernel } from './fused-kernels.js';
import { Group } from './group.js';
import { imagesOf, keptImages } from './images.js';
import { accessOf, type Binding, bindingOf, doesNothing, isLiftable, kernelAt, ownBindings, slotsUsed } from './part.js';
import type { Plan, Step } from './plan.js';

export interface Planning {
  /** With `fuse` false every task is a launch of its own. */
  readonly fuse: boolean;
  /** Whether tasks over rows of a few elements may become tasks over the rows (`columns.ts`). */
  readonly columns: boolean;
  readonly machine: Machine;
  /** Whether a root's memory is given back by hand. */
  readonly held: (root: Root) => boolean;
}

/** A window cut into groups. */
export interface CutWindow {
  /** What may be left out. */
  readonly candidates: readonly Candidate[];
  /** The plan in which these slots get no memory; for one call. */
  plan(leftOut: readonly number[]): Plan;
}

/** Cuts a window whose roots carry their slots. */
export function cutWindow(tasks: readonly Task[], slots: readonly Root[], planning: Planning): CutWindow {
  return new Planner(tasks, slots, planning);
}

/** A fusible prefix: its tasks are `tasks[start … end)`, which are the window's or these in columns. */
interface Grown {
  readonly tasks: readonly Task[];
  readonly start: number;
  readonly end: number;
  readonly group: Group;
  readonly barrier: Barrier | null;
}

interface Cut extends Locals, Grown {}

class Planner implements CutWindow {
  readonly candidates: readonly Candidate[];
  readonly #cuts: readonly Cut[];
  readonly #tasks: readonly Task[];
  readonly #slots: readonly Root[];
  readonly #planning: Planning;
  /** By slot: the last task that uses it. */
  readonly #lastUse: Int32Array;
  /** By task: how many scalars the tasks before it have. */
  readonly #firstScalar: Int32Array;
  readonly #steps: Step[] = [];
  readonly #barriers: Barrier[] = [];

  constructor(tasks: readonly Task[], slots: readonly Root[], planning: Planning) {
    this.#planning = planning;
    this.#tasks = tasks;
    this.#slots = slots;
    this.#lastUse = new Int32Array(slots.length);
    this.#firstScalar = new Int32Array(tasks.length);
    let scalars = 0;
    tasks.forEach((task, t) => {
      for (const root of task.roots) this.#lastUse[root.slot] = t;
      this.#firstScalar[t] = scalars;
      scalars += task.scalars.length;
    });
    this.#cuts = this.#cut();
    this.candidates = candidatesOf(tasks, this.#cuts, planning.held);
  }

  plan(leftOut: readonly number[]): Plan {
    const out = new Set(leftOut);
    for (const cut of this.#cuts) {
      if (this.#tasks[cut.start].kind.fusible) this.#fused(cut, out);
      else this.#opaque(cut.start, cut.group);
    }
    const lengths = this.#cuts.map(({ start, end }) => end - start);
    return { steps: this.#steps, lastUses: this.#lastUses(), eliminated: leftOut, barriers: this.#barriers, lengths };
  }

  /** Fusible prefixes, one after another. */
  #cut(): Cut[] {
    const cuts: Cut[] = [];
    for (let start = 0; start < this.#tasks.length; start = cuts[cuts.length - 1].end) {
      const grown = this.#grow(this.#tasks, start);
      const cut = this.#further(grown) ?? grown;
      if (cut.barrier !== null) this.#barriers.push(cut.barrier);
      cuts.push({ ...cut, slots: this.#tasks[start].kind.fusible ? this.#locals(cut.end, cut.group) : new Set() });
    }
    return cuts;
  }

  #grow(tasks: readonly Task[], start: number): Grown {
    const group = new Group(this.#planning.machine);
    let barrier: Barrier | null = null;
    let end = start;
    while (end < tasks.length && (this.#planning.fuse || end === start) && (barrier = group.tryAdd(tasks[end])) === null) end++;
    return { tasks, start, end, group, barrier };
  }

  /** A prefix that ends where its results are used over another domain, or before folds are complete, in columns if that goes on. */
  #further({ start, end, barrier }: Grown): Grown | null {
    if (!this.#planning.columns || (barrier !== 'domain' && barrier !== 'reduction') || !this.#uses(end, start)) return null;
    const tasks = this.#inColumns(start, end);
    if (tasks === null) return null;
    const group = new Group(this.#planning.machine);
    let ended: Barrier | null = null;
    for (let t = start; t < tasks.length && ended === null; t++) ended = group.tryAdd(tasks[t]);
    if (ended !== null) return null;
    while (ended === null && tasks.length < this.#tasks.length) {
      const task = inColumns(this.#tasks[tasks.length]);
      ended = task === null ? 'domain' : group.tryAdd(task);
      if (task !== null && ended === null) tasks.push(task);
    }
    return { tasks, start, end: tasks.length, group, barrier: ended };
  }

  /** The window's tasks up to the one that ended a prefix, that and the prefix in columns; null where that cannot be, or is the same. */
  #inColumns(start: number, end: number): Task[] | null {
    const columns: Task[] = [];
    let differs = false;
    for (let t = end; t >= start; t--) {
      const task = inColumns(this.#tasks[t]);
      if (task === null) return null;
      differs ||= task !== this.#tasks[t];
      columns.push(task);
    }
    return differs ? [...this.#tasks.slice(0, start), ...columns.reverse()] : null;
  }

  /** Whether a task reads what one of those before it, from `start` on, writes. */
  #uses(index: number, start: number): boolean {
    const { kind, roots } = this.#tasks[index];
    if (!kind.fusible) return false;
    const read = roots.filter((_, k) => kind.args[k].privilege !== 'write');
    for (let t = start; t < index; t++) {
      const earlier = this.#tasks[t];
      if (earlier.roots.some((root, k) => earlier.kind.args[k].privilege !== 'read' && read.includes(root))) return true;
    }
    return false;
  }

  /** Slots that exist only inside the group: not used later, and overwritten before they are read. */
  #locals(end: number, group: Group): Set<number> {
    const found = new Set<number>();
    for (const [slot, access] of group.accessed()) {
      if (this.#lastUse[slot] < end && access.coversItself(this.#slots[slot])) found.add(slot);
    }
    return found;
  }

  #opaque(index: number, group: Group): void {
    const task = this.#tasks[index];
    const bindings = ownBindings(task);
    const scalars = task.scalars.map((_, i) => this.#firstScalar[index] + i);
    const used = slotsUsed(bindings, task.kind.args);
    const solution = task.kind.points === 'rows' && group.solution !== null && group.solution.points > 1 ? group.solution : null;
    this.#steps.push({
      tasks: [index],
      columns: false,
      kernel: null,
      domain: task.domain,
      launch: solution?.launch ?? ONE_POINT,
      tiles: none,
      unitsPerPoint: 0,
      bindings,
      images: bindings.map(() => null),
      parts: solution?.partitions ?? null,
      scalars,
      keys: this.#keys(group, used.writes),
      ...used,
    });
  }

  #fused({ tasks, start, end, group, slots: locals }: Cut, leftOut: ReadonlySet<number>): void {
    const merged = new Arguments();
    const scalars: number[] = [];
    const parts = [];
    for (let t = start; t < end; t++) {
      const task = tasks[t];
      const args = task.roots.map((_, k) => merged.add(bindingOf(task, k)));
      const slots = task.scalars.map((_, i) => scalars.push(this.#firstScalar[t] + i) - 1);
      parts.push({ kernel: kernelAt(task, group.domain.length), constraints: task.kind.constraints, args, scalars: slots });
    }
    const temporaries = merged.where((slot) => leftOut.has(slot) && locals.has(slot));
    const { kernel, args } = fusedKernel(parts, temporaries);
    if (doesNothing(kernel)) return;
    const bindings = args.map((i) => merged.bindings[i]);
    const used = slotsUsed(bindings, kernel.args);
    const isWritten = (k: number): boolean => used.writes.includes(bindings[k].slot);
    this.#steps.push({
      tasks: Array.from(parts, (_, i) => start + i),
      columns: tasks !== this.#tasks,
      kernel,
      domain: group.domain,
      launch: group.solution?.launch ?? ONE_POINT,
      tiles: tilesOf(tasks.slice(start, end), group),
      unitsPerPoint: group.solution?.unitsPerPoint ?? 1,
      bindings,
      images: keptImages(imagesOf(parts, merged.bindings.length), args, isWritten),
      parts: null,
      scalars,
      keys: this.#keys(group, used.writes),
      ...used,
    });
  }

  /** What written roots' key partitions become. */
  #keys(group: Group, writes: readonly number[]): { slot: number; key: Partition | null }[] {
    return writes.map((slot) => {
      const partition = group.writtenThrough(slot);
      return { slot, key: partition === null ? null : keyOf(this.#slots[slot].view, partition, this.#planning.machine) };
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

/** How the group's domain is cut: as an element-wise argument of the task that decided it. */
function tilesOf(tasks: readonly Task[], group: Group): Partition {
  const decider = tasks.find((task) => !isLiftable(task));
  const k = decider?.roots.findIndex((_, k) => accessOf(decider, k) === 'elementwise') ?? -1;
  return group.solution?.partitions[k] ?? none;
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

  /** Those of certain slots. */
  where(slots: (slot: number) => boolean): Set<number> {
    return new Set(this.bindings.flatMap((binding, i) => (slots(binding.slot) ? [i] : [])));
  }
}
