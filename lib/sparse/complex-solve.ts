/**
 * Krylov solvers on complex systems: the solver of real ones works on vectors of twice the length, real parts before imaginary ones. Inner
 * products are the real parts of the complex ones, so that the iterates of `cg` and `minres` on Hermitian matrices are those of their complex forms,
 * whose coefficients are real; solvers of general matrices look in a space with real coefficients, and may take more iterations.
 */
import { complex, concat, conj, type NDArray, zerosLike } from '../array/index.js';
import { ShapeError } from '../base/index.js';
import { type DType, float64 } from '../dtype/index.js';
import { adjointPreconditioner, type WithTranspose } from './adjoint.js';
import { checkSystem, type Operator, type Solution, type SolveOptions, type SystemMatrix, snapshotOf } from './solver.js';
import { inDType, isArray, isComplex, partsOf, promoteAny, typeOfParts } from './values.js';

type Adjoint = { readonly H?: { matmul(y: NDArray): NDArray }; rmatvec?(y: NDArray): NDArray };
type Solver<Options extends SolveOptions> = (A: SystemMatrix, b: NDArray, options: Options) => Promise<Solution>;

/** Whether a system is complex. */
export function isComplexSystem(A: SystemMatrix, b: NDArray, { x0 }: SolveOptions): boolean {
  return [A, b, x0].some((of) => of !== undefined && isComplex(of));
}

/** Real parts before imaginary ones. */
export function stacked(x: NDArray): NDArray {
  const [re, im = zerosLike(x)] = partsOf(x);
  return concat([re, im]);
}

/** The complex vector of a real one of twice its length. */
export function joined(x: NDArray): NDArray {
  const n = x.size / 2;
  return complex(x.slice(`:${n}`), x.slice(`${n}:`));
}

/** Solves a complex system by the solver of real ones. Throws `ShapeError` as that does. */
export async function solveComplex<Options extends SolveOptions>(
  name: string,
  solve: Solver<Options>,
  A: SystemMatrix & Adjoint,
  b: NDArray,
  options: Options,
): Promise<Solution> {
  const n = checkSystem(name, A, b, options);
  const promoted = typeOfParts(promoteAny(A.dtype, b.dtype));
  const dtype = promoted.kind === 'float' ? promoted : float64;
  const { x0, M, callback, ...rest } = options;
  const given = {
    ...rest,
    ...(x0 === undefined ? {} : { x0: inDType(stacked(x0), dtype) }),
    ...(M === undefined ? {} : { M: typeof M === 'function' ? overReals(name, M, n, dtype) : preconditioner(name, M, n, dtype) }),
    ...(callback === undefined ? {} : { callback: (k: number, norm: number, x: NDArray) => callback(k, norm, joined(x)) }),
  } as unknown as Options;
  const found = await solve(realSystem(name, snapshotOf(A), n, dtype), inDType(stacked(b), dtype), given);
  return Object.assign(Object.create(Object.getPrototypeOf(found) as object) as object, found, {
    x: joined(found.x),
  }) as Solution;
}

/** A preconditioner as one of real vectors, with its conjugate transpose for methods that multiply with that. */
function preconditioner(name: string, M: Exclude<Operator, (x: NDArray) => NDArray>, n: number, dtype: DType): Operator {
  const own = snapshotOf(M);
  const along = overReals(name, (r) => own.matmul(r), n, dtype);
  const back = (y: NDArray): NDArray => adjointPreconditioner(name, own as WithTranspose)(y);
  return { matmul: along, rmatvec: overReals(name, back, n, dtype) } as Operator;
}

/** A function of complex vectors as one of real vectors of twice the length. */
function overReals(name: string, of: (x: NDArray) => NDArray, n: number, dtype: DType): (x: NDArray) => NDArray {
  return (x) => {
    const y = of(joined(x));
    if (y.ndim !== 1 || y.shape[0] !== n) throw new ShapeError(`${name}: M must map a vector of (${n},) to another`);
    return inDType(stacked(y), dtype);
  };
}

function realSystem(name: string, A: SystemMatrix & Adjoint, n: number, dtype: DType): SystemMatrix {
  const apply = overReals(name, (x) => A.matmul(x), n, dtype);
  const back = adjointOf(A);
  return {
    shape: [2 * n, 2 * n],
    dtype,
    matmul: (x, { out } = {}) => (out === undefined ? apply(x) : out.assign(apply(x))),
    ...(back === undefined ? {} : { rmatvec: overReals(name, back, n, dtype) }),
  } as SystemMatrix;
}

/** The product with the conjugate transpose; undefined for an operator without. */
function adjointOf(A: SystemMatrix & Adjoint): ((y: NDArray) => NDArray) | undefined {
  if (isArray(A)) return (y) => conj(A.T.matmul(conj(y)));
  const { H } = A;
  return H === undefined ? A.rmatvec?.bind(A) : (y) => H.matmul(y);
}
