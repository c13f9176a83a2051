/** Arrays from bytes, and from iterables. */

import {
  ArgumentError,
  byPlace,
  DTypeError,
  INTEGER,
  isBuffer,
  isDetached,
  type Kind,
  kind,
  type OptionKinds,
  options,
  takes,
} from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { type DTypeLike, dtypeOption, toArray } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import { type ElementType, elementsOf, elementType, elementTypeOf, nameOf, READABLE } from '../formats/elements.js';
import { FROM_BYTES, type FrombufferOptions } from '../formats/from-bytes.js';
import { DTYPE_LIKE } from '../kinds.js';
import { adopt, type NDArray } from '../ndarray.js';
import { describe, isScalar, type Scalar } from '../operand.js';
import { byName, type Positional } from '../positional.js';

const BYTES: Kind<ArrayBuffer | SharedArrayBuffer | ArrayBufferView> = kind(
  'an ArrayBuffer or a view of one, such as a Buffer',
  (given) => (ArrayBuffer.isView(given) && !isDetached(given.buffer)) || (isBuffer(given) && !isDetached(given)),
  (operation, given) =>
    new DTypeError(`${operation}: expected an ArrayBuffer or a view of one, such as a Buffer, got ${describe(given)}`),
);
/**
 * The elements that bytes hold, in this machine's byte order unless the dtype names one, as a vector of its own (default float64). Throws
 * `ArgumentError` when the bytes are no whole elements, or too few, and `DTypeError` for types that maniple has not.
 *
 * @example
 * await np.frombuffer(Buffer.from([1, 0, 2, 0]), '>u2').tolist(); // [256, 512]
 * await np.frombuffer(Buffer.from('abc'), 'uint8').tolist(); // [97, 98, 99]
 */
export const frombuffer = takes(
  'frombuffer',
  BYTES,
  byPlace(FROM_BYTES, 'dtype'),
  options(FROM_BYTES),
)(
  (
    bytes: ArrayBuffer | SharedArrayBuffer | ArrayBufferView,
    how?: Positional<FrombufferOptions, 'dtype'>,
    more?: Omit<FrombufferOptions, 'dtype'>,
  ): NDArray => {
    const options = byName('frombuffer', how, 'dtype', more);
    const type = typeOf(options?.dtype);
    const { name } = type.dtype;
    const held = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytesOf(bytes);
    const offset = options?.offset ?? 0;
    if (!Number.isInteger(offset) || offset < 0 || offset > held.length)
      throw new ArgumentError(`frombuffer: expected an offset from 0 to the ${held.length} bytes, got ${describe(offset)}`);
    const rest = held.length - offset;
    const count = options?.count ?? -1;
    if (count === -1 && rest % type.size !== 0)
      throw new ArgumentError(`frombuffer: ${rest} bytes are no whole number of ${name} elements, which take ${type.size} each`);
    const elements = count === -1 ? rest / type.size : count;
    if (!Number.isInteger(elements) || elements < 0 || elements * type.size > rest)
      throw new ArgumentError(
        `frombuffer: ${rest} bytes hold no ${describe(count)} elements of ${name}, which take ${type.size} each`,
      );
    const own = Uint8Array.from(held.subarray(offset, offset + elements * type.size));
    return adopt(runtime().upload(elementsOf(type, own), type.dtype, [elements]));
  },
);

function typeOf(given: FrombufferOptions['dtype']): ElementType {
  if (typeof given !== 'string' || !/^[<>=|]/.test(given))
    return elementTypeOf(dtypeOption(given as DTypeLike | undefined) ?? float64);
  const type = elementType(given);
  if (type === null)
    throw new DTypeError(
      `frombuffer: maniple has no dtype for ${nameOf(given)}; expected one of ${READABLE}, in either byte order`,
    );
  return type;
}

function bytesOf(bytes: unknown): Uint8Array {
  if (isBuffer(bytes)) return new Uint8Array(bytes);
  throw new DTypeError(`frombuffer: expected an ArrayBuffer or a view of one, such as a Buffer, got ${describe(bytes)}`);
}

/** Options of `fromiter`. */
export interface FromiterOptions extends DTypeOption {
  /** How many numbers to take; default -1: all that come. */
  readonly count?: number;
}
const ITERABLE: Kind<Iterable<Scalar>> = kind(
  'numbers to iterate over, such as a Set or a generator',
  (given) =>
    typeof (given as Partial<Iterable<Scalar>> | null)?.[Symbol.iterator] === 'function' &&
    !(ArrayBuffer.isView(given) && isDetached(given.buffer)),
);
const ITER_OPTIONS: OptionKinds<FromiterOptions> = { dtype: DTYPE_LIKE, count: INTEGER };

/**
 * The numbers that something gives when it is iterated, a generator or a `Set`, as a vector. Throws `DTypeError` for other things than
 * numbers, `ArgumentError` when fewer come than `count`.
 *
 * @example
 * await np.fromiter(new Set([3, 1, 3])).tolist(); // [3, 1]
 */
export const fromiter = takes(
  'fromiter',
  ITERABLE,
  byPlace(ITER_OPTIONS, 'dtype'),
  options(ITER_OPTIONS),
)((numbers: Iterable<Scalar>, how?: Positional<FromiterOptions, 'dtype'>, more?: Omit<FromiterOptions, 'dtype'>): NDArray => {
  const options = byName('fromiter', how, 'dtype', more);
  const count = options?.count ?? -1;
  const found: Scalar[] = [];
  if (count !== 0) {
    for (const value of numbers) {
      if (!isScalar(value)) throw new DTypeError(`fromiter: expected numbers, got ${describe(value)}`);
      found.push(value);
      if (found.length === count) break;
    }
  }
  if (found.length < count) throw new ArgumentError(`fromiter: expected ${count} numbers, got ${found.length}`);
  return toArray(found, 'fromiter', dtypeOption(options?.dtype));
});
