/**
 * Krylov solvers, written with array operations alone: the runtime fuses them. `cg` is the form of Chronopoulos and Gear
 * (1989), which updates A·p by recurrence, so that an iteration is two kernels (four updates and a dot product; a product
 * and a dot product) with no vector between them but those the method is made of.
 */
import { multiply, type NDArray, sum, where } from '../array/index.js';
import { iterate, type Method, prepare, type Solution, type SolveOptions, type System, type SystemMatrix } from './solver.js';

const dot = (a: NDArray, b: NDArray): NDArray => sum(multiply(a, b));

/** `a / b`, and 0 where b is 0: what an iteration past the exact solution needs. */
function ratio(a: NDArray, b: NDArray): NDArray {
  return where(b.notEqual(0), a.divide(b), 0);
}

function firstResidual(system: System): NDArray {
  return system.fromZero ? system.b.copy() : system.b.subtract(system.apply(system.x));
}

/**
 * Solves A·x = b by conjugate gradients; A is symmetric and positive definite.
 *
 * @returns x, iterations, the residuals' norms and whether `tol` was reached.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const A = sparse.poisson2d(100);
 * const { x, iterations } = await sparse.cg(A, np.ones([10_000]), { tol: 1e-6 });
 */
export async function cg(A: SystemMatrix, b: NDArray, options: SolveOptions = {}): Promise<Solution> {
  const system = prepare('cg', A, b, options);
  return iterate('cg', conjugateGradients(system), system.b, options);
}

function conjugateGradients(system: System): Method {
  const { apply, precondition, x } = system;
  const r = firstResidual(system);
  const start = dot(r, r);
  let u = precondition === null ? r : precondition(r);
  let w = apply(u);
  let gamma = precondition === null ? start : dot(r, u);
  let delta = dot(w, u);
  let last: { p: NDArray; s: NDArray; alpha: NDArray; gamma: NDArray } | null = null;
  // The scalars of a step are computed at its beginning, where they fuse with the updates that use them.
  const step = (): NDArray => {
    const beta = last === null ? null : ratio(gamma, last.gamma);
    const alpha =
      last === null || beta === null
        ? ratio(gamma, delta)
        : ratio(gamma, delta.subtract(ratio(beta.multiply(gamma), last.alpha)));
    const p = last === null || beta === null ? u.copy() : last.p.assign(u.add(last.p.multiply(beta)));
    const s = last === null || beta === null ? w.copy() : last.s.assign(w.add(last.s.multiply(beta)));
    last = { p, s, alpha, gamma };
    x.addAssign(p.multiply(alpha));
    r.subtractAssign(s.multiply(alpha));
    const square = dot(r, r);
    if (precondition !== null) u = precondition(r);
    gamma = precondition === null ? square : dot(r, u);
    w = apply(u);
    delta = dot(w, u);
    return square;
  };
  return { x, start, step };
}

/**
 * Solves A·x = b by the stabilized biconjugate gradient method (van der Vorst 1992); A is any nonsingular matrix.
 *
 * @returns x, iterations, the residuals' norms and whether `tol` was reached.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const { x, converged } = await sparse.bicgstab(A, b, { M: (r) => r.divide(A.diagonal()) });
 */
export async function bicgstab(A: SystemMatrix, b: NDArray, options: SolveOptions = {}): Promise<Solution> {
  const system = prepare('bicgstab', A, b, options);
  return iterate('bicgstab', stabilizedBiconjugate(system), system.b, options);
}

function stabilizedBiconjugate(system: System): Method {
  const { apply, x } = system;
  const precondition = system.precondition ?? ((v: NDArray): NDArray => v);
  const r = firstResidual(system);
  const shadow = r.copy();
  const p = r.copy();
  const start = dot(r, r);
  let rho = start;
  let last: { v: NDArray; alpha: NDArray; omega: NDArray; rho: NDArray } | null = null;
  const step = (): NDArray => {
    if (last !== null) {
      const beta = ratio(rho, last.rho).multiply(ratio(last.alpha, last.omega));
      p.assign(r.add(p.subtract(last.v.multiply(last.omega)).multiply(beta)));
    }
    const y = precondition(p);
    const v = apply(y);
    const alpha = ratio(rho, dot(shadow, v));
    const s = r.subtract(v.multiply(alpha));
    const z = precondition(s);
    const t = apply(z);
    const omega = ratio(dot(t, s), dot(t, t));
    x.addAssign(y.multiply(alpha).add(z.multiply(omega)));
    r.assign(s.subtract(t.multiply(omega)));
    const square = dot(r, r);
    last = { v, alpha, omega, rho };
    rho = dot(shadow, r);
    return square;
  };
  return { x, start, step };
}
