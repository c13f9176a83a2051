/**
 * GCROT(m, k) (de Sturler 1999, in the form of Hicken and Zingg 2010): cycles of flexible GMRES whose residuals stay orthogonal to a subspace C = A U that
 * is carried from cycle to cycle. The preconditioner is on the right: residuals are the system's own.
 */
import { eye, linalg, type NDArray, ones, stack, zeros } from '../../array/index.js';
import { FLAG, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { isComplexSystem, solveComplex } from '../complex-solve.js';
import { iterate, type Method } from '../iterate.js';
import { POSITIVE_COUNT, SOLVE_OPTIONS, SYSTEM, VECTOR } from '../kinds.js';
import { isUnshared, type Known } from '../krylov.js';
import { prepare, type Solution, type SolveOptions, type SystemMatrix } from '../solver.js';
import { typed } from '../vectors.js';
import { FlexibleArnoldi, rowOf } from './flexible-arnoldi.js';
import { checkPairs, isOneComplex, joinedPairs, PAIRS, refill, stackedPairs, type VectorPair } from './recycled.js';

export interface GcrotmkOptions extends SolveOptions {
  /** Steps of a cycle; default 20, or the number of unknowns. While fewer than `k` vectors are carried, cycles are longer by as many. */
  readonly m?: number;
  /** Vectors that are carried from cycle to cycle; default `m`. */
  readonly k?: number;
  /**
   * Pairs of a vector c = A u, or null, and u: of an earlier solve with a matrix like this one. When the solve ends it holds the vectors that this one carried,
   * and the solution.
   */
  readonly CU?: VectorPair[];
  /** Whether to compute the vectors c anew, as for a matrix that has changed, and to leave null for them; default false. */
  readonly discardC?: boolean;
  /** Which vectors are given up for new ones: the oldest, or the ones of the smallest part in the cycle; default `oldest`. */
  readonly truncate?: 'oldest' | 'smallest';
}
const GCROTMK_OPTIONS: OptionKinds<GcrotmkOptions> = {
  ...SOLVE_OPTIONS,
  m: POSITIVE_COUNT,
  k: POSITIVE_COUNT,
  CU: PAIRS,
  discardC: FLAG,
  truncate: oneOf('oldest', 'smallest'),
};

/**
 * Solves A·x = b by GCROT(m, k); A is any nonsingular matrix. An iteration is a step within a cycle, of one product. It waits for the result of each
 * iteration, for any `checkEvery`. The preconditioner may vary from iteration to iteration.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const A = sparse.csrArray([[3, 2, 0], [1, -1, 0], [0, 5, 1]]);
 * const CU = [];
 * const { x, iterations } = await sparse.linalg.gcrotmk(A, np.asarray([2, 4, -1]), { CU });
 * await np.allclose(A.matmul(x), [2, 4, -1]).item(); // true
 * iterations; // 3
 * CU.length; // 2
 */
export const gcrotmk = takes(
  'gcrotmk',
  SYSTEM,
  VECTOR,
  options(GCROTMK_OPTIONS),
)(async (A: SystemMatrix, b: NDArray, given: GcrotmkOptions = {}): Promise<Solution> => {
  const { m = 20, k = m, CU = [], discardC = false, truncate = 'oldest', ...options } = given;
  checkPairs('gcrotmk', 'CU', 1, b.size, CU);
  if (isComplexSystem(A, b, given) || isOneComplex(CU)) {
    const pairs = stackedPairs(CU);
    const solution = await solveComplex('gcrotmk', gcrotmk, A, b, { ...given, CU: pairs });
    refill(CU, joinedPairs(pairs));
    return solution;
  }
  const system = { ...prepare('gcrotmk', A, b, options), unshared: isUnshared(A, options) };
  const pairs = discardC ? CU.map(([, u]): VectorPair => [null, u]) : CU;
  const carried = await orthonormalized(system, pairs);
  const method = new OrthogonalResidual(system, { steps: Math.min(m, b.size), most: k, truncate }, carried);
  const solution = await iterate('gcrotmk', method, system, options);
  const found: VectorPair[] = [...method.finish(), [null, solution.x.copy()]];
  refill(CU, discardC ? found.map(([, u]) => [null, u]) : found);
  return solution;
});

/** Rows c of length 1, orthogonal to each other, and rows u with A u = c. */
interface Carried {
  readonly c: NDArray;
  readonly u: NDArray;
}

/** Vectors that are given no longer depend on each other beyond this share of the largest. */
const DEPENDENT = 1e-12;

/** The pairs with products that are orthonormal, by their singular values, the largest last; without pairs that depend on the rest. */
async function orthonormalized({ apply, x: { dtype } }: Known, pairs: readonly VectorPair[]): Promise<Carried | null> {
  if (pairs.length === 0) return null;
  const us = pairs.flatMap(([, u]) => (u === null ? [] : [typed(u, dtype)]));
  const cs = us.map((u, i) => {
    const c = pairs[i][0];
    return c === null ? apply(u) : typed(c, dtype);
  });
  // Cᵀ = q r and r = w s v: the rows of (q w)ᵀ are the rows of C combined by the columns of vᵀ / s.
  const { q, r } = linalg.qr(stack(cs).T);
  const { u: w, s, vh } = linalg.svd(r, { fullMatrices: false });
  const sizes = Array.from(await s.data(), Number);
  const count = sizes.filter((size) => size > DEPENDENT * sizes[0]).length;
  if (count === 0) return null;
  const chosen = `${count - 1}::-1`;
  const inverse = s.slice(chosen).reciprocal().reshape([count, 1]);
  return {
    c: w.T.slice(chosen).matmul(q.T),
    u: vh.slice(chosen).multiply(inverse).matmul(stack(us)),
  };
}

interface Cycles {
  readonly steps: number;
  /** The most vectors that are carried. */
  readonly most: number;
  readonly truncate: 'oldest' | 'smallest';
}

class OrthogonalResidual implements Method {
  readonly #system: Known;
  readonly #cycles: Cycles;
  readonly #process: FlexibleArnoldi;
  /** The first rows are vectors that are carried, the newest last. */
  readonly #c: NDArray;
  readonly #u: NDArray;
  #count: number;
  /** The iterate at which the cycle began, and its residual. */
  readonly #start: NDArray;
  #residual: NDArray;
  /** The steps after which the cycle ends. */
  #end = 0;
  /** Whether the residual is orthogonal to C. */
  #isApart = true;
  readonly #one: NDArray;

  constructor(system: Known, cycles: Cycles, carried: Carried | null) {
    const { dtype, shape } = system.x;
    [this.#system, this.#cycles, this.#count] = [system, cycles, carried?.c.shape[0] ?? 0];
    this.#process = new FlexibleArnoldi(system, cycles.steps + cycles.most);
    const rows = Math.max(cycles.most, this.#count);
    [this.#c, this.#u] = [zeros([rows, ...shape], { dtype }), zeros([rows, ...shape], { dtype })];
    if (carried !== null) {
      this.#c.slice(`0:${this.#count}`).assign(carried.c);
      this.#u.slice(`0:${this.#count}`).assign(carried.u);
    }
    this.#start = zeros(shape, { dtype });
    this.#residual = this.#start;
    this.#one = ones([], { dtype });
  }

  /** The rows that are carried. */
  get #carried(): Carried {
    const rows = `0:${this.#count}`;
    return { c: this.#c.slice(rows), u: this.#u.slice(rows) };
  }

  begin(r: NDArray): void {
    this.#close();
    this.#open(r);
    this.#isApart = this.#count === 0;
  }

  /** Begins the cycle at the best iterate along U, whose residual is orthogonal to C. */
  #takeApart(): void {
    const { x } = this.#system;
    const { c, u } = this.#carried;
    const along = c.matmul(this.#residual);
    x.assign(this.#start.add(along.matmul(u)));
    this.#open(this.#residual.subtract(along.matmul(c)));
    this.#isApart = true;
  }

  #open(r: NDArray): void {
    const { steps, most } = this.#cycles;
    this.#start.assign(this.#system.x);
    this.#residual = r;
    this.#process.begin(r);
    this.#end = steps + Math.max(most - this.#count, 0);
  }

  async step(): Promise<number> {
    if (!this.#isApart) this.#takeApart();
    if (this.#process.isBroken || this.#process.size === this.#end) {
      this.settle();
      const image = this.#close();
      this.#open(this.#residual.subtract(image));
    }
    const beside = this.#count === 0 ? null : this.#carried.c;
    return this.#process.step(this.#process.size, beside);
  }

  /** The step of the cycle so far, with the part along U that keeps its residual orthogonal to C. */
  #combined(): { readonly step: NDArray; readonly image: NDArray; readonly norm: number } {
    const { step, image, norm, beside } = this.#process.combined();
    if (this.#count === 0) return { step, image, norm };
    return { step: step.subtract(rowOf(beside, step.dtype).matmul(this.#carried.u)), image, norm };
  }

  /** Carries the step of the cycle on; gives its product. */
  #close(): NDArray {
    if (this.#process.size === 0) return this.#one.multiply(0);
    const { step, image, norm } = this.#combined();
    const scale = 1 / norm;
    if (!Number.isFinite(scale)) return image;
    this.#makeRoom();
    this.#c.slice(this.#count).assign(image.multiply(scale));
    this.#u.slice(this.#count).assign(step.multiply(scale));
    this.#count++;
    return image;
  }

  #makeRoom(): void {
    const { most, truncate } = this.#cycles;
    if (this.#count < most) return;
    const { c, u } = this.#carried;
    if (truncate === 'oldest') this.#replace(c.slice(`${this.#count - most + 1}:`), u.slice(`${this.#count - most + 1}:`));
    else this.#keepLargest(most - 1);
  }

  /** Rows that are combined to the directions which mattered most in the cycle. */
  #keepLargest(count: number): void {
    const { c, u } = this.#carried;
    const { dtype } = this.#system.x;
    const weights = rowOf(this.#process.weights(), dtype).reshape([this.#count, this.#process.size]);
    const by = linalg.svd(weights).u.slice(':', `0:${count}`).T;
    const turned = by.matmul(c);
    // One step of Newton's method for the inverse root of C Cᵀ takes rounding out, which adds up otherwise.
    const gram = turned.matmul(turned.T);
    const mended = eye(count, { dtype }).multiply(1.5).subtract(gram.multiply(0.5));
    this.#replace(mended.matmul(turned), mended.matmul(by.matmul(u)));
  }

  #replace(c: NDArray, u: NDArray): void {
    const own = { c: c.copy(), u: u.copy() };
    this.#count = own.c.shape[0];
    if (this.#count === 0) return;
    this.#carried.c.assign(own.c);
    this.#carried.u.assign(own.u);
  }

  settle(): void {
    if (this.#process.size > 0) this.#system.x.assign(this.#start.add(this.#combined().step));
  }

  sizes(): readonly NDArray[] {
    return this.#process.isBroken ? [] : [this.#one];
  }

  vectors(): readonly NDArray[] {
    return this.#system.unshared ? [this.#start] : [];
  }

  /** The vectors that are carried on. */
  finish(): VectorPair[] {
    this.#close();
    this.#process.dispose();
    const { c, u } = this.#carried;
    return Array.from({ length: this.#count }, (_, i) => [c.slice(i).copy(), u.slice(i).copy()]);
  }
}
