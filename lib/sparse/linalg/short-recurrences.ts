/**
 * Krylov solvers with short recurrences: MINRES for symmetric matrices, CGS and BiCG for all matrices. Their scalars are 0-d arrays, which never
 * leave the device, so that steps fuse and are replayed as steps of `cg` are.
 */
import type { NDArray } from '../../array/index.js';
import { options, takes } from '../../base/index.js';
import { transposedProduct } from '../adjoint.js';
import { isComplexSystem, solveComplex } from '../complex-solve.js';
import { iterate, type Method } from '../iterate.js';
import { SOLVE_OPTIONS, SYSTEM, VECTOR } from '../kinds.js';
import { isUnshared, type Known } from '../krylov.js';
import { prepare, type Solution, type SolveOptions, type SystemMatrix, snapshotOf, type TwoSided } from '../solver.js';
import { addScaled, dot, formula, fresh, quotient, ratio, root, subtractScaled, typed } from '../vectors.js';

/** a + b. */
const sum = formula('sum_of_two', 2, 0, (b, x, y) => b.add(x, y));
/** x + b (y + b z). */
const nested = formula('nested_sum', 3, 1, (k, x, y, z, b) => k.add(x, k.mul(b, k.add(y, k.mul(b, z)))));
/** x times a quotient of scalars. */
const times = formula('times_ratio', 1, 2, (b, x, over, under) => b.mul(x, quotient(b, over, under)));
/** x less multiples of y and z by quotients. */
const less = formula('less_ratio', 2, 2, (b, x, y, over, under) => b.sub(x, b.mul(y, quotient(b, over, under))));
/** The length of (x, y). */
const length = formula('length_of_two', 2, 0, (b, x, y) => b.unary('sqrt', b.add(b.mul(x, x), b.mul(y, y))));
/** c x + s y, and s x - c y. */
const turned = formula('turned', 4, 0, (b, c, x, s, y) => b.add(b.mul(c, x), b.mul(s, y)));
const mirrored = formula('mirrored', 4, 0, (b, c, x, s, y) => b.sub(b.mul(s, x), b.mul(c, y)));
const product = formula('product_of_two', 2, 0, (b, x, y) => b.mul(x, y));
const lessProduct = formula('negative_product', 2, 0, (b, x, y) => b.neg(b.mul(x, y)));
/** The next direction of MINRES: (v - a x - b y) / c. */
const direction = formula('minres_direction', 3, 3, (k, v, x, y, a, b, c) =>
  k.mul(k.sub(k.sub(v, k.mul(x, a)), k.mul(y, b)), quotient(k, k.const(1, v.dtype), c)),
);
/** The next residual of MINRES: s² r - (f c / b) v. */
const residual = formula('minres_residual', 2, 4, (k, r, v, s, f, c, b) =>
  k.sub(k.mul(r, k.mul(s, s)), k.mul(v, quotient(k, k.mul(f, c), b))),
);

/** Solves by a method that is made for the system, under its name. */
export function solveBy(
  name: string,
  method: (system: Known) => Method,
): (A: SystemMatrix, b: NDArray, options: SolveOptions) => Promise<Solution> {
  return async function solve(A, b, options) {
    if (isComplexSystem(A, b, options)) return solveComplex(name, solve, A, b, options);
    const system = { ...prepare(name, A, b, options), unshared: isUnshared(A, options) };
    return iterate(name, method(system), system, options);
  };
}

/** The vector and the scalar of a step of Lanczos's process, and the rotation that came last. */
interface Lanczos {
  before: NDArray;
  now: NDArray;
  y: NDArray;
  beta: NDArray;
  last: NDArray | null;
}

function minimalResidual(system: Known): Method {
  const { apply, x } = system;
  const { dtype } = x;
  const precondition = system.precondition ?? ((v: NDArray): NDArray => v.copy());
  const scalar = (value: number): NDArray => fresh(dtype).assign(value);
  let at: Lanczos;
  let r: NDArray;
  let [w, older] = [x, x];
  let [c, s, delta, epsilon, phi] = [x, x, x, x, x];
  let size = x;
  const begin = (residual: NDArray): void => {
    r = residual;
    const y = precondition(r);
    const beta = root(fresh(dtype), dot(r, y));
    at = { before: r.copy(), now: r.copy(), y, beta, last: null };
    [w, older] = [fresh(dtype, x.shape).assign(0), fresh(dtype, x.shape).assign(0)];
    [c, s, delta, epsilon] = [scalar(-1), scalar(0), scalar(0), scalar(0)];
    phi = beta.copy();
  };
  const step = (): NDArray => {
    const { beta, last } = at;
    const v = times(fresh(dtype, x.shape), at.y, scalar(1), beta);
    let y = apply(v);
    if (last !== null) y = less(fresh(dtype, x.shape), y, at.before, beta, last);
    const alpha = dot(v, y);
    y = less(fresh(dtype, x.shape), y, at.now, alpha, beta);
    const z = precondition(y);
    const next = root(fresh(dtype), dot(y, z));
    at = { before: at.now, now: y, y: z, beta: next, last: beta };
    const before = epsilon;
    const along = turned(fresh(dtype), c, delta, s, alpha);
    const across = mirrored(fresh(dtype), c, delta, s, alpha);
    epsilon = product(fresh(dtype), s, next);
    delta = lessProduct(fresh(dtype), c, next);
    const gamma = length(fresh(dtype), across, next);
    [c, s] = [ratio(fresh(dtype), across, gamma), ratio(fresh(dtype), next, gamma)];
    size = product(fresh(dtype), c, phi);
    phi = product(fresh(dtype), s, phi);
    const newest = direction(fresh(dtype, x.shape), v, older, w, before, along, gamma);
    [older, w] = [w, newest];
    addScaled(x, x, w, size);
    residual(r, r, y, s, phi, c, next);
    return dot(r, r);
  };
  return {
    begin,
    step,
    vectors: () => (system.unshared ? [r, w, older, at.before, at.now] : []),
    sizes: () => [size],
  };
}

