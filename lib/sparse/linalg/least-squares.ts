/**
 * Least squares by LSQR (Paige and Saunders 1982): Golub and Kahan's bidiagonalization of any matrix, and the iterates that conjugate gradients
 * on the normal equations would give, with less rounding. The scalars of a step are on the host.
 */
import { type NDArray, zeros } from '../../array/index.js';
import {
  AMOUNT,
  ArgumentError,
  COUNT,
  DTypeError,
  named,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { float64, isStored, promote } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { SYSTEM, VECTOR } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { dot, typed } from '../vectors.js';
import { transposedProduct } from './short-recurrences.js';

export interface LsqrOptions {
  /** Minimizes the sum of the squares of A·x - b and of `damp` times x - x0; default 0. */
  readonly damp?: number;
  /** Stop where the residual is at most `btol` times the norm of b and `atol` times the norms of A and x; default 1e-6 each. */
  readonly atol?: number;
  readonly btol?: number;
  /** Most iterations; default twice the number of columns. */
  readonly maxiter?: number;
  /** Where to start; default zeros. It is not written. */
  readonly x0?: NDArray;
}
const LSQR_OPTIONS: OptionKinds<LsqrOptions> = { damp: AMOUNT, atol: AMOUNT, btol: AMOUNT, maxiter: COUNT, x0: VECTOR };

export interface LeastSquaresSolution {
  readonly x: NDArray;
  readonly iterations: number;
  /** The 2-norm of b - A·x, and with `damp` of all that is minimized; as the method updates it. */
  readonly residual: number;
  /** The 2-norm of the gradient, Aᵀ(b - A·x) - damp² (x - x0), as the method updates it. */
  readonly gradient: number;
  readonly converged: boolean;
  /** `solved`: A·x is b; `leastSquares`: x is the best; `maxiter`; `notFinite`. */
  readonly reason: 'solved' | 'leastSquares' | 'maxiter' | 'notFinite';
}

/** The scalars of the process: of the bidiagonal matrix, of the rotations, and norms. */
interface Scalars {
  alpha: number;
  rho: number;
  phi: number;
  residual: number;
  gradient: number;
  /** The square of A's norm so far, and the part that `damp` adds to the square of the residual. */
  norm: number;
  damped: number;
}

class Lsqr {
  readonly #along: (v: NDArray) => NDArray;
  readonly #back: (u: NDArray) => NDArray;
  readonly #damp: number;
  readonly x: NDArray;
  #u: NDArray;
  #v: NDArray;
  #w: NDArray;
  readonly scalars: Scalars = { alpha: 0, rho: 0, phi: 0, residual: 0, gradient: 0, norm: 0, damped: 0 };

  constructor(along: (v: NDArray) => NDArray, back: (u: NDArray) => NDArray, damp: number, x: NDArray, rest: NDArray) {
    [this.#along, this.#back, this.#damp] = [along, back, damp];
    [this.x, this.#u, this.#v, this.#w] = [x, rest, x, x];
  }

  async begin(): Promise<void> {
    const beta = await this.#normalizeU(this.#u);
    const alpha = await this.#normalizeV(this.#back(this.#u));
    this.#w = this.#v;
    Object.assign(this.scalars, { alpha, rho: alpha, phi: beta, residual: beta, gradient: alpha * beta });
  }

  async #normalizeU(u: NDArray): Promise<number> {
    const beta = await lengthOf(u);
    this.#u = u.multiply(beta > 0 ? 1 / beta : 0);
    return beta;
  }

  async #normalizeV(v: NDArray): Promise<number> {
    const alpha = await lengthOf(v);
    this.#v = v.multiply(alpha > 0 ? 1 / alpha : 0);
    return alpha;
  }

  async step(): Promise<void> {
    const s = this.scalars;
    const beta = await this.#normalizeU(this.#along(this.#v).subtract(this.#u.multiply(s.alpha)));
    s.norm += s.alpha ** 2 + beta ** 2 + this.#damp ** 2;
    const alpha = await this.#normalizeV(this.#back(this.#u).subtract(this.#v.multiply(beta)));
    const damped = Math.hypot(s.rho, this.#damp);
    const psi = (this.#damp / damped) * s.phi;
    const kept = (s.rho / damped) * s.phi;
    const rho = Math.hypot(damped, beta);
    const [c, t] = [damped / rho, beta / rho];
    this.x.assign(this.x.add(this.#w.multiply((c * kept) / rho)));
    this.#w = this.#v.subtract(this.#w.multiply((t * alpha) / rho));
    s.damped += psi ** 2;
    s.phi = t * kept;
    s.rho = -c * alpha;
    s.alpha = alpha;
    s.residual = Math.sqrt(s.phi ** 2 + s.damped);
    s.gradient = Math.abs(s.phi * alpha * c);
  }
}

async function lengthOf(v: NDArray): Promise<number> {
  return Math.sqrt(Number(await dot(v, v).item()));
}

/** Runs the process until it has an answer, or no iterations are left. */
async function solve(process: Lsqr, most: number, atol: number, target: number): Promise<Omit<LeastSquaresSolution, 'x'>> {
  const { scalars } = process;
  const ending = (iterations: number, reason: LeastSquaresSolution['reason']): Omit<LeastSquaresSolution, 'x'> => {
    const { residual, gradient } = scalars;
    return { iterations, residual, gradient, converged: reason === 'solved' || reason === 'leastSquares', reason };
  };
  for (let iterations = 0; ; iterations++) {
    const { residual, gradient, norm } = scalars;
    if (!Number.isFinite(residual) || !Number.isFinite(gradient)) return ending(iterations, 'notFinite');
    const size = Math.sqrt(norm);
    if (residual <= target + (iterations === 0 ? 0 : atol * size * (await lengthOf(process.x))))
      return ending(iterations, 'solved');
    if (gradient <= (iterations === 0 ? 0 : atol * size * residual)) return ending(iterations, 'leastSquares');
    if (iterations === most) return ending(iterations, 'maxiter');
    await process.step();
  }
}

/**
 * The x that makes A·x - b smallest, in the sum of squares, for any matrix or operator with `rmatvec`; of several the one nearest to `x0`. Rejects
 * with `ShapeError`, `DTypeError`, `ArgumentError`.
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
)(async (A: SystemMatrix, b: NDArray, given: LsqrOptions = {}): Promise<LeastSquaresSolution> => {
  const { damp = 0, atol = 1e-6, btol = 1e-6, x0 } = given;
  for (const [name, value] of Object.entries({ damp, atol, btol }))
    if (!Number.isFinite(value)) throw new ArgumentError(`lsqr: ${name} must be a finite number, got ${value}`);
  const [rows, columns] = A.shape;
  if (A.shape.length !== 2) throw new ShapeError(`lsqr: expected a matrix, got shape ${formatShape(A.shape)}`);
  if (A.dtype.kind !== 'float' || isStored(A.dtype))
    throw new DTypeError(`lsqr: expected a matrix of float64 or float32, got ${A.dtype.name}; convert with astype('float64')`);
  for (const [name, v, size] of [
    ['b', b, rows],
    ['x0', x0, columns],
  ] as const)
    if (v !== undefined && (v.ndim !== 1 || v.shape[0] !== size))
      throw new ShapeError(
        `lsqr: ${name} must be (${size},) for a matrix of ${formatShape(A.shape)}, got ${formatShape(v.shape)}`,
      );
  const promoted = promote(A.dtype, b.dtype);
  const dtype = promoted.kind === 'float' ? promoted : float64;
  const own = snapshotOf(A);
  const back = transposedProduct('lsqr', own);
  const right = typed(b, dtype);
  const x = zeros([columns], { dtype });
  if (x0 !== undefined) x.assign(x0);
  const rest = x0 === undefined ? right : right.subtract(typed(own.matmul(x), dtype));
  const step = zeros([columns], { dtype });
  const process = new Lsqr(
    (v) => typed(own.matmul(v), dtype),
    (u) => typed(back(u), dtype),
    damp,
    step,
    rest,
  );
  await process.begin();
  const found = await solve(process, given.maxiter ?? 2 * columns, atol, btol * (await lengthOf(right)));
  return named('lsqr', { x: x.add(step), ...found });
});
