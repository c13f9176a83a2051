/**
 * Questions for the solver: the graph of a window, or of each of its parts (`parts.ts`), and how it is gathered so far. Windows that the rule of thumb gathers at nearly the cost
 * of the lower bound are no question, nor are windows too large to be answered in time.
 */
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { type Cluster, type Growth, localsOf } from '../cluster.js';
import { type Clustering, clusterers } from '../clusterers.js';
import { type CostName, costModels, costOf } from '../cost.js';
import { growthOf, type Planning } from '../planner.js';
import { asPlanned } from '../through.js';
import { formulate } from './formulate.js';
import type { FusionGraph } from './graph.js';
import { forgetSolver, type Limits, loadSolver, type Solved, solve } from './highs.js';
import { areLevels } from './levels.js';
import { lowerBound } from './lower-bound.js';
import { type GoneTask, joined, runsOf } from './parts.js';
import { dependencesOf, windowGraph } from './window-graph.js';

/** Plain data, for a thread. */
export interface Question {
  readonly graph: FusionGraph;
  /** Levels of a clustering that is known. */
  readonly start: readonly number[];
  readonly cost: CostName;
  readonly limits: Limits;
}

/** Some of a window's tasks, by their positions, and how they are gathered; `question`: null where there is nothing to gain. */
export interface Part {
  readonly positions: readonly number[];
  readonly start: readonly number[];
  readonly question: Question | null;
  /** Tasks of its kernels of which nothing is left, which are not asked for. */
  readonly gone?: readonly GoneTask[];
}

interface Answer extends Solved {
  /** Model building included. */
  readonly seconds: number;
  /** It costs less than the clustering that is known. */
  readonly isBetter: boolean;
}

/** Tasks of a window that is asked for whole. */
export const MOST_TASKS = 96;
/** Tasks of a part of a larger window, and of a window that is asked for at all. */
const PART_TASKS = 64;
const MOST_IN_PARTS = 4096;
export const LIMITS: Limits = { seconds: 10, nodes: 100_000 };
/** The share of a window's cost that a better clustering has to be able to save for a question. */
const LEAST_GAIN = 0.02;
/** The difference of two costs that is the solver's tolerance. */
const ALIKE = 1e-6;

/**
 * The question for a window, with slots in its roots, in parts where it is large; null where there is nothing to gain, or too much to look
 * at. `isKept`: slots that have to be in memory.
 */
export function questionOf(
  window: readonly Task[],
  slots: readonly Root[],
  planning: Planning,
  isKept: (slot: number) => boolean,
): readonly Part[] | null {
  if (window.length < 2 || window.length > MOST_IN_PARTS) return null;
  const { tasks, gone } = asPlanned(window, planning, isKept);
  const growth = growthOf(tasks, slots, planning, gone);
  const { clusters } = clusterers.greedy(tasks, growth, slots, null);
  const runs = tasks.length <= MOST_TASKS ? [[...clusters]] : runsOf(clusters, PART_TASKS);
  const limits = { ...LIMITS, seconds: Math.max(1, LIMITS.seconds / runs.length) };
  const locals = new Map(localsOf(clusters, slots).map((local, c) => [clusters[c], local]));
  const parts = runs.map((run) => partOf(run, tasks, growth, locals, limits));
  return parts.some(({ question }) => question !== null) ? parts : null;
}

/** The part of a window that these clusters have; `locals`: by cluster of the window, the slots that it can keep to itself. */
function partOf(
  run: readonly Cluster[],
  window: readonly Task[],
  growth: Growth,
  locals: ReadonlyMap<Cluster, ReadonlySet<number>>,
  limits: Limits,
): Part {
  const isGone = (t: number): boolean => growth.gone?.has(t) === true;
  const all = run.flatMap((cluster) => cluster.positions).sort((a, b) => a - b);
  const positions = all.filter((t) => !isGone(t));
  const gone = all.filter(isGone).map((position) => ({ position, behind: dependencesOf(window, position) }));
  const left = run.filter((cluster) => !cluster.positions.every(isGone));
  const levelOf = new Map(left.flatMap((cluster, c) => cluster.positions.map((t) => [t, c] as const)));
  const start = positions.map((t) => levelOf.get(t) ?? 0);
  if (left.length < 2 || positions.length > MOST_TASKS) return { positions, start, question: null, gone };
  const isOwn = new Set(positions);
  const used = new Set(positions.flatMap((t) => window[t].roots));
  const outside = new Set(window.flatMap(({ roots }, t) => (isOwn.has(t) || isGone(t) ? [] : roots)));
  const { devices } = growth;
  const own = { ...growth, gone: undefined, devices: devices === null ? null : Uint8Array.from(positions, (t) => devices[t]) };
  const graph = windowGraph(
    positions.map((t) => window[t]),
    own,
    [...used],
    outside,
  );
  const known = costOf(
    run,
    run.map((cluster) => locals.get(cluster) ?? new Set<number>()),
    growth.gone,
  );
  if (known - lowerBound(graph, costModels.time) < LEAST_GAIN * known) return { positions, start, question: null, gone };
  return { positions, start, question: { graph, start, cost: 'time', limits }, gone };
}

/** Levels of a window's tasks by answers to the questions of its parts, in order; null without a better clustering of any part. */
export function levelsBy(parts: readonly Part[], answers: unknown): readonly number[] | null {
  if (!Array.isArray(answers)) return null;
  const given: unknown[] = [...answers];
  let isBetter = false;
  const own = parts.map(({ positions, start, question, gone }) => {
    const levels = question === null ? null : given.shift();
    if (question === null || !areLevels(question.graph, levels)) return { positions, levels: start, gone };
    isBetter = true;
    return { positions, levels, gone };
  });
  return isBetter ? joined(own) : null;
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
