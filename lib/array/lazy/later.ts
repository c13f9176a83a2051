/** Functions that need the size of a lazy array: their result is a lazy array of a promise, and they are called once the size is known. */
import { copy } from '../assign.js';
import { NDArray } from '../ndarray.js';
import { isOptions } from '../positional.js';
import { awaitFirst } from './calls.js';
import { Lazy } from './lazy-array.js';

// biome-ignore lint/suspicious/noExplicitAny: any declared function
export type AnyFunction = (...given: any[]) => unknown;

/**
 * The call of a function, once its lazy arguments are known, with its further arguments as they are now. Readers of the result throw where the function gives
 * anything but one real array.
 */
export function later(fn: AnyFunction, given: readonly unknown[], name = fn.name): Lazy {
  if (given.some((x) => isOptions(x) && x.out !== undefined)) throw awaitFirst(name);
  const now = given.map(asItIs);
  return Lazy.promised(
    Promise.all(now.map(arrayOf)).then(async (arrays) => {
      const result = fn(...arrays);
      const array = await (result instanceof Lazy ? result.whole() : result);
      if (!(array instanceof NDArray)) throw awaitFirst(name);
      return array;
    }),
  );
}

/** An argument that later writes do not change. */
function asItIs(x: unknown): unknown {
  if (x instanceof NDArray) return copy(x);
  if (ArrayBuffer.isView(x)) return (x as Float64Array).slice();
  if (Array.isArray(x)) return x.map(asItIs);
  if (isOptions(x)) return Object.fromEntries(Object.entries(x).map(([name, value]) => [name, asItIs(value)]));
  return x;
}

/** An argument with the arrays that lazy ones stand for. */
function arrayOf(x: unknown): unknown {
  if (x instanceof Lazy) return x.whole();
  if (Array.isArray(x)) return Promise.all(x.map(arrayOf));
  if (!isOptions(x)) return x;
  const entries = Object.entries(x).map(async ([name, value]) => [name, await arrayOf(value)] as const);
  return Promise.all(entries).then(Object.fromEntries);
}
