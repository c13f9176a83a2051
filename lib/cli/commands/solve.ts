/** `maniple solve A.mtx [b.npy]`: solves a linear system from files. Exit status 2 when it does not converge. */
import { type Command, Option } from 'commander';
import { type NDArray, ones, save } from '../../array/index.js';
import { ConfigError, FileFormatError } from '../../base/index.js';
import * as sparse from '../../sparse/index.js';
import { readVector } from '../npy.js';
import { integer, real } from '../options.js';
import { print } from '../print.js';
import { Progress } from '../progress.js';
import { addSettings, applySettings } from '../settings.js';

const { linalg } = sparse;
const solvers = { cg: sparse.cg, bicgstab: sparse.bicgstab, gmres: linalg.gmres, minres: linalg.minres };

interface SolveFlags {
  readonly method: keyof typeof solvers | 'direct';
  readonly precondition: 'none' | 'jacobi' | 'ilu';
  readonly tol: number;
  readonly atol: number;
  readonly maxiter?: number;
  readonly out?: string;
  readonly json?: boolean;
}

const NOT_CONVERGED = 2;

/** Adds the command. */
export function register(program: Command): void {
  const command = program
    .command('solve')
    .description('solve A x = b for a Matrix Market file; b is a .npy file, or all ones')
    .argument('<A.mtx>', 'the matrix, square')
    .argument('[b.npy]', 'the right-hand side')
    .addOption(
      new Option(
        '--method <name>',
        'cg: symmetric and positive definite; minres: symmetric; bicgstab, gmres: any; direct: by factors',
      )
        .choices(['cg', 'bicgstab', 'gmres', 'minres', 'direct'])
        .default('cg'),
    )
    .addOption(
      new Option('--precondition <name>', 'jacobi: divide by the diagonal; ilu: incomplete factors')
        .choices(['none', 'jacobi', 'ilu'])
        .default('none'),
    )
    .option('--tol <x>', 'stop when the residual is this fraction of b', real(0), 1e-8)
    .option('--atol <x>', 'stop when the residual is this, however small b is', real(0), 0)
    .option('--maxiter <n>', 'most iterations (default: 10 for each unknown)', integer(0))
    .option('--out <x.npy>', 'write the solution')
    .option('--json', 'print one line of JSON');
  addSettings(command).action(solve);
}

async function solve(matrix: string, vector: string | undefined, flags: SolveFlags): Promise<void> {
  applySettings({ ...flags });
  const progress = await Progress.open();
  try {
    await solveSystem(matrix, vector, flags, progress);
  } finally {
    progress.stop();
  }
}

async function solveSystem(matrix: string, vector: string | undefined, flags: SolveFlags, progress: Progress): Promise<void> {
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
  if (!solution.converged) process.exitCode = NOT_CONVERGED;
  const { iterations, residuals, converged, reason, trueResidual } = solution;
  if (flags.json === true) {
    print(
      `${JSON.stringify({ matrix, n: A.shape[0], nnz: A.nnz, method: flags.method, converged, reason, iterations, seconds, trueResidual, residuals })}\n`,
    );
    return;
  }
  const after = flags.method === 'direct' ? '' : ` after ${iterations} iterations`;
  const verdict = converged ? 'converged' : `DID NOT CONVERGE (${reason})`;
  print(
    `${matrix}: ${A.shape[0]} unknowns, ${A.nnz} entries\n` +
      `${flags.method}: ${verdict}${after}, ${seconds.toFixed(3)} s; residual ${trueResidual.toExponential(3)}, ${(trueResidual / residuals[0]).toExponential(3)} of the first\n`,
  );
}

type Found = Pick<sparse.Solution, 'x' | 'iterations' | 'residuals' | 'converged' | 'reason' | 'trueResidual'>;

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
