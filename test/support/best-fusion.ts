/**
 * The best fusion of a small graph by looking at all of them: each way to put nodes into kernels that can be executed one after another,
 * and each order of what they produce. Knows the graph's data and what costs are, and nothing of the integer program.
 */
import type { CostModel } from '../../lib/fusion/cost.js';
import type { ArrayUse, FusionGraph, GraphArray } from '../../lib/fusion/optimal/graph.js';

/** The least of each cost. */
export function leastCosts(graph: FusionGraph, costs: readonly CostModel[]): number[] {
  const least = costs.map(() => Number.POSITIVE_INFINITY);
  for (const part of partitions(graph.nodes.length)) {
    if (!isLegal(graph, part)) continue;
    for (const [i, cost] of costsOfKernels(graph, part, costs).entries()) least[i] = Math.min(least[i], cost);
  }
  return least;
}

/** All ways to put `n` things into numbered parts, each once. */
export function* partitions(n: number, part: readonly number[] = []): Generator<readonly number[]> {
  if (part.length === n) {
    yield part;
    return;
  }
  const next = part.length === 0 ? 0 : Math.max(...part) + 1;
  for (let p = 0; p <= next; p++) yield* partitions(n, [...part, p]);
}

/** Whether kernels are of one domain each, take nothing that may not be fused, and can be executed in some order. */
export function isLegal({ nodes, edges, apart }: FusionGraph, part: readonly number[]): boolean {
  const differ = (a: number, b: number): boolean => a >= 0 && b >= 0 && a !== b;
  if (nodes.some((node, a) => nodes.some((other, b) => part[a] === part[b] && differ(node.domain, other.domain)))) return false;
  if (apart.some(([a, b]) => part[a] === part[b])) return false;
  if (edges.some(({ from, to, fusible }) => !fusible && part[from] === part[to])) return false;
  const waiting = new Set(part);
  const blocked = (p: number): boolean =>
    edges.some(({ from, to }) => part[to] === p && part[from] !== p && waiting.has(part[from]));
  for (;;) {
    const free = [...waiting].filter((p) => !blocked(p));
    if (free.length === 0) return waiting.size === 0;
    for (const p of free) waiting.delete(p);
  }
}

/** By removal: whether one kernel has all of its nodes. */
export function removedBy({ removals }: FusionGraph, part: readonly number[]): boolean[] {
  return removals.map(([first, ...users]) => users.every((user) => part[user] === part[first]));
}

/** The least of each cost that these kernels have, over all orders; infinite where no orders agree. */
export function costsOfKernels(graph: FusionGraph, part: readonly number[], costs: readonly CostModel[]): number[] {
  const { nodes, edges, gathers } = graph;
  const removed = removedBy(graph, part);
  const mayBe = nodes.map((node, a) => {
    const all = { any: range(0, gathers + 1), forward: [0], backward: [1], whole: [0, 1] }[node.produces];
    const written = graph.arrays.filter(({ uses }) => uses.some((use) => use.node === a && use.writes));
    const kept = written.length === 0 || written.some(({ removal }) => removal === null || !removed[removal]);
    return gathers === 0 && !nodes.some(({ produces }) => produces === 'backward') ? [0] : all.filter((d) => !kept || d <= 1);
  });
  const ordered = mayBe.some((orders) => orders.length > 1 || orders[0] !== 0);
  const fused = edges.filter(({ from, to, array }) => array !== null && part[from] === part[to]);
  const least = costs.map(() => Number.POSITIVE_INFINITY);
  const d: number[] = [];
  const choose = (a: number): void => {
    if (a === nodes.length) {
      const moved = movedBy(graph, part, d, removed);
      for (const [i, cost] of costs.entries()) least[i] = Math.min(least[i], total(moved, cost));
      return;
    }
    for (const order of mayBe[a]) {
      d[a] = order;
      const agrees = fused.every(({ from, to, order: read }) => {
        if (Math.max(from, to) > a || Math.max(from, to) < a || !ordered) return true;
        return d[from] === (read.kind === 'own' ? d[to] : read.at);
      });
      if (agrees) choose(a + 1);
    }
  };
  choose(0);
  return least;
}

/** Kernels, edges between them, stores and loads: how many, and the bytes of their arrays. */
export interface Moved {
  launches: number;
  readonly edges: Amount;
  readonly writes: Amount;
  readonly reads: Amount;
}
interface Amount {
  count: number;
  bytes: number;
}

/** What kernels move whose nodes produce in these orders; `removed`: by removal, whether it takes place. */
export function movedBy(graph: FusionGraph, part: readonly number[], d: readonly number[], removed: readonly boolean[]): Moved {
  const none = (): Amount => ({ count: 0, bytes: 0 });
  const moved: Moved = { launches: new Set(part).size, edges: none(), writes: none(), reads: none() };
  const add = (amount: Amount, { bytes }: GraphArray): void => {
    amount.count++;
    amount.bytes += bytes;
  };
  const pairs = new Set<string>();
  for (const { from, to, fusible, array } of graph.edges) {
    if (!fusible || array === null || part[from] === part[to] || pairs.has(`${from},${to},${array}`)) continue;
    if (graph.edges.some((e) => e.from === from && e.to === to && !e.fusible)) continue;
    pairs.add(`${from},${to},${array}`);
    add(moved.edges, graph.arrays[array]);
  }
  for (const array of graph.arrays) {
    const orderOf = ({ node, order }: ArrayUse): number => (order?.kind === 'fixed' ? order.at : d[node]);
    array.uses.forEach((use, j) => {
      const before = array.uses.slice(0, j).filter(({ node }) => part[node] === part[use.node]);
      const has = before.some((other) => other.order !== null && use.order !== null && orderOf(other) === orderOf(use));
      if (use.reads && !has) add(moved.reads, array);
      const isRemoved = array.removal !== null && removed[array.removal];
      if (use.writes && !isRemoved && !before.some(({ writes }) => writes)) add(moved.writes, array);
    });
  }
  return moved;
}

/** The cost of that. */
export function total({ launches, edges, writes, reads }: Moved, cost: CostModel): number {
  const of = ({ count, bytes }: Amount): number => (cost.sized ? bytes : count);
  return cost.launch * launches + cost.edge * of(edges) + cost.write * of(writes) + cost.read * of(reads);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
