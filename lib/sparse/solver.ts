/** What the iterative solvers share: operators, options, results, and when to stop. */
import { NDArray, type OutOption, zeros } from '../array/index.js';
import { ArgumentError, ConvergenceError, DTypeError, ShapeError } from '../base/index.js';
import { type DType, float64, promote } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';

/** Anything that maps a vector to a vector: a sparse matrix, a 2-d array, or a function. */
export type Operator = { matmul(x: NDArray): NDArray } | ((x: NDArray) => NDArray);

/** A square system's matrix: an operator that knows its shape and dtype. */
export interface SystemMatrix {
  readonly shape: readonly number[];
  readonly dtype: DType;
  /** The product with a vector; it may go to `out`, of the result's shape and dtype. */
  matmul(x: NDArray, options?: OutOption): NDArray;
}

export interface SolveOptions {
  /** Stop when the residual's 2-norm is at most `tol` times that of `b`; default 1e-8. */
  readonly tol?: number;
  /** Most iterations; default 10 times the number of unknowns. */
  readonly maxiter?: number;
  /** Where to start; default zeros. It is not written. */
  readonly x0?: NDArray;
  /** Preconditioner: approximates the inverse of A; symmetric and positive definite for `cg`. */
  readonly M?: Operator;
  /** Iterations between two looks at the residual (each waits for the result); default 1. */
  readonly checkEvery?: number;
  /** Called with each residual's norm; iteration 0 is the start. What it returns is awaited. */
  readonly callback?: (iteration: number, residual: number) => unknown;
  /** Reject with `ConvergenceError` rather than give `converged: false`; default false. */
  readonly mustConverge?: boolean;
}

export interface Solution {
  readonly x: NDArray;
  /** Iterations made. */
  readonly iterations: number;
  /** 2-norms of the residual: at the start, then after each iteration. */
  readonly residuals: readonly number[];
  readonly converged: boolean;
}

/** One method on one system: `step` issues an iteration and gives the square of its residual's norm, 0-d. */
export interface Method {
  readonly x: NDArray;
  /** Square of the residual's norm at the start. */
  readonly start: NDArray;
  step(): NDArray;
}

/** The system that a solver was asked about, checked. */
export interface System {
  /** The matrix times a vector; `reused` is what it gave before, where nobody needs that any more. */
  readonly apply: (x: NDArray, reused?: NDArray) => NDArray;
  readonly precondition: ((r: NDArray) => NDArray) | null;
  readonly b: NDArray;
  /** A fresh vector to iterate on. */
  readonly x: NDArray;
  /** Whether `x` is all zeros, so that the first residual is b. */
  readonly fromZero: boolean;
}

/** Checks a system's shapes and dtypes, and makes the vector to iterate on. Throws `ShapeError`, `DTypeError`, `ArgumentError`. */
export function prepare(name: string, A: SystemMatrix, b: NDArray, options: SolveOptions): System {
  const n = A.shape[0];
  if (A.shape.length !== 2 || A.shape[1] !== n)
    throw new ShapeError(`${name}: expected a square matrix, got ${formatShape(A.shape)}`);
  for (const [what, v] of [
    ['b', b],
    ['x0', options.x0],
  ] as const) {
    if (v !== undefined && (v.ndim !== 1 || v.shape[0] !== n)) {
      throw new ShapeError(
        `${name}: ${what} must be (${n},) for a matrix of ${formatShape(A.shape)}, got ${formatShape(v.shape)}`,
      );
    }
  }
  const promoted = promote(A.dtype, b.dtype);
  const dtype = promoted.kind === 'float' ? promoted : float64;
  if (A.dtype.kind !== 'float')
    throw new DTypeError(`${name}: expected a matrix of floats, got ${A.dtype.name}; convert with astype('float64')`);
  checkOptions(name, options);
  const x = zeros([n], { dtype });
  if (options.x0 !== undefined) x.assign(options.x0);
  return {
    apply: (v, reused) => typed(reused === undefined ? A.matmul(v) : A.matmul(v, { out: reused }), dtype),
    precondition: options.M === undefined ? null : asFunction(name, options.M, dtype),
    b: b.dtype === dtype ? b : b.astype(dtype),
    x,
    fromZero: options.x0 === undefined,
  };
}

function checkOptions(name: string, { tol, maxiter, checkEvery }: SolveOptions): void {
  if (tol !== undefined && !(tol >= 0)) throw new ArgumentError(`${name}: tol must be a number of at least 0, got ${tol}`);
  for (const [what, count, least] of [
    ['maxiter', maxiter, 0],
    ['checkEvery', checkEvery, 1],
  ] as const) {
    if (count !== undefined && !(Number.isInteger(count) && count >= least)) {
      throw new ArgumentError(`${name}: ${what} must be an integer of at least ${least}, got ${count}`);
    }
  }
}

/** What an operator gave, in the dtype that the method computes with. */
function typed(v: NDArray, dtype: DType): NDArray {
  return v.dtype === dtype ? v : v.astype(dtype);
}

function asFunction(name: string, M: Operator, dtype: DType): (r: NDArray) => NDArray {
  const apply = typeof M === 'function' ? M : (r: NDArray): NDArray => M.matmul(r);
  return (r) => {
    const z = apply(r);
    if (!(z instanceof NDArray) || z.ndim !== 1 || z.shape[0] !== r.shape[0]) {
      throw new ShapeError(`${name}: M must map a vector of (${r.shape[0]},) to another`);
    }
    return typed(z, dtype);
  };
}

/** Runs a method until its residual is small enough, looking every `checkEvery` iterations. */
export async function iterate(name: string, method: Method, b: NDArray, options: SolveOptions): Promise<Solution> {
  const every = options.checkEvery ?? 1;
  const most = options.maxiter ?? 10 * b.size;
  const residuals: number[] = [];
  const note = async (squares: NDArray[]): Promise<number> => {
    for (const square of squares) {
      residuals.push(Math.sqrt(Number(await square.item())));
      await options.callback?.(residuals.length - 1, residuals[residuals.length - 1]);
    }
    return residuals[residuals.length - 1];
  };
  const target = (options.tol ?? 1e-8) * Math.sqrt(Number(await b.multiply(b).sum().item()));
  let residual = await note([method.start]);
  while (residual > target && residuals.length <= most && Number.isFinite(residual)) {
    const count = Math.min(every, most - residuals.length + 1);
    residual = await note(Array.from({ length: count }, () => method.step()));
  }
  const converged = residual <= target;
  const iterations = residuals.length - 1;
  if (!converged && options.mustConverge === true) {
    throw new ConvergenceError(
      `${name}: the residual is ${residual.toExponential(3)} after ${iterations} iterations, above ${target.toExponential(3)}; raise maxiter or tol, or give a preconditioner M`,
    );
  }
  return { x: method.x, iterations, residuals, converged };
}
