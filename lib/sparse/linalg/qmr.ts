/** The method of quasi-minimal residuals, with the transpose's products, by coupled recurrences of two terms (Templates, 2.3.6). */
import type { NDArray } from '../../array/index.js';
import { options, takes } from '../../base/index.js';
import type { Method } from '../iterate.js';
import { SOLVE_OPTIONS, SYSTEM, VECTOR } from '../kinds.js';
import type { Known } from '../krylov.js';
import type { Solution, SolveOptions, TwoSided } from '../solver.js';
import { dot, formula, fresh, quotient, ratio, root, subtractScaled, typed } from '../vectors.js';
import { solveTwoSided } from './short-recurrences.js';

/** A vector in units of its length. */
const unit = formula('qmr_unit', 1, 1, quotient);
/** x less (a b / c) y, the next direction. */
const direction = formula('qmr_direction', 2, 3, (k, x, y, a, b, c) => k.sub(x, k.mul(y, quotient(k, k.mul(a, b), c))));
/** x a + y b. */
const combined = formula('qmr_combined', 2, 2, (k, x, y, a, b) => k.add(k.mul(x, a), k.mul(y, b)));
/** rho / (gamma |beta|). */
const angle = formula('qmr_angle', 3, 0, (b, rho, gamma, beta) => quotient(b, rho, b.mul(gamma, b.unary('abs', beta))));
/** 1 / √(1 + theta²). */
const cosine = formula('qmr_cosine', 1, 0, (b, theta) => {
  const one = b.const(1, theta.dtype);
  return b.div(one, b.unary('sqrt', b.add(one, b.mul(theta, theta))));
});
/** -eta (rho / beta) (gamma / last gamma)². */
const length = formula('qmr_length', 5, 0, (b, eta, rho, beta, gamma, last) => {
  const turned = quotient(b, gamma, last);
  return b.neg(b.mul(b.mul(eta, quotient(b, rho, beta)), b.mul(turned, turned)));
});
/** (theta gamma)². */
const kept = formula('qmr_kept', 2, 0, (b, theta, gamma) => {
  const both = b.mul(theta, gamma);
  return b.mul(both, both);
});

/** The scalars of the method, by their names in Templates. */
interface At {
  rho: NDArray;
  xi: NDArray;
  epsilon: NDArray;
  gamma: NDArray;
  theta: NDArray;
  eta: NDArray;
}

function quasiMinimal(adjoint: (y: NDArray) => NDArray): (system: Known) => Method {
  return (system) => {
    const { apply, x } = system;
    const { dtype } = x;
    const same = (v: NDArray): NDArray => v;
    const [precondition, across] = [system.precondition ?? same, system.adjoint() ?? same];
    const scalar = (value: number): NDArray => fresh(dtype).assign(value);
    const vector = (): NDArray => fresh(dtype, x.shape);
    const norm = (v: NDArray): NDArray => root(fresh(dtype), dot(v, v));
    let [r, right, left, z, p, q, d, image] = [x, x, x, x, x, x, x, x];
    let at: At;
    const begin = (residual: NDArray): void => {
      r = residual;
      [right, left, z] = [r.copy(), r.copy(), across(r).copy()];
      [p, q, d, image] = [vector().assign(0), vector().assign(0), vector().assign(0), vector().assign(0)];
      at = { rho: norm(right), xi: norm(z), epsilon: scalar(1), gamma: scalar(1), theta: scalar(0), eta: scalar(-1) };
    };
    const step = (): NDArray => {
      const { rho, xi, gamma: lastGamma, theta: lastTheta } = at;
      const [v, w] = [unit(vector(), right, rho), unit(vector(), left, xi)];
      z = unit(vector(), z, xi);
      const delta = dot(z, v);
      direction(p, precondition(v), p, xi, delta, at.epsilon);
      direction(q, z, q, rho, delta, at.epsilon);
      const product = apply(p);
      const epsilon = dot(q, product);
      const beta = ratio(fresh(dtype), epsilon, delta);
      right = subtractScaled(vector(), product, v, beta);
      left = subtractScaled(vector(), typed(adjoint(q), dtype), w, beta);
      z = across(left);
      const next = norm(right);
      const theta = angle(fresh(dtype), next, lastGamma, beta);
      const gamma = cosine(fresh(dtype), theta);
      const eta = length(fresh(dtype), at.eta, rho, beta, gamma, lastGamma);
      const share = kept(fresh(dtype), lastTheta, gamma);
      combined(d, p, d, eta, share);
      combined(image, product, image, eta, share);
      x.add(d, { out: x });
      r.subtract(image, { out: r });
      at = { rho: next, xi: norm(z), epsilon, gamma, theta, eta };
      return dot(r, r);
    };
    return {
      begin,
      step,
      vectors: () => (system.unshared ? [r, right, left, p, q, d, image] : []),
      sizes: () => [at.eta],
    };
  };
}

/**
 * Solves A·x = b by the method of quasi-minimal residuals (Freund and Nachtigal 1991), without look-ahead; it multiplies with the
 * transpose as well (`rmatvec`). A is any nonsingular matrix; a preconditioner is on the right, one that is a function counts as symmetric. Residuals are smoother than those of `bicg`.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const { x, converged } = await sparse.linalg.qmr(sparse.csrArray([[4, -1], [1, 2]]), np.asarray([3, 3]));
 * converged; // true
 * await np.allclose(x, 1).item(); // true
 */
export const qmr = takes(
  'qmr',
  SYSTEM,
  VECTOR,
  options(SOLVE_OPTIONS),
)(
  async (A: TwoSided, b: NDArray, options: SolveOptions = {}): Promise<Solution> =>
    solveTwoSided('qmr', quasiMinimal)(A, b, options),
);
