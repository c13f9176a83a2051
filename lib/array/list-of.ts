/** The argument of functions that join several arrays. */
import { ARRAY_BYTES, ArgumentError, needHeap } from '../base/index.js';
import type { ArrayLike } from './convert.js';
import { NDArray } from './ndarray.js';
import { describe } from './operand.js';
import { slice } from './slice.js';

/** Arrays to be put together: an Array of them, or the slices of one along its first axis. Throws `ArgumentError`. */
export function listOf(xs: readonly ArrayLike[] | NDArray, operation: string): readonly ArrayLike[] {
  if (xs instanceof NDArray && xs.ndim > 0) needHeap(operation, xs.shape[0], ARRAY_BYTES);
  const list = xs instanceof NDArray && xs.ndim > 0 ? Array.from({ length: xs.shape[0] }, (_, i) => slice(xs, i)) : xs;
  if (!Array.isArray(list) || list.length === 0)
    throw new ArgumentError(`${operation}: expected an Array of at least one array, got ${describe(xs)}`);
  return Array.from(list); // holes are elements that are undefined
}
