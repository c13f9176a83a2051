/** The case studies of "Fusing Gathers", rebuilt from their public sources: solved to proven optimality, and never worse than the baselines. */
import t from 'tap';
import { type CostName, costModels } from '../../../lib/fusion/cost.js';
import { formulate } from '../../../lib/fusion/optimal/formulate.js';
import type { FusionGraph } from '../../../lib/fusion/optimal/graph.js';
import { loadSolver, solve } from '../../../lib/fusion/optimal/highs.js';
import { Combinators } from '../../support/combinators.js';
import { greedyFusion } from '../../support/greedy-fusion.js';
import { flashAttention } from './case-studies/flash-attention.js';
import { lulesh } from './case-studies/lulesh.js';
import { multigrid } from './case-studies/multigrid.js';

const highs = await loadSolver().catch(() => null);
const skip = highs === null ? 'the package highs is not installed' : false;
const LIMITS = { seconds: 60, nodes: 1e6 };

/** The proven optimum; what the baselines cost. */
function optimum(graph: FusionGraph, name: CostName): { cost: number; proven: boolean; top: number; bottom: number } {
  const cost = costModels[name];
  const found = highs === null ? null : solve(highs, formulate(graph, cost), null, LIMITS);
  const [top, bottom] = (['top', 'bottom'] as const).map((from) => greedyFusion(graph, from, cost));
  return { cost: Math.round(found?.cost ?? -1), proven: found?.proven ?? false, top, bottom };
}

const STUDIES: Readonly<Record<string, FusionGraph>> = {
  FlashAttention: flashAttention(1),
  LULESH: lulesh(),
  Multigrid: multigrid(3),
};

for (const [study, graph] of Object.entries(STUDIES)) {
  t.test(`${study}, ${graph.nodes.length} combinators`, { skip, timeout: 120_000 }, async (t) => {
    const { cost, proven, top, bottom } = optimum(graph, 'accesses');
    t.ok(proven, `${cost} loads and stores are the least`);
    t.ok(cost > 0 && cost <= Math.min(top, bottom), `the baselines have ${top} and ${bottom}`);
  });
}

t.test('programs that mislead the baselines', { skip }, async (t) => {
  const [n, m] = [8, 8 * 1000];
  const bottomUpBad = new Combinators()
    .inputs(n, 'xs')
    .generate('is', m)
    .gather('large', m, ['is'], ['xs'])
    .fold('ys', n, ['large'])
    .fold('zs', n, ['large'])
    .map('result', n, ['ys'], ['zs'])
    .returns('result')
    .graph();
  const large = optimum(bottomUpBad, 'bytes');
  t.ok(large.proven && large.cost * 20 < large.bottom, `${large.cost} bytes, bottom-up ${large.bottom}`);
  const topDownBad = new Combinators()
    .inputs(m, 'as')
    .map('bs', m, ['as'])
    .map('cs', m, ['bs'])
    .generate('ds', m, ['bs'])
    .map('es', m, ['cs', 'ds'])
    .fold('result', n, ['es'])
    .returns('result')
    .graph();
  const diagonal = optimum(topDownBad, 'accesses');
  t.ok(diagonal.proven && diagonal.cost < diagonal.top, `${diagonal.cost} loads and stores, top-down ${diagonal.top}`);
});
