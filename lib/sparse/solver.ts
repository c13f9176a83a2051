/** The common part of the iterative solvers: operators, options, results, and the system that they work on. */
import { NDArray, type OutOption, zeros } from '../array/index.js';
import { ArgumentError, DTypeError, ShapeError } from '../base/index.js';
import { type DType, float64, promote } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { adjointPreconditioner, type WithTranspose } from './adjoint.js';
import { checkSquare } from './coordinates.js';
import { typed } from './vectors.js';

/** Anything that maps a vector to a vector: a sparse matrix, a 2-d array, or a function. */
export type Operator = Product | ((x: NDArray) => NDArray);

interface Product {
  matmul(x: NDArray): NDArray;
  /** With values that nothing else writes; `snapshot` shares them where it can. */
  copy?(): Product;
  snapshot?(): Product;
}

/** A square system's matrix: an operator that knows its shape and dtype. */
export interface SystemMatrix {
  readonly shape: readonly number[];
  readonly dtype: DType;
  /** The product with a vector; it may go to `out`, of the result's shape and dtype. */
  matmul(x: NDArray, options?: OutOption): NDArray;
  /** The matrix with values of its own, where they can be written: a solve works on the values of the matrix at the call. */
  copy?(): SystemMatrix;
  /** As `copy`, which may share values as long as nothing writes them; preferred. */
  snapshot?(): SystemMatrix;
  /** The matrix in a dtype: one of integers is solved with as one of floats. */
  astype?(dtype: DType): SystemMatrix;
}

/** A system's matrix that may have products with its transpose. */
export type TwoSided = SystemMatrix & WithTranspose;

export interface SolveOptions {
  /** Stop when the residual's 2-norm is at most `tol` times that of `b`, or `atol`, the larger of both; default 1e-8. */
  readonly tol?: number;
  /** SciPy's name of `tol`; one of the two. */
  readonly rtol?: number;
  /** A residual's 2-norm that is always small enough; default 0. */
  readonly atol?: number;
  /** Most iterations; default 10 times the number of unknowns. */
  readonly maxiter?: number;
  /** Where to start; default zeros. It is not written. */
  readonly x0?: NDArray;
  /** Preconditioner: approximates the inverse of A; symmetric and positive definite for `cg`. */
  readonly M?: Operator;
  /** Iterations between two looks at the residual (each waits for the result); default 1. */
  readonly checkEvery?: number;
  /**
   * Called with each residual's norm and the newest iterate, which the solver goes on writing: copy it to keep it. Iteration 0 is the
   * start. Its result is awaited.
   */
  readonly callback?: (iteration: number, residual: number, x: NDArray) => unknown;
  /** Stops the solve when it is aborted, at the next look at the residual. */
  readonly signal?: AbortSignal;
  /** Milliseconds after which the solve stops, at the next look at the residual; default no limit. */
  readonly timeLimit?: number;
  /** Reject with `ConvergenceError` rather than give `converged: false`; default false. */
  readonly mustConverge?: boolean;
}

/**
 * Why a solve ended: the true residual is small enough; iterations or time are used up; a division by 0 or a residual that grows
 * without bound stopped the recurrence; the residual has not become smaller for long, or no iterate of this dtype has a smaller one; the
 * residual is infinite or NaN; the caller's signal.
 */
export type Reason = 'converged' | 'maxiter' | 'timeLimit' | 'breakdown' | 'stagnation' | 'notFinite' | 'aborted';

export interface Solution {
  /** The last iterate; of a solve that broke down or stood still, the better one of it and of a good one that was kept on the way. */
  readonly x: NDArray;
  /** Iterations made. */
  readonly iterations: number;
  /** 2-norms of the residual as the method updates it: at the start, then after each iteration. */
  readonly residuals: readonly number[];
  /** 2-norm of b - A·x, computed from the `x` that is given. */
  readonly trueResidual: number;
  /** The bound that `trueResidual` had to reach. */
  readonly target: number;
  /** Whether `trueResidual` is at most `target`. */
  readonly converged: boolean;
  readonly reason: Reason;
}

