/**
 * Members that are added to a class behind its declaration, many at a time. V8 keeps a class's members in a list that it copies for each one
 * that is added: two hundred methods took half a megabyte and a millisecond. An object that lost a member is a hash table, to which members
 * are added one by one; it becomes a list again when methods of its instances are called.
 *
 * A class of which most programs make no instance gets its members with the first one: as a table, two hundred methods still take a millisecond.
 */

/** Makes the prototype of a class ready for many members. */
export function growing<T extends object>(prototype: T): T {
  const { constructor } = prototype;
  Reflect.deleteProperty(prototype, 'constructor');
  Object.defineProperty(prototype, 'constructor', { value: constructor, writable: true, configurable: true });
  return prototype;
}

/** By class without an instance so far: the function that adds its members. */
const later = new Map<{ readonly prototype: object }, () => void>();

/** Has `add` give a class its members when its first instance is made: `haveMembers` in its constructor asks for that. */
export function addMembersLater(Class: { readonly prototype: object }, add: () => void): void {
  later.set(Class, add);
}

/** Adds the members of a class, of which an instance is being made, and `isWhole`, after which this is not asked for again. */
export function haveMembers(Class: { readonly prototype: object }): void {
  const add = later.get(Class);
  if (add === undefined) return;
  add(); // once more if an interruption ends it
  later.delete(Class);
  Object.defineProperty(Class.prototype, 'isWhole', { value: true });
}
