/**
 * A group: the fusible prefix that is being grown. Has each task cut by the solver, asks the constraints (`constraints.ts`) whether it may
 * join, and remembers the accesses to each root. Tasks over 0-d domains join any group (`part.ts`).
 */

import { compatible } from '../compile/index.js';
import type { Kernel } from '../ir/index.js';
import {
  type Machine,
  none,
  type Partition,
  type Solution,
  type SubPartition,
  subPartition,
  subsMayOverlap,
} from '../partition/index.js';
import { type Shape, sameShape, sizeOf, type View } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Barrier } from './constraint-barrier.js';
import { ACCESS, accessList, Prefix, pushAccess } from './constraints.js';
import type { Cut } from './cut.js';
import type { Offer } from './offer.js';

/** A group's accesses to one root. */
class RootAccess {
  readonly views = new Set<View>();
  /** The views of which the first use is a write: a view of all of the root, its columns, or its rows. */
  #written: Set<View> | null = null;
  /** Reached by gathers, or the result of a fold. */
  irregular = false;
  /** A 0-d value that units load before they begin. */
  uniformRead = false;
  /** The partition through which all of it was last written; null when it was not. */
  through: Partition | null = null;

  noteWritten(view: View): void {
    this.#written ??= new Set();
    this.#written.add(view);
  }

  /**
   * Definition 4, inside one group: all of the root is written, and every read is of elements written before, element by element. Views that
   * are written in one group do not meet.
   */
  coversItself(root: Root): boolean {
    const written = this.#written;
    if (this.irregular || written === null || this.views.size !== written.size) return false;
    let covered = 0;
    for (const view of written) covered += view.size;
    if (covered !== root.view.size) return false;
    if (written.size === 1) return written.has(root.view);
    return [...written].every((view) => subPartition(view, none).injective);
  }
}

const ALL_UNIFORM: Cut = { rowRank: 0, structure: 'map' };

/** The arguments of the task that a group is asked about. */
const asked = accessList();

/** Arrays that a group uses, at most: as many as a block program can hold, and a compiler handles well. */
const MOST_VIEWS = 1024;

