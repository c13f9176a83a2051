/**
 * The solver against all fusions of small graphs, for each cost, and against a second solver. Runs with `MANIPLE_TEST_RUNS=…` random graphs,
 * and all programs of up to `MANIPLE_TEST_EVERY=…` combinators, instead of the few of CI (`MANIPLE_TEST_COSTS=one`: a cost for each graph, by
 * turns; `MANIPLE_TEST_SAMPLE=…`: one of so many programs, from number `MANIPLE_TEST_OFFSET=…` on, so that runs of all of them can be
 * divided; `test/support/exhaustive-fusion.ts` goes on where it ended); skipped where the optional package `highs` is not installed.
 */
import t, { type Test } from 'tap';
import { type CostName, costModels } from '../../../lib/fusion/cost.js';
import { formulate } from '../../../lib/fusion/optimal/formulate.js';
import type { FusionGraph } from '../../../lib/fusion/optimal/graph.js';
import { loadSolver, solve } from '../../../lib/fusion/optimal/highs.js';
import { listsOf, programAt, programsOf } from '../../support/all-combinator-programs.js';
import { hasCbc, solveByCbc } from '../../support/cbc.js';
import { randomProgram, randomWindow } from '../../support/combinator-programs.js';
import { Combinators } from '../../support/combinators.js';
import { COST_NAMES, faultOf, LIMITS, randomGraph, type Solver } from '../../support/held-against-all.js';
import { Draw } from '../../support/random.js';
import { runsOf, seedOf } from '../../support/seeds.js';

const highs = await loadSolver().catch(() => null);
const skip = highs === null ? 'the package highs is not installed' : false;
const RUNS = runsOf(60);
/** Programs of so many combinators are gone through, all of them. */
const [LEAST, EVERY] = [Number(process.env.MANIPLE_TEST_LEAST ?? 1), Number(process.env.MANIPLE_TEST_EVERY ?? 2)];
/** One of so many programs is looked at, from this one on. */
const [SAMPLE, OFFSET] = [Number(process.env.MANIPLE_TEST_SAMPLE ?? 1), Number(process.env.MANIPLE_TEST_OFFSET ?? 0)];
/** Whether each graph is solved for one cost, by turns. */
const ONE = process.env.MANIPLE_TEST_COSTS === 'one';
const HOURS = 4 * 3_600_000;
const SEED = seedOf(1);

/** Costs of the graph with this number: all of them, or one by turns. */
const costsAt = (number: number): readonly CostName[] => (ONE ? [COST_NAMES[number % COST_NAMES.length]] : COST_NAMES);

/** Holds the solver against all fusions of these graphs. */
function checkAll(t: Test, highs: Solver, graphs: Iterable<FusionGraph>): void {
  let count = 0;
  for (const graph of graphs) {
    const fault = faultOf(highs, graph, costsAt(count));
    if (fault !== null) {
      t.fail(`graph ${count}, ${fault}`);
      return;
    }
    count++;
    if (count % 10_000 === 0) t.comment(`${count} graphs`);
  }
  t.pass(`${count} graphs, ${ONE ? 'a cost each' : `${COST_NAMES.length} costs`}`);
}

function* sampled(programs: Iterable<FusionGraph>): Generator<FusionGraph> {
  let number = 0;
  for (const program of programs) if (number++ % SAMPLE === OFFSET) yield program;
}

t.test(
  `one of ${SAMPLE} programs of ${LEAST} to ${EVERY} combinators, from number ${OFFSET} on`,
  { skip, timeout: HOURS },
  async (t) => {
    if (highs === null) return;
    t.ok(Number.isInteger(OFFSET) && OFFSET >= 0 && OFFSET < SAMPLE, `MANIPLE_TEST_OFFSET is below MANIPLE_TEST_SAMPLE`);
    for (let length = LEAST; length <= EVERY; length++) checkAll(t, highs, sampled(programsOf(length)));
  },
);

t.test('the lists of combinators that are programs, each once', async (t) => {
  for (const [length, programs, lists] of [
    [1, 3, 3],
    [2, 18, 27],
    [3, 186, 483],
  ]) {
    const found = Array.from({ length: lists }, (_, number) => programAt(length, number)).filter((graph) => graph !== null);
    t.same([found.length, listsOf(length)], [programs, lists]);
    t.same(new Set(found.map((graph) => JSON.stringify(graph))).size, programs);
  }
  t.equal(listsOf(6), 37_079_547);
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

function* randomGraphs(draw: Draw, runs: number): Generator<FusionGraph> {
  for (let run = 0; run < runs; run++) yield randomGraph(draw, run);
}

t.test(`random graphs of up to 8 nodes, seed ${SEED}`, { skip, timeout: HOURS }, async (t) => {
  if (highs !== null) checkAll(t, highs, randomGraphs(new Draw(SEED), RUNS));
});

t.test('a graph of which the presolve of HiGHS cuts off the optimum', { skip }, async (t) => {
  const graph = [...randomGraphs(new Draw(700_001), 371)][370];
  if (highs !== null) t.equal(faultOf(highs, graph, ['time']), null);
});

t.test('a graph of which HiGHS cuts off the optimum where costs are 0.4 · k', { skip }, async (t) => {
  const graph = randomGraph(new Draw(1_020_829), 20_829);
  if (highs !== null) t.equal(faultOf(highs, graph, ['time']), null);
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
