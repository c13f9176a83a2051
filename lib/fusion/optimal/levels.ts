/**
 * A window gathered as an answer of the solver says: by each task's level. An answer is held against the graph first; a task that a cluster
 * still refuses comes in a cluster of its own behind it.
 */
import type { Task } from '../../task/index.js';
import { Cluster, type Growth } from '../cluster.js';
import { Dependences } from '../dependences.js';
import type { FusionGraph } from './graph.js';

/** Whether these are levels of a graph's nodes that respect its edges. */
export function areLevels({ nodes, edges }: FusionGraph, levels: unknown): levels is readonly number[] {
  if (!Array.isArray(levels) || levels.length !== nodes.length) return false;
  if (!levels.every((level) => Number.isInteger(level) && level >= 0 && level <= nodes.length)) return false;
  return edges.every(({ from, to, fusible }) => (fusible ? levels[from] <= levels[to] : levels[from] < levels[to]));
}

/** Clusters of a window, level by level. */
export function gathered(tasks: readonly Task[], levels: readonly number[], growth: Growth): Cluster[] {
  const order = [...tasks.keys()].sort((a, b) => levels[a] - levels[b] || a - b);
  const clusters: Cluster[] = [];
  const dependences = new Dependences();
  let level = -1;
  let begin = 0;
  for (const t of order) {
    if (levels[t] !== level) begin = clusters.length;
    level = levels[t];
    let at = Math.max(begin, dependences.firstFor(tasks[t]));
    const open = [...clusters.keys()].slice(at).sort((a, b) => clusters[b].shares(tasks[t]) - clusters[a].shares(tasks[t]));
    const taken = open.find((c) => clusters[c].tryAdd(tasks[t], t) === null);
    if (taken === undefined) {
      at = clusters.push(new Cluster(growth)) - 1;
      clusters[at].tryAdd(tasks[t], t);
    } else at = taken;
    dependences.note(tasks[t], at);
  }
  return clusters;
}
