/**
 * The solver against all fusions of small graphs, for each cost. Runs with `MANIPLE_TEST_RUNS=…` graphs instead of the few of CI; skipped
 * where the optional package `highs` is not installed.
 */
import t from 'tap';
import { type CostName, costModels } from '../../../lib/fusion/cost.js';
import { formulate } from '../../../lib/fusion/optimal/formulate.js';
import { loadSolver, solve } from '../../../lib/fusion/optimal/highs.js';
import { costOfKernels, isLegal, leastCost } from '../../support/best-fusion.js';
import { randomProgram, randomWindow } from '../../support/combinator-programs.js';
import { Combinators } from '../../support/combinators.js';
import { Draw } from '../../support/random.js';

const highs = await loadSolver().catch(() => null);
const skip = highs === null ? 'the package highs is not installed' : false;
const LIMITS = { seconds: 20, nodes: 1e6 };
const RUNS = Number(process.env.MANIPLE_TEST_RUNS ?? 60);
const SEED = Number(process.env.MANIPLE_TEST_SEED ?? 1);

t.test(`random graphs of up to 8 nodes, seed ${SEED}`, { skip, timeout: 600_000 }, async (t) => {
  if (highs === null) return;
  const draw = new Draw(SEED);
  const names = Object.keys(costModels) as CostName[];
  for (let run = 0; run < RUNS; run++) {
    const length = 2 + draw.int(run % 8 === 0 ? 7 : 5);
    const graph = run % 3 === 0 ? randomWindow(draw, length) : randomProgram(draw, length);
    for (const name of names) {
      const cost = costModels[name];
      const found = solve(highs, formulate(graph, cost), null, LIMITS);
      const least = leastCost(graph, cost);
      const wrong = found === null || Math.abs(found.cost - least) > 1e-6 * Math.max(1, least) || !found.proven;
      if (wrong || !isLegal(graph, found.levels) || costOfKernels(graph, found.levels, cost) > least * (1 + 1e-6)) {
        t.fail(`run ${run}, ${name}: ${found?.cost} (levels ${found?.levels}), best is ${least}: ${JSON.stringify(graph)}`);
        return;
      }
    }
  }
  t.pass(`${RUNS} graphs, ${names.length} costs`);
});

t.test('the examples of the paper', { skip }, async (t) => {
  if (highs === null) return;
  const kernels = (program: Combinators, name: CostName): { kernels: number; cost: number } => {
    const found = solve(highs, formulate(program.graph(), costModels[name]), null, LIMITS);
    return { kernels: new Set(found?.levels).size, cost: Math.round(found?.cost ?? -1) };
  };
  const simple1 = new Combinators().inputs(8, 'is', 'xs').map('as', 8, ['xs']).gather('bs', 8, ['is'], ['as']).returns('bs');
  t.same(kernels(simple1, 'accesses'), { kernels: 1, cost: 3 }, 'a gather is pushed through a map');
  const simple3 = new Combinators().inputs(8, 'is', 'xs').map('as', 8, ['xs']).gather('bs', 8, ['is'], ['as']);
  t.same(kernels(simple3.returns('as', 'bs'), 'accesses'), { kernels: 2, cost: 5 }, 'but not where the map is wanted as well');
  const simple2 = new Combinators().inputs(8, 'is1', 'is2', 'xs').gather('as', 8, ['is1'], ['xs']);
  t.same(kernels(simple2.gather('bs', 8, ['is2'], ['as']).returns('bs'), 'clusters'), { kernels: 1, cost: 1 }, 'gathers chain');
  const scanned = new Combinators().inputs(8, 'is', 'xs').scan('as', 8, ['xs']).gather('bs', 8, ['is'], ['as']).returns('bs');
  t.same(kernels(scanned, 'clusters'), { kernels: 2, cost: 2 }, 'no scan is gathered from');
  const both = new Combinators().inputs(8, 'xs').scan('l', 8, ['xs']).scan('r', 8, ['xs'], true).returns('l', 'r');
  t.same(kernels(both, 'reads').cost, 2, 'scans from either end share no loads');
  const scatters = new Combinators().inputs(8, 'xs').map('as', 8, ['xs']).map('bs', 8, ['xs']);
  t.same(kernels(scatters.scatter('r', 8, 'bs', ['as']).returns('r'), 'arrays').cost, 2, 'what is scattered needs no memory');
});
