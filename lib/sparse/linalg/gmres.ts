/**
 * GMRES (Saad and Schultz 1986): the iterate of the smallest residual in a Krylov space of which an orthonormal basis is kept. The basis is made
 * orthogonal twice by products of matrices, so that it stays so to rounding; the small least-squares problem is solved on the host, by
 * rotations, which say the residual's norm without the iterate. The preconditioner is on the right: residuals are the system's own.
 */
import { type NDArray, ones, zeros } from '../../array/index.js';
import { type OptionKinds, options, takes } from '../../base/index.js';
import { isComplexSystem, solveComplex } from '../complex-solve.js';
import { iterate, type Method } from '../iterate.js';
import { POSITIVE_COUNT, SOLVE_OPTIONS, SYSTEM, VECTOR } from '../kinds.js';
import { isUnshared, type Known } from '../krylov.js';
import { prepare, type Solution, type SolveOptions, type SystemMatrix } from '../solver.js';
import { dot } from '../vectors.js';
import { LeastSquares } from './hessenberg.js';
import { apartFrom } from './orthogonal.js';

export interface GmresOptions extends SolveOptions {
  /** Vectors of the basis, after which the method begins again from its iterate; default 20, or the number of unknowns. */
  readonly restart?: number;
}
const GMRES_OPTIONS: OptionKinds<GmresOptions> = {
  ...SOLVE_OPTIONS,
  restart: POSITIVE_COUNT,
};

/**
 * Solves A·x = b by the method of generalized minimal residuals; A is any nonsingular matrix. An iteration is one product; the residual never
 * grows. It waits for the result of each iteration, for any `checkEvery`.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const A = sparse.csrArray([[4, -1], [0, 2]]);
 * const { x, iterations } = await sparse.linalg.gmres(A, np.asarray([3, 2]));
 * await np.allclose(x, 1).item(); // true
 * iterations; // 2
 */
export const gmres = takes(
  'gmres',
  SYSTEM,
  VECTOR,
  options(GMRES_OPTIONS),
)(async (A: SystemMatrix, b: NDArray, given: GmresOptions = {}): Promise<Solution> => {
  if (isComplexSystem(A, b, given)) return solveComplex('gmres', gmres, A, b, given);
  const { restart = 20, ...options } = given;
  const system = { ...prepare('gmres', A, b, options), unshared: isUnshared(A, options) };
  return iterate('gmres', new MinimalResidual(system, Math.max(1, Math.min(restart, b.size))), system, options);
});

class MinimalResidual implements Method {
  readonly #system: Known;
  readonly #restart: number;
  /** Rows are the basis. */
  readonly #basis: NDArray;
  /** The iterate at which the basis began, with its residual. */
  readonly #start: NDArray;
  #residual: NDArray | null = null;
  #problem = new LeastSquares(0);
  readonly #one: NDArray;

  constructor(system: Known, restart: number) {
    const { dtype, shape } = system.x;
    this.#system = system;
    this.#restart = restart;
    this.#basis = zeros([restart + 1, ...shape], { dtype });
    this.#start = zeros(shape, { dtype });
    this.#one = ones([], { dtype });
  }

  begin(r: NDArray): void {
    this.#residual = r;
    this.#problem = new LeastSquares(0);
    this.#start.assign(this.#system.x);
  }

  async step(): Promise<number> {
    const { apply, b, x, precondition } = this.#system;
    if (this.#problem.size === this.#restart) {
      this.settle();
      this.begin(b.subtract(apply(x)));
    }
    if (this.#residual !== null) await this.#first(this.#residual);
    const size = this.#problem.size + 1;
    const last = this.#basis.slice(size - 1);
    const basis = this.#basis.slice(`0:${size}`);
    const { rest, parts } = apartFrom(basis, apply(precondition === null ? last : precondition(last)));
    const [column, square] = await Promise.all([parts.data(), dot(rest, rest).item()]);
    const length = Math.sqrt(Number(square));
    if (length > 0) this.#basis.slice(size).assign(rest.multiply(1 / length));
    return this.#problem.add([...Array.from(column, Number), length]) ** 2;
  }

  async #first(r: NDArray): Promise<void> {
    const norm = Math.sqrt(Number(await dot(r, r).item()));
    this.#problem = new LeastSquares(norm);
    this.#basis.slice(0).assign(r.multiply(norm === 0 ? 0 : 1 / norm));
    this.#residual = null;
  }

  settle(): void {
    const { x, precondition } = this.#system;
    const { size } = this.#problem;
    if (size === 0) return;
    const y = zeros([size], { dtype: x.dtype }).assign(Array.from(this.#problem.solution()));
    const sum = y.matmul(this.#basis.slice(`0:${size}`));
    x.assign(this.#start.add(precondition === null ? sum : precondition(sum)));
  }

  sizes(): readonly NDArray[] {
    return [this.#one];
  }

  vectors(): readonly NDArray[] {
    return this.#system.unshared ? [this.#basis, this.#start] : [];
  }
}
