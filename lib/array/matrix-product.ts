/** Matrix products by the device's routines, for sizes that are worth it. */
import type { NDArray } from './ndarray.js';

/** The product of two stacks of matrices by a routine, or null where the kernel language serves better. */
export function matrixProduct(_x: NDArray, _y: NDArray): NDArray | null {
  return null;
}
