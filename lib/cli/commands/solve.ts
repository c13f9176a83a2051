/**
 * `maniple solve A.mtx [b.npy]`: solves a linear system from files. Exit status 2 when it does not converge. A file of a few unknowns is solved
 * without the core, whose start takes longer (`sparse/host.ts`); whatever is not plain or does not simply converge is for `solve-system.ts`.
 */
import { readFileSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { optimizeLater } from '../../base/index.js';
import { compress, FEW, parseMatrixMarket, solveFew } from '../../sparse/host.js';
import { integer, real } from '../options.js';
import { leave } from '../print.js';
import { addSettings, applySettings } from '../settings.js';
import { reportSolve, type SolveFlags } from '../solve-report.js';

/** Bytes of a file that may hold few unknowns. */
const SMALL_FILE = 1 << 18;

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
  if (vector === undefined && isPlain(flags) && solvedBriefly(matrix, flags)) return leave();
  const { solveSystem } = await import('../solve-system.js');
  await solveSystem(matrix, vector, flags);
}

/** Whether the defaults of a runtime are to compute the residuals, and nothing else. */
function isPlain({ method, precondition, out }: SolveFlags): boolean {
  return method === 'cg' && precondition === 'none' && out === undefined && (process.env.MANIPLE_CONFIG ?? '').trim() === '';
}

/** Solves and reports a small system, where that is as simple as it looks. Throws `FileFormatError`. */
function solvedBriefly(matrix: string, flags: SolveFlags): boolean {
  const bytes = smallFile(matrix);
  if (bytes === null) return false;
  const A = compress(parseMatrixMarket(bytes, matrix));
  const [n, columns] = A.shape;
  if (n !== columns || n === 0 || n > FEW) return false;
  optimizeLater();
  const started = performance.now();
  const solved = solveFew(A, new Float64Array(n).fill(1), flags);
  if (solved === null) return false;
  const seconds = (performance.now() - started) / 1000;
  reportSolve({ ...solved, converged: true, reason: 'converged' }, { matrix, n, nnz: A.col.length, seconds }, flags);
  return true;
}

/** A small file's contents; null for a large one, for what is no file, and for one that cannot be read, which is refused elsewhere. */
function smallFile(path: string): Buffer | null {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= SMALL_FILE ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
