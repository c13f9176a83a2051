/**
 * What the solver takes for the case studies of "Fusing Gathers" (loads and stores, model building included), beside the two greedy
 * baselines, and CBC where it is installed; FlashAttention unrolled, and random programs of 40 and (with `all`) of 100 combinators, are the
 * hard cases. The paper's own graphs, of 66, 51 and 99
 * combinators, are not published: Gurobi took 9.77, 0.42 and 0.29 s for these.
 */
import { costModels } from '../../lib/fusion/cost.js';
import { formulate } from '../../lib/fusion/optimal/formulate.js';
import type { FusionGraph } from '../../lib/fusion/optimal/graph.js';
import { loadSolver, solve } from '../../lib/fusion/optimal/highs.js';
import { hasCbc, solveByCbc } from '../../test/support/cbc.js';
import { randomProgram } from '../../test/support/combinator-programs.js';
import { greedyFusion } from '../../test/support/greedy-fusion.js';
import { Draw } from '../../test/support/random.js';
import { flashAttention } from '../../test/unit/fusion/case-studies/flash-attention.js';
import { lulesh } from '../../test/unit/fusion/case-studies/lulesh.js';
import { multigrid } from '../../test/unit/fusion/case-studies/multigrid.js';

const all = process.argv.includes('all');
const RANDOM = [
  { combinators: 40, count: 10 },
  { combinators: 100, count: all ? 100 : 0 },
];
const LIMITS = { seconds: 10, nodes: 1e6 };
const cost = costModels.accesses;
const highs = await loadSolver();
const withCbc = hasCbc();

function row(name: string, graph: FusionGraph): object {
  const begun = performance.now();
  const found = solve(highs, formulate(graph, cost), null, LIMITS);
  const seconds = (performance.now() - begun) / 1000;
  const [top, bottom] = (['top', 'bottom'] as const).map((from) => greedyFusion(graph, from, cost));
  const cbc = withCbc ? solveByCbc(formulate(graph, cost).program, LIMITS.seconds) : null;
  const beside = cbc === null ? {} : { cbc: cbc.seconds, cbcProven: cbc.proven, cbcBest: cbc.cost };
  return {
    name,
    combinators: graph.nodes.length,
    seconds,
    proven: found?.proven ?? false,
    best: found?.cost,
    ...beside,
    top,
    bottom,
  };
}

const studies = {
  FlashAttention: flashAttention(1),
  LULESH: lulesh(),
  Multigrid: multigrid(3),
  'Multigrid, 5 grids': multigrid(5),
  'FlashAttention, 2 blocks': flashAttention(2),
  'FlashAttention, 4 blocks': flashAttention(4),
  'FlashAttention, 8 blocks': flashAttention(8),
};
for (const [name, graph] of Object.entries(studies))
  console.log(JSON.stringify({ bench: 'micro/fusion-solver', ...row(name, graph) }));
for (const { combinators, count } of RANDOM) {
  for (let seed = 1; seed <= count; seed++) {
    const graph = randomProgram(new Draw(seed), combinators);
    console.log(JSON.stringify({ bench: 'micro/fusion-solver', ...row(`random ${combinators}, ${seed}`, graph) }));
  }
}
