/**
 * A group: the fusible prefix that is being grown. Asks the constraints (`constraints.ts`) about each further task, and
 * remembers what was done to each root. Tasks over 0-d domains join any group (`part.ts`).
 */

import { type Kernel, structureOf } from '../ir/index.js';
import { none, subPartition, subPartitionById, subsMayOverlap } from '../partition/index.js';
import { type Shape, sameShape, type View } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Barrier } from './constraint-barrier.js';
import { ACCESS, accessList, Prefix, pushAccess } from './constraints.js';
import { compatible } from './interim.js';
import { accessOf, bindingOf, isLiftable, kernelAt } from './part.js';

/** What a group does to one root. */
class RootAccess {
  readonly views = new Set<View>();
  /** The first use overwrites all of it. */
  overwritten = false;
  /** Reached by gathers, or the result of a fold. */
  irregular = false;
  /** A 0-d value that units load before they begin. */
  uniformRead = false;

  /** Definition 4, inside one group: what it writes covers what it reads, element by element. */
  coversItself(root: Root): boolean {
    return this.overwritten && !this.irregular && this.views.size === 1 && this.views.has(root.view);
  }
}

const overlap = (a: number, b: number): boolean => subsMayOverlap(subPartitionById(a), subPartitionById(b));

export class Group {
  /** Of its tasks that were not lifted; `[]` when all were. */
  domain: Shape = [];
  /** One that has the group's fold structure. */
  #kernel: Kernel | null = null;
  readonly #prefix = new Prefix(overlap);
  readonly #list = accessList();
  readonly #access = new Map<number, RootAccess>();
  #folds = 0;

  accessed(): IterableIterator<[number, RootAccess]> {
    return this.#access.entries();
  }

  /** Joins a task, or says which constraint forbids it. The first task always joins. */
  tryAdd(task: Task): Barrier | null {
    const lifted = isLiftable(task);
    this.#fill(task, lifted);
    const barrier = this.#shapeBarrier(task, lifted) ?? this.#uniformBarrier(task) ?? this.#prefix.tryAdd(this.#list);
    if (barrier !== null) return barrier;
    if (!lifted) this.#adopt(task);
    for (let k = 0; k < task.roots.length; k++) this.#note(task, k);
    return null;
  }

  /** Domains are compared by `#shapeBarrier`: here they are all one, but for opaque tasks. */
  #fill(task: Task, lifted: boolean): void {
    this.#list.count = 0;
    this.#list.domain = task.kind.fusible ? 0 : -1;
    for (let k = 0; k < task.roots.length; k++) {
      const { view, access, slot } = bindingOf(task, k);
      const { privilege } = task.kind.args[k];
      const sub = subPartition(view, none).id;
      if (privilege !== 'read' && task.kind.args[k].access !== 'elementwise') {
        pushAccess(this.#list, slot, sub, ACCESS.REDUCE, ++this.#folds);
        continue;
      }
      let flags: number = privilege === 'read' ? ACCESS.READ : privilege === 'write' ? ACCESS.WRITE : ACCESS.READ | ACCESS.WRITE;
      if (access === 'whole' || !(lifted || access === 'full' || subPartitionById(sub).injective || privilege === 'read'))
        flags |= ACCESS.ALIASED;
      pushAccess(this.#list, slot, sub, flags);
    }
  }

  #shapeBarrier(task: Task, lifted: boolean): Barrier | null {
    if (lifted || !task.kind.fusible || this.#kernel === null) return null;
    if (!sameShape(task.domain, this.domain)) return 'domain';
    return compatible(this.#kernel, kernelAt(task, task.domain.length)) ? null : 'reduction';
  }

  /** A 0-d value is stored by one unit, and loaded by all before they begin: it may not change under them. */
  #uniformBarrier(task: Task): Barrier | null {
    for (let k = 0; k < task.roots.length; k++) {
      if (task.kind.args[k].privilege !== 'read' && this.#access.get(task.roots[k].slot)?.uniformRead) return 'anti';
    }
    return null;
  }

  #adopt(task: Task): void {
    this.domain = task.domain;
    if (!task.kind.fusible) return;
    if (this.#kernel === null || structureOf(this.#kernel) === 'map') this.#kernel = kernelAt(task, task.domain.length);
  }

  #note(task: Task, k: number): void {
    const root = task.roots[k];
    const spec = task.kind.args[k];
    const { view } = bindingOf(task, k);
    const access = accessOf(task, k);
    let seen = this.#access.get(root.slot);
    if (seen === undefined) {
      this.#access.set(root.slot, (seen = new RootAccess()));
      seen.overwritten = spec.privilege === 'write' && view === root.view;
    }
    seen.views.add(view);
    if (access === 'full' && spec.privilege !== 'write') seen.uniformRead = true;
    if (access === 'whole' || (spec.access !== 'elementwise' && spec.privilege !== 'read')) seen.irregular = true;
  }
}
