/** Elements as they are in memory: floats that are stored alone as bits. */
import type { TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { checkUsable } from '../store/index.js';
import type { NDArray } from './ndarray.js';

/** The elements, row-major, blocking. Throws the computation's error. */
export function contentsOf(x: NDArray): TypedArray {
  checkUsable(x, 'dataSync');
  return runtime().readSync(x);
}
