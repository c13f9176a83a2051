/** Where products with arrays go: into a new array, or into the one that a call gives, `out`. */
import type { NDArray } from '../array/index.js';
import { ArgumentError, DTypeError, ShapeError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { formatShape, type Shape, sameShape } from '../shape/index.js';

/** The error for an `out` of a product of two sparse matrices. */
export function noneGiven(): ArgumentError {
  return new ArgumentError('matmul: the product of two sparse matrices is a new matrix, and none that is given');
}

/** A product, in `out` where that is given, which is known to fit. */
export function delivered(result: NDArray, out: NDArray | undefined): NDArray {
  return out === undefined ? result : out.assign(result);
}

/** A product, in `out` where that is given. Throws `ShapeError` and `DTypeError` for an `out` of a different shape or dtype. */
export function deliveredTo(result: NDArray, out: NDArray | undefined): NDArray {
  if (out !== undefined) checkOut(out, result.dtype, result.shape);
  return delivered(result, out);
}

/** Throws `ShapeError` and `DTypeError` for an `out` that does not fit a product. */
export function checkOut(out: NDArray, dtype: DType, shape: Shape): void {
  if (!sameShape(out.shape, shape))
    throw new ShapeError(`matmul: a product of ${formatShape(shape)} does not fit an out of ${formatShape(out.shape)}`);
  if (out.dtype !== dtype)
    throw new DTypeError(`matmul: a product of ${dtype.name} needs an out of that dtype, got ${out.dtype.name}`);
}
