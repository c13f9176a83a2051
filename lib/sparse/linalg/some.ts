/** Common to functions that find some eigenvalues: options, checks, and the operator whose eigenvalues are found. */
import type { NDArray } from '../../array/index.js';
import { AMOUNT, ArgumentError, COUNT, DTypeError, FLAG, type OptionKinds, ShapeError } from '../../base/index.js';
import { isStored } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { POSITIVE_COUNT, VECTOR } from '../kinds.js';
import type { SystemMatrix } from '../solver.js';
import { inDType, isComplex, isComplexType } from '../values.js';
import { KrylovSchur, type Problem, type Ritz } from './krylov-schur.js';

export interface SomeOptions {
  /** How many are wanted, fewer than there are; default 6. */
  readonly k?: number;
  /** Vectors of the basis, more than `k`; default 2 k + 1, at least 20. */
  readonly ncv?: number;
  /** The vector to begin with; default one of random numbers, the same in every run. */
  readonly v0?: NDArray;
  /** Restarts of the basis; default 10 for each unknown. */
  readonly maxiter?: number;
  /** Error of an eigenvalue relative to its size; default the precision of the dtype. */
  readonly tol?: number;
}

export const SOME: OptionKinds<SomeOptions> = {
  k: POSITIVE_COUNT,
  ncv: POSITIVE_COUNT,
  v0: VECTOR,
  maxiter: COUNT,
  tol: AMOUNT,
};

/** Whether to give eigenvectors, too. */
export interface VectorsOption {
  /** Whether to give eigenvectors, too; default true. Without them the result is the array of eigenvalues. */
  readonly returnEigenvectors?: boolean;
}
export const VECTORS = { returnEigenvectors: FLAG } as const;

/** The operator whose eigenvalues are looked for. */
type Sought = Pick<Problem, 'name' | 'size' | 'dtype' | 'apply' | 'onHost' | 'metric' | 'hermitian' | 'order'>;

/** Throws `ArgumentError`, `ShapeError`, and as `KrylovSchur`. */
export function someEigenvalues(sought: Sought, given: SomeOptions): Promise<Ritz> {
  const { name, size, dtype, hermitian } = sought;
  const { k: count = Math.min(6, size - 1), v0 = null, tol = 0, maxiter = 10 * size } = given;
  if (count >= size)
    throw new ArgumentError(
      `${name}: k must be below ${size}, of which there are no more, got ${count}; np.linalg finds all, of A.toDense()`,
    );
  const basis = Math.min(size, given.ncv ?? Math.max(2 * count + 1, 20));
  if (basis <= count) throw new ArgumentError(`${name}: ncv must be above k, ${count}, got ${basis}`);
  // Pairs of conjugate eigenvalues stay together.
  if (!hermitian && basis < Math.min(size, count + 2))
    throw new ArgumentError(`${name}: ncv must be at least k + 2, ${count + 2}, got ${basis}`);
  if (v0 !== null && (v0.ndim !== 1 || v0.shape[0] !== size))
    throw new ShapeError(`${name}: v0 must be (${size},), got ${formatShape(v0.shape)}`);
  if (v0 !== null && isComplex(v0) && !isComplexType(dtype))
    throw new DTypeError(`${name}: v0 must be real for a real matrix, got ${v0.dtype.name}`);
  const inOwn = (of: (v: NDArray) => NDArray) => (v: NDArray) => inDType(of(v), dtype);
  const metric = sought.metric === null ? null : inOwn(sought.metric);
  return new KrylovSchur({ ...sought, apply: inOwn(sought.apply), metric, count, basis, tol, maxiter, start: v0 }).run();
}

/** Throws `ShapeError`, and `DTypeError` for a matrix of integers. */
export function checkFloats(name: string, A: SystemMatrix): void {
  if (A.shape.length !== 2) throw new ShapeError(`${name}: expected a matrix, got shape ${formatShape(A.shape)}`);
  const isFloat = A.dtype.kind === 'float' && !isStored(A.dtype);
  if (!isFloat && !isComplex(A))
    throw new DTypeError(
      `${name}: expected a matrix of float64, float32 or complex numbers, got ${A.dtype.name}; convert with astype('float64')`,
    );
}
