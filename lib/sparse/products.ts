/** Products of sparse matrices with arrays, from both sides, and with sparse matrices. */

import { addAt, type NDArray, type OutOption, zeros } from '../array/index.js';
import { either, options, ShapeError } from '../base/index.js';
import { bool, int32 } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape, type Shape } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { type AnySparse, takesMatrices } from './any-format.js';
import { CSR, CsrArray } from './csr.js';
import { productKind, runProductKind, transposedProductKind } from './kernels.js';
import { OUT, VECTOR } from './kinds.js';
import { checkOut, delivered, noneGiven } from './out.js';
import { launchRows } from './row-launch.js';
import { productOfSparse } from './sparse-product.js';
import { rowsOf, transposedOf } from './transposed.js';
import { isComplexType, ofComplex, promoteAny } from './values.js';
import { fresh, typed } from './vectors.js';

/** Entries for each column from which on it pays to add products up by blocks: as many bins for each of 64 blocks are half as many. */
const MANY_ENTRIES = 128;

/** A product with an array is an array, with a sparse matrix a sparse matrix. */
export interface Product {
  (A: CsrArray | AnySparse, x: NDArray, options?: OutOption): NDArray;
  (A: CsrArray | AnySparse, B: CsrArray | AnySparse): CsrArray;
  (A: CsrArray | AnySparse, x: NDArray | CsrArray | AnySparse, options?: OutOption): NDArray | CsrArray;
}

/**
 * The product with a vector (columns,) or a matrix (columns, k): an array (rows,) or (rows, k) of the promoted dtype; with a sparse matrix
 * of (columns, k): a sparse matrix, with an entry wherever entries meet, zeros among them. Values are deferred; the places of a sparse
 * product's entries are found at once, and kept for matrices that share the structures of both. With `out`, an array of just the result's
 * shape and dtype, a product with an array goes there. Throws `ShapeError` when sizes differ, `DTypeError` for an `out` of a different
 * dtype, `ArgumentError` for one that cannot be written.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await sparse.matmul(A, np.asarray([1, 1])).tolist(); // [3, 3]
 * await A.matmul(A).toDense().tolist();                // [[1, 8], [0, 9]]
 */
export const matmul: Product = takesMatrices(
  'matmul',
  CSR,
  either(VECTOR, CSR),
  options(OUT),
)((A: CsrArray, x: NDArray | CsrArray, given?: OutOption): NDArray | CsrArray => {
  if (!(x instanceof CsrArray)) return withArray(A, x, given);
  if (given?.out !== undefined) throw noneGiven();
  return productOfSparse(A, x);
}) as Product;

function withArray(A: CsrArray, x: NDArray, given: OutOption | undefined): NDArray {
  if ((x.ndim !== 1 && x.ndim !== 2) || x.shape[0] !== A.shape[1]) {
    throw new ShapeError(
      `matmul: a sparse matrix of ${formatShape(A.shape)} multiplies an array of (${A.shape[1]},) or (${A.shape[1]}, k), got ${formatShape(x.shape)}`,
    );
  }
  const dtype = promoteAny(A.dtype, x.dtype);
  const domain: Shape = x.ndim === 1 ? [A.shape[0]] : [A.shape[0], x.shape[1]];
  const out = given?.out;
  if (out !== undefined) checkOut(out, dtype, domain);
  if (dtype === bool) return delivered(anyMet(A, x), out);
  if (isComplexType(dtype))
    return delivered(
      ofComplex(CsrArray.valuesOf(A), x, dtype, (values, part) => realProduct(A, values, part)),
      out,
    );
  if (out !== undefined) {
    const apart = out.root !== x.root && out.root !== CsrArray.valuesOf(A).root && out.view === out.root.view;
    if (!apart) return out.assign(withArray(A, x, undefined));
  }
  return realProduct(A, CsrArray.valuesOf(A), typed(x, dtype), out ?? fresh(dtype, domain));
}

