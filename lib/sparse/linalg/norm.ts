/** Norms of sparse matrices. */

import { abs, max, min, type NDArray, ones, sqrt, square, sum } from '../../array/index.js';
import { ArgumentError, kind, type OptionKinds, options } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { takesMatrices } from '../any-format.js';
import { CSR, CsrArray } from '../csr.js';
import { isComplex } from '../values.js';

const ORDERS = [1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

export interface SparseNormOptions {
  /** `fro`: the root of the squares' sum; 1, -1: the largest and smallest sum of a column; Infinity, -Infinity: of a row; default `fro`. */
  readonly ord?: 'fro' | number;
}
const NORM_OPTIONS: OptionKinds<SparseNormOptions> = {
  ord: kind(
    "'fro', 1, -1, Infinity or -Infinity",
    (given) => given === 'fro' || (typeof given === 'number' && ORDERS.includes(given)),
  ),
};

/**
 * The norm of a sparse matrix, 0-d; sums are of absolute values. The 2-norm is the largest of `svds(A, { k: 1 })`. Throws `ArgumentError` for
 * an extreme of a matrix without rows or columns.
 *
 * @example
 * const A = sparse.csrArray([[3, 0], [0, -4]]);
 * await sparse.linalg.norm(A).item();             // 5
 * await sparse.linalg.norm(A, { ord: 1 }).item(); // 4
 */
export const norm = takesMatrices(
  'norm',
  CSR,
  options(NORM_OPTIONS),
)((A: CsrArray, { ord = 'fro' }: SparseNormOptions = {}): NDArray => {
  const own = CsrArray.valuesOf(A);
  const values = A.dtype.kind === 'float' || isComplex(A) ? own : own.astype(float64);
  if (ord === 'fro') return sqrt(sum(isComplex(A) ? square(abs(values)) : values.multiply(values)));
  const [rows, columns] = A.shape;
  if (rows === 0 || columns === 0) throw new ArgumentError(`norm: a matrix of (${rows}, ${columns}) has no norm of order ${ord}`);
  const sizes = CsrArray.withValues(A, abs(values));
  const { dtype } = sizes;
  const sums = Math.abs(ord) === 1 ? sizes.rmatvec(ones([rows], { dtype })) : sizes.matmul(ones([columns], { dtype }));
  return ord > 0 ? max(sums) : min(sums);
});
