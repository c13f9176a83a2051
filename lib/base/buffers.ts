/**
 * Buffers and typed arrays of any realm. A `vm` context, as some test runners make for each file of tests, has constructors of its own, so that
 * `instanceof` knows none of its objects.
 */
import { types } from 'node:util';

export function isSharedBuffer(given: unknown): given is SharedArrayBuffer {
  return types.isSharedArrayBuffer(given);
}

export function isBuffer(given: unknown): given is ArrayBuffer | SharedArrayBuffer {
  return types.isAnyArrayBuffer(given);
}

const tag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), Symbol.toStringTag)?.get;

/** The name of the engine's constructor that made a typed array; undefined for other views. */
export function typedArrayName(view: ArrayBufferView): string | undefined {
  return tag?.call(view) as string | undefined;
}
