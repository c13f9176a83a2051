/** Operands of composed element-wise functions, in the dtype in which a ufunc of both would compute. */
import { isStored } from '../../dtype/index.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { common, floatDefault } from '../default-dtypes.js';
import type { NDArray } from '../ndarray.js';
import { isScalar, promoteNumber, type Scalar } from '../operand.js';
import { averaging } from '../reductions.js';

/** A float array. */
export function floats(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  return astype(a, averaging(a.dtype), { copy: false });
}

/**
 * A function of floats that is made of several operations. Floats that are stored alone are computed as float32 all the way, since squares of
 * them overflow and each rounding would cost digits.
 */
export function ofFloats(x: ArrayLike, operation: string, value: (a: NDArray) => NDArray): NDArray {
  const a = floats(x, operation);
  return isStored(a.dtype) ? astype(value(astype(a, a.dtype.computes)), a.dtype) : value(a);
}

/** Numbers as they are, which widen no array; all else as an array. */
export function operandOf(x: ArrayLike, operation: string): NDArray | Scalar {
  return isScalar(x) ? x : toArray(x, operation);
}

/** Two operands in their common float dtype. */
export function floatPair(a: ArrayLike, b: ArrayLike, operation: string): [NDArray, NDArray] {
  const [x, y] = [operandOf(a, operation), operandOf(b, operation)];
  const shared = isScalar(x)
    ? isScalar(y)
      ? floatDefault()
      : promoteNumber(y.dtype, x)
    : isScalar(y)
      ? promoteNumber(x.dtype, y)
      : common(x.dtype, y.dtype);
  const dtype = averaging(shared);
  const [left, right] = [x, y].map((given) => astype(toArray(given, operation), dtype, { copy: false }));
  return [left, right];
}

/** Both in the dtype that holds the values of either. */
export function alike(a: ArrayLike, b: ArrayLike, operation: string): [NDArray, NDArray] {
  const [x, y] = [toArray(a, operation), toArray(b, operation)];
  const dtype = common(x.dtype, y.dtype);
  return [astype(x, dtype, { copy: false }), astype(y, dtype, { copy: false })];
}
