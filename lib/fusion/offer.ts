/**
 * A task as it is offered to groups: its kernel, how each argument is reached, and how a cut divides it. All of that follows from the task
 * alone, so that a window's tasks, which clusterers offer to one group after another, are solved once for each fold structure they meet.
 */
import { type Kernel, type Structure, structureOf } from '../ir/index.js';
import { isDisjointSub, type Machine, type Solution, type SubPartition, subPartition } from '../partition/index.js';
import type { Task } from '../task/index.js';
import { ACCESS } from './constraints.js';
import { type Cut, cutTask } from './cut.js';
import { type Binding, bindingOf, isLiftable, kernelAt } from './part.js';

/** A task's arguments under a cut: their sub-partitions, and bits of `ACCESS`. */
interface CutTask {
  readonly cut: Cut;
  readonly solution: Solution;
  readonly subs: readonly SubPartition[];
  readonly flags: readonly number[];
}

export class Offer {
  readonly task: Task;
  /** Whether it runs inside any domain (`isLiftable`). */
  readonly lifted: boolean;
  /** Its kernel at the rank of its domain, and the kernel's fold structure; null where the task is lifted or does not fuse. */
  readonly kernel: Kernel | null;
  readonly structure: Structure | null;
  readonly bindings: readonly Binding[];
  /** The cuts met so far. */
  readonly #cuts: CutTask[] = [];

  constructor(task: Task) {
    this.task = task;
    this.lifted = isLiftable(task);
    this.kernel = this.lifted || !task.kind.fusible ? null : kernelAt(task, task.domain.length);
    this.structure = this.kernel === null ? null : structureOf(this.kernel);
    this.bindings = task.roots.map((_, k) => bindingOf(task, k));
  }

  /** The task's arguments under a cut. Throws `ShapeError` as `cutTask` does. */
  under(cut: Cut, machine: Machine): CutTask {
    for (const known of this.#cuts) if (known.cut.rowRank === cut.rowRank && known.cut.structure === cut.structure) return known;
    const solution = cutTask(this.task, this.bindings, cut, machine);
    const subs = this.bindings.map(({ view }, k) => subPartition(view, solution.partitions[k]));
    const made: CutTask = { cut, solution, subs, flags: subs.map((sub, k) => this.#flags(k, sub, solution)) };
    this.#cuts.push(made);
    return made;
  }

  #flags(k: number, sub: SubPartition, { launch }: Solution): number {
    const { privilege, access: declared } = this.task.kind.args[k];
    if (privilege !== 'read' && declared !== 'elementwise') return ACCESS.REDUCE;
    const { access } = this.bindings[k];
    const flags = privilege === 'read' ? ACCESS.READ : privilege === 'write' ? ACCESS.WRITE : ACCESS.READ | ACCESS.WRITE;
    const shared = access === 'whole' || !(this.lifted || access === 'full' || isDisjointSub(sub, launch));
    return shared ? flags | ACCESS.ALIASED : flags;
  }
}

/** Offers of a window's tasks, by position: each is made when it is first asked for. */
export class Offers {
  readonly #made: (Offer | undefined)[] = [];

  /** The offer of the task at a position. */
  at(task: Task, position: number): Offer {
    const known = this.#made[position];
    if (known?.task === task) return known;
    const made = new Offer(task);
    this.#made[position] = made;
    return made;
  }
}
