/** Products with transposes and conjugate transposes, of matrices and of operators. */
import { conj, type NDArray } from '../array/index.js';
import { ArgumentError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { isArray, isComplex } from './values.js';

/** Matrices that have products with their transpose. */
export interface WithTranspose {
  readonly dtype: DType;
  matmul(x: NDArray): NDArray;
  rmatvec?(y: NDArray): NDArray;
  readonly T?: { matmul(y: NDArray): NDArray };
  readonly H?: { matmul(y: NDArray): NDArray };
}

/** The transpose's product, of the matrix as it is at each call. Throws `ArgumentError` for an operator without. */
export function transposedProduct(name: string, A: WithTranspose): (y: NDArray) => NDArray {
  if (typeof A.rmatvec === 'function') return (y) => A.rmatvec?.(y) ?? y;
  const { T } = A;
  if (T !== undefined && typeof T.matmul === 'function') return (y) => T.matmul(y);
  throw new ArgumentError(`${name}: the operator has no rmatvec, the product of its transpose with a vector`);
}

/**
 * The conjugate transpose's product; `rmatvec` of an operator is that, as in SciPy. Throws `ArgumentError` for an operator without.
 */
export function adjointProduct(name: string, A: WithTranspose): (y: NDArray) => NDArray {
  const back = transposedProduct(name, A);
  if (A.dtype === undefined || !isComplex(A)) return back;
  if (isArray(A)) return (y) => conj(back(conj(y)));
  const { H } = A;
  return H === undefined ? back : (y) => H.matmul(y);
}

/** The product with a preconditioner's conjugate transpose; with itself where it has none, and counts as symmetric. */
export function adjointPreconditioner(name: string, M: WithTranspose): (y: NDArray) => NDArray {
  const hasTranspose = typeof M.rmatvec === 'function' || typeof M.T?.matmul === 'function';
  return hasTranspose ? adjointProduct(name, M) : (y) => M.matmul(y);
}
