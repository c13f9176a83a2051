/**
 * What the solver takes for the case studies of "Fusing Gathers" (loads and stores, model building included), beside the two greedy
 * baselines, and CBC where it is installed; FlashAttention unrolled, and random programs of 40 and (with `all`) of 100 combinators, are the
 * hard cases; a last row counts their proofs within 10 s. The paper's own graphs, of 66, 51 and 99 combinators, are not published: Gurobi took 9.77, 0.42 and 0.29 s for these.
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

interface Row {
  readonly name: string;
  readonly combinators: number;
  /** Of processor time; CBC's are of the clock. */
  readonly seconds: number;
  readonly proven: boolean;
  readonly best: number | undefined;
  readonly cbc?: { readonly seconds: number; readonly proven: boolean; readonly best: number };
  readonly top: number;
  readonly bottom: number;
}

function row(name: string, graph: FusionGraph): Row {
  const begun = process.cpuUsage();
  const found = solve(highs, formulate(graph, cost), null, LIMITS);
  const { user, system } = process.cpuUsage(begun);
  const seconds = (user + system) / 1e6;
  const [top, bottom] = (['top', 'bottom'] as const).map((from) => greedyFusion(graph, from, cost));
  const cbc = withCbc ? solveByCbc(formulate(graph, cost).program, LIMITS.seconds) : null;
  const beside = cbc === null ? {} : { cbc: { seconds: cbc.seconds, proven: cbc.proven, best: cbc.cost } };
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

/** Of random programs: how many optima are proven in time, and whether two proofs ever differ. */
function summary(rows: readonly Row[]): object {
  const times = rows.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const both = rows.filter(({ proven, cbc }) => proven && cbc?.proven);
  return {
    programs: rows.length,
    proven: rows.filter(({ proven }) => proven).length,
    notProven: rows.flatMap(({ name, proven }) => (proven ? [] : [name])),
    ...{ medianSeconds: times[times.length >> 1], mostSeconds: times.at(-1) },
    ...(withCbc ? { provenByCbc: rows.filter(({ cbc }) => cbc?.proven).length, provenByBoth: both.length } : {}),
    differ: both.flatMap(({ name, best, cbc }) => (Math.abs((best ?? 0) - (cbc?.best ?? 0)) < 1e-6 ? [] : [name])),
    lessThanGreedy: rows.filter(({ best, top, bottom }) => best !== undefined && best < Math.min(top, bottom)).length,
  };
}

const print = (values: object): void => console.log(JSON.stringify({ bench: 'micro/fusion-solver', ...values }));
const studies = {
  FlashAttention: flashAttention(1),
  LULESH: lulesh(),
  Multigrid: multigrid(3),
  'Multigrid, 5 grids': multigrid(5),
  'FlashAttention, 2 blocks': flashAttention(2),
  'FlashAttention, 4 blocks': flashAttention(4),
  'FlashAttention, 8 blocks': flashAttention(8),
};
// V8 compiles the solver while it is asked for the first time.
row('warm', studies.FlashAttention);
for (const [name, graph] of Object.entries(studies)) print(row(name, graph));
for (const { combinators, count } of RANDOM) {
  const rows = Array.from({ length: count }, (_, i) =>
    row(`random ${combinators}, ${i + 1}`, randomProgram(new Draw(i + 1), combinators)),
  );
  for (const each of rows) print(each);
  if (count > 0) print({ name: `random ${combinators}`, ...summary(rows) });
}
