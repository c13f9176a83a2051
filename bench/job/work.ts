/** The two jobs, as a program would write them, with the clock around the work and the runtime's counters beside it. */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { blackScholes } from '../app/black-scholes.js';
import { readOptions } from './options-file.js';

/** What a job did, as plain data that another process can print. */
export interface Report {
  /** Milliseconds: the first time, and the best of the others. */
  readonly first: number;
  readonly best: number;
  /** Tasks issued and launches made in one run. */
  readonly tasks: number;
  readonly launches: number;
  /** Some of the result, exactly, to compare runs by. */
  readonly result: readonly number[];
}

export interface PriceReport extends Report {
  readonly options: number;
  /** The first few options with their prices. */
  readonly sample: readonly { readonly terms: readonly number[]; readonly call: number; readonly put: number }[];
}

export interface SolveReport extends Report {
  readonly unknowns: number;
  readonly entries: number;
  readonly iterations: number;
  readonly converged: boolean;
  readonly residuals: readonly number[];
}

/** How often a job is done: so many times at least, and for so many milliseconds; a single run says little, as kernels compile beside it. */
export interface Effort {
  readonly times: number;
  readonly milliseconds: number;
}

/** Prices a file of options, again and again. */
export async function price(path: string, effort: Effort): Promise<PriceReport> {
  const table = await readOptions(path);
  const [s, x, t, r, v] = [0, 1, 2, 3, 4].map((column) => table.slice(':', column).copy());
  await np.runtime.fence();
  let prices = { call: s, put: s };
  const counted = await timed(effort, async () => {
    prices = blackScholes(s, x, t, r, v);
    await np.runtime.fence();
  });
  const { call, put } = prices;
  const result = [await call.sum().item(), await put.sum().item()].map(Number);
  const shown = Math.min(5, table.shape[0]);
  const [terms, calls, puts] = await Promise.all([table, call, put].map((a) => a.slice(`:${shown}`).data()));
  const sample = Array.from({ length: shown }, (_, i) => ({
    terms: Array.from(terms.slice(5 * i, 5 * i + 5), Number),
    call: Number(calls[i]),
    put: Number(puts[i]),
  }));
  return { ...counted, result, options: table.shape[0], sample };
}

/** Solves A·x = 1 for a Matrix Market file by conjugate gradients, again and again. */
export async function solve(path: string, effort: Effort): Promise<SolveReport> {
  const A = await sparse.readMatrixMarket(path);
  const b = np.ones([A.shape[0]]);
  await np.runtime.fence();
  let solution: sparse.Solution | null = null;
  const counted = await timed(effort, async () => {
    solution = await sparse.cg(A, b, { tol: 1e-8, maxiter: 2000 });
  });
  if (solution === null) throw new Error('the job did not run');
  const { x, iterations, converged, residuals }: sparse.Solution = solution;
  const result = [await x.sum().item(), await np.max(x).item()].map(Number);
  return { ...counted, result, unknowns: A.shape[0], entries: A.nnz, iterations, converged, residuals };
}

async function timed({ times, milliseconds }: Effort, work: () => Promise<void>): Promise<Omit<Report, 'result'>> {
  const before = np.runtime.stats();
  const start = performance.now();
  await work();
  const first = performance.now() - start;
  const after = np.runtime.stats();
  let best = first;
  for (let i = 1; i < times || performance.now() - start < milliseconds; i++) {
    const again = performance.now();
    await work();
    best = Math.min(best, performance.now() - again);
  }
  return { first, best, tasks: after.tasks - before.tasks, launches: after.launches - before.launches };
}
