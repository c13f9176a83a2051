/**
 * Sums of products over one axis of two views of one shape: the form of all products of vectors and matrices in the kernel language. No
 * product array is made.
 */
import { bool } from '../dtype/index.js';
import { astype } from './assign.js';
import type { Call } from './call.js';
import { common } from './default-dtypes.js';
import { callOf, Fold } from './fold.js';
import type { NDArray } from './ndarray.js';

const productFold = new Fold('matmul', 'sum', (b, [x, y], compute) => b.mul(b.cast(x, compute), b.cast(y, compute)));
const bothFold = new Fold('matmul', 'any', (b, [x, y]) => b.and(x, y));

/** `sum over axis of a · b`, at the common dtype; for bools: whether any pair is true. */
export function contract(a: NDArray, b: NDArray, axis: number): NDArray {
  const dtype = common(a.dtype, b.dtype);
  return astype(contraction(a, b, axis).issue([a, b], 'matmul'), dtype, { copy: false });
}

/** The call that this comes to; of floats that are stored alone it gives float32. */
export function contraction(a: NDArray, b: NDArray, axis: number): Call {
  const dtype = common(a.dtype, b.dtype).computes;
  return callOf(dtype === bool ? bothFold : productFold, [a, b], [axis], dtype);
}
