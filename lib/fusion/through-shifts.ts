/**
 * Tasks that read results of the window through shifted views, rewritten: they compute the elements that they read, as tasks that gather do
 * (`through-gathers.ts`). Two sweeps of a stencil become one:
 *
 *     0: y = x[:-1] + x[1:]      over (n - 1)       y is used by 1 alone, and need not exist
 *     1: z = y[:-1] + y[1:]      over (n - 2)       becomes z = (x[:-2] + x[1:-1]) + (x[1:-1] + x[2:])
 *
 * That is done where all uses of the result are shifted reads, or may share the producer's kernel with these, and where computing elements
 * again takes less time than storing the result and loading it (`recomputation.ts`). Operands that are computed in the window are computed along, if the producer reads them as they
 * are; operands that the producer reads shifted as well are in memory anyway.
 */

import { mayOverlap, sameShape, sizeOf, type View } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { accessOf } from './part.js';
import { isElementwise, type ThroughTask, writes } from './producers.js';
import { Recomputed } from './recomputation.js';
import { shiftOf } from './shift.js';
import { type Gone, ShiftedTask } from './shifted-task.js';

/** A result that all uses read shifted, and whether tasks go through it; times as the bytes that memory moves meanwhile. */
export interface Shifted {
  readonly producer: number;
  readonly readers: readonly number[];
  /** Storing the result and loading it. */
  readonly saved: number;
  /** Computing its elements again. */
  readonly again: number;
  readonly gone: boolean;
}

/** Fills `found` where tasks read results through shifted views; `isKept`: slots that have to be in memory. Gives the results asked for. */
export function addShifts(
  tasks: readonly Task[],
  found: (ThroughTask | null)[],
  isKept: (slot: number) => boolean,
): readonly Shifted[] {
  const shifted = shiftedRoots(tasks);
  if (shifted.size === 0) return [];
  const window = new Shifts(tasks, found, isKept);
  tasks.forEach((task, p) => {
    task.roots.forEach((root, k) => writes(task, k) && shifted.has(root) && window.offer(root, p));
  });
  tasks.forEach((_, t) => {
    found[t] ??= window.through(t);
  });
  return window.asked;
}

/** Roots that tasks read through views that are not all of them, behind tasks of the window that write all of them. */
function shiftedRoots(tasks: readonly Task[]): Set<Root> {
  const written = new Set<Root>();
  const shifted = new Set<Root>();
  for (const task of tasks) {
    const { kind, roots, views } = task;
    for (let k = 0; k < roots.length; k++)
      if (kind.args[k].privilege === 'read' && views[k] !== roots[k].view && written.has(roots[k])) shifted.add(roots[k]);
    for (let k = 0; k < roots.length; k++) if (writes(task, k) && views[k] === roots[k].view) written.add(roots[k]);
  }
  return shifted;
}

/** Whether a view reaches elements of an array in another way than all of them in order: none of them twice, or one alone. */
function isShifted(view: View, whole: View): boolean {
  const isOnce = view.strides.every((stride, j) => stride !== 0 || view.shape[j] === 1);
  const isOne = view.shape.length === 1 && view.strides[0] === 0;
  return view !== whole && (isOnce || isOne) && shiftOf(view, whole) !== null;
}

/** Results that are gone through, and further ones that are tried: their producers. */
class Layered implements Gone {
  readonly #known: ReadonlyMap<Root, number>;
  readonly #added: ReadonlyMap<Root, number>;

  constructor(known: ReadonlyMap<Root, number>, added: ReadonlyMap<Root, number>) {
    this.#known = known;
    this.#added = added;
  }

  has(root: Root): boolean {
    return this.#added.has(root) || this.#known.has(root);
  }

  get(root: Root): number | undefined {
    return this.#added.get(root) ?? this.#known.get(root);
  }
}

class Shifts {
  readonly asked: Shifted[] = [];
  readonly #tasks: readonly Task[];
  readonly #found: readonly (ThroughTask | null)[];
  readonly #isKept: (slot: number) => boolean;
  /** By root: the tasks that read it, and the ones that write it. */
  readonly #uses = new Map<Root, { readers: number[]; writers: number[] }>();
  /** Results that tasks go through, with their producers; and the producers alone. */
  readonly #gone = new Map<Root, number>();
  readonly #producers = new Set<number>();

  constructor(tasks: readonly Task[], found: readonly (ThroughTask | null)[], isKept: (slot: number) => boolean) {
    this.#tasks = tasks;
    this.#found = found;
    this.#isKept = isKept;
    tasks.forEach((task, t) => {
      task.roots.forEach((root, k) => {
        let use = this.#uses.get(root);
        if (use === undefined) this.#uses.set(root, (use = { readers: [], writers: [] }));
        if (task.kind.args[k].privilege !== 'write' && use.readers.at(-1) !== t) use.readers.push(t);
        if (writes(task, k) && use.writers.at(-1) !== t) use.writers.push(t);
      });
    });
  }

