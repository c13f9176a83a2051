/** Functions of sparse square matrices: powers, inverses, and solutions with triangles. */

import { type NDArray, ones } from '../../array/index.js';
import { ArgumentError, COUNT, FLAG, type OptionKinds, options } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { takesMatrices } from '../any-format.js';
import { eye } from '../construct.js';
import { checkSquare, expandRows } from '../coordinates.js';
import { CSR, CsrArray } from '../csr.js';
import { VECTOR } from '../kinds.js';
import { withDiagonal } from '../parts.js';
import { hostStructure } from '../structure.js';
import { isComplex } from '../values.js';
import { splu, spsolve } from './direct.js';
import { solveColumns } from './sparse-lu.js';

/** The identity in a matrix's dtype. */
export function identityLike(A: CsrArray, n: number): CsrArray {
  return eye(n).astype(A.dtype as never);
}

/** With values of floats. */
export function inFloats(A: CsrArray): CsrArray {
  return A.dtype.kind === 'float' || isComplex(A) ? A : A.astype(float64);
}

/**
 * The product of so many copies of a sparse square matrix, by squares; the identity for none. Throws `ShapeError`.
 *
 * @example
 * const A = sparse.csrArray([[1, 1], [0, 1]]);
 * await sparse.linalg.matrixPower(A, 5).toDense().tolist(); // [[1, 5], [0, 1]]
 */
export const matrixPower = takesMatrices(
  'matrixPower',
  CSR,
  COUNT,
)((A: CsrArray, power: number): CsrArray => {
  const n = checkSquare('matrixPower', A);
  let [square, product] = [A, null as CsrArray | null];
  for (let rest = power; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) product = product === null ? square : product.matmul(square);
    if (rest > 1) square = square.matmul(square);
  }
  if (product === null) return identityLike(A, n);
  return product === A ? A.copy() : product;
});

/**
 * The inverse of a sparse square matrix, as a sparse one, which is mostly full: `splu` solves without it. Rejects with `ShapeError`, and with
 * `ArgumentError` for a singular matrix.
 *
 * @example
 * const A = sparse.csrArray([[4, 0], [0, 16]]);
 * await (await sparse.linalg.inv(A)).toDense().tolist(); // [[0.25, 0], [0, 0.0625]]
 */
export const inv = takesMatrices(
  'inv',
  CSR,
)(async (A: CsrArray): Promise<CsrArray> => {
  const n = checkSquare('inv', A);
  const lu = await splu(A);
  return solveColumns('inv', lu, identityLike(inFloats(A), n));
});

/** Options of `spsolveTriangular`. */
export interface TriangularOptions {
  /** Whether the matrix is a lower triangle, or an upper one; default true. */
  readonly lower?: boolean;
  /** Whether the diagonal counts as ones, whatever is stored there; default false. */
  readonly unitDiagonal?: boolean;
}
const TRIANGULAR: OptionKinds<TriangularOptions> = { lower: FLAG, unitDiagonal: FLAG };

/**
 * The x with A x = b for a triangular sparse matrix, a vector b (n,) or the columns of a matrix (n, k). Throws `ShapeError`, and `ArgumentError`
 * for a matrix with entries beyond its triangle, or without one on its diagonal; readers throw `ArgumentError` for a 0 there.
 *
 * @example
 * const L = sparse.csrArray([[2, 0], [1, 4]]);
 * await sparse.linalg.spsolveTriangular(L, np.asarray([2, 9])).tolist(); // [1, 2]
 */
export const spsolveTriangular = takesMatrices(
  'spsolveTriangular',
  CSR,
  VECTOR,
  options(TRIANGULAR),
)((A: CsrArray, b: NDArray, { lower = true, unitDiagonal = false }: TriangularOptions = {}): NDArray => {
  const n = checkSquare('spsolveTriangular', A);
  const pattern = hostStructure(CsrArray.structureOf(A));
  const row = expandRows(pattern);
  const side = lower ? 'lower' : 'upper';
  let onDiagonal = 0;
  for (let k = 0; k < row.length; k++) {
    const [i, j] = [row[k], pattern.col[k]];
    if (i === j) onDiagonal++;
    else if (i < j === lower)
      throw new ArgumentError(
        `spsolveTriangular: the ${side} triangle of a matrix has no entry (${i}, ${j}); sparse.tril and triu cut one out`,
      );
  }
  if (onDiagonal < n && !unitDiagonal)
    throw new ArgumentError(
      `spsolveTriangular: ${n - onDiagonal} of ${n} elements of the diagonal are 0, so the matrix is singular`,
    );
  return spsolve(unitDiagonal ? withDiagonal(inFloats(A), ones([n])) : A, b, { assume: 'gen' });
});
