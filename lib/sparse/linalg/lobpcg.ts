/**
 * LOBPCG (Knyazev 2001): the largest or smallest eigenvalues of a symmetric or Hermitian pencil, several at once, by Rayleigh and Ritz's method on the
 * iterates, their preconditioned residuals and the last steps. The basis of that space is made orthonormal by the eigenvectors of its Gram matrix
 * (Stathopoulos and Wu 2002), which leave out directions that depend on further ones.
 */
import {
  asarray,
  concat,
  conj,
  expandDims,
  linalg,
  type NDArray,
  real,
  sqrt,
  square,
  stack,
  sum,
  where,
} from '../../array/index.js';
import {
  AMOUNT,
  ArgumentError,
  type ByPlace,
  COUNT,
  DTypeError,
  FLAG,
  listed,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { type DType, float32, float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { checkSquare } from '../coordinates.js';
import { issparse } from '../formats.js';
import { SYSTEM, VECTOR } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { inDType, isArray, isComplex, isComplexType, promoteAny, typeOfParts } from '../values.js';
import { checkFloats } from './some.js';

export interface LobpcgOptions {
  /** Of A x = λ B x, symmetric or Hermitian and positive definite; default the identity. */
  readonly B?: SystemMatrix;
  /** Preconditioner: approximates the inverse of A, positive definite; default the identity. */
  readonly M?: SystemMatrix;
  /** Columns (n, m) that eigenvectors are kept orthogonal to in the inner product of B, as eigenvectors that are known; default none. */
  readonly Y?: NDArray;
  /** A residual's 2-norm that is small enough; default the root of the dtype's precision times the number of rows. */
  readonly tol?: number;
  /** Most iterations; default 20. */
  readonly maxiter?: number;
  /** Whether the largest eigenvalues are wanted, or the smallest; default true. */
  readonly largest?: boolean;
  /** Whether to give the eigenvalues of each iteration, too; default false. */
  readonly retLambdaHistory?: boolean;
  /** Whether to give the norms of residuals of each iteration, too; default false. */
  readonly retResidualNormsHistory?: boolean;
}
const LOBPCG_OPTIONS: OptionKinds<LobpcgOptions> = {
  B: SYSTEM,
  M: SYSTEM,
  Y: VECTOR,
  tol: AMOUNT,
  maxiter: COUNT,
  largest: FLAG,
  retLambdaHistory: FLAG,
  retResidualNormsHistory: FLAG,
};

/** Eigenvalues, the wanted ones first, eigenvectors as columns, and the histories that options ask for; these can be taken apart by place. */
export interface LobpcgResult extends ByPlace<NDArray> {
  readonly eigenvalues: NDArray;
  readonly eigenvectors: NDArray;
  /** (iterations + 1, k), with `retLambdaHistory`. */
  readonly lambdaHistory?: NDArray;
  /** (iterations + 1, k), with `retResidualNormsHistory`. */
  readonly residualNormsHistory?: NDArray;
  /** The 2-norm of A x - λ B x of each eigenvector that is given. */
  readonly residualNorms: readonly number[];
  readonly iterations: number;
  /** Whether all of `residualNorms` are at most `tol`. */
  readonly converged: boolean;
}

type Product = (V: NDArray) => NDArray;

/** Columns with their products by A and by B. */
interface Columns {
  readonly own: NDArray;
  readonly A: NDArray;
  readonly B: NDArray;
}

interface State {
  readonly x: Columns;
  readonly values: number[];
  /** The last steps; null at first. */
  readonly p: Columns | null;
}

/** Iterations after which products with the iterates are computed anew: by recurrences they drift. */
const RENEWAL = 16;

/** The product of an operator with columns. */
function onColumns(A: SystemMatrix, dtype: DType): Product {
  const own = snapshotOf(A);
  if (isArray(A) || issparse(A as never)) return (V) => inDType(own.matmul(V), dtype);
  return (V) =>
    inDType(
      stack(
        Array.from({ length: V.shape[1] }, (_, j) => own.matmul(V.slice(':', j))),
        { axis: 1 },
      ),
      dtype,
    );
}

const beside = (parts: readonly NDArray[]): NDArray => (parts.length === 1 ? parts[0] : concat(parts, { axis: 1 }));
const scaled = ({ own, A, B }: Columns, by: (V: NDArray) => NDArray): Columns => ({ own: by(own), A: by(A), B: by(B) });

class Lobpcg {
  readonly #A: Product;
  readonly #B: Product;
  readonly #M: Product;
  readonly #known: { readonly own: NDArray; readonly image: NDArray } | null;
  readonly #dtype: DType;
  readonly #largest: boolean;

  constructor(dtype: DType, A: SystemMatrix, { B, M, Y, largest = true }: LobpcgOptions) {
    const same: Product = (V) => V;
    this.#dtype = dtype;
    this.#largest = largest;
    this.#A = onColumns(A, dtype);
    this.#B = B === undefined ? same : onColumns(B, dtype);
    this.#M = M === undefined ? same : onColumns(M, dtype);
    if (Y === undefined || Y.shape[1] === 0) this.#known = null;
    else {
      const y = inDType(Y, dtype);
      const image = this.#B(y);
      this.#known = { own: linalg.solve(this.#inner(y, image), y.T).T, image };
    }
  }

  #bra(V: NDArray): NDArray {
    return isComplexType(this.#dtype) ? conj(V).T : V.T;
  }

  #inner(V: NDArray, W: NDArray): NDArray {
    return this.#bra(V).matmul(W);
  }

  /** The columns without their part along known eigenvectors. */
  #free(V: NDArray): NDArray {
    if (this.#known === null) return V;
    return V.subtract(this.#known.own.matmul(this.#inner(this.#known.image, V)));
  }

  #columns(own: NDArray): Columns {
    return { own, A: this.#A(own), B: this.#B(own) };
  }

  begin(X: NDArray): Promise<State> {
    const x = this.#columns(this.#free(inDType(X, this.#dtype)));
    return this.#ritz([x], X.shape[1]);
  }

  residual({ x, values }: State): NDArray {
    return x.A.subtract(x.B.multiply(asarray(values).astype(typeOfParts(this.#dtype))));
  }

  /** One iteration, for the columns that have not converged. */
  step(state: State, residual: NDArray, active: readonly number[]): Promise<State> {
    const chosen = asarray(Int32Array.from(active));
    const { x, p } = state;
    let w = this.#free(this.#M(residual.take(chosen, 1)));
    w = w.subtract(x.own.matmul(this.#inner(x.B, w)));
    const size = expandDims(normsOf(w), 0);
    w = w.multiply(where(size.greater(0), size.reciprocal(), 0).astype(typeOfParts(this.#dtype)));
    const parts = [x, this.#columns(w)];
    if (p !== null) parts.push(scaled(p, (V) => V.take(chosen, 1)));
    return this.#ritz(parts, state.values.length);
  }

  renewed({ x, values, p }: State): State {
    return { x: this.#columns(x.own), values, p };
  }

  /** The best `count` vectors in the space of some columns, of which the first ones are the iterates. Throws `ArgumentError`. */
  async #ritz(parts: readonly Columns[], count: number): Promise<State> {
    const [own, A, B] = (['own', 'A', 'B'] as const).map((which) => beside(parts.map((of) => of[which])));
    const gram = this.#inner(own, B);
    const diagonal = isComplex(gram) ? real(linalg.diagonal(gram)) : linalg.diagonal(gram);
    const inverse = where(diagonal.greater(0), sqrt(diagonal).reciprocal(), 0).astype(diagonal.dtype);
    const unit = gram.multiply(expandDims(inverse, 1)).multiply(expandDims(inverse, 0));
    const basis = linalg.eigh(unit);
    const sizes = Array.from(await basis.eigenvalues.data(), Number);
    const least = (typeOfParts(this.#dtype) === float32 ? 2 ** -20 : 2 ** -48) * sizes.length;
    const kept = sizes.map((_, i) => i).filter((i) => sizes[i] > least);
    if (kept.length < count)
      throw new ArgumentError(
        `lobpcg: ${kept.length} of ${count} columns of X are independent of each other and of Y, or B is not positive definite`,
      );
    const roots = asarray(kept.map((i) => 1 / Math.sqrt(sizes[i]))).astype(diagonal.dtype);
    const turn = basis.eigenvectors
      .take(asarray(Int32Array.from(kept)), 1)
      .multiply(expandDims(inverse, 1))
      .multiply(roots);
    const small = this.#inner(turn, this.#inner(own, A).matmul(turn));
    const found = linalg.eigh(small.add(this.#bra(small)).multiply(0.5));
    const values = Array.from(await found.eigenvalues.data(), Number);
    const order = values.map((_, i) => i);
    if (this.#largest) order.reverse();
    const best = order.slice(0, count);
    const by = turn.matmul(found.eigenvectors.take(asarray(Int32Array.from(best)), 1));
    const x = { own: own.matmul(by), A: A.matmul(by), B: B.matmul(by) };
    const wanted = best.map((i) => values[i]);
    if (parts.length === 1) return { x, values: wanted, p: null };
    const rest = by.slice(`${count}:`);
    const step = (V: NDArray): NDArray => V.slice(':', `${count}:`).matmul(rest);
    return { x, values: wanted, p: scaled({ own, A, B }, step) };
  }
}

/** The 2-norm of each column. */
function normsOf(V: NDArray): NDArray {
  const squares = isComplex(V) ? real(V.multiply(conj(V))) : square(V);
  return sqrt(sum(squares, 0));
}

/** Throws `ShapeError`, `DTypeError`, `ArgumentError`; gives the dtype to compute in. */
function checked(A: SystemMatrix, X: NDArray, { B, M, Y }: LobpcgOptions): DType {
  checkFloats('lobpcg', A);
  const size = checkSquare('lobpcg', A);
  for (const [what, V] of Object.entries({ X, Y }))
    if (V !== undefined && (V.ndim !== 2 || V.shape[0] !== size))
      throw new ShapeError(`lobpcg: ${what} must be (${size}, k), got ${formatShape(V.shape)}`);
  for (const [what, of] of Object.entries({ B, M })) {
    if (of === undefined) continue;
    checkFloats(`lobpcg: ${what}`, of);
    if (of.shape[0] !== size || of.shape[1] !== size)
      throw new ShapeError(`lobpcg: ${what} must be (${size}, ${size}), got ${formatShape(of.shape)}`);
  }
  const [, count] = X.shape;
  if (count === 0 || count + (Y?.shape[1] ?? 0) > size)
    throw new ArgumentError(`lobpcg: X has ${count} columns, and must have 1 to ${size - (Y?.shape[1] ?? 0)}`);
  const given = [X, B, M, Y].filter((of) => of !== undefined);
  const dtype = given.reduce((all, of) => promoteAny(all, of.dtype), A.dtype);
  if (dtype.kind !== 'float' && !isComplexType(dtype)) throw new DTypeError(`lobpcg: expected floats, got ${dtype.name}`);
  return dtype === float32 || isComplexType(dtype) ? dtype : float64;
}

/**
 * Some eigenvalues of a symmetric or Hermitian matrix or operator, the largest first, or with `largest: false` the smallest first, and their
 * eigenvectors, from columns `X` (n, k) to begin with, random ones for instance: by LOBPCG (Knyazev 2001). Without `converged` it gives the iterate of the
 * smallest residuals. Rejects with `ShapeError`, `DTypeError`, and `ArgumentError` for columns that depend on each other.
 *
 * @example
 * const A = sparse.poisson1d(30);
 * const X = np.random.generator(1).normal(0, 1, [30, 2]);
 * const { eigenvalues, converged } = await sparse.linalg.lobpcg(A, X, { largest: false, tol: 1e-8, maxiter: 100 });
 * converged; // true
 * await np.allclose(eigenvalues, [1, 2].map((j) => 2 - 2 * Math.cos((j * Math.PI) / 31))).item(); // true
 */
export const lobpcg = takes(
  'lobpcg',
  SYSTEM,
  VECTOR,
  options(LOBPCG_OPTIONS),
)(async (A: SystemMatrix, X: NDArray, given: LobpcgOptions = {}): Promise<LobpcgResult> => {
  const dtype = checked(A, X, given);
  const part = typeOfParts(dtype);
  const { maxiter = 20, tol = Math.sqrt(part === float32 ? 2 ** -23 : 2 ** -52) * A.shape[0] } = given;
  const process = new Lobpcg(dtype, A, given);
  let state = await process.begin(X);
  const history: { values: number[]; norms: number[] }[] = [];
  let best = { state, norms: [Number.POSITIVE_INFINITY] };
  for (;;) {
    const residual = process.residual(state);
    const norms = Array.from(await normsOf(residual).data(), Number);
    history.push({ values: state.values, norms });
    if (Math.max(...norms) <= Math.max(...best.norms)) best = { state, norms };
    const active = norms.map((_, i) => i).filter((i) => !(norms[i] <= tol));
    const iterations = history.length - 1;
    if (active.length === 0 || iterations >= maxiter || !norms.every(Number.isFinite)) break;
    state = await process.step(state, residual, active);
    if (history.length % RENEWAL === 0) state = process.renewed(state);
  }
  const rows = (of: (entry: (typeof history)[number]) => number[]): NDArray => asarray(history.map(of)).astype(part);
  const result = {
    eigenvalues: asarray(best.state.values).astype(part),
    eigenvectors: best.state.x.own,
    ...(given.retLambdaHistory === true ? { lambdaHistory: rows(({ values }) => values) } : {}),
    ...(given.retResidualNormsHistory === true ? { residualNormsHistory: rows(({ norms }) => norms) } : {}),
    residualNorms: best.norms,
    iterations: history.length - 1,
    converged: best.norms.every((norm) => norm <= tol),
  };
  return listed('lobpcg', result, (r) => Object.values(r).slice(0, -3)) as unknown as LobpcgResult;
});
