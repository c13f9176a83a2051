/** The integer program of small windows: all of their fusions satisfy its rows, cuts among them, and have their cost in it. Needs no solver. */
import t from 'tap';
import { costModels } from '../../../lib/fusion/cost.js';
import { formulate } from '../../../lib/fusion/optimal/formulate.js';
import type { FusionGraph } from '../../../lib/fusion/optimal/graph.js';
import { solve } from '../../../lib/fusion/optimal/highs.js';
import type { IntegerProgram } from '../../../lib/fusion/optimal/integer-program.js';
import { costsOfKernels, isLegal, partitions } from '../../support/best-fusion.js';
import { randomWindow } from '../../support/combinator-programs.js';
import { Combinators } from '../../support/combinators.js';
import { COST_NAMES } from '../../support/held-against-all.js';
import { Draw } from '../../support/random.js';
import { runsOf, seedOf } from '../../support/seeds.js';

const SEED = seedOf(1);

/** Kernels, numbered so that each comes behind all that it depends on. */
function levelsOf({ edges }: FusionGraph, part: readonly number[]): number[] {
  const order: number[] = [];
  const isFree = (p: number): boolean =>
    edges.every(({ from, to }) => part[to] !== p || part[from] === p || order.includes(part[from]));
  for (const all = new Set(part); order.length < all.size; )
    order.push([...all].find((p) => !order.includes(p) && isFree(p)) ?? Number.NaN);
  return part.map((p) => order.indexOf(p));
}

/** The first row or bound that a solution breaks. */
function broken(program: IntegerProgram, values: Float64Array): string | null {
  const { numRows, numCols, colLower, colUpper, rowLower, rowUpper, matrix } = program.data(1e30);
  for (let c = 0; c < numCols; c++) if (values[c] < colLower[c] || values[c] > colUpper[c]) return `column ${c} is ${values[c]}`;
  for (let r = 0; r < numRows; r++) {
    let sum = 0;
    const end = r + 1 < matrix.starts.length ? matrix.starts[r + 1] : matrix.indices.length;
    for (let i = matrix.starts[r]; i < end; i++) sum += matrix.values[i] * values[matrix.indices[i]];
    if (sum < rowLower[r] || sum > rowUpper[r]) return `row ${r} is ${sum}, between ${rowLower[r]} and ${rowUpper[r]}`;
  }
  return null;
}

t.test(`all fusions of random windows of up to 6 loops, seed ${SEED}`, async (t) => {
  const draw = new Draw(SEED);
  let fusions = 0;
  for (let run = 0; run < runsOf(40); run++) {
    const graph = randomWindow(draw, 3 + draw.int(4));
    const costs = COST_NAMES.map((name) => costModels[name]);
    const programs = costs.map((cost) => formulate(graph, cost));
    for (const part of partitions(graph.nodes.length)) {
      if (!isLegal(graph, part)) continue;
      fusions++;
      const levels = levelsOf(graph, part);
      const known = costsOfKernels(graph, part, costs);
      for (const [i, formulation] of programs.entries()) {
        const values = formulation.solution(levels);
        const fault = broken(formulation.program, values);
        if (fault !== null) return void t.fail(`run ${run}, kernels ${part}, ${COST_NAMES[i]}: ${fault}`);
        // One domain's kernels are counted by their levels.
        const cost = formulation.program.costOf(values);
        if (Math.abs(cost - known[i]) > 1e-9 * known[i])
          return void t.fail(`run ${run}, kernels ${part}, ${COST_NAMES[i]}: ${cost} and not ${known[i]}`);
      }
    }
  }
  t.ok(fusions > 5 * runsOf(40), `${fusions} fusions`);
});

t.test('pairs that paths keep apart, and orders without a choice, have no columns', async (t) => {
  const program = new Combinators()
    .inputs(8, 'x')
    .map('a', 8, ['x'])
    .barrier('b', 8, ['a'])
    .map('c', 8, ['b'])
    .map('d', 8, ['a', 'c']);
  const { columns } = formulate(program.returns('d').graph(), costModels.accesses).program;
  t.equal(columns, 8, 'four levels; x and m of the pair c, d; its load and its store, paid for');
});

t.test('a program that the solver calls infeasible is solved without its presolve', async (t) => {
  const options: Record<string, unknown>[] = [];
  const [optimal, infeasible] = [7, 8];
  let runs = 0;
  const highs: Parameters<typeof solve>[0] = {
    infinity: 1e30,
    constants: { modelStatus: { optimal, infeasible } },
    createModel: ({ numCols }) => ({
      options: { set: (values) => options.push(values) },
      info: { get: (name) => (name === 'primal_solution_status' ? (runs > 1 ? 2 : 1) : 0) },
      setSolution: () => {},
      run: () => runs++,
      clearSolver: () => {},
      getModelStatus: () => (runs > 1 ? optimal : infeasible),
      getSolution: () => ({ colValue: new Float64Array(numCols) }),
      dispose: () => {},
    }),
  };
  const graph = new Combinators().inputs(8, 'x').map('a', 8, ['x']).returns('a').graph();
  const found = solve(highs, formulate(graph, costModels.time), null, { seconds: 1, nodes: 1 });
  t.same([runs, found?.proven, found?.levels], [2, true, [0]]);
  t.equal(options.at(-1)?.presolve, 'off');
});
