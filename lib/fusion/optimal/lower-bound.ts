/**
 * A lower bound on the cost of any fusion of a window, by bytes and launches: it shows whether there is something to gain before a solver
 * is asked.
 */
import { type CostModel, weightOf } from '../cost.js';
import type { FusionGraph } from './graph.js';

/** The least that a graph's kernels cost. */
export function lowerBound(graph: FusionGraph, cost: CostModel): number {
  let bound = cost.launch * leastKernels(graph);
  for (const array of graph.arrays) {
    const weight = weightOf(cost, array.bytes);
    if (array.uses[0]?.reads) bound += cost.read * weight;
    if (array.removal === null && array.uses.some(({ writes }) => writes)) bound += cost.write * weight;
  }
  return bound;
}

/** Kernels that dependences alone ask for: in each domain, as many as the longest chain of loops that cannot share one. */
function leastKernels(graph: FusionGraph): number {
  const domains = [...new Set(graph.nodes.map(({ domain }) => domain))].filter((domain) => domain >= 0);
  const kernels = domains.reduce((sum, domain) => sum + longestChain(graph, domain), 0);
  return Math.max(kernels, graph.nodes.length === 0 ? 0 : 1);
}

function longestChain({ nodes, edges }: FusionGraph, domain: number): number {
  // By node: twice the length of the longest chain of the domain's loops before it, and one more if the chain's end cannot be in its
  // kernel.
  const best = nodes.map(() => 0);
  const incoming = nodes.map((): FusionGraph['edges'][number][] => []);
  for (const edge of edges) incoming[edge.to].push(edge);
  let longest = 0;
  nodes.forEach((node, a) => {
    for (const { from, fusible } of incoming[a]) best[a] = Math.max(best[a], fusible ? best[from] : best[from] | 1);
    if (node.domain === domain && (best[a] === 0 || best[a] % 2 === 1)) best[a] = (best[a] | 1) + 1;
    longest = Math.max(longest, best[a] >> 1);
  });
  return longest;
}
