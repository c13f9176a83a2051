/** Results that are found once for two structures, and kept for as long as both live. */
import { runtime } from '../runtime/index.js';
import type { Structure } from './structure.js';

/** Remembers `make` by both of its arguments. */
export function memoizedPairs<T>(make: (a: Structure, b: Structure) => T): (a: Structure, b: Structure) => T {
  const known = new WeakMap<Structure, WeakMap<Structure, T>>();
  return (a, b) => {
    let ofFirst = known.get(a);
    if (ofFirst === undefined) known.set(a, (ofFirst = new WeakMap()));
    let found = ofFirst.get(b);
    if (found === undefined) ofFirst.set(b, (found = runtime().lasting(() => make(a, b))));
    return found;
  };
}
