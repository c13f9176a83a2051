/** The transpose-free method of quasi-minimal residuals: steps of CGS, smoothed. An iteration is two products and two steps of the paper. */
import type { NDArray } from '../../array/index.js';
import { options, takes } from '../../base/index.js';
import type { Method } from '../iterate.js';
import { SOLVE_OPTIONS, SYSTEM, VECTOR } from '../kinds.js';
import type { Known } from '../krylov.js';
import type { Solution, SolveOptions, SystemMatrix } from '../solver.js';
import { addScaled, dot, formula, fresh, quotient, ratio, root, subtractScaled } from '../vectors.js';
import { solveBy } from './short-recurrences.js';

/** b (y + b v) + z, the product with the next direction. */
const nextProduct = formula('tfqmr_product', 3, 1, (k, y, v, z, b) => k.add(k.mul(b, k.add(y, k.mul(b, v))), z));
/** How much of the last direction stays: theta² eta / alpha. */
const share = formula('tfqmr_share', 3, 0, (b, theta, eta, alpha) => quotient(b, b.mul(b.mul(theta, theta), eta), alpha));
/** The length of w, of which the square is given, over tau. */
const rise = formula('tfqmr_rise', 2, 0, (b, square, tau) => quotient(b, b.unary('sqrt', square), tau));
/** tau theta / √(1 + theta²). */
const bound = formula('tfqmr_bound', 2, 0, (b, tau, theta) =>
  b.div(b.mul(tau, theta), b.unary('sqrt', b.add(b.const(1, theta.dtype), b.mul(theta, theta)))),
);
/** alpha / (1 + theta²). */
const size = formula('tfqmr_size', 2, 0, (b, alpha, theta) => b.div(alpha, b.add(b.const(1, theta.dtype), b.mul(theta, theta))));

/**
 * The vectors and scalars of the method, by the names of the paper. Its bound of the residual, tau √(m + 1), stays above what is reached in rounding; the
 * residual itself follows from the product with d, which is one with u and a share of the last one.
 */
interface At {
  u: NDArray;
  v: NDArray;
  /** The product with u. */
  y: NDArray;
  rho: NDArray;
  tau: NDArray;
  theta: NDArray;
  eta: NDArray;
  alpha: NDArray;
}

function quasiMinimal(system: Known): Method {
  const { apply, x } = system;
  const { dtype } = x;
  const precondition = system.precondition ?? ((v: NDArray): NDArray => v);
  const scalar = (): NDArray => fresh(dtype).assign(0);
  let [r, w, d, image, shadow] = [x, x, x, x, x];
  let at: At;
  const begin = (residual: NDArray): void => {
    r = residual;
    [w, shadow] = [r.copy(), r.copy()];
    [d, image] = [fresh(dtype, x.shape).assign(0), fresh(dtype, x.shape).assign(0)];
    const u = r.copy();
    const y = apply(precondition(u));
    const rho = dot(shadow, r);
    at = { u, v: y.copy(), y, rho, tau: root(fresh(dtype), rho), theta: scalar(), eta: scalar(), alpha: scalar() };
  };
  /** A step along u, of which y is the product. */
  const half = (u: NDArray, y: NDArray): void => {
    subtractScaled(w, w, y, at.alpha);
    const kept = share(fresh(dtype), at.theta, at.eta, at.alpha);
    addScaled(d, u, d, kept);
    addScaled(image, y, image, kept);
    const theta = rise(fresh(dtype), dot(w, w), at.tau);
    at = { ...at, theta, tau: bound(fresh(dtype), at.tau, theta), eta: size(fresh(dtype), at.alpha, theta) };
    addScaled(x, x, precondition(d), at.eta);
    subtractScaled(r, r, image, at.eta);
  };
  const step = (): NDArray => {
    at = { ...at, alpha: ratio(fresh(dtype), at.rho, dot(shadow, at.v)) };
    half(at.u, at.y);
    const u = subtractScaled(fresh(dtype, x.shape), at.u, at.v, at.alpha);
    const y = apply(precondition(u));
    half(u, y);
    const rho = dot(shadow, w);
    const beta = ratio(fresh(dtype), rho, at.rho);
    const next = addScaled(fresh(dtype, x.shape), w, u, beta);
    const product = apply(precondition(next));
    const v = nextProduct(fresh(dtype, x.shape), y, at.v, product, beta);
    at = { ...at, u: next, y: product, v, rho };
    return dot(r, r);
  };
  return {
    begin,
    step,
    vectors: () => (system.unshared ? [r, w, d, image, shadow, at.u, at.v, at.y] : []),
    sizes: () => [at.alpha],
  };
}

/**
 * Solves A·x = b by the transpose-free method of quasi-minimal residuals (Freund 1993); A is any nonsingular matrix. As `cgs`, with
 * residuals that do not jump.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const { x, converged } = await sparse.linalg.tfqmr(sparse.csrArray([[4, -1], [1, 2]]), np.asarray([3, 3]));
 * converged; // true
 * await np.allclose(x, 1).item(); // true
 */
export const tfqmr = takes(
  'tfqmr',
  SYSTEM,
  VECTOR,
  options(SOLVE_OPTIONS),
)(
  async (A: SystemMatrix, b: NDArray, options: SolveOptions = {}): Promise<Solution> =>
    solveBy('tfqmr', quasiMinimal)(A, b, options),
);
