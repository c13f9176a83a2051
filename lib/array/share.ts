/**
 * Arrays for worker threads. An array lies in memory of its thread's runtime: a shared array is a copy in a SharedArrayBuffer, which
 * threads read where it is.
 *
 *     const shared = await np.share(x);           // here, once
 *     worker.postMessage(shared);                 // sends a reference
 *     const y = np.attach(message).sum();         // there: nothing is copied
 */
import { ArgumentError, describe, isSharedBuffer, kind, needMemory, OutOfMemoryError, takes } from '../base/index.js';
import { asAnyDType, type ComplexName, complexDTypes, type DType, type DTypeName, dtypes } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { checkShape, formatShape, type Shape, sizeOf } from '../shape/index.js';
import { defineForms } from './complex/calls.js';
import { ComplexArray } from './complex/complex-array.js';
import { asComplex } from './complex/convert.js';
import { type ArrayLike, toArray } from './convert.js';
import { stack } from './join.js';
import { ARRAY } from './kinds.js';
import { adopt, type NDArray } from './ndarray.js';
import { slice } from './slice.js';

/**
 * An array's elements in shared memory, row-major, of complex ones the parts in turn: what `postMessage`, `workerData` and `structuredClone` take, without
 * a copy.
 */
export interface SharedArray {
  readonly dtype: DTypeName | ComplexName;
  readonly shape: Shape;
  readonly buffer: SharedArrayBuffer;
}

/**
 * The elements of `x` in shared memory, to be sent to workers by `postMessage` and made an array there by `attach`. They are written once,
 * where they are computed; writing to `x` afterwards does not change them. An array itself cannot be sent: `postMessage(x)` and
 * `structuredClone(x)` throw `ArgumentError`. Rejects with the computation's error, and with
 * `OutOfMemoryError`.
 *
 * @example
 * const shared = await np.share(np.arange(4));
 * shared.shape;                               // [4]
 * await np.attach(shared).sum().item();       // 6
 */
export const share = takes(
  'share',
  ARRAY,
)(async (x: ArrayLike): Promise<SharedArray> => {
  const own = toArray(x, 'share');
  const { dtype, size, shape } = own;
  const buffer = sharedBytes(size * dtype.size);
  await runtime().shared.write(own, new dtype.Typed(buffer as unknown as ArrayBuffer));
  return { dtype: dtype.name, shape, buffer };
});

/** Throws `OutOfMemoryError`. */
function sharedBytes(bytes: number): SharedArrayBuffer {
  needMemory('share', 'the array', bytes);
  try {
    return new SharedArrayBuffer(bytes);
  } catch (cause) {
    throw new OutOfMemoryError(`share: the array needs ${bytes} bytes of shared memory, which were refused`, { cause });
  }
}

const SHARED = kind<SharedArray>('an array of np.share, with dtype, shape and buffer', isShared);

function isShared(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'buffer')) return false;
  const { dtype, shape, buffer } = given as Partial<Record<keyof SharedArray, unknown>>;
  return [...dtypes, ...complexDTypes].some(({ name }) => name === dtype) && Array.isArray(shape) && isSharedBuffer(buffer);
}

/**
 * An array with the elements of a shared one, on any thread, without a copy where launches can read its memory (the cpu device; with other
 * devices and separate memories it is copied). It is read-only: writing to it throws `ArgumentError`. The buffer's elements must not be
 * written while arrays use them. Throws `ArgumentError` unless it is one that `share` made.
 *
 * @example
 * const x = np.attach(await np.share([1, 2, 3]));
 * await x.multiply(2).tolist(); // [2, 4, 6]
 */
export const attach = takes(
  'attach',
  SHARED,
)(({ dtype: name, shape, buffer }: SharedArray): NDArray => {
  const dtype = asAnyDType(name);
  checkShape(shape, 'attach');
  const bytes = sizeOf(shape) * dtype.size;
  if (bytes !== buffer.byteLength)
    throw new ArgumentError(
      `attach: expected a buffer of ${bytes} bytes for ${name} elements of shape ${formatShape(shape)}, got ${describe(buffer.byteLength)}`,
    );
  if (dtype.kind !== 'complex') return attached(buffer, dtype, shape);
  const both = attached(buffer, dtype.part, [...shape, 2]);
  return new ComplexArray(slice(both, '...', 0), slice(both, '...', 1)) as unknown as NDArray;
});

function attached(buffer: SharedArrayBuffer, dtype: DType, shape: Shape): NDArray {
  return adopt(runtime().shared.attach(new dtype.Typed(buffer as unknown as ArrayBuffer), dtype, shape));
}

defineForms(() => ({
  share: async (z: unknown): Promise<SharedArray> => {
    const { re, im, dtype, shape } = asComplex(z, 'share');
    return { ...(await share(stack([re, im], { axis: -1 }))), dtype: dtype.name, shape };
  },
}));