/** The system that a solver was asked about, checked. */
export interface System {
  /** The matrix times a vector; `reused`: an earlier result that is no longer needed; it may be overwritten. */
  readonly apply: (x: NDArray, reused?: NDArray) => NDArray;
  readonly precondition: ((r: NDArray) => NDArray) | null;
  /** The conjugate transpose of the preconditioner, for methods that multiply with the transpose; a function counts as symmetric. */
  readonly adjoint: () => ((r: NDArray) => NDArray) | null;
  readonly b: NDArray;
  /** A fresh vector to iterate on. */
  readonly x: NDArray;
  /** A copy of where to start; null for zeros, from where the first residual is b. */
  readonly start: NDArray | null;
}

/** The unknowns of a system. Throws `ShapeError` unless the matrix is square, and `b` and `x0` are vectors for it. */
export function checkSystem(name: string, A: SystemMatrix, b: NDArray, { x0 }: SolveOptions): number {
  const n = checkSquare(name, A);
  for (const [what, v] of Object.entries({ b, x0 })) {
    if (v !== undefined && (v.ndim !== 1 || v.shape[0] !== n))
      throw new ShapeError(
        `${name}: ${what} must be (${n},) for a matrix of ${formatShape(A.shape)}, got ${formatShape(v.shape)}`,
      );
  }
  return n;
}

/** Checks a system's shapes and dtypes, and makes the vector to iterate on. Throws `ShapeError`, `DTypeError`, `ArgumentError`. */
export function prepare(name: string, A: SystemMatrix, b: NDArray, options: SolveOptions): System {
  const n = checkSystem(name, A, b, options);
  const promoted = promote(A.dtype, b.dtype);
  const dtype = promoted.kind === 'float' ? promoted : float64;
  if (A.dtype.kind !== 'float' && A.astype === undefined)
    throw new DTypeError(`${name}: expected a matrix of floats, got ${A.dtype.name}`);
  checkOptions(name, options);
  const x = zeros([n], { dtype });
  if (options.x0 !== undefined) x.assign(options.x0);
  const own = snapshotOf(A.dtype.kind === 'float' ? A : (A.astype?.(dtype) ?? A));
  const precondition = options.M === undefined ? null : asFunction(name, options.M, dtype);
  return {
    apply: (v, reused) => typed(reused === undefined ? own.matmul(v) : own.matmul(v, { out: reused }), dtype),
    precondition,
    adjoint: () => {
      const { M } = options;
      if (M === undefined || typeof M === 'function') return precondition;
      return asFunction(name, adjointPreconditioner(name, snapshotOf(M) as WithTranspose), dtype);
    },
    b: b.dtype === dtype ? b.copy() : b.astype(dtype),
    x,
    start: options.x0 === undefined ? null : x.copy(),
  };
}

function checkOptions(name: string, { tol, rtol, atol, timeLimit, maxiter, checkEvery, signal }: SolveOptions): void {
  for (const [what, value] of Object.entries({ tol, rtol, atol, timeLimit })) {
    if (value !== undefined && !(value >= 0))
      throw new ArgumentError(`${name}: ${what} must be a number of at least 0, got ${value}`);
  }
  if (tol !== undefined && rtol !== undefined) throw new ArgumentError(`${name}: tol and rtol are one option; give one of them`);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new ArgumentError(`${name}: signal must be an AbortSignal, got ${typeof signal}`);
  }
  for (const [what, count, least] of [
    ['maxiter', maxiter, 0],
    ['checkEvery', checkEvery, 1],
  ] as const) {
    if (count !== undefined && !(Number.isInteger(count) && count >= least)) {
      throw new ArgumentError(`${name}: ${what} must be an integer of at least ${least}, got ${count}`);
    }
  }
}

/**
 * A system's matrix, or an operator, apart from what is written to it later; itself where it has no copies. Matrices of further formats are put in
 * compressed rows, once for all products.
 */
export function snapshotOf<T extends { copy?(): unknown; snapshot?(): unknown; tocsr?(): unknown }>(A: T): T {
  return (A.snapshot?.() ?? A.tocsr?.() ?? A.copy?.() ?? A) as T;
}

function asFunction(name: string, M: Operator, dtype: DType): (r: NDArray) => NDArray {
  const own = typeof M === 'function' ? null : snapshotOf(M);
  const apply = typeof M === 'function' ? M : (r: NDArray): NDArray => (own ?? M).matmul(r);
  return (r) => {
    const z = apply(r);
    if (!(z instanceof NDArray) || z.ndim !== 1 || z.shape[0] !== r.shape[0]) {
      throw new ShapeError(`${name}: M must map a vector of (${r.shape[0]},) to another`);
    }
    return typed(z, dtype);
  };
}
