/** A window as every clusterer gathers it, with the costs; without roots, so that it can be looked at when the program has ended. */
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { Cluster, type Growth, localsOf } from '../cluster.js';
import { type Clustering, clusterers } from '../clusterers.js';
import type { Barrier } from '../constraint-barrier.js';
import { bytesOf, type CostName, costModels, costOf } from '../cost.js';
import { growthOf, type Planning } from '../planner.js';
import { asPlanned } from '../through.js';
import { formulate } from './formulate.js';
import type { FusionGraph } from './graph.js';
import { answerTo, LIMITS, levelsOf, MOST_TASKS } from './question.js';
import { windowGraph } from './window-graph.js';

/** How a window is gathered. */
export interface Gathering {
  /** By task: the number of its kernel, in an order of execution. */
  readonly levels: readonly number[];
  readonly launches: number;
  /** That kernels load and store. */
  readonly bytes: number;
  readonly cost: number;
}

export interface BestGathering extends Gathering {
  readonly proven: boolean;
  /** No gathering costs less. */
  readonly bound: number;
  readonly seconds: number;
}

/** Two tasks that cannot share a kernel, and the constraint that forbids it. */
interface Forbidden {
  readonly tasks: readonly [number, number];
  readonly barrier: Barrier;
}

/** A result that its uses read shifted: whether it is computed where they read it, and how the two ways compare, in bytes moved. */
export interface ReviewedShift {
  readonly result: string;
  readonly reader: string;
  readonly saved: number;
  readonly again: number;
  readonly gone: boolean;
}

export interface Review {
  /** By task: its name, and the shape that it is over. */
  readonly names: readonly string[];
  readonly shapes: readonly string[];
  /** Null for a window of more tasks than a solver is asked for, of which pairs are not looked at. */
  readonly graph: FusionGraph | null;
  readonly forbidden: readonly Forbidden[];
  readonly shifts: readonly ReviewedShift[];
  /** Why the rule of thumb's kernels are not fewer: for each kernel that a task could not join, the constraint. */
  readonly barriers: readonly Barrier[];
  readonly prefix: Gathering;
  readonly greedy: Gathering;
}

/** Reviews a window, with slots in its roots; one of more tasks than a solver is asked for by time alone. */
export function reviewOf(window: readonly Task[], slots: readonly Root[], planning: Planning, cost: CostName): Review {
  // The program may run with prefixes: its windows are compared with the rule of thumb's clusters all the same.
  const planned = asPlanned(window, { ...planning, clusters: 'greedy' }, () => false);
  const tasks = planned.tasks.filter((_, t) => !planned.gone.has(t));
  const named = (t: number): string => `${window[t].kind.name} (${window[t].domain.join(', ')})`;
  const growth = growthOf(tasks, slots, planning);
  const graph = window.length > MOST_TASKS ? null : windowGraph(tasks, growth, slots);
  const [issued, greedy] = [
    clusterers.prefix(window, growthOf(window, slots, planning), slots, null),
    clusterers.greedy(tasks, growth, slots, null),
  ];
  const asIssued = graph === null ? null : windowGraph(window, growthOf(window, slots, planning), slots);
  return {
    names: tasks.map(({ kind }) => kind.name),
    shapes: tasks.map(({ domain }) => `(${domain.join(', ')})`),
    graph,
    forbidden: graph === null ? [] : forbiddenIn(graph, tasks, growth),
    shifts: planned.shifted.map(({ producer, readers, ...rest }) => ({
      ...rest,
      result: named(producer),
      reader: named(readers[0]),
    })),
    barriers: greedy.barriers,
    prefix: asIssued === null ? byTime(issued, slots) : gathering(asIssued, levelsOf(issued), cost),
    greedy: graph === null ? byTime(greedy, slots) : gathering(graph, levelsOf(greedy), cost),
  };
}

function forbiddenIn({ edges, apart }: FusionGraph, tasks: readonly Task[], growth: Growth): Forbidden[] {
  const separate = [...edges.filter(({ fusible }) => !fusible).map(({ from, to }) => [from, to] as const), ...apart];
  return separate.map(([a, b]) => ({ tasks: [a, b], barrier: barrierOf(tasks, a, b, growth) }));
}

/** A clustering whose pairs of tasks are not looked at. */
function byTime({ clusters }: Clustering, slots: readonly Root[]): Gathering {
  const locals = localsOf(clusters, slots);
  const [bytes, cost] = [bytesOf(clusters, locals), costOf(clusters, locals)];
  return { levels: levelsOf({ clusters }), launches: clusters.length, bytes, cost };
}

function barrierOf(tasks: readonly Task[], a: number, b: number, growth: Growth): Barrier {
  const cluster = new Cluster(growth);
  cluster.tryAdd(tasks[a], a);
  return cluster.tryAdd(tasks[b], b) ?? 'opaque';
}

function gathering(graph: FusionGraph, levels: readonly number[], cost: CostName): Gathering {
  const priced = (name: CostName): number => {
    const formulation = formulate(graph, costModels[name]);
    return formulation.program.costOf(formulation.solution(levels));
  };
  return { levels, launches: new Set(levels).size, bytes: priced('bytes'), cost: priced(cost) };
}

/** The best way to gather a window; null without a solution, or where it is not asked for. Throws Node's error where the solver is not installed. */
export async function bestOf({ graph, greedy }: Review, cost: CostName): Promise<BestGathering | null> {
  if (graph === null) return null;
  const answer = await answerTo({ graph, start: greedy.levels, cost, limits: LIMITS });
  if (answer === null) return null;
  const { proven, bound, seconds, levels } = answer;
  return { ...gathering(graph, levels, cost), proven, bound, seconds };
}
