/**
 * Sums of products over one axis of two views of one shape: the form of all products of vectors and matrices in the kernel language. No
 * product array is made.
 */
import { ShapeError } from '../base/index.js';
import { bool } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
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

/** Throws `ShapeError` where the axes of two operands that are multiplied have different sizes, or an operand has none. */
export function checkContracted(x: NDArray, y: NDArray, operation: string): void {
  const inner = x.view.shape[x.ndim - 1];
  const rows = y.view.shape[Math.max(0, y.ndim - 2)];
  if (x.ndim > 0 && y.ndim > 0 && inner === rows) return;
  const given = `${formatShape(x.view.shape)} and ${formatShape(y.view.shape)}`;
  if (x.ndim === 0 || y.ndim === 0)
    throw new ShapeError(`${operation}: expected at least 1 axis each, got shapes ${given}; multiply by a number with multiply`);
  const transposed = y.ndim === 2 && y.view.shape[1] === inner ? '; y.T would meet it' : '';
  throw new ShapeError(
    `${operation}: shapes ${given} do not meet: the last axis of the first has ${inner}, its partner ${rows}${transposed}`,
  );
}
