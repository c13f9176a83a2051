/** What `maniple solve` is told, and how it says how a solve went. */
import { print } from './print.js';

export interface SolveFlags {
  readonly method: 'cg' | 'bicgstab' | 'gmres' | 'minres' | 'direct';
  readonly precondition: 'none' | 'jacobi' | 'ilu';
  readonly tol: number;
  readonly atol: number;
  readonly maxiter?: number;
  readonly out?: string;
  readonly json?: boolean;
}

/** How a solve went. */
export interface Outcome {
  readonly iterations: number;
  readonly residuals: readonly number[];
  readonly trueResidual: number;
  readonly converged: boolean;
  readonly reason: string;
}

/** What was solved: the file, its unknowns and entries, and how long it took. */
interface Work {
  readonly matrix: string;
  readonly n: number;
  readonly nnz: number;
  readonly seconds: number;
}

const NOT_CONVERGED = 2;

/** Prints how a solve went, and sets the exit status. */
export function reportSolve(outcome: Outcome, { matrix, n, nnz, seconds }: Work, { method, json }: SolveFlags): void {
  const { iterations, residuals, converged, reason, trueResidual } = outcome;
  if (!converged) process.exitCode = NOT_CONVERGED;
  if (json === true) {
    print(`${JSON.stringify({ matrix, n, nnz, method, converged, reason, iterations, seconds, trueResidual, residuals })}\n`);
    return;
  }
  const after = method === 'direct' ? '' : ` after ${iterations} iterations`;
  const verdict = converged ? 'converged' : `DID NOT CONVERGE (${reason})`;
  print(
    `${matrix}: ${n} unknowns, ${nnz} entries\n` +
      `${method}: ${verdict}${after}, ${seconds.toFixed(3)} s; residual ${trueResidual.toExponential(3)}, ${(trueResidual / residuals[0]).toExponential(3)} of the first\n`,
  );
}
