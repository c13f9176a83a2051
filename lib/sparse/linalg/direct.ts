/**
 * Direct solution of sparse systems: Cholesky factors, by supernodes, of symmetric matrices that have them, and LU factors with partial
 * pivoting of all further ones, in an order that fills in little (native/sparse). Values are float64 within; results are in the precision of the
 * arguments.
 */

import type { NDArray } from '../../array/index.js';
import { AMOUNT, either, type OptionKinds, oneOf, options, POSITIVE } from '../../base/index.js';
import { type AnySparse, takesMatrices } from '../any-format.js';
import { checkSquare } from '../coordinates.js';
import { CSR, CsrArray } from '../csr.js';
import { VECTOR } from '../kinds.js';
import { isComplex } from '../values.js';
import { realForm } from './complex-systems.js';
import { applyFactors, type FactorArrays, factorize, factorizeSync, solveOnce } from './factors.js';
import { METHOD } from './script.js';
import { overReal, SparseLU, solved, solveSparse } from './sparse-lu.js';

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

/** With a sparse right-hand side the solution is sparse. */
interface DirectSolver {
  (A: CsrArray | AnySparse, b: NDArray, options?: DirectOptions): NDArray;
  (A: CsrArray | AnySparse, b: CsrArray | AnySparse, options?: DirectOptions): CsrArray;
}

/**
 * The x with A x = b, for a vector b (n,) or the columns of a matrix (n, k). Deferred, like any array operation; the factorization runs on the
 * threads of the device. A complex matrix is solved with as a real one of twice the size; integers and bools as float64. Readers throw `ArgumentError` for a singular matrix, or one that is not positive definite with `assume: 'pos'`.
 * With a sparse matrix b the solution is sparse, of the elements that are not 0, and waited for: errors are thrown at once. To solve with one matrix again
 * and again, take `splu`. Throws `ShapeError`.
 *
 * @example
 * const A = sparse.poisson2d(30);
 * const x = sparse.linalg.spsolve(A, np.ones([900]));
 * await np.allclose(A.matmul(x), 1).item(); // true
 */
export const spsolve: DirectSolver = takesMatrices(
  'spsolve',
  CSR,
  either(VECTOR, CSR),
  options(DIRECT_OPTIONS),
)((A: CsrArray, b: NDArray | CsrArray, options?: DirectOptions): NDArray | CsrArray => {
  checkSquare('spsolve', A);
  if (b instanceof CsrArray) {
    const arrays = factorizeSync('spsolve', inReals(A), methodOf(options));
    return solveSparse('spsolve', b, A, (right) => applyFactors('spsolve', arrays, right, false));
  }
  const run = overReal(isComplex(A), (right) => solveOnce('spsolve', inReals(A), right, methodOf(options)));
  return solved('spsolve', A.shape[0], A.dtype, b, run);
}) as DirectSolver;

/** The matrix that is factored. */
function inReals(A: CsrArray): CsrArray {
  return isComplex(A) ? realForm(A) : A;
}

async function factors(name: string, A: CsrArray, made: Promise<FactorArrays>): Promise<SparseLU> {
  // `L` and `U` of a complex matrix are made later, of its values at the call.
  const own = isComplex(A) ? A.snapshot() : A;
  const arrays = await made;
  const head = await arrays.index.data();
  return new SparseLU(name, own, arrays, entriesOf(head as Int32Array));
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
