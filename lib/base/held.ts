/** Arrays that instances of classes are made of, for code that gives back the memory of all arrays but these. */

/** The method of a class that gives the arrays, or the objects with such a method, that an instance is made of. */
export const HELD: unique symbol = Symbol('held');

/** An object of such a class. */
interface Holder {
  [HELD](): readonly object[];
}

export function isHolder(given: unknown): given is Holder {
  return typeof given === 'object' && given !== null && HELD in given;
}
