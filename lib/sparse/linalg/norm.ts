/** Norms of sparse matrices. */

import { abs, max, min, type NDArray, ones, sqrt, sum } from '../../array/index.js';
import {
  ArgumentError,
  either,
  INTEGER,
  IndexError,
  type Kind,
  kind,
  listOf,
  type OptionKinds,
  options,
} from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { type AnySparse, takesMatrices } from '../any-format.js';
import { CSR, CsrArray } from '../csr.js';
import { countNonzero } from '../reductions.js';
import { isComplex } from '../values.js';
import { svds } from './svds.js';

const ORDERS = ['fro', 1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

export interface SparseNormOptions {
  /**
   * Of the matrix: `fro`: the root of the squares' sum; 1, -1: the largest and smallest sum of a column; Infinity, -Infinity: of a row; 2: the largest
   * singular value, which is found by `svds`: the result is a promise; default `fro`. Of
   * vectors along an axis: the root of the sum of so high powers; Infinity, -Infinity: the largest and smallest element; 0: how many are not 0; default 2.
   */
  readonly ord?: 'fro' | number;
  /** The axis along which vectors lie, of which each has its norm; both, `[0, 1]`: the matrix; default both. */
  readonly axis?: number | readonly [number, number];
}
const NORM_OPTIONS: OptionKinds<SparseNormOptions> = {
  ord: kind("'fro' or a number", (given) => given === 'fro' || (typeof given === 'number' && !Number.isNaN(given))),
  axis: either(INTEGER, listOf(INTEGER)) as Kind<number | readonly [number, number]>,
};

/** Which of two axes; negative ones count from the end. Throws `IndexError`. */
function axisAt(axis: number): 0 | 1 {
  const found = axis < 0 ? axis + 2 : axis;
  if (found !== 0 && found !== 1) throw new IndexError(`norm: axis ${axis} is outside a matrix of 2 axes`);
  return found;
}

/** Absolute values; of integers in float64. */
function sizesOf(A: CsrArray): CsrArray {
  const own = CsrArray.valuesOf(A);
  return CsrArray.withValues(A, abs(A.dtype.kind === 'float' || isComplex(A) ? own : own.astype(float64)));
}

function ofVectors(A: CsrArray, ord: number, axis: 0 | 1): NDArray {
  const sizes = sizesOf(A);
  if (ord === Number.POSITIVE_INFINITY) return sizes.max(axis);
  if (ord === Number.NEGATIVE_INFINITY) return sizes.min(axis);
  if (ord === 0) return countNonzero(A, axis);
  if (ord < 0)
    throw new ArgumentError(`norm: ord of vectors must be at least 0 or infinite, got ${ord}: elements of 0 have no such power`);
  if (ord === 1) return sizes.sum(axis);
  const values = CsrArray.valuesOf(sizes);
  const powers = CsrArray.withValues(sizes, ord === 2 ? values.multiply(values) : values.pow(ord)).sum(axis);
  return ord === 2 ? sqrt(powers) : powers.pow(1 / ord);
}

function ofMatrix(A: CsrArray, ord: 'fro' | number): NDArray {
  if (!ORDERS.includes(ord))
    throw new ArgumentError(
      `norm: ord of a matrix must be 'fro', 1, -1, 2, Infinity or -Infinity, got ${ord}; the smallest singular value is svds(A, { k: 1, which: 'SM' })`,
    );
  const sizes = sizesOf(A);
  const values = CsrArray.valuesOf(sizes);
  if (ord === 'fro') return sqrt(sum(values.multiply(values)));
  const [rows, columns] = A.shape;
  if (rows === 0 || columns === 0) throw new ArgumentError(`norm: a matrix of (${rows}, ${columns}) has no norm of order ${ord}`);
  const { dtype } = sizes;
  const sums = Math.abs(ord as number) === 1 ? sizes.rmatvec(ones([rows], { dtype })) : sizes.matmul(ones([columns], { dtype }));
  return (ord as number) > 0 ? max(sums) : min(sums);
}

/** The largest singular value. */
async function largestSingular(A: CsrArray): Promise<NDArray> {
  const [rows, columns] = A.shape;
  // Of one row or column it is the length; of no elements 0, with which the search for a vector would not begin.
  const root = ofMatrix(A, 'fro');
  if (Math.min(rows, columns) <= 1 || A.nnz === 0 || !(Number(await root.item()) > 0)) return root;
  const own = A.dtype.kind === 'float' || isComplex(A) ? A : A.astype(float64);
  const s = await svds(own, { k: 1, returnSingularVectors: false });
  return s.slice(0);
}

/** The 2-norm of a matrix is a promise. */
interface Norm {
  (A: CsrArray | AnySparse, options: { readonly ord: 2; readonly axis?: readonly [number, number] }): Promise<NDArray>;
  (A: CsrArray | AnySparse, options?: SparseNormOptions): NDArray;
}

/**
 * The norm of a sparse matrix, 0-d, or of its vectors along an axis, (columns,) or (rows,); sums are of absolute values. The
 * 2-norm of a matrix is a promise. Throws `ArgumentError` for an order that there is not, for an extreme of a matrix without rows or columns; `IndexError`.
 *
 * @example
 * const A = sparse.csrArray([[3, 0], [0, -4]]);
 * await sparse.linalg.norm(A).item();                 // 5
 * await sparse.linalg.norm(A, { ord: 1 }).item();     // 4
 * await sparse.linalg.norm(A, { axis: 0 }).tolist();  // [3, 4]
 * await (await sparse.linalg.norm(A, { ord: 2 })).item(); // 4
 */
export const norm: Norm = takesMatrices(
  'norm',
  CSR,
  options(NORM_OPTIONS),
)((A: CsrArray, { ord, axis }: SparseNormOptions = {}): NDArray | Promise<NDArray> => {
  if (axis === undefined) return ord === 2 ? largestSingular(A) : ofMatrix(A, ord ?? 'fro');
  if (typeof axis === 'number') {
    if (ord === 'fro') throw new ArgumentError("norm: ord 'fro' is of a matrix, got an axis of vectors");
    return ofVectors(A, ord ?? 2, axisAt(axis));
  }
  const [first, second] = axis.map(axisAt);
  if (axis.length !== 2 || first === second)
    throw new ArgumentError(`norm: axis must be one axis, or both of the matrix, got [${axis.join(', ')}]`);
  if (ord === 2) return largestSingular(A);
  return ofMatrix(first === 0 ? A : A.transpose(), ord ?? 'fro');
}) as Norm;