/**
 * Solves A·x = b by the method of minimal residuals (Paige and Saunders 1975); A is symmetric, with eigenvalues of either sign, and a
 * preconditioner symmetric and positive definite.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const A = sparse.csrArray([[1, 2], [2, 1]]); // eigenvalues 3 and -1
 * const { x, converged } = await sparse.linalg.minres(A, np.asarray([3, 3]));
 * converged; // true
 * await np.allclose(x, 1).item(); // true
 */
export const minres = takes(
  'minres',
  SYSTEM,
  VECTOR,
  options(SOLVE_OPTIONS),
)(
  async (A: SystemMatrix, b: NDArray, options: SolveOptions = {}): Promise<Solution> =>
    solveBy('minres', minimalResidual)(A, b, options),
);

function squared(system: Known): Method {
  const { apply, x } = system;
  const { dtype } = x;
  const precondition = system.precondition ?? ((v: NDArray): NDArray => v);
  let [r, shadow, p, q, u] = [x, x, x, x, x];
  let rho = x;
  let last: NDArray | null = null;
  let alpha = x;
  const begin = (residual: NDArray): void => {
    r = residual;
    [shadow, p, u, q] = [r.copy(), r.copy(), r.copy(), fresh(dtype, x.shape)];
    rho = dot(shadow, r);
    last = null;
  };
  const step = (): NDArray => {
    if (last !== null) {
      const beta = ratio(fresh(dtype), rho, last);
      addScaled(u, r, q, beta);
      nested(p, u, q, p, beta);
    }
    const v = apply(precondition(p));
    alpha = ratio(fresh(dtype), rho, dot(shadow, v));
    subtractScaled(q, u, v, alpha);
    const both = precondition(sum(fresh(dtype, x.shape), u, q));
    addScaled(x, x, both, alpha);
    subtractScaled(r, r, apply(both), alpha);
    last = rho;
    rho = dot(shadow, r);
    return dot(r, r);
  };
  return { begin, step, vectors: () => (system.unshared ? [r, shadow, p, q, u] : []), sizes: () => [alpha] };
}

/**
 * Solves A·x = b by the squared conjugate gradient method (Sonneveld 1989); A is any nonsingular matrix. It converges fast or not at all:
 * `bicgstab` is smoother, `gmres` safer.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const { x, converged } = await sparse.linalg.cgs(sparse.csrArray([[4, -1], [1, 2]]), np.asarray([3, 3]));
 * converged; // true
 * await np.allclose(x, 1).item(); // true
 */
export const cgs = takes(
  'cgs',
  SYSTEM,
  VECTOR,
  options(SOLVE_OPTIONS),
)(async (A: SystemMatrix, b: NDArray, options: SolveOptions = {}): Promise<Solution> => solveBy('cgs', squared)(A, b, options));

/** Solves by a method that multiplies with the transpose as well, under its name. */
export function solveTwoSided(
  name: string,
  method: (adjoint: (y: NDArray) => NDArray) => (system: Known) => Method,
): (A: TwoSided, b: NDArray, options: SolveOptions) => Promise<Solution> {
  return async function solve(A, b, options) {
    if (isComplexSystem(A, b, options)) return solveComplex(name, solve, A, b, options);
    return solveBy(name, method(transposedProduct(name, snapshotOf(A))))(A, b, options);
  };
}

function biconjugate(adjoint: (y: NDArray) => NDArray): (system: Known) => Method {
  return (system) => {
    const { apply, x } = system;
    const { dtype } = x;
    const same = (v: NDArray): NDArray => v;
    const [precondition, across] = [system.precondition ?? same, system.adjoint() ?? same];
    let [r, shadow, p, other] = [x, x, x, x];
    let [rho, alpha] = [x, x];
    let last: NDArray | null = null;
    const begin = (residual: NDArray): void => {
      r = residual;
      shadow = r.copy();
      last = null;
    };
    const step = (): NDArray => {
      const [z, back] = [precondition(r), across(shadow)];
      rho = dot(z, shadow);
      if (last === null) [p, other] = [z.copy(), back.copy()];
      else {
        const beta = ratio(fresh(dtype), rho, last);
        addScaled(p, z, p, beta);
        addScaled(other, back, other, beta);
      }
      const q = apply(p);
      alpha = ratio(fresh(dtype), rho, dot(other, q));
      addScaled(x, x, p, alpha);
      subtractScaled(r, r, q, alpha);
      subtractScaled(shadow, shadow, typed(adjoint(other), dtype), alpha);
      last = rho;
      return dot(r, r);
    };
    return { begin, step, vectors: () => (system.unshared ? [r, shadow, p, other] : []), sizes: () => [alpha] };
  };
}

/**
 * Solves A·x = b by the biconjugate gradient method (Fletcher 1976), which multiplies with the transpose as well (`rmatvec`); A is any
 * nonsingular matrix; a preconditioner that is a function counts as symmetric; of a matrix or an operator the conjugate transpose is taken.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const { x, converged } = await sparse.linalg.bicg(sparse.csrArray([[4, -1], [1, 2]]), np.asarray([3, 3]));
 * converged; // true
 * await np.allclose(x, 1).item(); // true
 */
export const bicg = takes(
  'bicg',
  SYSTEM,
  VECTOR,
  options(SOLVE_OPTIONS),
)(
  async (A: TwoSided, b: NDArray, options: SolveOptions = {}): Promise<Solution> =>
    solveTwoSided('bicg', biconjugate)(A, b, options),
);
