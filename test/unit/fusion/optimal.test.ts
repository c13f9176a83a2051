/**
 * The solver against all fusions of small graphs, for each cost, and against a second solver. Runs with `MANIPLE_TEST_RUNS=…` random graphs,
 * and all programs of `MANIPLE_TEST_EVERY=…` combinators, instead of the few of CI; skipped where the optional package `highs` is not installed.
 */
import t from 'tap';
import { type CostName, costModels } from '../../../lib/fusion/cost.js';
import { formulate } from '../../../lib/fusion/optimal/formulate.js';
import type { FusionGraph } from '../../../lib/fusion/optimal/graph.js';
import { loadSolver, solve } from '../../../lib/fusion/optimal/highs.js';
import { everyProgram } from '../../support/all-combinator-programs.js';
import { costOfKernels, isLegal, leastCost } from '../../support/best-fusion.js';
import { hasCbc, solveByCbc } from '../../support/cbc.js';
import { randomProgram, randomWindow } from '../../support/combinator-programs.js';
import { Combinators } from '../../support/combinators.js';
import { Draw } from '../../support/random.js';

const highs = await loadSolver().catch(() => null);
type Solver = Awaited<ReturnType<typeof loadSolver>>;
const skip = highs === null ? 'the package highs is not installed' : false;
const LIMITS = { seconds: 20, nodes: 1e6 };
const RUNS = Number(process.env.MANIPLE_TEST_RUNS ?? 60);
/** Programs of up to so many combinators are gone through, all of them. */
const EVERY = Number(process.env.MANIPLE_TEST_EVERY ?? 2);
const SEED = Number(process.env.MANIPLE_TEST_SEED ?? 1);

/** The first cost of a graph for which the solver has not found the best fusion. */
function faultOf(highs: Solver, graph: FusionGraph, names: readonly CostName[]): string | null {
  for (const name of names) {
    const cost = costModels[name];
    const found = solve(highs, formulate(graph, cost), null, LIMITS);
    const least = leastCost(graph, cost);
    const wrong = found === null || Math.abs(found.cost - least) > 1e-6 * Math.max(1, least) || !found.proven;
    if (wrong || !isLegal(graph, found.levels) || costOfKernels(graph, found.levels, cost) > least * (1 + 1e-6))
      return `${name}: ${found?.cost} (levels ${found?.levels}), best is ${least}: ${JSON.stringify(graph)}`;
  }
  return null;
}

t.test(`all programs of up to ${EVERY} combinators`, { skip, timeout: 3_600_000 }, async (t) => {
  if (highs === null) return;
  let count = 0;
  for (const graph of everyProgram(EVERY)) {
    count++;
    const fault = faultOf(highs, graph, Object.keys(costModels) as CostName[]);
    if (fault !== null) {
      t.fail(fault);
      return;
    }
  }
  t.pass(`${count} graphs`);
});

t.test('CBC finds the same optima', { skip: hasCbc() ? skip : 'cbc is not installed (Debian: coinor-cbc)' }, async (t) => {
  if (highs === null) return;
  const draw = new Draw(SEED);
  for (let run = 0; run < Math.min(RUNS / 10, 100); run++) {
    const graph = run % 3 === 0 ? randomWindow(draw, 8) : randomProgram(draw, 14);
    for (const name of ['time', 'accesses', 'clusters'] as const) {
      const formulation = formulate(graph, costModels[name]);
      const [mine, theirs] = [solve(highs, formulation, null, LIMITS), solveByCbc(formulation.program, LIMITS.seconds)];
      if (mine === null || theirs === null || !mine.proven || !theirs.proven) t.fail(`run ${run}, ${name}: not solved`);
      else t.ok(Math.abs(mine.cost - theirs.cost) <= 1e-6 * Math.max(1, mine.cost), `run ${run}, ${name}`);
    }
  }
});

t.test(`random graphs of up to 8 nodes, seed ${SEED}`, { skip, timeout: 600_000 }, async (t) => {
  if (highs === null) return;
  const draw = new Draw(SEED);
  const names = Object.keys(costModels) as CostName[];
  for (let run = 0; run < RUNS; run++) {
    const length = 2 + draw.int(run % 8 === 0 ? 7 : 5);
    const graph = run % 3 === 0 ? randomWindow(draw, length) : randomProgram(draw, length);
    const fault = faultOf(highs, graph, names);
    if (fault !== null) {
      t.fail(`run ${run}, ${fault}`);
      return;
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
