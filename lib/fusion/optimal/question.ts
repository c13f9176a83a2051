/**
 * Questions for the solver: the graph of a window, and how it is gathered so far. Windows that the rule of thumb gathers at nearly the cost
 * of the lower bound are no question, nor are windows too large to be answered in time.
 */
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { localsOf } from '../cluster.js';
import { type Clustering, clusterers } from '../clusterers.js';
import { type CostName, costModels, costOf } from '../cost.js';
import { growthOf, type Planning } from '../planner.js';
import { asPlanned } from '../through.js';
import { formulate } from './formulate.js';
import type { FusionGraph } from './graph.js';
import { forgetSolver, type Limits, loadSolver, type Solved, solve } from './highs.js';
import { lowerBound } from './lower-bound.js';
import { windowGraph } from './window-graph.js';

/** Plain data, for a thread. */
export interface Question {
  readonly graph: FusionGraph;
  /** Levels of a clustering that is known. */
  readonly start: readonly number[];
  readonly cost: CostName;
  readonly limits: Limits;
}

interface Answer extends Solved {
  /** Model building included. */
  readonly seconds: number;
  /** It costs less than the clustering that is known. */
  readonly isBetter: boolean;
}

/** Tasks of a window that is asked for; a window of more is not. */
export const MOST_TASKS = 96;
export const LIMITS: Limits = { seconds: 10, nodes: 100_000 };
/** The share of a window's cost that a better clustering has to be able to save for a question. */
const LEAST_GAIN = 0.02;
/** The difference of two costs that is the solver's tolerance. */
const ALIKE = 1e-6;

/**
 * The question for a window, with slots in its roots; null where there is nothing to gain, or too much to look at. `isKept`: slots that have
 * to be in memory.
 */
export function questionOf(
  window: readonly Task[],
  slots: readonly Root[],
  planning: Planning,
  isKept: (slot: number) => boolean,
): Question | null {
  if (window.length < 2 || window.length > MOST_TASKS) return null;
  const { tasks } = asPlanned(window, planning, isKept);
  const growth = growthOf(tasks, slots, planning);
  const greedy = clusterers.greedy(tasks, growth, slots, null);
  if (greedy.clusters.length < 2) return null;
  const graph = windowGraph(tasks, growth, slots);
  const known = costOf(greedy.clusters, localsOf(greedy.clusters, slots));
  if (known - lowerBound(graph, costModels.time) < LEAST_GAIN * known) return null;
  return { graph, start: levelsOf(greedy), cost: 'time', limits: LIMITS };
}

/** Levels of a clustering's tasks. */
export function levelsOf({ clusters }: Pick<Clustering, 'clusters'>): number[] {
  const levels: number[] = [];
  clusters.forEach(({ positions }, c) => {
    for (const t of positions) levels[t] = c;
  });
  return levels;
}

/** Solves a question, on this thread; null without a solution. Throws Node's error where the solver is not installed. */
export async function answerTo({ graph, start, cost, limits }: Question): Promise<Answer | null> {
  const highs = await loadSolver();
  const begun = performance.now();
  const formulation = formulate(graph, costModels[cost]);
  const known = formulation.solution(start);
  try {
    const solved = solve(highs, formulation, known, limits);
    if (solved === null) return null;
    const isBetter = solved.cost < formulation.program.costOf(known) * (1 - ALIKE);
    return { ...solved, isBetter, seconds: (performance.now() - begun) / 1000 };
  } catch (error) {
    forgetSolver();
    throw error;
  }
}
