/**
 * The solver: HiGHS, compiled to WebAssembly (package `highs`, which is optional). It computes on the thread that asks, and is bounded in
 * seconds and nodes of its search; its best solution until then is an answer, without a proof.
 */
import type { Formulation } from './formulate.js';
import type { ProgramData } from './integer-program.js';

export interface Limits {
  readonly seconds: number;
  /** Nodes of the search tree. */
  readonly nodes: number;
}

/** A solution, and how good it is. */
export interface Solved {
  /** By node: its level. */
  readonly levels: readonly number[];
  readonly cost: number;
  /** No solution costs less. */
  readonly bound: number;
  readonly proven: boolean;
}

/** The part of the package that is used. */
interface Highs {
  readonly infinity: number;
  readonly constants: { readonly modelStatus: { readonly optimal: number; readonly infeasible: number } };
  createModel(data: ProgramData): Model;
}

interface Model {
  readonly options: { set(values: Record<string, unknown>): void };
  readonly info: { get(name: string): number | bigint };
  setSolution(solution: { colValue: Float64Array }): void;
  run(): void;
  clearSolver(): void;
  getModelStatus(): number;
  getSolution(): { colValue: Float64Array };
  dispose(): void;
}

const PACKAGE = 'highs';

/** The instance that questions share: to compile its WebAssembly takes longer than most of them. */
let instance: Promise<Highs> | null = null;

/** Loads the solver, once for each thread. Throws Node's error for a package that is not there. */
export function loadSolver(): Promise<Highs> {
  instance ??= load();
  instance.catch(forgetSolver);
  return instance;
}

/** Has the solver loaded anew for the next question: the state of an instance after an error is unknown. */
export function forgetSolver(): void {
  instance = null;
}

async function load(): Promise<Highs> {
  // A name that compilers and bundlers do not follow: the package may be absent.
  const name: string = PACKAGE;
  // V8 compiles WebAssembly beside the event loop, which may have nothing else to wait for: then the process would end.
  const held = setInterval(() => {}, 2 ** 30);
  try {
    const { default: create } = (await import(name)) as { default: () => Promise<Highs> };
    return await create();
  } finally {
    clearInterval(held);
  }
}

/** Whether an error says that the package is not installed. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

/** Why there is no solver; null where there is one. */
export function solverProblem(): Promise<string | null> {
  return loadSolver().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0],
  );
}

/** The largest coefficient of the cost that the solver is given, so that its tolerances are small beside it. */
const LARGEST_COST = 1000;

/** The rule of the presolve that cuts off the optimum of about one small program in 100,000, where probing has gone before it (HiGHS 1.15.3). */
const AGGREGATOR = 1 << 12;

/** Solves a formulation, from a solution if there is one; null where it found none. */
export function solve(highs: Highs, formulation: Formulation, start: Float64Array | null, limits: Limits): Solved | null {
  const data = formulation.program.data(highs.infinity);
  const scale = scaleOf(data.colCost);
  const model = highs.createModel({ ...data, offset: data.offset / scale, colCost: data.colCost.map((cost) => cost / scale) });
  try {
    model.options.set({
      output_flag: false,
      time_limit: limits.seconds,
      mip_max_nodes: limits.nodes,
      mip_rel_gap: 0,
      mip_abs_gap: 1e-6,
      // Most of the time of a small program, and slower than the search on larger ones; a start is known.
      mip_heuristic_run_feasibility_jump: false,
      presolve_rule_off: AGGREGATOR,
    });
    const run = (): void => {
      if (start !== null) model.setSolution({ colValue: start });
      model.run();
    };
    run();
    // Every graph has a fusion: where there is none, the postsolve of HiGHS 1.15.3 has lost it.
    if (model.getModelStatus() === highs.constants.modelStatus.infeasible) {
      model.clearSolver();
      model.options.set({ presolve: 'off' });
      run();
    }
    if (Number(model.info.get('primal_solution_status')) !== FEASIBLE) return null;
    const { colValue } = model.getSolution();
    const proven = model.getModelStatus() === highs.constants.modelStatus.optimal;
    const cost = Number(model.info.get('objective_function_value')) * scale;
    const bound = proven ? cost : Number(model.info.get('mip_dual_bound')) * scale;
    return { levels: formulation.levels(colValue), cost, bound, proven };
  } finally {
    model.dispose();
  }
}

/** A power of two, so that whole costs are exact: HiGHS 1.15.3 cuts off optima by costs of 0.4 · k, after a restart. */
function scaleOf(costs: Float64Array): number {
  const largest = costs.reduce((most, cost) => Math.max(most, cost), 0);
  return largest === 0 ? 1 : 2 ** Math.ceil(Math.log2(largest / LARGEST_COST));
}

/** HiGHS's number for a solution that satisfies all rows. */
const FEASIBLE = 2;
