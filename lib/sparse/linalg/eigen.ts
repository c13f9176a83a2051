/** Some eigenvalues of symmetric matrices and some singular values of any, of sparse matrices and operators. */
import { asarray, type NDArray, stack } from '../../array/index.js';
import {
  AMOUNT,
  ArgumentError,
  type ByPlace,
  COUNT,
  DTypeError,
  listed,
  NUMBER,
  type OptionKinds,
  oneOf,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { isStored } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { subtract } from '../arithmetic.js';
import { eye } from '../construct.js';
import { checkSquare } from '../coordinates.js';
import { CsrArray } from '../csr.js';
import { POSITIVE_COUNT, SYSTEM, VECTOR } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { typed } from '../vectors.js';
import { splu } from './direct.js';
import { Lanczos, type Ritz } from './lanczos.js';
import { transposedProduct } from './short-recurrences.js';

interface SomeOptions {
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

const SOME: OptionKinds<SomeOptions> = { k: POSITIVE_COUNT, ncv: POSITIVE_COUNT, v0: VECTOR, maxiter: COUNT, tol: AMOUNT };

/** Options of `eigsh`. */
export interface EigshOptions extends SomeOptions {
  /**
   * `LM`, `SM`: the largest and the smallest magnitude; `LA`, `SA`: the largest and the smallest, signs included; default `LM`. With `sigma`
   * that of 1 / (λ - sigma), so that `LM` is the nearest to sigma.
   */
  readonly which?: 'LM' | 'SM' | 'LA' | 'SA';
  /** Look near this value, by factors of A - sigma I; A is then a sparse matrix. `sigma: 0` finds the smallest magnitudes fast. */
  readonly sigma?: number;
}
const EIGSH_OPTIONS: OptionKinds<EigshOptions> = { ...SOME, which: oneOf('LM', 'SM', 'LA', 'SA'), sigma: NUMBER };

const BETTER: Readonly<Record<'LM' | 'SM' | 'LA' | 'SA', (a: number, b: number) => number>> = {
  LM: (a, b) => Math.abs(b) - Math.abs(a),
  SM: (a, b) => Math.abs(a) - Math.abs(b),
  LA: (a, b) => b - a,
  SA: (a, b) => a - b,
};

/** Eigenvalues, and eigenvectors as columns. */
export interface SomeEigenpairs extends ByPlace<NDArray> {
  readonly eigenvalues: NDArray;
  readonly eigenvectors: NDArray;
}

interface Sought {
  readonly name: string;
  readonly size: number;
  readonly dtype: NDArray['dtype'];
  readonly apply: (v: NDArray) => NDArray;
}

function lanczos(
  { name, size, dtype, apply }: Sought,
  given: SomeOptions,
  better: (a: number, b: number) => number,
): Promise<Ritz> {
  const { k: count = Math.min(6, size - 1), v0 = null, tol = 0, maxiter = 10 * size } = given;
  if (count >= size)
    throw new ArgumentError(
      `${name}: k must be below ${size}, of which there are no more, got ${count}; np.linalg finds all, of A.toDense()`,
    );
  const basis = Math.min(size, given.ncv ?? Math.max(2 * count + 1, 20));
  if (basis <= count) throw new ArgumentError(`${name}: ncv must be above k, ${count}, got ${basis}`);
  if (v0 !== null && (v0.ndim !== 1 || v0.shape[0] !== size))
    throw new ShapeError(`${name}: v0 must be (${size},), got ${formatShape(v0.shape)}`);
  return new Lanczos({
    name,
    size,
    dtype,
    apply: (v) => typed(apply(v), dtype),
    count,
    basis,
    better,
    tol,
    maxiter,
    start: v0,
  }).run();
}

function checkFloats(name: string, A: SystemMatrix): void {
  if (A.shape.length !== 2) throw new ShapeError(`${name}: expected a matrix, got shape ${formatShape(A.shape)}`);
  if (A.dtype.kind !== 'float' || isStored(A.dtype))
    throw new DTypeError(`${name}: expected a matrix of float64 or float32, got ${A.dtype.name}; convert with astype('float64')`);
}

/** The inverse of A - sigma I as an operator. */
async function inverseNear(A: SystemMatrix, sigma: number): Promise<(v: NDArray) => NDArray> {
  if (!(A instanceof CsrArray))
    throw new ArgumentError('eigsh: sigma needs the factors of a sparse matrix; sparse.csrArray makes one of a dense matrix');
  if (!Number.isFinite(sigma)) throw new ArgumentError(`eigsh: sigma must be a finite number, got ${sigma}`);
  const shifted =
    sigma === 0
      ? A
      : subtract(
          A,
          eye(A.shape[0])
            .astype(A.dtype as never)
            .multiply(sigma),
        );
  const lu = await splu(shifted);
  return (v) => lu.solve(v);
}

/**
 * Some eigenvalues of a symmetric matrix or operator, ascending, and their eigenvectors, by Lanczos's process with thick restarts. Only products
 * with the matrix are needed, or with `sigma` its factors; that it is symmetric is not looked at. Rejects with `ConvergenceError` where
 * `maxiter` restarts are too few, `ShapeError`, `DTypeError`, `ArgumentError`.
 *
 * @example
 * const A = sparse.poisson1d(50);
 * const { eigenvalues, eigenvectors } = await sparse.linalg.eigsh(A, { k: 2, sigma: 0 });
 * const known = [1, 2].map((j) => 2 - 2 * Math.cos((j * Math.PI) / 51));
 * await np.allclose(eigenvalues, known, { rtol: 1e-10 }).item(); // true
 * eigenvectors.shape; // [50, 2]
 */
export const eigsh = takes(
  'eigsh',
  SYSTEM,
  options(EIGSH_OPTIONS),
)(async (A: SystemMatrix, { which = 'LM', sigma, ...some }: EigshOptions = {}): Promise<SomeEigenpairs> => {
  checkFloats('eigsh', A);
  const size = checkSquare('eigsh', A);
  const own = snapshotOf(A);
  const apply = sigma === undefined ? (v: NDArray): NDArray => own.matmul(v) : await inverseNear(A, sigma);
  const { values, vectors } = await lanczos({ name: 'eigsh', size, dtype: A.dtype, apply }, some, BETTER[which]);
  const found = Array.from(values, (value) => (sigma === undefined ? value : sigma + 1 / value));
  const order = found.map((_, i) => i).sort((a, b) => found[a] - found[b]);
  const eigenvalues = asarray(order.map((i) => found[i])).astype(A.dtype);
  return listed('eigsh', { eigenvalues, eigenvectors: vectors.take(asarray(Int32Array.from(order)), 0).T });
});

/** Options of `svds`. */
export interface SvdsOptions extends SomeOptions {
  /** `LM`: the largest, `SM`: the smallest; default `LM`. */
  readonly which?: 'LM' | 'SM';
}
const SVDS_OPTIONS: OptionKinds<SvdsOptions> = { ...SOME, which: oneOf('LM', 'SM') };

/** Singular values, descending, with the columns of `u` and the rows of `vh`. */
export interface SomeSingularTriplets extends ByPlace<NDArray> {
  readonly u: NDArray;
  readonly s: NDArray;
  readonly vh: NDArray;
}

/**
 * Some singular values of a matrix or operator with `rmatvec`, descending, and their vectors: from eigenvalues of the smaller one of AᵀA and
 * AAᵀ, so that singular values below some 1e-8 of the largest are rounding, and their vectors on the longer side are none. Rejects as `eigsh`.
 *
 * @example
 * const A = sparse.csrArray([[3, 0, 0], [0, 2, 0]]);
 * const { u, s, vh } = await sparse.linalg.svds(A, { k: 1 });
 * await np.allclose(s, 3).item(); // true
 * [u.shape, vh.shape]; // [[2, 1], [1, 3]]
 */
export const svds = takes(
  'svds',
  SYSTEM,
  options(SVDS_OPTIONS),
)(async (A: SystemMatrix, { which = 'LM', ...some }: SvdsOptions = {}): Promise<SomeSingularTriplets> => {
  checkFloats('svds', A);
  const [rows, columns] = A.shape;
  const own = snapshotOf(A);
  const along = (v: NDArray): NDArray => own.matmul(v);
  const back = transposedProduct('svds', own);
  const tall = rows >= columns;
  const [out, home] = tall ? [along, back] : [back, along];
  const sought = { name: 'svds', size: Math.min(rows, columns), dtype: A.dtype, apply: (v: NDArray): NDArray => home(out(v)) };
  const { values, vectors } = await lanczos(sought, some, BETTER[which === 'LM' ? 'LA' : 'SA']);
  const order = Array.from(values.keys()).sort((a, b) => values[b] - values[a]);
  const lengths = order.map((i) => Math.sqrt(Math.max(0, values[i])));
  const near = vectors.take(asarray(Int32Array.from(order)), 0);
  const inverse = lengths.map((length) => (length > 0 ? 1 / length : 0));
  const far = stack(order.map((_, i) => out(near.slice(i)).multiply(inverse[i])));
  const s = asarray(lengths).astype(A.dtype);
  return listed('svds', tall ? { u: far.T, s, vh: near } : { u: near.T, s, vh: far });
});
