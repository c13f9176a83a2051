/** The solver against all fusions of a graph (`best-fusion.ts`), for some costs. */
import { type CostName, costModels } from '../../lib/fusion/cost.js';
import { formulate } from '../../lib/fusion/optimal/formulate.js';
import type { FusionGraph } from '../../lib/fusion/optimal/graph.js';
import { type loadSolver, solve } from '../../lib/fusion/optimal/highs.js';
import { costsOfKernels, isLegal, leastCosts } from './best-fusion.js';
import { randomProgram, randomWindow } from './combinator-programs.js';
import type { Draw } from './random.js';

export type Solver = Awaited<ReturnType<typeof loadSolver>>;

/** A small graph is solved long before these. */
export const LIMITS = { seconds: 20, nodes: 1e6 };
export const COST_NAMES = Object.keys(costModels) as CostName[];

/** Answers of the solver. */
export interface Answers {
  /** With a proof, at the first time of asking. */
  proven: number;
  /** Without one, as where the machine was too busy for a search to end in time: asked for once more. */
  again: number;
}

/** The first cost of a graph for which the solver has not found the best fusion, with a proof; `answers` counts the answers. */
export function faultOf(
  highs: Solver,
  graph: FusionGraph,
  names: readonly CostName[],
  answers: Answers = { proven: 0, again: 0 },
): string | null {
  const least = leastCosts(
    graph,
    names.map((name) => costModels[name]),
  );
  for (const [i, name] of names.entries()) {
    const cost = costModels[name];
    const first = solve(highs, formulate(graph, cost), null, LIMITS);
    const isProven = first?.proven === true;
    if (isProven) answers.proven++;
    else answers.again++;
    const found = isProven ? first : solve(highs, formulate(graph, cost), null, LIMITS);
    const most = least[i] * (1 + 1e-6);
    const wrong = found === null || Math.abs(found.cost - least[i]) > 1e-6 * Math.max(1, least[i]) || !found.proven;
    if (wrong || !isLegal(graph, found.levels) || costsOfKernels(graph, found.levels, [cost])[0] > most)
      return `${name}: ${found?.cost}${found?.proven ? ', proven' : ''} (levels ${found?.levels}), best is ${least[i]}: ${JSON.stringify(graph)}`;
  }
  return null;
}

/** A random graph of up to 8 nodes, the `run`-th that is drawn. */
export function randomGraph(draw: Draw, run: number): FusionGraph {
  const length = 2 + draw.int(run % 8 === 0 ? 7 : 5);
  return run % 3 === 0 ? randomWindow(draw, length) : randomProgram(draw, length);
}
