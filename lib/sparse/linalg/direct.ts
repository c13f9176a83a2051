/**
 * Direct solution of sparse systems: Cholesky factors, by supernodes, of symmetric matrices that have them, and LU factors with partial
 * pivoting of all further ones, in an order that fills in little (native/sparse). Values are float64 within; results are in the precision of the
 * arguments.
 */

import { conj, expandDims, type NDArray, squeeze } from '../../array/index.js';
import {
  AMOUNT,
  byPlace,
  DTypeError,
  declareMethods,
  either,
  FLAG,
  HELD,
  type OptionKinds,
  oneOf,
  options,
  POSITIVE,
  ShapeError,
} from '../../base/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape } from '../../shape/index.js';
import { takesMatrices } from '../any-format.js';
import { checkSquare, compress } from '../coordinates.js';
import { CSR, type CsrArray, fromCompressed } from '../csr.js';
import { VECTOR } from '../kinds.js';
import { checkValues, inDType, isComplex, isComplexType, promoteAny } from '../values.js';
import { besideEachOther, doubled, interleaved, joinedColumns, joinedRows, realForm } from './complex-systems.js';
import { applyFactors, type FactorArrays, factorize, solveOnce } from './factors.js';
import { METHOD } from './script.js';
import { permutationOf, type Triangular, trianglesOf } from './stored.js';

/** Knowledge of a matrix. */
export interface DirectOptions {
  /**
   * `pos`: symmetric and positive definite, or the factorization fails; `gen`: LU factors in any case. Left out: Cholesky factors where the
   * matrix has them.
   */
  readonly assume?: 'pos' | 'gen';
}
const DIRECT_OPTIONS: OptionKinds<DirectOptions> = { assume: oneOf('pos', 'gen') };

function methodOf({ assume }: DirectOptions = {}): number {
  if (assume === undefined) return METHOD.AUTOMATIC;
  return assume === 'pos' ? METHOD.POSITIVE : METHOD.GENERAL;
}

export interface TransposeOption {
  /** Solve with the transpose, 'T' or true, or the conjugate transpose, 'H'; default 'N', the matrix itself. */
  readonly trans?: boolean | 'N' | 'T' | 'H';
}
const TRANSPOSE: OptionKinds<TransposeOption> = { trans: either(FLAG, oneOf('N', 'T', 'H')) };

/**
 * Solves by `run`, which takes and gives matrices of float64, or complex128 where the right-hand side is complex or `dtype` is, for a vector or a
 * matrix of right-hand sides.
 */
