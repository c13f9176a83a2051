/**
 * Members that are added to a class behind its declaration, many at a time. V8 keeps a class's members in a list that it copies for each one
 * that is added: two hundred methods took half a megabyte and a millisecond. An object that lost a member is a hash table, to which members
 * are added one by one; it becomes a list again when methods of its instances are called.
 */

/** Makes the prototype of a class ready for many members. */
export function growing<T extends object>(prototype: T): T {
  const { constructor } = prototype;
  Reflect.deleteProperty(prototype, 'constructor');
  Object.defineProperty(prototype, 'constructor', { value: constructor, writable: true, configurable: true });
  return prototype;
}
