/**
 * A clusterer that draws: in place of the rule of thumb, any gathering of a window that its dependences allow, so that orders and kernels
 * are tried which neither the rule nor a solver comes to. Windows of one form are gathered alike, as the plan cache expects.
 *
 *     window      a = f(x)   b = g(x)   c = h(a)      levels   0 1 0     1 0 2     0 0 0     2 0 2   …
 */
import type { Growth } from '../../lib/fusion/cluster.js';
import { clusterers } from '../../lib/fusion/clusterers.js';
import type { FusionGraph } from '../../lib/fusion/optimal/graph.js';
import { gathered } from '../../lib/fusion/optimal/levels.js';
import { mayRunBy, windowGraph } from '../../lib/fusion/optimal/window-graph.js';
import type { View } from '../../lib/shape/index.js';
import type { Root } from '../../lib/store/index.js';
import type { Task } from '../../lib/task/index.js';
import { random } from '../fuzz/program.js';

/** Tasks of a window that is gathered at random; the graph of a larger one takes too long, and the rule of thumb has it. */
const MOST_TASKS = 64;

/** Counts of windows that were planned, and a way back to the rule of thumb. */
export interface RandomClusters {
  drawn: number;
  /** Drawn windows with several kernels that do not run in the order of the program. */
  reordered: number;
  tooLarge: number;
  /** Drawn windows with levels that `mayRunBy` refuses. */
  refused: number;
  restore(): void;
}

/** Draws from now on, by a seed; `overlooks`: dependences that are taken for none, by their tasks. */
export function drawClusters(seed: number, overlooks: (from: Task, to: Task) => boolean = () => false): RandomClusters {
  const { greedy } = clusterers;
  const counts: RandomClusters = {
    drawn: 0,
    reordered: 0,
    tooLarge: 0,
    refused: 0,
    restore: () => void Object.assign(clusterers, { greedy }),
  };
  const draw: typeof greedy = (tasks, growth, slots, levels) => {
    if (tasks.length < 2) return greedy(tasks, growth, slots, levels);
    if (tasks.length > MOST_TASKS) {
      counts.tooLarge++;
      return greedy(tasks, growth, slots, levels);
    }
    const drawn = levelsFor(tasks, growth, slots, random(seed ^ hashOf(tasks)), overlooks);
    counts.drawn++;
    if (!mayRunBy(tasks, drawn)) counts.refused++;
    const clusters = gathered(tasks, drawn, growth);
    const order = clusters.flatMap(({ positions }) => positions);
    if (clusters.length > 1 && order.some((t, i) => t !== i)) counts.reordered++;
    return { clusters, barriers: [] };
  };
  Object.assign(clusterers, { greedy: draw });
  return counts;
}

function levelsFor(
  tasks: readonly Task[],
  growth: Growth,
  slots: readonly Root[],
  next: () => number,
  overlooks: (from: Task, to: Task) => boolean,
): number[] {
  const graph = windowGraph(tasks, growth, slots);
  const edges = graph.edges.filter(({ from, to }) => !overlooks(tasks[from], tasks[to]));
  return drawLevels({ ...graph, edges }, next);
}

/** Levels that a graph's edges and separate pairs allow: each graph's nodes are spread over few levels, or over many. */
export function drawLevels({ nodes, edges, apart }: FusionGraph, next: () => number): number[] {
  const spread = [0, 1, 2, 4, nodes.length][Math.floor(next() * 5)];
  const levels: number[] = [];
  nodes.forEach((_, t) => {
    let least = 0;
    for (const { from, to, fusible } of edges) if (to === t) least = Math.max(least, levels[from] + (fusible ? 0 : 1));
    let level = least + Math.floor(next() * (spread + 1));
    const others = apart.flatMap(([a, b]) => (b === t ? [a] : []));
    while (others.some((other) => levels[other] === level)) level++;
    levels.push(level);
  });
  const ranks = [...new Set(levels)].sort((a, b) => a - b);
  return levels.map((level) => ranks.indexOf(level));
}

/** A number by which windows of one form draw alike (FNV-1a). */
function hashOf(tasks: readonly Task[]): number {
  let hash = 0x811c9dc5;
  for (const { kind, roots, views, domain } of tasks) {
    const text = `${kind.name} ${domain} ${roots.map(({ slot }, k) => `${slot} ${nameOf(views[k])}`)}`;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

function nameOf({ shape, strides }: View): string {
  return `${shape}/${strides}`;
}
