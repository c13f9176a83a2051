/** Factors of a sparse matrix, and solutions by them: of real and complex right-hand sides, and of sparse ones some columns at a time. */
import { asarray, conj, expandDims, type NDArray, squeeze } from '../../array/index.js';
import {
  byPlace,
  DTypeError,
  declareMethods,
  either,
  FLAG,
  HELD,
  type OptionKinds,
  oneOf,
  ShapeError,
} from '../../base/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape } from '../../shape/index.js';
import { vstack } from '../blocks.js';
import { compress } from '../coordinates.js';
import { csrArray } from '../create.js';
import { type CsrArray, fromCompressed } from '../csr.js';
import { VECTOR } from '../kinds.js';
import { checkValues, inDType, isComplex, isComplexType, promoteAny } from '../values.js';
import { type ComplexFactors, complexFactors } from './complex-factors.js';
import { besideEachOther, doubled, interleaved, joinedColumns, joinedRows } from './complex-systems.js';
import { applyFactors, type FactorArrays } from './factors.js';
import { permutationOf, type Triangular, trianglesOf } from './stored.js';

export interface TransposeOption {
  /** Solve with the transpose, 'T' or true, or the conjugate transpose, 'H'; default 'N', the matrix itself. */
  readonly trans?: boolean | 'N' | 'T' | 'H';
}
const TRANSPOSE: OptionKinds<TransposeOption> = { trans: either(FLAG, oneOf('N', 'T', 'H')) };

/**
 * Solves by `run`, which takes and gives matrices of float64, or complex128 where the right-hand side is complex or `dtype` is, for a vector or a
 * matrix of right-hand sides.
 */
export function solved(name: string, size: number, dtype: DType, b: NDArray, run: (b: NDArray) => NDArray): NDArray {
  checkValues(b, name);
  if ((b.ndim !== 1 && b.ndim !== 2) || b.shape[0] !== size)
    throw new ShapeError(
      `${name}: b must be (${size},) or (${size}, k) for a matrix of (${size}, ${size}), got ${formatShape(b.shape)}`,
    );
  const wide = doubled(b);
  const x = b.ndim === 1 ? squeeze(run(expandDims(wide, { axis: 1 })), { axis: 1 }) : run(wide);
  const promoted = promoteAny(dtype, b.dtype);
  return promoted.kind === 'float' || isComplexType(promoted) ? inDType(x, promoted) : x;
}

/** Takes complex matrices by their real forms, and complex right-hand sides of real matrices as twice as many real ones. */
export function overReal(isMatrixComplex: boolean, run: (b: NDArray) => NDArray): (b: NDArray) => NDArray {
  if (isMatrixComplex) return (b) => joinedRows(run(interleaved(b)));
  return (b) => (isComplex(b) ? joinedColumns(run(besideEachOther(b))) : run(b));
}

/** Elements of a right-hand side that are full at a time. */
const FULL = 2 ** 22;

/** Solves for a sparse right-hand side, some columns at a time, by a function of real ones. */
export function solveSparse(
  name: string,
  B: CsrArray,
  A: Pick<CsrArray, 'shape' | 'dtype'>,
  run: (b: NDArray) => NDArray,
): CsrArray {
  const [size] = A.shape;
  const [rows, columns] = B.shape;
  if (rows !== size)
    throw new ShapeError(`${name}: b must be (${size}, k) for a matrix of (${size}, ${size}), got ${formatShape(B.shape)}`);
  const solve = overReal(isComplex(A), run);
  const turned = B.transpose();
  const width = Math.max(1, Math.floor(FULL / Math.max(1, size)));
  const parts: CsrArray[] = [];
  for (let from = 0; from < Math.max(1, columns); from += width) {
    const right = turned.slice(`${from}:${Math.min(columns, from + width)}`).toDense().T;
    parts.push(csrArray(solved(name, size, A.dtype, right, solve).T));
  }
  return vstack(parts).transpose();
}

/** The solution, sparse, for the columns of a sparse matrix, by the factors of a matrix. */
export function solveColumns(name: string, lu: SparseLU, B: CsrArray): CsrArray {
  return solveSparse(name, B, lu, SparseLU.applied(lu, name));
}

/**
 * Factors of a sparse matrix, made by `splu` and `spilu`: `L` with ones on its diagonal and `U`; their product is the matrix with its rows and
 * columns in a different order. Row i of the matrix is row `permR[i]` of the product, column j is column `permC[j]`.
 *
 * @example
 * const lu = await sparse.linalg.splu(sparse.csrArray([[0, 2], [4, 1]]));
 * await lu.L.matmul(lu.U.toDense()).take(lu.permR, 0).take(lu.permC, 1).tolist(); // [[0, 2], [4, 1]]
 */
