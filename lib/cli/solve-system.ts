/** `maniple solve` by the solvers of the library. */
import { type NDArray, ones, save } from '../array/index.js';
import { ConfigError, FileFormatError } from '../base/index.js';
import * as sparse from '../sparse/index.js';
import { readVector } from './npy.js';
import { Progress } from './progress.js';
import { type Outcome, reportSolve, type SolveFlags } from './solve-report.js';

const { linalg } = sparse;
const solvers = { cg: sparse.cg, bicgstab: sparse.bicgstab, gmres: linalg.gmres, minres: linalg.minres };

/** Solves the system of two files, and reports it. Rejects with `FileError`, `FileFormatError` and `ConfigError`. */
export async function solveSystem(matrix: string, vector: string | undefined, flags: SolveFlags): Promise<void> {
  const progress = await Progress.open();
  try {
    await solveFiles(matrix, vector, flags, progress);
  } finally {
    progress.stop();
  }
}

async function solveFiles(matrix: string, vector: string | undefined, flags: SolveFlags, progress: Progress): Promise<void> {
  const A = await sparse.readMatrixMarket(matrix);
  if (A.shape[0] !== A.shape[1]) throw new FileFormatError(`${matrix}: expected a square matrix, got ${A.shape.join(' by ')}`);
  const b = vector === undefined ? ones([A.shape[0]]) : await readVector(vector);
  if (b.size !== A.shape[0]) throw new FileFormatError(`${vector}: expected ${A.shape[0]} numbers for ${matrix}, got ${b.size}`);
  const started = performance.now();
  const solution =
    flags.method === 'direct' ? await solveDirectly(A, b, flags) : await iterate(flags.method, A, b, flags, progress);
  const seconds = (performance.now() - started) / 1000;
  progress.stop();
  if (flags.out !== undefined) await save(flags.out, solution.x);
  reportSolve(solution, { matrix, n: A.shape[0], nnz: A.nnz, seconds }, flags);
}

type Found = Outcome & Pick<sparse.Solution, 'x'>;

async function iterate(
  method: keyof typeof solvers,
  A: sparse.CsrArray,
  b: NDArray,
  flags: SolveFlags,
  progress: Progress,
): Promise<Found> {
  let first = 0;
  const M = await preconditioner(A, flags.precondition);
  return solvers[method](A, b, {
    tol: flags.tol,
    atol: flags.atol,
    callback: (iteration, residual) => {
      if (iteration === 0) first = residual;
      progress.show(`iteration ${iteration}, residual ${residual.toExponential(2)}`, shareOf(residual, first, flags.tol));
    },
    ...(flags.maxiter === undefined ? {} : { maxiter: flags.maxiter }),
    ...(M === null ? {} : { M }),
  });
}

async function preconditioner(A: sparse.CsrArray, name: SolveFlags['precondition']): Promise<((r: NDArray) => NDArray) | null> {
  if (name === 'none') return null;
  if (name === 'ilu') {
    const ilu = await linalg.spilu(A);
    return (r) => ilu.solve(r);
  }
  const diagonal = A.diagonal();
  return (r) => r.divide(diagonal);
}

/** By factors; it has converged if the residual is within the bounds. */
async function solveDirectly(A: sparse.CsrArray, b: NDArray, { tol, atol, maxiter, precondition }: SolveFlags): Promise<Found> {
  if (maxiter !== undefined || precondition !== 'none')
    throw new ConfigError(`--method direct has no iterations: leave --${maxiter === undefined ? 'precondition' : 'maxiter'} out`);
  const x = linalg.spsolve(A, b);
  const r = b.subtract(A.matmul(x));
  const [first, last] = await Promise.all([b.multiply(b).sum().item(), r.multiply(r).sum().item()]);
  const residuals = [Math.sqrt(Number(first)), Math.sqrt(Number(last))];
  const converged = residuals[1] <= Math.max(tol * residuals[0], atol);
  return { x, iterations: 1, residuals, converged, reason: converged ? 'converged' : 'stagnation', trueResidual: residuals[1] };
}

/** The share of a solve that is done: the residual's exponent on its way to the bound's. */
function shareOf(residual: number, first: number, tol: number): number {
  return Math.log(residual / first) / Math.log(Math.max(tol, 1e-16));
}
