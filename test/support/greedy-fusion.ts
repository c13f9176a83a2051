/**
 * The baselines of "Fusing Gathers" (section 5): edges are fused one after another, from the first of the program or from the last, as long
 * as kernels are legal and orders agree. What neither a gather nor a scan asks for is produced forwards.
 */
import type { CostModel } from '../../lib/fusion/cost.js';
import type { FusionGraph } from '../../lib/fusion/optimal/graph.js';
import { isLegal, movedBy, removedBy, total } from './best-fusion.js';

/** What the program costs whose edges are fused so. */
export function greedyFusion(graph: FusionGraph, from: 'top' | 'bottom', cost: CostModel): number {
  const edges = graph.edges.filter(({ fusible, array }) => fusible && array !== null);
  let part: readonly number[] = graph.nodes.map((_, a) => a);
  for (const edge of from === 'top' ? edges : [...edges].reverse()) {
    const [kept, gone] = [part[edge.from], part[edge.to]];
    if (kept === gone) continue;
    const merged = part.map((kernel) => (kernel === gone ? kept : kernel));
    if (isLegal(graph, merged) && ordersOf(graph, merged) !== null) part = merged;
  }
  return total(movedBy(graph, part, ordersOf(graph, part) ?? [], removedBy(graph, part)), cost);
}

/** The orders of nodes that kernels ask for; null where they contradict each other, or would leave an array incomplete. */
function ordersOf(graph: FusionGraph, part: readonly number[]): number[] | null {
  const d: (number | null)[] = graph.nodes.map(({ produces }) => ({ forward: 0, backward: 1, any: null, whole: null })[produces]);
  const fused = graph.edges.filter(({ from, to, array }) => array !== null && part[from] === part[to]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to, order } of fused) {
      const wanted = order.kind === 'fixed' ? order.at : d[to];
      const given = order.kind === 'own' ? d[from] : null;
      if (wanted !== null && d[from] !== null && wanted !== d[from]) return null;
      if (wanted !== null && d[from] === null) {
        d[from] = wanted;
        changed = true;
      }
      if (given !== null && d[to] === null) {
        d[to] = given;
        changed = true;
      }
    }
  }
  const removed = removedBy(graph, part);
  const isComplete = graph.arrays.every(({ uses, removal }) => {
    const writer = uses.find(({ writes }) => writes);
    return writer === undefined || (removal !== null && removed[removal]) || (d[writer.node] ?? 0) <= 1;
  });
  const isWhole = graph.nodes.every(({ produces }, a) => produces !== 'whole' || (d[a] ?? 0) <= 1);
  return isComplete && isWhole ? d.map((order) => order ?? 0) : null;
}
