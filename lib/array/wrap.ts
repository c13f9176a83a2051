/**
 * Arrays over shared memory of the program's: launches read a SharedArrayBuffer where it is. An ordinary ArrayBuffer is no such memory: the
 * engine may move it to another thread or free it while launches read it.
 */
import { ArgumentError, describe, isSharedBuffer } from '../base/index.js';
import type { DType, TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { type ArrayLike, type NestedArrays, toArray, typedDType } from './convert.js';
import { adopt, NDArray } from './ndarray.js';

/** A vector of the elements of a view of shared memory, read-only and without a copy. Throws `ArgumentError` where that cannot be. */
export function wrap(values: ArrayBufferView & { readonly length: number }, dtype: DType, operation: string): NDArray {
  const { buffer, byteOffset, length } = values;
  if (!isSharedBuffer(buffer))
    throw new ArgumentError(
      `${operation}: copy: false takes elements in a SharedArrayBuffer, got ${describe(values)} over ${describe(buffer)}, which launches cannot read; leave copy out`,
    );
  const elements = new dtype.Typed(buffer as unknown as ArrayBuffer, byteOffset, length);
  const store = runtime().shared.adopt(elements, dtype, [length]);
  if (store === null)
    throw new ArgumentError(
      `${operation}: copy: false takes the cpu device with one memory, since others cannot read a SharedArrayBuffer; leave copy out`,
    );
  return adopt(store);
}

/** `asarray` with `copy: false`. Throws `ArgumentError` where the array would be a copy. */
export function withoutCopy(data: ArrayLike | NestedArrays, dtype: DType | undefined, operation: string): NDArray {
  const own = data instanceof NDArray ? data.dtype : ArrayBuffer.isView(data) ? typedDType(data) : null;
  if (own === null) {
    if (ArrayBuffer.isView(data)) return toArray(data, operation);
    throw new ArgumentError(`${operation}: ${describe(data)} becomes an array by a copy; leave copy: false out`);
  }
  if (dtype !== undefined && dtype !== own)
    throw new ArgumentError(`${operation}: ${own.name} becomes ${dtype.name} by a copy; leave copy: false out`);
  return data instanceof NDArray ? data : wrap(data as TypedArray, own, operation);
}
