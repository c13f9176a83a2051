/**
 * Least squares by LSQR (Paige and Saunders 1982) and LSMR (Fong and Saunders 2011): Golub and Kahan's bidiagonalization of any matrix, and the iterates
 * that conjugate gradients, or minimal residuals, on the normal equations would give, with less rounding. The scalars of a step are on the host.
 */
import { type NDArray, zeros } from '../../array/index.js';
import { AMOUNT, ArgumentError, COUNT, named, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { adjointProduct } from '../adjoint.js';
import { SYSTEM, VECTOR } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { inDType, isComplex, isComplexType, promoteAny } from '../values.js';
import { Bidiagonalization, lengthOf, type Norms, type Process } from './bidiagonal.js';
import { Lsmr } from './lsmr.js';
import { checkFloats } from './some.js';

export interface LsqrOptions {
  /** Minimizes the sum of the squares of A·x - b and of `damp` times x - x0; default 0. */
  readonly damp?: number;
  /** Stop where the residual is at most `btol` times the norm of b and `atol` times the norms of A and x; default 1e-6 each. */
  readonly atol?: number;
  readonly btol?: number;
  /** Stop where the estimated condition of A is above this; 0: never; default 1e8. */
  readonly conlim?: number;
  /** Most iterations; default twice the number of columns. */
  readonly maxiter?: number;
  /** Where to start; default zeros. It is not written. */
  readonly x0?: NDArray;
}
const LSQR_OPTIONS: OptionKinds<LsqrOptions> = {
  damp: AMOUNT,
  atol: AMOUNT,
  btol: AMOUNT,
  conlim: AMOUNT,
  maxiter: COUNT,
  x0: VECTOR,
};

export interface LsmrOptions extends LsqrOptions {
  /** Most iterations; default the number of rows or of columns, the smaller. */
  readonly maxiter?: number;
}

export interface LeastSquaresSolution {
  readonly x: NDArray;
  readonly iterations: number;
  /** The 2-norm of b - A·x, and with `damp` of all that is minimized; as the method updates it. */
  readonly residual: number;
  /** The 2-norm of the gradient, Aᴴ(b - A·x) - damp² (x - x0), as the method updates it. */
  readonly gradient: number;
  readonly converged: boolean;
  /** `solved`: A·x is b; `leastSquares`: x is the best; `illConditioned`: see `conlim`; `maxiter`; `notFinite`. */
  readonly reason: 'solved' | 'leastSquares' | 'illConditioned' | 'maxiter' | 'notFinite';
}

class Lsqr implements Process {
  readonly #damp: number;
  readonly #pair: Bidiagonalization;
  readonly x: NDArray;
  readonly norms: Norms = { residual: 0, gradient: 0, norm: 0 };
  #w: NDArray;
  /** Of the rotations, and the part that `damp` adds to the square of the residual. */
  #rho = 0;
  #phi = 0;
  #damped = 0;
  /** The squares of the columns of w over rho: with the norm of A they say the condition. */
  #columns = 0;
  condition = 1;

  constructor(pair: Bidiagonalization, damp: number, x: NDArray) {
    [this.#pair, this.#damp, this.x, this.#w] = [pair, damp, x, x];
  }

  async begin(): Promise<void> {
    await this.#pair.begin();
    const { alpha, beta, v } = this.#pair;
    this.#w = v;
    [this.#rho, this.#phi] = [alpha, beta];
    Object.assign(this.norms, { residual: beta, gradient: alpha * beta });
  }

  async step(): Promise<void> {
    const last = this.#pair.alpha;
    const [width] = await Promise.all([lengthOf(this.#w), this.#pair.step()]);
    const { alpha, beta, v } = this.#pair;
    this.norms.norm += last ** 2 + beta ** 2 + this.#damp ** 2;
    const damped = Math.hypot(this.#rho, this.#damp);
    const psi = (this.#damp / damped) * this.#phi;
    const kept = (this.#rho / damped) * this.#phi;
    const rho = Math.hypot(damped, beta);
    const [c, t] = [damped / rho, beta / rho];
    this.#columns += (width / rho) ** 2;
    this.condition = Math.sqrt(this.norms.norm * this.#columns);
    this.x.assign(this.x.add(this.#w.multiply((c * kept) / rho)));
    this.#w = v.subtract(this.#w.multiply((t * alpha) / rho));
    this.#damped += psi ** 2;
    this.#phi = t * kept;
    this.#rho = -c * alpha;
    this.norms.residual = Math.sqrt(this.#phi ** 2 + this.#damped);
    this.norms.gradient = Math.abs(this.#phi * alpha * c);
  }
}

/** When to stop: tolerances, the greatest condition, and how many steps at most. */
interface Limits {
  readonly atol: number;
  /** The residual that is small enough by itself. */
  readonly target: number;
  readonly condition: number;
  readonly most: number;
}

/** Runs the process until it has an answer, or no iterations are left. */
async function solve(process: Process, { atol, target, condition, most }: Limits): Promise<Omit<LeastSquaresSolution, 'x'>> {
  const { norms } = process;
  const ending = (iterations: number, reason: LeastSquaresSolution['reason']): Omit<LeastSquaresSolution, 'x'> => {
    const { residual, gradient } = norms;
    return { iterations, residual, gradient, converged: reason === 'solved' || reason === 'leastSquares', reason };
  };
  for (let iterations = 0; ; iterations++) {
    const { residual, gradient, norm } = norms;
    if (!Number.isFinite(residual) || !Number.isFinite(gradient)) return ending(iterations, 'notFinite');
    const size = Math.sqrt(norm);
    if (residual <= target + (iterations === 0 ? 0 : atol * size * (await lengthOf(process.x))))
      return ending(iterations, 'solved');
    if (gradient <= (iterations === 0 ? 0 : atol * size * residual)) return ending(iterations, 'leastSquares');
    if (process.condition > condition) return ending(iterations, 'illConditioned');
    if (iterations === most) return ending(iterations, 'maxiter');
    await process.step();
  }
}

/** Solves by a method's process. Throws `ShapeError`, `DTypeError`, `ArgumentError`. */
async function leastSquares(
  name: string,
  A: SystemMatrix,
  b: NDArray,
  { damp = 0, atol = 1e-6, btol = 1e-6, x0, maxiter, conlim = 1e8 }: LsmrOptions,
  made: (pair: Bidiagonalization, damp: number, x: NDArray) => Process,
  steps: number,
): Promise<LeastSquaresSolution> {
  for (const [what, value] of Object.entries({ damp, atol, btol }))
    if (!Number.isFinite(value)) throw new ArgumentError(`${name}: ${what} must be a finite number, got ${value}`);
  checkFloats(name, A);
  const [rows, columns] = A.shape;
  for (const [what, v, size] of [
    ['b', b, rows],
    ['x0', x0, columns],
  ] as const)
    if (v !== undefined && (v.ndim !== 1 || v.shape[0] !== size))
      throw new ShapeError(
        `${name}: ${what} must be (${size},) for a matrix of ${formatShape(A.shape)}, got ${formatShape(v.shape)}`,
      );
  const promoted = [b, ...(x0 === undefined ? [] : [x0])].reduce(
    (dtype, v) => (isComplex(v) ? promoteAny(dtype, v.dtype) : dtype),
    promoteAny(A.dtype, b.dtype),
  );
  const dtype = promoted.kind === 'float' || isComplexType(promoted) ? promoted : float64;
  const own = snapshotOf(A);
  const back = adjointProduct(name, own);
  const right = inDType(b, dtype);
  const x = zeros([columns], { dtype });
  if (x0 !== undefined) x.assign(x0);
  const rest = x0 === undefined ? right : right.subtract(inDType(own.matmul(x), dtype));
  const pair = new Bidiagonalization(
    (v) => inDType(own.matmul(v), dtype),
    (u) => inDType(back(u), dtype),
    rest,
  );
  const process = made(pair, damp, zeros([columns], { dtype }));
  await process.begin();
  const target = btol * (await lengthOf(right));
  const found = await solve(process, {
    atol,
    target,
    condition: conlim === 0 ? Number.POSITIVE_INFINITY : conlim,
    most: maxiter ?? steps,
  });
  return named(name, { x: x.add(process.x), ...found });
}

/**
 * The x that makes A·x - b smallest, in the sum of squares, for any real or complex matrix or operator with `rmatvec`; of several the one nearest to
 * `x0`. By LSQR (Paige and Saunders 1982). Rejects with `ShapeError`, `DTypeError`, `ArgumentError`.
 *
 * @example
 * const A = sparse.csrArray([[1, 0], [0, 2], [1, 1]]);
 * const { x, reason } = await sparse.linalg.lsqr(A, np.asarray([1, 2, 2]));
 * await np.allclose(x, 1).item(); // true
 * reason; // 'solved'
 */
export const lsqr = takes(
  'lsqr',
  SYSTEM,
  VECTOR,
  options(LSQR_OPTIONS),
)(
  async (A: SystemMatrix, b: NDArray, given: LsqrOptions = {}): Promise<LeastSquaresSolution> =>
    leastSquares('lsqr', A, b, given, (pair, damp, x) => new Lsqr(pair, damp, x), 2 * A.shape[1]),
);

/**
 * As `lsqr`, by LSMR (Fong and Saunders 2011): the gradient never grows, so that it may be stopped early. Rejects as `lsqr`.
 *
 * @example
 * const A = sparse.csrArray([[1, 0], [1, 1], [0, 1]]);
 * const { x, reason } = await sparse.linalg.lsmr(A, np.asarray([1, 0, 0]));
 * await np.allclose(x, [2 / 3, -1 / 3]).item(); // true
 * reason; // 'leastSquares'
 */
export const lsmr = takes(
  'lsmr',
  SYSTEM,
  VECTOR,
  options(LSQR_OPTIONS),
)(
  async (A: SystemMatrix, b: NDArray, given: LsmrOptions = {}): Promise<LeastSquaresSolution> =>
    leastSquares('lsmr', A, b, given, (pair, damp, x) => new Lsmr(pair, damp, x), Math.min(A.shape[0], A.shape[1])),
);
