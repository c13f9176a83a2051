/** Operands of composed element-wise functions, in the dtype in which a ufunc of both would compute. */
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { common, floatDefault } from '../default-dtypes.js';
import type { NDArray } from '../ndarray.js';
import { isScalar, promoteNumber } from '../operand.js';
import { averaging } from '../reductions.js';

/** Both in the dtype that holds the values of either. */
export function alike(a: ArrayLike, b: ArrayLike, operation: string): [NDArray, NDArray] {
  const [x, y] = [toArray(a, operation), toArray(b, operation)];
  const dtype = common(x.dtype, y.dtype);
  return [astype(x, dtype, { copy: false }), astype(y, dtype, { copy: false })];
}

/** Two operands in their common float dtype; a number beside an array does not widen it. */
export function floatPair(a: ArrayLike, b: ArrayLike, operation: string): [NDArray, NDArray] {
  const [x, y] = [a, b].map((given) => (isScalar(given) ? given : toArray(given, operation)));
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
