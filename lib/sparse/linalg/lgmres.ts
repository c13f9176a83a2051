/**
 * LGMRES (Baker, Jessup and Manteuffel 2005): restarted GMRES that looks along the steps of its last cycles, too, so that restarts lose less. The
 * preconditioner is on the right: residuals are the system's own.
 */
import { type NDArray, ones, sqrt, where, zeros } from '../../array/index.js';
import { COUNT, FLAG, type OptionKinds, options, takes } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { isComplexSystem, solveComplex } from '../complex-solve.js';
import { iterate, type Method } from '../iterate.js';
import { POSITIVE_COUNT, SOLVE_OPTIONS, SYSTEM, VECTOR } from '../kinds.js';
import { isUnshared, type Known } from '../krylov.js';
import { prepare, type Solution, type SolveOptions, type SystemMatrix } from '../solver.js';
import { dot, typed } from '../vectors.js';
import { type Direction, FlexibleArnoldi } from './flexible-arnoldi.js';
import { checkPairs, isOneComplex, joinedPairs, PAIRS, refill, stackedPairs, type VectorPair } from './recycled.js';

export interface LgmresOptions extends SolveOptions {
  /** Vectors of the basis in a cycle, besides the steps of earlier ones; default 30, or the number of unknowns. */
  readonly innerM?: number;
  /** Steps of how many earlier cycles are looked along; default 3. */
  readonly outerK?: number;
  /**
   * Pairs of such a step, of length 1, and its product with the matrix, or null: of an earlier solve with a matrix like this one. When the solve ends it holds
   * the steps of this one.
   */
  readonly outerV?: VectorPair[];
  /** Whether the products of steps are kept, rather than computed again; default true. */
  readonly storeOuterAv?: boolean;
  /** Whether a cycle looks along earlier steps before it looks along vectors of its basis; default false. */
  readonly prependOuterV?: boolean;
}
const LGMRES_OPTIONS: OptionKinds<LgmresOptions> = {
  ...SOLVE_OPTIONS,
  innerM: POSITIVE_COUNT,
  outerK: COUNT,
  outerV: PAIRS,
  storeOuterAv: FLAG,
  prependOuterV: FLAG,
};

/**
 * Solves A·x = b by LGMRES; A is any nonsingular matrix. An iteration is a step within a cycle, of one product, or of none along a step of which the
 * product is kept. It waits for the result of each iteration, for any `checkEvery`. The preconditioner may vary from iteration to iteration.
 *
 * @returns x, iterations, the residuals' norms and why it ended; it has converged if the true residual is small enough.
 * @throws `ShapeError`, `DTypeError`, `ArgumentError`; `ConvergenceError` with `mustConverge`.
 * @example
 * const A = sparse.csrArray([[3, 2, 0], [1, -1, 0], [0, 5, 1]]);
 * const outerV = [];
 * const { x, iterations } = await sparse.linalg.lgmres(A, np.asarray([2, 4, -1]), { outerV });
 * await np.allclose(A.matmul(x), [2, 4, -1]).item(); // true
 * iterations; // 3
 * const again = await sparse.linalg.lgmres(A, np.asarray([4, 8, -2]), { outerV, prependOuterV: true });
 * again.iterations; // 1
 */
export const lgmres = takes(
  'lgmres',
  SYSTEM,
  VECTOR,
  options(LGMRES_OPTIONS),
)(async (A: SystemMatrix, b: NDArray, given: LgmresOptions = {}): Promise<Solution> => {
  const { innerM = 30, outerK = 3, outerV = [], storeOuterAv = true, prependOuterV = false, ...options } = given;
  checkPairs('lgmres', 'outerV', 0, b.size, outerV);
  if (isComplexSystem(A, b, given) || isOneComplex(outerV)) {
    const pairs = stackedPairs(outerV);
    const solution = await solveComplex('lgmres', lgmres, A, b, { ...given, outerV: pairs });
    refill(outerV, joinedPairs(pairs));
    return solution;
  }
  const system = { ...prepare('lgmres', A, b, options), unshared: isUnshared(A, options) };
  const cycles = { inner: Math.min(innerM, b.size), most: outerK, storeOuterAv, prependOuterV };
  const method = new LooseResidual(system, cycles, directionsOf(outerV, system.x.dtype));
  const solution = await iterate('lgmres', method, system, options);
  refill(
    outerV,
    method.finish().map(({ z, image }) => [z, image]),
  );
  return solution;
});

function directionsOf(pairs: readonly VectorPair[], dtype: DType): Direction[] {
  return pairs.flatMap(([z, image]) => (z === null ? [] : [{ z: typed(z, dtype), image: image && typed(image, dtype) }]));
}

interface Cycles {
  /** Steps along the basis in a cycle, and the most steps that are kept. */
  readonly inner: number;
  readonly most: number;
  readonly storeOuterAv: boolean;
  readonly prependOuterV: boolean;
}

class LooseResidual implements Method {
  readonly #system: Known;
  readonly #cycles: Cycles;
  readonly #process: FlexibleArnoldi;
  /** Steps of earlier cycles, the newest last. */
  #outer: readonly Direction[];
  /** The iterate at which the cycle began. */
  readonly #start: NDArray;
  readonly #one: NDArray;

  constructor(system: Known, cycles: Cycles, outer: readonly Direction[]) {
    this.#system = system;
    this.#cycles = cycles;
    this.#outer = outer;
    this.#process = new FlexibleArnoldi(system, cycles.inner + Math.max(cycles.most, outer.length));
    const { dtype, shape } = system.x;
    this.#start = zeros(shape, { dtype });
    this.#one = ones([], { dtype });
  }

  begin(r: NDArray): void {
    this.#close();
    this.#process.begin(r);
    this.#start.assign(this.#system.x);
  }

  /** Keeps the step of the cycle. */
  #close(): void {
    if (this.#process.size === 0) return;
    const { step, image, norm } = this.#process.combined();
    if (!(norm > 0)) return;
    const square = dot(step, step);
    const inverse = where(square.greater(0), sqrt(square).reciprocal(), 0);
    const { most, storeOuterAv } = this.#cycles;
    const made = { z: step.multiply(inverse), image: storeOuterAv ? image.multiply(inverse) : null };
    this.#outer = most === 0 ? [] : [...this.#outer, made].slice(-most);
  }

  async step(): Promise<number> {
    const { apply, b, x } = this.#system;
    if (this.#process.isBroken || this.#process.size === this.#cycles.inner + this.#outer.length) {
      this.settle();
      this.begin(b.subtract(apply(x)));
    }
    return this.#process.step(this.#along(this.#process.size));
  }

  /** The direction of a step, or the row of the basis along which it goes. */
  #along(step: number): Direction | number {
    const { inner, prependOuterV } = this.#cycles;
    if (!prependOuterV) return this.#outer[step - inner] ?? step;
    return this.#outer[step] ?? (step === this.#outer.length ? 0 : step);
  }

  settle(): void {
    if (this.#process.size > 0) this.#system.x.assign(this.#start.add(this.#process.combined().step));
  }

  sizes(): readonly NDArray[] {
    return this.#process.isBroken ? [] : [this.#one];
  }

  vectors(): readonly NDArray[] {
    return this.#system.unshared ? [this.#start] : [];
  }

  /** The steps that are kept for a solve to come. */
  finish(): readonly Direction[] {
    this.#close();
    this.#process.dispose();
    return this.#outer;
  }
}
