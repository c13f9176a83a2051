/** Memory given back by hand. That is optional: arrays that nothing refers to are found and freed. */

import { ArgumentError, FUNCTION, HELD, isAsynchronous, isHolder, isPlain, takes } from '../base/index.js';
import { runtime } from '../runtime/index.js';
import { beforeWrite, isUsable, type Root } from '../store/index.js';
import { OWN } from './kinds.js';
import { NDArray } from './ndarray.js';

/**
 * Gives the array's memory back now. Every view of it is gone too: using one throws `DisposedError`.
 *
 * @example
 * const x = np.zeros(1000);
 * x.dispose();
 */
export const dispose = takes(
  'dispose',
  OWN,
)((x: NDArray): void => {
  if (isUsable(x)) beforeWrite(x);
  runtime().dispose(x);
});

/**
 * Runs `fn` and disposes of the arrays made inside it, except the ones in its result (an array or a sparse matrix, or these in Arrays and
 * plain objects). `fn` must not be asynchronous. Throws `ArgumentError` when it is.
 *
 * @example
 * const norm = np.scope(() => {
 *   const y = np.arange(5).multiply(2);   // gone afterwards
 *   return y.multiply(y).sum().sqrt();    // kept
 * });
 */
export const scope = takes(
  'scope',
  FUNCTION,
)(<T>(fn: () => T): T => {
  // The function may change the runtime in use.
  const own = runtime();
  const outer = own.beginScope(true);
  const kept = new Set<Root>();
  try {
    const result = fn();
    if (isAsynchronous(result))
      throw new ArgumentError('scope: the function must not be async; await outside np.scope, or dispose by hand');
    keep(result, kept);
    return result;
  } finally {
    for (const store of own.endScope(outer)) {
      if (!kept.has(store.root)) own.dispose(store);
      else outer?.push(store);
    }
  }
});

function keep(value: unknown, roots: Set<Root>): void {
  if (value instanceof NDArray) roots.add(value.root);
  else if (isHolder(value)) for (const part of value[HELD]()) keep(part, roots);
  else if (Array.isArray(value)) for (const item of value) keep(item, roots);
  else if (isPlain(value)) {
    for (const item of Object.values(value)) keep(item, roots);
  }
}
