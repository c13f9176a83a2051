/**
 * Which tasks of a window become one kernel, and in which order the kernels run. A clusterer is asked for clusters in an order of
 * execution that respects all dependences of the program's order; nothing joins a cluster that its `Group` refuses.
 *
 *     window     a1 = f(a)   b1 = f(b)   a2 = g(a1)   b2 = g(b1)      a: (n), b: (n + 1)
 *     prefix     {a1}  {b1}  {a2}  {b2}                               a task that does not fit ends a kernel
 *     greedy     {a1, a2}  {b1, b2}                                   a task joins any kernel that it may come behind
 */
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { Cluster, type Growth, localsOf } from './cluster.js';
import type { Barrier } from './constraint-barrier.js';
import { costOf } from './cost.js';
import { Dependences } from './dependences.js';
import { gathered } from './optimal/levels.js';
import { mayRunBy } from './optimal/window-graph.js';
import { sunk } from './sink.js';

/** Names of clusterers, as the setting `clusters` has them. */
export type ClustererName = 'prefix' | 'greedy' | 'optimal';

/** A window's tasks as clusters, in an order of execution. */
export interface Clustering {
  readonly clusters: readonly Cluster[];
  /** For each cluster that a task could have joined and did not: why. */
  readonly barriers: readonly Barrier[];
}

/** `levels`: the solver's answer for windows of this form; null for none. */
type Clusterer = (tasks: readonly Task[], growth: Growth, slots: readonly Root[], levels: readonly number[] | null) => Clustering;

/** Each task by itself. */
export function unfused(tasks: readonly Task[], growth: Growth): Clustering {
  return {
    clusters: tasks.map((task, t) => {
      const cluster = new Cluster(growth);
      cluster.tryAdd(task, t);
      return cluster;
    }),
    barriers: [],
  };
}

/** Fusible prefixes in order (Diffuse, section 4.2). */
function prefixes(tasks: readonly Task[], growth: Growth): Clustering {
  const clusters: Cluster[] = [];
  const barriers: Barrier[] = [];
  tasks.forEach((task, t) => {
    const barrier = clusters.at(-1)?.tryAdd(task, t);
    if (barrier === null) return;
    if (barrier !== undefined) barriers.push(barrier);
    clusters.push(begun(task, t, growth));
  });
  return { clusters, barriers };
}

function begun(task: Task, t: number, growth: Growth): Cluster {
  const cluster = new Cluster(growth);
  cluster.tryAdd(task, t);
  return cluster;
}

/** Clusters that a task is offered to, at most: the last ones that it may join. */
const OFFERS = 16;

/**
 * The cheapest of three: prefixes; each task where it shares most; and these with tasks sunk to where their results are used. A window
 * that is one prefix is not looked at again.
 */
function greedy(tasks: readonly Task[], growth: Growth, slots: readonly Root[]): Clustering {
  const simple = prefixes(tasks, growth);
  if (simple.clusters.length < 2) return simple;
  const shared = sharing(tasks, growth);
  if (isAlike(shared.clusters, simple.clusters)) return simple;
  const clusters = sunk(tasks, shared.clusters, simple.clusters, growth);
  const choices = [simple, { clusters, barriers: shared.barriers }, shared].filter(
    (choice, i, all) => all.findIndex((other) => other.clusters === choice.clusters) === i,
  );
  const costs = choices.map((choice) => costOf(choice.clusters, localsOf(choice.clusters, slots), growth.gone));
  return choices[costs.indexOf(Math.min(...costs))];
}

function isAlike(a: readonly Cluster[], b: readonly Cluster[]): boolean {
  return a.length === b.length && a.every(({ positions }, c) => positions.join() === b[c].positions.join());
}

/**
 * One pass: each task joins the cluster that shares most bytes of its arguments among the clusters that it may join, the last one of
 * equals.
 */
function sharing(tasks: readonly Task[], growth: Growth): Clustering {
  const clusters: Cluster[] = [];
  const barriers: Barrier[] = [];
  const dependences = new Dependences();
  tasks.forEach((task, t) => {
    const first = dependences.firstFor(task);
    let barrier: Barrier | null = null;
    for (const at of offers(clusters, first, task)) {
      const refused = clusters[at].tryAdd(task, t);
      if (refused === null) {
        dependences.note(task, at);
        return;
      }
      barrier ??= refused;
    }
    if (barrier !== null) barriers.push(barrier);
    dependences.note(task, clusters.push(begun(task, t, growth)) - 1);
  });
  return { clusters, barriers };
}

/** The clusters from `first` on, ordered by the bytes that they share with the task, later ones first among equals. */
function offers(clusters: readonly Cluster[], first: number, task: Task): number[] {
  const last = clusters.length - 1;
  if (last < first) return [];
  if (last === first) return [last];
  const found: { at: number; bytes: number }[] = [];
  for (let at = last; at >= first && found.length < OFFERS; at--) found.push({ at, bytes: clusters[at].shares(task) });
  return found.sort((x, y) => y.bytes - x.bytes || y.at - x.at).map(({ at }) => at);
}

/** Greedy, until the solver has found clusters that cost less. */
function optimal(tasks: readonly Task[], growth: Growth, slots: readonly Root[], levels: readonly number[] | null): Clustering {
  const simple = greedy(tasks, growth, slots);
  // The solver may have been asked when tasks gathered through producers that have to be in memory by now.
  if (levels === null || !mayRunBy(tasks, levels)) return simple;
  const clusters = gathered(tasks, levels, growth);
  const [found, known] = [clusters, simple.clusters].map((choice) => costOf(choice, localsOf(choice, slots), growth.gone));
  return found < known ? { clusters, barriers: simple.barriers } : simple;
}

/** Every clusterer, by its name. */
export const clusterers: Readonly<Record<ClustererName, Clusterer>> = { prefix: prefixes, greedy, optimal };