  /** Goes through a result from now on, if that can be done and pays. */
  offer(root: Root, p: number): void {
    if (!this.#isComputed(root, p)) return;
    const { readers } = this.#usesOf(root);
    const shifted = readers.filter((t) => this.#reads(t, root, (view) => isShifted(view, root.view)));
    const beside = readers.filter((t) => !shifted.includes(t));
    if (shifted.length === 0 || !this.#sharesKernel(root, beside, shifted)) return;
    const added = this.#chain(root, p);
    if (added === null) return;
    const gone = new Layered(this.#gone, added);
    const [before, after] = [new Recomputed(), new Recomputed()];
    const vanishing = beside.length > 0 ? [] : [...added.values()];
    for (const t of vanishing) before.own(this.#tasks[t]);
    for (const t of [...shifted, ...vanishing]) this.#rewriting(t, this.#gone, before)?.canBe();
    if (shifted.some((t) => this.#rewriting(t, gone, after)?.canBe() !== true)) return;
    const [saved, again] = [2 * sizeOf(root.view.shape) * root.dtype.size, after.bytes - before.bytes];
    this.asked.push({ producer: p, readers: shifted, saved, again, gone: again <= saved });
    if (again > saved) return;
    for (const [result, by] of added) {
      this.#gone.set(result, by);
      this.#producers.add(by);
    }
  }

  /** Whether all of a result's readers can be in the kernel of its producer, if some read it as it is. */
  #sharesKernel(root: Root, beside: readonly number[], shifted: readonly number[]): boolean {
    if (beside.length === 0) return true;
    if (beside.some((t) => !this.#reads(t, root, (view) => view === root.view))) return false;
    return [...beside, ...shifted].every((t) => sameShape(this.#tasks[t].domain, root.view.shape));
  }

  /** The task at a position, through all results that are gone through; null where it reads none of them. */
  through(t: number): ThroughTask | null {
    return this.#rewriting(t, this.#gone, null)?.rewritten() ?? null;
  }

  #rewriting(t: number, gone: Gone, recomputed: Recomputed | null): ShiftedTask | null {
    const task = this.#tasks[t];
    if (!task.kind.fusible || !task.roots.some((root, k) => gone.has(root) && task.views[k] !== root.view)) return null;
    const isChanged = (root: Root, view: View, p: number): boolean => this.#isChanged(root, view, p, t);
    return new ShiftedTask(this.#tasks, t, gone, isChanged, recomputed);
  }

  /** This result, and the results that its producer reads as they are, beyond the ones gone through; null where one cannot be. */
  #chain(root: Root, p: number): ReadonlyMap<Root, number> | null {
    const added = new Map<Root, number>();
    const open = [root];
    for (const result of open) {
      if (added.has(result)) continue;
      const by = result === root ? p : (this.#usesOf(result).writers.at(-1) ?? -1);
      if (!this.#isComputed(result, by)) return null;
      added.set(result, by);
      const task = this.#tasks[by];
      task.roots.forEach((operand, k) => {
        if (writes(task, k) || task.views[k] !== operand.view || accessOf(task, k) === 'full') return;
        if (added.has(operand) || this.#gone.has(operand)) return;
        if (this.#usesOf(operand).writers.some((w) => w < by)) open.push(operand);
      });
    }
    if (added.size === 1) return added;
    const own = new Set(added.values());
    const isProducer = (t: number): boolean => own.has(t) || this.#producers.has(t);
    const isUsed = [...added.keys()].slice(1).some((result) => !this.#usesOf(result).readers.every(isProducer));
    return isUsed ? null : added;
  }

  /** Whether a task computes all of a root, once in the window and element by element, and the root need not be in memory. */
  #isComputed(root: Root, p: number): boolean {
    if (this.#isKept(root.slot) || root.address !== 0 || this.#found[p] !== null) return false;
    const { readers, writers } = this.#usesOf(root);
    if (writers.length !== 1 || readers.length === 0 || readers[0] <= p) return false;
    const task = this.#tasks[p];
    return isElementwise(task, task.roots.indexOf(root), root);
  }

  /** Whether a task reaches a root element by element, through such views alone. */
  #reads(t: number, root: Root, through: (view: View) => boolean): boolean {
    const task = this.#tasks[t];
    if (!task.kind.fusible || task.domain.length === 0 || this.#found[t] !== null) return false;
    return task.roots.every((other, k) => {
      if (other !== root) return true;
      const { privilege, access } = task.kind.args[k];
      return privilege === 'read' && (access === 'elementwise' || access === 'full') && through(task.views[k]);
    });
  }

  /** Whether a task from `p` to `t` writes elements that a view of a root reaches. */
  #isChanged(root: Root, view: View, p: number, t: number): boolean {
    return this.#usesOf(root).writers.some((w) => {
      const task = this.#tasks[w];
      return (
        w >= p && w <= t && task.roots.some((other, k) => other === root && writes(task, k) && mayOverlap(task.views[k], view))
      );
    });
  }

  #usesOf(root: Root): { readonly readers: readonly number[]; readonly writers: readonly number[] } {
    return this.#uses.get(root) ?? { readers: [], writers: [] };
  }
}
