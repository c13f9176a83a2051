/**
 * A cluster: the tasks of a window that become one kernel, as it grows. Its `Group` judges whether a task may join. A cluster over rows
 * of a few elements that would end where its results are used over other axes, or before folds are complete, becomes one in columns
 * (`columns.ts`) if it goes on so:
 *
 *     t = a * a          domain (n, 2)     joins
 *     s = sum(t, 1)      domain (n, 2)     joins in columns: the cluster is over (n) from here on
 *
 * So does a cluster that meets tasks over a few of its rows, or over rows of its own, in rows (`rows.ts`).
 */

import type { Machine } from '../partition/index.js';
import type { Shape } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { inColumns } from './columns.js';
import type { Barrier } from './constraint-barrier.js';
import { Group } from './group.js';
import { Offer, type Offers } from './offer.js';
import { commonRow, inRows } from './rows.js';

/** The machine and the options that clusters are grown for. */
export interface Growth {
  readonly machine: Machine;
  /**
   * Whether all arrays are in one memory: then tasks over rows of a few elements may become tasks over the rows, and tasks over a few rows
   * tasks over their elements; and tasks may compute the elements that they gather (`through.ts`).
   */
  readonly oneMemory: boolean;
  /** The device of each task of the window; null where there is but one. */
  readonly devices: Uint8Array | null;
  /** Whether a device has room for the roots of a kernel; null where all have. */
  readonly hasRoom?: ((device: number, roots: readonly Root[]) => boolean) | null;
  /** Positions of tasks of which nothing is left, since all readers of their results compute these themselves; none where left out. */
  readonly gone?: ReadonlySet<number>;
  /** Of the window's tasks, so that each is solved once for all clusters that it is offered to; left out, anew each time. */
  readonly offers?: Offers;
}

/** How tasks are split that fuse with tasks over fewer axes; null: they stay as they are. */
export type Split = 'columns' | 'rows' | null;

export class Cluster {
  /** Positions of its tasks in the window, in order. */
  readonly positions: number[] = [];
  /** Its tasks, as they are or split. */
  tasks: Task[] = [];
  split: Split = null;
  group: Group;
  readonly #growth: Growth;
  /** The tasks as they came. */
  readonly #given: Task[] = [];
  /** Whether to try columns, or rows, where a task cannot join. */
  #mayTurn: boolean;
  #mayTurnToRows: boolean;

  constructor(growth: Growth) {
    this.#growth = growth;
    this.#mayTurn = this.#mayTurnToRows = growth.oneMemory;
    this.group = new Group(growth.machine);
  }

  /** Joins the task at a position, or says which constraint forbids it. The first task always joins. */
  tryAdd(task: Task, position: number): Barrier | null {
    const { devices } = this.#growth;
    if (devices !== null && this.positions.length > 0 && devices[position] !== devices[this.positions[0]]) return 'device';
    if (devices !== null && !this.#hasRoom(task, devices[position])) return 'memory';
    const own = splitTask(task, this.split, this.group.domain);
    const barrier = own === null ? 'domain' : this.group.tryAdd(this.#offer(own, task, position));
    if (barrier === null && own !== null) this.tasks.push(own);
    else if (!this.#turns(task, barrier)) return barrier;
    this.#given.push(task);
    this.positions.push(position);
    return null;
  }

  #offer(own: Task, task: Task, position: number): Offer {
    return own === task ? (this.#growth.offers?.at(task, position) ?? new Offer(own)) : new Offer(own);
  }

  /** Whether the arrays of the cluster and of a task have room together in a device's memory; those of one task have. */
  #hasRoom({ roots }: Task, device: number): boolean {
    const { hasRoom = null } = this.#growth;
    if (hasRoom === null || device === 0 || this.positions.length === 0) return true;
    return hasRoom(device, [...this.#given.flatMap((task) => task.roots), ...roots]);
  }

  /** Becomes a cluster in columns, or in rows, with this task, if it uses the cluster's results and can join so. */
  #turns(task: Task, barrier: Barrier | null): boolean {
    if (this.split !== null || (barrier !== 'domain' && barrier !== 'reduction')) return false;
    const row = this.#mayTurnToRows && barrier === 'domain' ? commonRow(this.group.domain, task.domain) : null;
    if ((!this.#mayTurn && row === null) || !this.#feeds(task)) return false;
    if (this.#mayTurn) {
      this.#mayTurn = false;
      if (this.#becomes('columns', task, [])) return true;
    }
    if (row === null) return false;
    this.#mayTurnToRows = false;
    return this.#becomes('rows', task, row);
  }

  /** Splits the cluster's tasks and this one, over `domain` where they are split in rows. */
  #becomes(split: Split, task: Task, domain: Shape): boolean {
    const given = [...this.#given, task];
    const parts = given.map((one) => splitTask(one, split, domain));
    if (!parts.every((own) => own !== null) || parts.every((own, i) => own === given[i])) return false;
    const group = new Group(this.#growth.machine);
    for (const own of parts) if (group.tryAdd(new Offer(own)) !== null) return false;
    this.tasks = parts;
    this.group = group;
    this.split = split;
    return true;
  }

  /** Whether a task reads a root that a task of the cluster writes. */
  #feeds({ kind, roots }: Task): boolean {
    if (!kind.fusible) return false;
    const read = roots.filter((_, k) => kind.args[k].privilege !== 'write');
    return this.#given.some((earlier) =>
      earlier.roots.some((root, k) => earlier.kind.args[k].privilege !== 'read' && read.includes(root)),
    );
  }

  /** Bytes of a task's arguments that the cluster's kernel has already loaded or computed. */
  shares({ roots, views }: Task): number {
    let bytes = 0;
    for (let k = 0; k < roots.length; k++)
      if (this.group.reaches(roots[k].slot, this.split === null ? views[k] : null)) bytes += views[k].size * roots[k].dtype.size;
    return bytes;
  }
}

function splitTask(task: Task, split: Split, domain: Shape): Task | null {
  if (split === null) return task;
  return split === 'columns' ? inColumns(task) : inRows(task, domain);
}

/**
 * By cluster: slots that no later cluster uses, and that it overwrites before it reads them; `gone`: positions of tasks of which nothing is left.
 */
export function localsOf(
  clusters: readonly Cluster[],
  slots: readonly Root[],
  gone: ReadonlySet<number> = new Set(),
): Set<number>[] {
  const last = new Map<number, number>();
  clusters.forEach(({ group }, c) => {
    for (const [slot] of group.accessed()) last.set(slot, c);
  });
  return clusters.map((cluster, c) => {
    const { group, tasks } = cluster;
    const found = new Set<number>();
    if (!tasks[0].kind.fusible) return found;
    for (const [slot, access] of group.accessed()) {
      if (last.get(slot) === c && access.coversItself(slots[slot])) found.add(slot);
    }
    if (gone.size > 0) for (const slot of unreadRows(cluster, gone)) if (last.get(slot) === c) found.add(slot);
    return found;
  });
}

/** Slots of folds over rows that are gone and that no task of the cluster reads. */
function unreadRows({ tasks, positions }: Cluster, gone: ReadonlySet<number>): number[] {
  return tasks.flatMap(({ kind, roots, views }, i) => {
    if (!gone.has(positions[i])) return [];
    const folded = roots.filter((root, k) => kind.args[k].access === 'rows' && views[k] === root.view);
    return folded.flatMap((root) => (tasks.every((task) => task === tasks[i] || !task.roots.includes(root)) ? [root.slot] : []));
  });
}
