/**
 * A second look at clusters: a task with results that only a later cluster uses is moved there, where that moves fewer bytes. In one pass a
 * task is placed before the users of its result are known:
 *
 *     0: t = f(a)    cluster 0         a, b: over one domain; s over a second one
 *     1: s = g(a')   cluster 1
 *     2: u = a + 1   cluster 0         shares a with 0 …
 *     3: a[:] = u    cluster 2         … and is written for 3 alone, which comes behind 1: 2 moves to cluster 2
 */
import { mayOverlap } from '../shape/index.js';
import type { Task } from '../task/index.js';
import { Cluster, type Growth } from './cluster.js';

/** The clusters with tasks moved to later ones; the same where there is nothing to gain. `known`: clusters that need not be made again. */
export function sunk(
  tasks: readonly Task[],
  clusters: readonly Cluster[],
  known: readonly Cluster[],
  growth: Growth,
): readonly Cluster[] {
  const places = new Places(tasks, clusters);
  let moved = 0;
  for (let t = tasks.length - 1; t >= 0; t--) if (places.sink(t)) moved++;
  if (moved === 0) return clusters;
  return places.are(known) ? known : (rebuilt(tasks, places.clusterOf, clusters, growth) ?? clusters);
}

/** Clusters of these tasks; null where one of them cannot join its own. */
function rebuilt(
  tasks: readonly Task[],
  clusterOf: Int32Array,
  before: readonly Cluster[],
  growth: Growth,
): readonly Cluster[] | null {
  const clusters = before.map(() => new Cluster(growth));
  for (let t = 0; t < tasks.length; t++) if (clusters[clusterOf[t]].tryAdd(tasks[t], t) !== null) return null;
  return clusters.filter(({ positions }) => positions.length > 0);
}

/** Which cluster each task is in, and how often each slot is used where. */
class Places {
  readonly clusterOf: Int32Array;
  readonly #tasks: readonly Task[];
  /** By slot: the tasks that use it, in order. */
  readonly #users: number[][] = [];
  /** By cluster: uses of each slot. */
  readonly #uses: Map<number, number>[];

  constructor(tasks: readonly Task[], clusters: readonly Cluster[]) {
    this.#tasks = tasks;
    this.clusterOf = new Int32Array(tasks.length);
    this.#uses = clusters.map(() => new Map<number, number>());
    clusters.forEach(({ positions }, c) => {
      for (const t of positions) this.clusterOf[t] = c;
    });
    tasks.forEach((task, t) => {
      for (const { slot } of task.roots) (this.#users[slot] ??= []).push(t);
      this.#count(t, 1);
    });
  }

  /** Whether the tasks are gathered as in these clusters. */
  are(clusters: readonly Cluster[]): boolean {
    let count = 0;
    const alike = clusters.every(({ positions }) => {
      count++;
      return positions.every((t) => this.clusterOf[t] === this.clusterOf[positions[0]]);
    });
    return alike && count === new Set(this.clusterOf).size;
  }

  /** Moves a task to the first cluster that uses its results, if it may and that moves fewer bytes. */
  sink(t: number): boolean {
    const from = this.clusterOf[t];
    const to = this.#firstUser(t);
    if (to <= from || !this.#tasks[t].kind.fusible || this.#isHeldBack(t, to) || this.#gain(t, from, to) <= 0) return false;
    this.#count(t, -1);
    this.clusterOf[t] = to;
    this.#count(t, 1);
    return true;
  }

  /** The first cluster that uses a task's results, behind it; -1 where none does. */
  #firstUser(t: number): number {
    const { kind, roots } = this.#tasks[t];
    let first = -1;
    for (let k = 0; k < roots.length; k++) {
      const { privilege, access } = kind.args[k];
      if (privilege === 'read') continue;
      if (privilege !== 'write' || access !== 'elementwise') return -1;
      for (const user of this.#users[roots[k].slot]) {
        if (user > t && (first < 0 || this.clusterOf[user] < first)) first = this.clusterOf[user];
      }
    }
    return first;
  }

  /** Whether a task before the cluster changes an argument that this one reads. */
  #isHeldBack(t: number, to: number): boolean {
    const { kind, roots, views } = this.#tasks[t];
    return roots.some((root, k) => {
      if (kind.args[k].privilege === 'write') return false;
      return this.#users[root.slot].some(
        (user) => user > t && this.clusterOf[user] < to && this.#writes(user, root.slot, views[k]),
      );
    });
  }

  #writes(t: number, slot: number, view: Task['views'][number]): boolean {
    const { kind, roots, views } = this.#tasks[t];
    return roots.some((root, k) => root.slot === slot && kind.args[k].privilege !== 'read' && mayOverlap(views[k], view));
  }

  /** Bytes that are not moved if the task moves. */
  #gain(t: number, from: number, to: number): number {
    const { kind, roots, views } = this.#tasks[t];
    let bytes = 0;
    for (let k = 0; k < roots.length; k++) {
      const { slot, dtype } = roots[k];
      const size = views[k].size * dtype.size;
      if (kind.args[k].privilege !== 'read') bytes += 2 * size;
      else {
        if (!this.#uses[to].has(slot)) bytes -= size;
        if (this.#uses[from].get(slot) === 1) bytes += size;
      }
    }
    return bytes;
  }

  #count(t: number, by: number): void {
    const uses = this.#uses[this.clusterOf[t]];
    for (const { slot } of this.#tasks[t].roots) {
      const count = (uses.get(slot) ?? 0) + by;
      if (count === 0) uses.delete(slot);
      else uses.set(slot, count);
    }
  }
}