export class SparseLU {
  readonly shape: readonly [number, number];
  readonly dtype: DType;
  /** Entries of `L` and `U`, the diagonal once; of a complex matrix: of the factors of the real matrix of twice the size. */
  readonly nnz: number;
  readonly #arrays: FactorArrays;
  readonly #name: string;
  /** The matrix, where it is complex: `L` and `U` are made of it. */
  readonly #complex: CsrArray | null;
  #shown: ComplexFactors | null = null;
  #triangles: { readonly L: CsrArray; readonly U: CsrArray } | null = null;

  constructor(name: string, A: CsrArray, arrays: FactorArrays, nnz: number) {
    this.#name = name;
    this.shape = A.shape;
    this.dtype = A.dtype.kind === 'float' || isComplex(A) ? A.dtype : float64;
    this.nnz = nnz;
    this.#arrays = arrays;
    this.#complex = isComplex(A) && name !== 'spilu' ? A : null;
  }

  /** Solves for real columns, of a complex matrix's real form. */
  static applied(lu: SparseLU, name: string): (b: NDArray) => NDArray {
    return (b) => applyFactors(name, lu.#arrays, b, false);
  }

  [HELD](): readonly object[] {
    const shown = this.#shown === null ? [] : [this.#shown.L, this.#shown.U];
    const source = this.#complex === null ? [] : [this.#complex];
    return [...Object.values(this.#arrays), ...Object.values(this.#triangles ?? {}), ...source, ...shown];
  }

  /**
   * The x with A x = b, or Aᵀ x = b with `trans`, which goes by place, too (`lu.solve(b, 'T')`), for a vector b (n,) or the columns of a matrix (n, k); deferred. Throws `ShapeError`.
   */
  solve(b: NDArray, how: TransposeOption | boolean | 'N' | 'T' | 'H' = {}): NDArray {
    const trans = (typeof how === 'object' ? how.trans : how) ?? 'N';
    const isTransposed = trans !== 'N' && trans !== false;
    const isPair = isComplex(this);
    const run = overReal(isPair, (right) => applyFactors('solve', this.#arrays, right, isTransposed));
    // The real form's transpose is that of the conjugate transpose.
    const turned = isPair && isTransposed && trans !== 'H';
    return solved(`${this.#name}.solve`, this.shape[0], this.dtype, b, (right) => (turned ? conj(run(conj(right))) : run(right)));
  }

  /** The lower factor. Waits for it. Throws `DTypeError` for incomplete factors of a complex matrix: only the real matrix of twice the size has some. */
  get L(): CsrArray {
    return this.#matrices().L;
  }
  /** The upper factor. Waits for it; throws as `L`. */
  get U(): CsrArray {
    return this.#matrices().U;
  }
  /** The row of the product that each row of the matrix is; int32. Throws as `L`. */
  get permR(): NDArray {
    return this.#permutation('rows');
  }
  /** The column of the product that each column of the matrix is; int32. Throws as `L`. */
  get permC(): NDArray {
    return this.#permutation('columns');
  }

  #permutation(which: 'rows' | 'columns'): NDArray {
    return isComplex(this) ? asarray(this.#ofComplex()[which].slice()) : asarray(permutationOf(this.#index(), which));
  }

  /** The factors of a complex matrix, eliminated when they are first asked for, in the order of the real matrix's columns. */
  #ofComplex(): ComplexFactors {
    const A = this.#complex;
    if (A === null)
      throw new DTypeError(
        `${this.#name}: the incomplete factors of a complex matrix are of a real one of twice the size; they solve, and are not shown`,
      );
    if (this.#shown === null) {
      const place = permutationOf(this.#index(), 'columns');
      const order = Int32Array.from({ length: A.shape[0] }, (_, j) => j).sort((i, j) => place[2 * i] - place[2 * j]);
      this.#shown = runtime().lasting(() => complexFactors(A, order));
    }
    return this.#shown;
  }

  #index(): Int32Array {
    return runtime().readSync(this.#arrays.index) as Int32Array;
  }

  #matrices(): { readonly L: CsrArray; readonly U: CsrArray } {
    if (isComplex(this)) {
      const { L, U } = this.#ofComplex();
      return {
        L: L.dtype === this.dtype ? L : L.astype(this.dtype as never),
        U: U.dtype === this.dtype ? U : U.astype(this.dtype as never),
      };
    }
    if (this.#triangles === null) {
      const value = runtime().readSync(this.#arrays.value) as Float64Array;
      const { lower, upper } = trianglesOf({ index: this.#index(), value });
      const matrix = ({ row, col, value: values }: Triangular): CsrArray =>
        fromCompressed(compress({ shape: this.shape, row, col, value: values }), this.dtype);
      this.#triangles = runtime().lasting(() => ({ L: matrix(lower), U: matrix(upper) }));
    }
    return this.#triangles;
  }
}

declareMethods(SparseLU, { solve: [VECTOR, byPlace(TRANSPOSE, 'trans')] });