function solved(name: string, size: number, dtype: DType, b: NDArray, run: (b: NDArray) => NDArray): NDArray {
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
function overReal(isMatrixComplex: boolean, run: (b: NDArray) => NDArray): (b: NDArray) => NDArray {
  if (isMatrixComplex) return (b) => joinedRows(run(interleaved(b)));
  return (b) => (isComplex(b) ? joinedColumns(run(besideEachOther(b))) : run(b));
}

/**
 * The x with A x = b, for a vector b (n,) or the columns of a matrix (n, k). Deferred, like any array operation; the factorization runs on the
 * threads of the device. A complex matrix is solved with as a real one of twice the size; integers and bools as float64. Readers throw `ArgumentError` for a singular matrix, or one that is not positive definite with `assume: 'pos'`.
 * To solve with one matrix again and again, take `splu`. Throws `ShapeError`.
 *
 * @example
 * const A = sparse.poisson2d(30);
 * const x = sparse.linalg.spsolve(A, np.ones([900]));
 * await np.allclose(A.matmul(x), 1).item(); // true
 */
export const spsolve = takesMatrices(
  'spsolve',
  CSR,
  VECTOR,
  options(DIRECT_OPTIONS),
)((A: CsrArray, b: NDArray, options?: DirectOptions): NDArray => {
  checkSquare('spsolve', A);
  const run = overReal(isComplex(A), (right) => solveOnce('spsolve', inReals(A), right, methodOf(options)));
  return solved('spsolve', A.shape[0], A.dtype, b, run);
});

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
  /** Entries of `L` and `U`, the diagonal once. */
  readonly nnz: number;
  readonly #arrays: FactorArrays;
  readonly #name: string;
  #triangles: { readonly L: CsrArray; readonly U: CsrArray } | null = null;

  constructor(name: string, A: CsrArray, arrays: FactorArrays, nnz: number) {
    this.#name = name;
    this.shape = A.shape;
    this.dtype = A.dtype.kind === 'float' || isComplex(A) ? A.dtype : float64;
    this.nnz = nnz;
    this.#arrays = arrays;
  }

  [HELD](): readonly object[] {
    return [...Object.values(this.#arrays), ...Object.values(this.#triangles ?? {})];
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

  /** The lower factor. Waits for it. Throws `DTypeError` for a complex matrix, which is factored as a real one of twice the size. */
  get L(): CsrArray {
    this.#checkReal();
    return this.#matrices().L;
  }
  /** The upper factor. Waits for it. */
  get U(): CsrArray {
    this.#checkReal();
    return this.#matrices().U;
  }
  /** The row of the product that each row of the matrix is; int32. */
  get permR(): NDArray {
    this.#checkReal();
    return permutationOf(this.#index(), 'rows');
  }
  /** The column of the product that each column of the matrix is; int32. */
  get permC(): NDArray {
    this.#checkReal();
    return permutationOf(this.#index(), 'columns');
  }

  #checkReal(): void {
    if (isComplex(this))
      throw new DTypeError(
        `${this.#name}: the factors of a complex matrix are of a real one of twice the size; they solve, and are not shown`,
      );
  }

  #index(): Int32Array {
    return runtime().readSync(this.#arrays.index) as Int32Array;
  }

  #matrices(): { readonly L: CsrArray; readonly U: CsrArray } {
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

/** The matrix that is factored. */
function inReals(A: CsrArray): CsrArray {
  return isComplex(A) ? realForm(A) : A;
}

async function factors(name: string, A: CsrArray, made: Promise<FactorArrays>): Promise<SparseLU> {
  const arrays = await made;
  const head = await arrays.index.data();
  return new SparseLU(name, A, arrays, entriesOf(head as Int32Array));
}

/** How many entries factors have, by their integers (native/sparse/direct.h). */
function entriesOf(index: Int32Array): number {
  const [kind, size, first, second] = index;
  if (kind === 0) return first + second + size;
  const columns = index.subarray(4 + size, 4 + size + first + 1);
  const below = index.subarray(4 + size + first + 1);
  let lower = 0;
  for (let s = 0; s < first; s++) {
    const width = columns[s + 1] - columns[s];
    lower += width * below[s] + (width * (width + 1)) / 2;
  }
  return 2 * lower - size;
}

/**
 * Factors a sparse matrix, to solve with it again and again. Rejects with `ArgumentError` for a singular matrix, NaN and infinity, and with
 * `assume: 'pos'` for one that is not symmetric and positive definite. Rejects with `ShapeError` unless it is square.
 *
 * @example
 * const lu = await sparse.linalg.splu(sparse.csrArray([[4, 1], [2, 3]]));
 * await lu.solve(np.asarray([5, 5])).tolist();                  // [1, 1]
 * await lu.solve(np.asarray([6, 4]), { trans: true }).tolist(); // [1, 1]
 */
export const splu = takesMatrices(
  'splu',
  CSR,
  options(DIRECT_OPTIONS),
)(async (A: CsrArray, options?: DirectOptions): Promise<SparseLU> => {
  checkSquare('splu', A);
  return factors('splu', A, factorize('splu', inReals(A), methodOf(options)));
});

/**
 * Factors a sparse matrix, and gives a function that solves with it: `splu(A)` and its `solve`.
 *
 * @example
 * const solve = await sparse.linalg.factorized(sparse.csrArray([[4, 1], [2, 3]]));
 * await solve(np.asarray([5, 5])).tolist(); // [1, 1]
 */
export const factorized = takesMatrices(
  'factorized',
  CSR,
  options(DIRECT_OPTIONS),
)(async (A: CsrArray, options?: DirectOptions): Promise<(b: NDArray) => NDArray> => {
  checkSquare('factorized', A);
  const lu = await factors('factorized', A, factorize('factorized', inReals(A), methodOf(options)));
  return (b) => lu.solve(b);
});

export interface IncompleteOptions {
  /** Entries smaller than this share of their column's greatest are left out; default 1e-4. */
  readonly dropTol?: number;
  /** Where the factors have this many times the matrix's entries, larger ones are left out, too; default 10. */
  readonly fillFactor?: number;
}
const INCOMPLETE_OPTIONS: OptionKinds<IncompleteOptions> = { dropTol: AMOUNT, fillFactor: POSITIVE };

/**
 * Incomplete LU factors, without small entries: a preconditioner for Krylov solvers, as in `{ M: (r) => ilu.solve(r) }`. Rejects as `splu`.
 *
 * @example
 * const A = sparse.poisson2d(20);
 * const ilu = await sparse.linalg.spilu(A, { dropTol: 1e-3 });
 * const { iterations } = await sparse.bicgstab(A, np.ones([400]), { M: (r) => ilu.solve(r) });
 * iterations < 10; // true
 */
export const spilu = takesMatrices(
  'spilu',
  CSR,
  options(INCOMPLETE_OPTIONS),
)(async (A: CsrArray, { dropTol = 1e-4, fillFactor = 10 }: IncompleteOptions = {}): Promise<SparseLU> => {
  checkSquare('spilu', A);
  return factors('spilu', A, factorize('spilu', inReals(A), METHOD.INCOMPLETE, { drop: dropTol, fill: fillFactor }));
});
