/** Conditions that must be of booleans. */
import { DTypeError } from '../base/index.js';
import { bool } from '../dtype/index.js';
import { type ArrayLike, toArray } from './convert.js';

/** Throws `DTypeError` unless a condition is of booleans, as NumPy does where numbers would be a mistake. */
export function checkCondition(given: ArrayLike, operation: string): void {
  const { dtype } = toArray(given, operation);
  if (dtype !== bool)
    throw new DTypeError(`${operation}: a condition is of booleans, got ${dtype.name}; compare, or convert with astype('bool')`);
}
