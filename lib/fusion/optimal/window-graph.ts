/**
 * A window as the solver's graph. Its loops are tasks; two may share a kernel where a cluster of the two takes both; an array is the
 * elements of a root that tasks reach through one view.
 */
import { mayOverlap, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { Cluster, type Growth } from '../cluster.js';
import { accessOf, isLiftable } from '../part.js';
import { type ArrayUse, type FusionGraph, type GraphArray, type GraphEdge, OWN } from './graph.js';

/** The graph of tasks; their roots carry their slots. `outside`: roots that other tasks use as well, which have to be in memory. */
export function windowGraph(
  tasks: readonly Task[],
  growth: Growth,
  slots: readonly Root[],
  outside: ReadonlySet<Root> = new Set(),
): FusionGraph {
  const firstWriter = firstWriters(tasks);
  const edges: GraphEdge[] = [];
  const free: [number, number][] = [];
  for (let to = 0; to < tasks.length; to++) {
    for (let from = 0; from < to; from++) {
      if (!depends(tasks, from, to, firstWriter)) free.push([from, to]);
      else edges.push({ from, to, fusible: fits(tasks, from, to, growth), array: null, order: OWN });
    }
  }
  const domains = domainsOf(tasks, edges);
  const removals: number[][] = [];
  const arrays = slots.flatMap((root) => arraysOf(tasks, root, outside.has(root) ? null : removals));
  const alike = free.filter(([a, b]) => domains[a] >= 0 && domains[a] === domains[b]);
  return {
    nodes: tasks.map(({ kind }, t) => ({ name: kind.name, domain: domains[t], produces: 'any' })),
    edges: passing(edges, arrays),
    arrays,
    removals,
    apart: alike.filter(([a, b]) => !fits(tasks, a, b, growth)),
    gathers: 0,
  };
}

/** Whether tasks may run in the order of these levels. */
export function mayRunBy(tasks: readonly Task[], levels: readonly number[]): boolean {
  const firstWriter = firstWriters(tasks);
  return tasks.every((_, to) =>
    tasks.slice(0, to).every((_, t) => levels[t] <= levels[to] || !depends(tasks, t, to, firstWriter)),
  );
}

/** The tasks that one has to come behind, or in the kernels of. */
export function dependencesOf(tasks: readonly Task[], to: number): number[] {
  const firstWriter = firstWriters(tasks);
  return [...tasks.keys()].slice(0, to).filter((from) => depends(tasks, from, to, firstWriter));
}

/** By slot: the first task that writes it. */
function firstWriters(tasks: readonly Task[]): Map<number, number> {
  const first = new Map<number, number>();
  tasks.forEach(({ kind, roots }, t) => {
    roots.forEach(({ slot }, k) => {
      if (kind.args[k].privilege !== 'read' && !first.has(slot)) first.set(slot, t);
    });
  });
  return first;
}

/** Whether a task has to come in the kernel of an earlier one or behind it. */
function depends(tasks: readonly Task[], from: number, to: number, firstWriter: ReadonlyMap<number, number>): boolean {
  const [a, b] = [tasks[from], tasks[to]];
  if (a.kind.body.kind === 'js' && b.kind.body.kind === 'js') return true;
  return a.roots.some((root, i) =>
    b.roots.some((other, k) => {
      if (root !== other) return false;
      if (firstWriter.get(root.slot) === from) return true;
      const reads = a.kind.args[i].privilege === 'read' && b.kind.args[k].privilege === 'read';
      return !reads && mayOverlap(a.views[i], b.views[k]);
    }),
  );
}

/** Whether one kernel takes both tasks. */
function fits(tasks: readonly Task[], a: number, b: number, growth: Growth): boolean {
  const cluster = new Cluster(growth);
  return cluster.tryAdd(tasks[a], a) === null && cluster.tryAdd(tasks[b], b) === null;
}

/** Numbers of domains; one for domains that fuse in columns; -1 for tasks that may be in any. */
function domainsOf(tasks: readonly Task[], edges: readonly GraphEdge[]): number[] {
  const names = tasks.map((task, t) => (task.kind.fusible ? task.domain.join() : `opaque ${t}`));
  for (const { from, to, fusible } of edges) {
    if (!fusible || names[from] === names[to] || isLiftable(tasks[from]) || isLiftable(tasks[to])) continue;
    const [gone, kept] = [names[to], names[from]];
    names.forEach((name, t) => {
      if (name === gone) names[t] = kept;
    });
  }
  const distinct = [...new Set(names)];
  return names.map((name, t) => (isLiftable(tasks[t]) ? -1 : distinct.indexOf(name)));
}

/** The arrays of a root, view by view. `removals` gets the users of one that needs no memory if they share a kernel; null: it needs some. */
function arraysOf(tasks: readonly Task[], root: Root, removals: number[][] | null): GraphArray[] {
  const byView = new Map<View, ArrayUse[]>();
  const users: number[] = [];
  tasks.forEach((task, node) => {
    const { kind, roots, views } = task;
    if (roots.includes(root)) users.push(node);
    const seen = new Map<View, { reads: boolean; writes: boolean }>();
    roots.forEach((other, k) => {
      if (other !== root) return;
      const { privilege } = kind.args[k];
      const use = seen.get(views[k]) ?? { reads: privilege !== 'write', writes: false };
      seen.set(views[k], { ...use, writes: use.writes || privilege !== 'read' });
    });
    for (const [view, use] of seen) byView.set(view, [...(byView.get(view) ?? []), { node, ...use, order: OWN }]);
  });
  const removal = removals !== null && users.length > 0 && isRemovable(tasks, users, root) ? removals.push(users) - 1 : null;
  return [...byView].map(([view, uses]) => ({ name: `${root.slot}`, bytes: view.size * root.dtype.size, uses, removal }));
}

/** Whether a kernel that has all users of a root can keep it to itself (`Cluster`, `localsOf`). */
function isRemovable(tasks: readonly Task[], users: readonly number[], root: Root): boolean {
  const views = new Set<View>();
  const written = new Set<View>();
  for (const user of users) {
    const task = tasks[user];
    for (const [k, other] of task.roots.entries()) {
      if (other !== root) continue;
      const { privilege, access } = task.kind.args[k];
      if (accessOf(task, k) === 'whole' || (access !== 'elementwise' && privilege !== 'read')) return false;
      if (user === users[0] && privilege !== 'write') return false;
      if (user === users[0]) written.add(task.views[k]);
      views.add(task.views[k]);
    }
  }
  let covered = 0;
  for (const view of written) covered += view.size;
  return views.size === written.size && covered === root.view.size && (written.size > 1 || written.has(root.view));
}

/** Edges with the arrays that are passed along them. */
function passing(edges: readonly GraphEdge[], arrays: readonly GraphArray[]): GraphEdge[] {
  return edges.map((edge) => {
    const array = arrays.findIndex(
      ({ uses }) => uses.some(({ node, writes }) => node === edge.from && writes) && uses.some(({ node }) => node === edge.to),
    );
    return { ...edge, array: array < 0 ? null : array };
  });
}
