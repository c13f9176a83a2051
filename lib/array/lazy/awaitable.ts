/** Results of several lazy arrays: lists and objects that can be awaited for the arrays that these stand for. */
import type { NDArray } from '../ndarray.js';
import { Lazy } from './lazy-array.js';

/** A list of lazy arrays, or an object of them by name, as users see it: of arrays, and a promise of such. */
export function awaitable<T extends object>(result: T, again: (settled: T) => T = (settled) => settled): T & Promise<T> {
  const settled = async (): Promise<T> => {
    const entries = Object.entries(result).map(async ([key, value]) => [
      key,
      value instanceof Lazy ? await value.whole() : value,
    ]);
    const found = await Promise.all(entries);
    return again((Array.isArray(result) ? found.map(([, value]) => value as NDArray) : Object.fromEntries(found)) as T);
  };
  const methods = {
    // biome-ignore lint/suspicious/noThenProperty: the result is a promise to `await`
    then: (...given: Parameters<Promise<T>['then']>) => settled().then(...given),
    catch: (...given: Parameters<Promise<T>['catch']>) => settled().catch(...given),
    finally: (...given: Parameters<Promise<T>['finally']>) => settled().finally(...given),
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(result, name, { value, configurable: true });
  return result as T & Promise<T>;
}