export class Group {
  /** Of its tasks that were not lifted; `[]` when all were. */
  domain: Shape = [];
  /** How its tasks are cut; of the first that was not lifted. */
  solution: Solution | null = null;
  readonly #machine: Machine;
  readonly #tasks: Offer[] = [];
  /** One that has the group's fold structure. */
  #kernel: Kernel | null = null;
  #cut: Cut = ALL_UNIFORM;
  /** Sub-partitions of offered tasks; their numbers are their positions. */
  readonly #subs: SubPartition[] = [];
  readonly #numbers = new Map<SubPartition, number>();
  /** By slot: numbers of roots of offered tasks. Slots of a window are many more than the roots of a group. */
  readonly #roots = new Map<number, number>();
  readonly #overlap = (a: number, b: number): boolean => subsMayOverlap(this.#subs[a], this.#subs[b]);
  #prefix = new Prefix(this.#overlap);
  readonly #access = new Map<number, RootAccess>();
  #folds = 0;
  #views = 0;
  /** The solver's last answer. */
  #answer: Solution | null = null;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  accessed(): IterableIterator<[number, RootAccess]> {
    return this.#access.entries();
  }

  /** Whether a task of the group reaches a root through this view, or at all where none is given. */
  reaches(slot: number, view: View | null): boolean {
    const access = this.#access.get(slot);
    return access !== undefined && (view === null || access.views.has(view));
  }

  /** The partition through which a root was last written as a whole; null when it was not. */
  writtenThrough(slot: number): Partition | null {
    return this.#access.get(slot)?.through ?? null;
  }

  /** Joins a task, or says which constraint forbids it. The first task always joins. */
  tryAdd(offer: Offer): Barrier | null {
    const barrier = this.#shapeBarrier(offer) ?? this.#uniformBarrier(offer.task) ?? this.#constraints(offer);
    if (barrier !== null) return barrier;
    this.#tasks.push(offer);
    const { args } = offer.task.kind;
    // A task reads before it writes.
    for (let k = 0; k < args.length; k++)
      if (args[k].privilege !== 'write') this.#note(offer, k, this.#answer?.partitions[k] ?? none);
    for (let k = 0; k < args.length; k++)
      if (args[k].privilege === 'write') this.#note(offer, k, this.#answer?.partitions[k] ?? none);
    return null;
  }

  #shapeBarrier({ task, lifted, kernel, structure }: Offer): Barrier | null {
    if (this.#tasks.length === 0) return null;
    if (!task.kind.fusible || !this.#tasks[0].task.kind.fusible) return 'opaque';
    if (this.#views + task.roots.length > MOST_VIEWS) return 'size';
    // An empty domain has no unit 0: 0-d values would not be stored.
    if (lifted) return this.#kernel !== null && sizeOf(this.domain) === 0 ? 'domain' : null;
    if (this.#kernel === null) return sizeOf(task.domain) === 0 ? 'domain' : null;
    if (!sameShape(task.domain, this.domain)) return 'domain';
    if (kernel === null || structure === null) return 'reduction';
    return compatible(this.#kernel, kernel, this.#cut.structure, structure) ? null : 'reduction';
  }

  /** A 0-d value is stored by one unit, and loaded by all before they begin: it may not change under them. */
  #uniformBarrier(task: Task): Barrier | null {
    for (let k = 0; k < task.roots.length; k++) {
      if (task.kind.args[k].privilege !== 'read' && this.#access.get(task.roots[k].slot)?.uniformRead) return 'anti';
    }
    return null;
  }

  #constraints(offer: Offer): Barrier | null {
    const { kernel, structure } = offer;
    if (kernel === null || structure === null) return this.#offer(offer);
    if (this.#kernel !== null && (structure === 'map' || structure === this.#cut.structure)) return this.#offer(offer);
    return this.#restructure(offer, kernel, { rowRank: kernel.rowRank, structure });
  }

  /** The first task with a structure decides how all are cut: earlier ones are offered once more. */
  #restructure(offer: Offer, kernel: Kernel, cut: Cut): Barrier | null {
    const before = { prefix: this.#prefix, cut: this.#cut, solution: this.solution };
    if (this.#tasks.length > 0) this.#prefix = new Prefix(this.#overlap);
    this.#cut = cut;
    this.solution = null;
    let barrier: Barrier | null = null;
    for (const earlier of this.#tasks) barrier ??= this.#offer(earlier);
    barrier ??= this.#offer(offer);
    if (barrier === null) {
      this.#kernel = kernel;
      this.domain = offer.task.domain;
    } else {
      this.#prefix = before.prefix;
      this.#cut = before.cut;
      this.solution = before.solution;
    }
    return barrier;
  }

  #offer(offer: Offer): Barrier | null {
    const { task, lifted } = offer;
    const { solution, subs, flags } = offer.under(this.#cut, this.#machine);
    this.#answer = solution;
    asked.count = 0;
    asked.domain = task.kind.fusible ? 0 : -1;
    if (!lifted && this.solution !== null && !sameShape(this.solution.launch, solution.launch)) return 'domain';
    for (let k = 0; k < subs.length; k++) {
      const op = flags[k] === ACCESS.REDUCE ? ++this.#folds : 0;
      pushAccess(asked, this.#numberOfRoot(task.roots[k].slot), this.#numberOf(subs[k]), flags[k], op);
    }
    const barrier = this.#prefix.tryAdd(asked);
    if (barrier === null && !lifted) this.solution ??= solution;
    return barrier;
  }

  #numberOf(sub: SubPartition): number {
    let number = this.#numbers.get(sub);
    if (number === undefined) this.#numbers.set(sub, (number = this.#subs.push(sub) - 1));
    return number;
  }

  #numberOfRoot(slot: number): number {
    let number = this.#roots.get(slot);
    if (number === undefined) this.#roots.set(slot, (number = this.#roots.size));
    return number;
  }

  #note({ task, bindings }: Offer, k: number, partition: Partition): void {
    const root = task.roots[k];
    const spec = task.kind.args[k];
    const { view, access } = bindings[k];
    let seen = this.#access.get(root.slot);
    if (seen === undefined) this.#access.set(root.slot, (seen = new RootAccess()));
    if (!seen.views.has(view)) {
      this.#views++;
      seen.views.add(view);
      if (spec.privilege === 'write') seen.noteWritten(view);
    }
    if (spec.privilege !== 'read' && view === root.view) seen.through = partition;
    if (access === 'full' && spec.privilege !== 'write') seen.uniformRead = true;
    if (access === 'whole' || (spec.access !== 'elementwise' && spec.privilege !== 'read')) seen.irregular = true;
  }
}
