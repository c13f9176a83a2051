/**
 * Krylov solvers, written as the formulas have them: the runtime fuses their steps. `cg` is the form of Chronopoulos and Gear
 * (1989), which updates A·p by recurrence, so that an iteration is two kernels (four updates and a dot product; a product and a dot
 * product) with no vectors between them besides the method's own.
 */

import { NDArray } from '../array/index.js';
import { options, takes } from '../base/index.js';
import { isComplexSystem, solveComplex } from './complex-solve.js';
import { CsrArray } from './csr.js';
import { iterate, type Method } from './iterate.js';
import { SOLVE_OPTIONS, SYSTEM, VECTOR } from './kinds.js';
import { prepare, type Solution, type SolveOptions, type System, type SystemMatrix } from './solver.js';
import {
  addScaled,
  addTwoScaled,
  bicgstabDirection,
  bicgstabShare,
  cgStep,
  dot,
  fresh,
  ratio,
  subtractScaled,
} from './vectors.js';

/**
 * Solves A·x = b by conjugate gradients; A is symmetric and positive definite.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const A = sparse.poisson2d(100);
 * const { x, converged } = await sparse.cg(A, np.ones([10_000]), { tol: 1e-6 });
 * converged; // true
 * await np.allclose(A.matmul(x), 1, { atol: 1e-3 }).item(); // true
 */
export const cg = takes(
  'cg',
  SYSTEM,
  VECTOR,
  options(SOLVE_OPTIONS),
)(async (A: SystemMatrix, b: NDArray, options: SolveOptions = {}): Promise<Solution> => {
  if (isComplexSystem(A, b, options)) return solveComplex('cg', cg, A, b, options);
  const system = prepare('cg', A, b, options);
  return iterate('cg', conjugateGradients({ ...system, unshared: isUnshared(A, options) }), system, options);
});

/** A system, and whether no code of the program's sees the vectors that a method works on. */
export interface Known extends System {
  readonly unshared: boolean;
}

/** Operators that the program wrote may keep the vectors that they are called with. */
export function isUnshared(A: SystemMatrix, { M }: SolveOptions): boolean {
  return M === undefined && (A instanceof CsrArray || A instanceof NDArray);
}

function conjugateGradients(system: Known): Method {
  const { apply, precondition, x } = system;
  const { dtype } = x;
  let r: NDArray;
  let u: NDArray;
  let w: NDArray;
  let gamma: NDArray;
  let delta: NDArray;
  let last: { p: NDArray; s: NDArray; alpha: NDArray; gamma: NDArray } | null = null;
  const begin = (residual: NDArray): void => {
    r = residual;
    u = precondition === null ? r : precondition(r);
    w = apply(u);
    gamma = dot(r, u);
    delta = dot(w, u);
    last = null;
  };
  // The scalars of a step are computed at its beginning, where they fuse with the updates that use them.
  const step = (): NDArray => {
    if (last === null) {
      last = { p: u.copy(), s: w.copy(), alpha: ratio(fresh(dtype), gamma, delta), gamma };
    } else {
      const beta = ratio(fresh(dtype), gamma, last.gamma);
      const alpha = cgStep(fresh(dtype), gamma, delta, beta, last.alpha);
      addScaled(last.p, u, last.p, beta);
      addScaled(last.s, w, last.s, beta);
      last = { ...last, alpha, gamma };
    }
    addScaled(x, x, last.p, last.alpha);
    subtractScaled(r, r, last.s, last.alpha);
    const square = dot(r, r);
    if (precondition !== null) u = precondition(r);
    gamma = precondition === null ? square : dot(r, u);
    w = apply(u, w);
    delta = dot(w, u);
    return square;
  };
  const back = (out: NDArray): void => {
    if (last !== null) subtractScaled(out, x, last.p, last.alpha);
  };
  return {
    begin,
    step,
    back,
    vectors: () => (system.unshared ? [r, w, last?.p, last?.s] : []),
    sizes: () => (last === null ? [] : [last.alpha]),
  };
}

/**
 * Solves A·x = b by the stabilized biconjugate gradient method (van der Vorst 1992); A is any nonsingular matrix.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const A = sparse.csrArray([[4, -1], [0, 2]]);
 * const { x, converged } = await sparse.bicgstab(A, np.asarray([3, 2]), { M: (r) => r.divide(A.diagonal()) });
 * converged; // true
 * await np.allclose(x, 1).item(); // true
 */
export const bicgstab = takes(
  'bicgstab',
  SYSTEM,
  VECTOR,
  options(SOLVE_OPTIONS),
)(async (A: SystemMatrix, b: NDArray, options: SolveOptions = {}): Promise<Solution> => {
  if (isComplexSystem(A, b, options)) return solveComplex('bicgstab', bicgstab, A, b, options);
  const system = prepare('bicgstab', A, b, options);
  return iterate('bicgstab', stabilizedBiconjugate({ ...system, unshared: isUnshared(A, options) }), system, options);
});

function stabilizedBiconjugate(system: Known): Method {
  const { apply, x } = system;
  const { dtype } = x;
  const precondition = system.precondition ?? ((v: NDArray): NDArray => v);
  const s = fresh(dtype, x.shape);
  let r: NDArray;
  let p: NDArray;
  let shadow: NDArray;
  let rho: NDArray;
  // Where a step leads to: known before it is taken, so that its product is computed while the last residual is looked at.
  const aim = (reused?: NDArray): { y: NDArray; v: NDArray; alpha: NDArray } => {
    const y = precondition(p);
    const v = apply(y, reused);
    return { y, v, alpha: ratio(fresh(dtype), rho, dot(shadow, v)) };
  };
  let next: ReturnType<typeof aim>;
  let sizes: NDArray[] = [];
  const begin = (residual: NDArray): void => {
    r = residual;
    [shadow, p] = [r.copy(), r.copy()];
    rho = dot(r, r);
    next = aim();
  };
  let t: NDArray | undefined;
  const step = (): NDArray => {
    const { y, v, alpha } = next;
    subtractScaled(s, r, v, alpha);
    const z = precondition(s);
    t = apply(z, t);
    const omega = ratio(fresh(dtype), dot(t, s), dot(t, t));
    addTwoScaled(x, x, y, z, alpha, omega);
    subtractScaled(r, s, t, omega);
    const square = dot(r, r);
    const last = rho;
    rho = dot(shadow, r);
    const beta = bicgstabShare(fresh(dtype), rho, last, alpha, omega);
    bicgstabDirection(p, r, p, v, omega, beta);
    next = aim(v);
    sizes = [alpha, omega];
    return square;
  };
  return { begin, step, vectors: () => (system.unshared ? [r, p, s, shadow, next.v, t] : []), sizes: () => sizes };
}
