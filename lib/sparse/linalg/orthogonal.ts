/** The part of a vector along orthonormal rows, as the bases of Krylov spaces take it out. */
import { conj, type NDArray } from '../../array/index.js';
import { isComplex } from '../values.js';

/** A vector without its part along some rows, and the factors of the rows in that part. */
interface Apart {
  readonly rest: NDArray;
  readonly parts: NDArray;
}

/**
 * Takes the part along orthonormal rows (k, n) out of a vector (n,), twice, so that the rest is orthogonal to rounding. `metric`: the rows are
 * orthonormal in the product of a vector with the metric of a vector.
 */
export function apartFrom(rows: NDArray, v: NDArray, metric = (x: NDArray): NDArray => x): Apart {
  const bra = isComplex(rows) ? conj(rows) : rows;
  const once = bra.matmul(metric(v));
  const near = v.subtract(once.matmul(rows));
  const twice = bra.matmul(metric(near));
  return { rest: near.subtract(twice.matmul(rows)), parts: once.add(twice) };
}