/** The product of real values at the entries with a real array, in the array's dtype. */
function realProduct(
  A: CsrArray,
  values: NDArray,
  x: NDArray,
  result = fresh(x.dtype, x.ndim === 1 ? [A.shape[0]] : [A.shape[0], x.shape[1]]),
): NDArray {
  const { runs } = CsrArray.structureOf(A);
  return runs === null || x.ndim === 2 || x.dtype.kind !== 'float'
    ? launchRows(A, values, productKind(x.dtype), result, [x])
    : launchRows(A, values, runProductKind(x.dtype), result, [x, runs]);
}

/** Whether true meets true: the product of bools. */
function anyMet(A: CsrArray, x: NDArray): NDArray {
  return realProduct(A, CsrArray.valuesOf(A).astype(int32), x.astype(int32)).astype(bool);
}

/**
 * The transpose's product with a vector (rows,), not the conjugate's: an array (columns,) of the promoted dtype. The transpose is not made: with many
 * entries for each column their products are added up where they are, in blocks of entries that are combined in order; with few
 * the values are read in the transpose's order, for which its structure is found once. Throws `ShapeError` when sizes differ.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await A.rmatvec(np.asarray([1, 1])).tolist(); // [1, 5]
 */
export const rmatvec = takesMatrices(
  'rmatvec',
  CSR,
  VECTOR,
)((A: CsrArray, x: NDArray): NDArray => {
  const [rows] = A.shape;
  if (x.ndim !== 1 || x.shape[0] !== rows) {
    throw new ShapeError(
      `rmatvec: the transpose of a sparse matrix of ${formatShape(A.shape)} multiplies an array of (${rows},), got ${formatShape(x.shape)}`,
    );
  }
  const dtype = promoteAny(A.dtype, x.dtype);
  if (dtype === bool) return realTransposed(A, CsrArray.valuesOf(A).astype(int32), x.astype(int32)).astype(bool);
  if (isComplexType(dtype)) return ofComplex(CsrArray.valuesOf(A), x, dtype, (values, part) => realTransposed(A, values, part));
  return realTransposed(A, typed(CsrArray.valuesOf(A), dtype), typed(x, dtype));
});

/** The transpose's product of real values at the entries and a real vector, both of one dtype. */
function realTransposed(A: CsrArray, data: NDArray, x: NDArray): NDArray {
  const { dtype } = x;
  const cols = A.shape[1];
  const own = CsrArray.structureOf(A);
  if (A.nnz >= MANY_ENTRIES * cols) return addAt(zeros([cols], { dtype }), A.indices, data.multiply(x.take(rowsOf(own))));
  const { structure, places } = transposedOf(own);
  for (const used of [data, x]) checkUsable(used, 'rmatvec');
  const out = fresh(dtype, [cols]);
  const { low, high, indices } = structure;
  runtime().launch(transposedProductKind(dtype), [cols], [out, low, high, indices, places, data, x]);
  return out;
}

/**
 * The transpose's product with a matrix (rows, k): an array (columns, k) of the promoted dtype. A product from the left, NumPy's `X @ A`, is
 * `A.rmatmat(X.T).T`. Throws `ShapeError` when sizes differ.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await A.rmatmat(np.asarray([[1, 0], [1, 1]])).tolist(); // [[1, 0], [5, 3]]
 */
export const rmatmat = takesMatrices(
  'rmatmat',
  CSR,
  VECTOR,
)((A: CsrArray, X: NDArray): NDArray => {
  const [rows] = A.shape;
  if (X.ndim !== 2 || X.shape[0] !== rows) {
    throw new ShapeError(
      `rmatmat: the transpose of a sparse matrix of ${formatShape(A.shape)} multiplies an array of (${rows}, k), got ${formatShape(X.shape)}`,
    );
  }
  return withArray(A.transpose(), X, undefined);
});
