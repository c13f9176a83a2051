/** Arrays from bytes, and from what can be iterated. */
import { ArgumentError, DTypeError } from '../../base/index.js';
import { bool, float64 } from '../../dtype/index.js';
import { astype } from '../assign.js';
import { dtypeOption, toArray } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { describe, isScalar, type Scalar } from '../operand.js';
import { byName, type OptionNames, type Positional } from '../positional.js';

/** Options of `frombuffer`. */
export interface FrombufferOptions extends DTypeOption {
  /** How many elements; default -1: all that there are. */
  readonly count?: number;
  /** How many bytes to leave out at the beginning; default 0. */
  readonly offset?: number;
}
const BUFFER_OPTIONS: OptionNames<FrombufferOptions> = { dtype: true, count: true, offset: true };

/**
 * The elements that bytes hold, little-endian, as a vector of its own (default float64). Throws `ArgumentError` when the bytes are no
 * whole elements, or too few.
 *
 * @example
 * await np.frombuffer(Buffer.from('abc'), 'uint8').tolist(); // [97, 98, 99]
 */
export function frombuffer(
  bytes: ArrayBuffer | SharedArrayBuffer | ArrayBufferView,
  how?: Positional<FrombufferOptions, 'dtype'>,
  more?: Omit<FrombufferOptions, 'dtype'>,
): NDArray {
  const options = byName('frombuffer', how, 'dtype', BUFFER_OPTIONS, more);
  const dtype = dtypeOption(options?.dtype) ?? float64;
  const held = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytesOf(bytes);
  const offset = options?.offset ?? 0;
  if (!Number.isInteger(offset) || offset < 0 || offset > held.length)
    throw new ArgumentError(`frombuffer: expected an offset from 0 to the ${held.length} bytes, got ${describe(offset)}`);
  const rest = held.length - offset;
  const count = options?.count ?? -1;
  if (count === -1 && rest % dtype.size !== 0)
    throw new ArgumentError(
      `frombuffer: ${rest} bytes are no whole number of ${dtype.name} elements, which take ${dtype.size} each`,
    );
  const elements = count === -1 ? rest / dtype.size : count;
  if (!Number.isInteger(elements) || elements < 0 || elements * dtype.size > rest)
    throw new ArgumentError(
      `frombuffer: ${rest} bytes hold no ${describe(count)} elements of ${dtype.name}, which take ${dtype.size} each`,
    );
  const own = held.slice(offset, offset + elements * dtype.size);
  const values = new dtype.Typed(own.buffer as ArrayBuffer);
  return dtype === bool ? astype(toArray(values, 'frombuffer'), bool) : toArray(values, 'frombuffer', dtype);
}

function bytesOf(bytes: unknown): Uint8Array {
  if (bytes instanceof ArrayBuffer || bytes instanceof SharedArrayBuffer) return new Uint8Array(bytes);
  throw new DTypeError(`frombuffer: expected an ArrayBuffer or a view of one, such as a Buffer, got ${describe(bytes)}`);
}

/** Options of `fromiter`. */
export interface FromiterOptions extends DTypeOption {
  /** How many numbers to take; default -1: all that come. */
  readonly count?: number;
}
const ITER_OPTIONS: OptionNames<FromiterOptions> = { dtype: true, count: true };

/**
 * The numbers that something gives when it is iterated, a generator or a `Set`, as a vector. Throws `DTypeError` for other things than
 * numbers, `ArgumentError` when fewer come than `count`.
 *
 * @example
 * await np.fromiter(new Set([3, 1, 3])).tolist(); // [3, 1]
 */
export function fromiter(
  numbers: Iterable<Scalar>,
  how?: Positional<FromiterOptions, 'dtype'>,
  more?: Omit<FromiterOptions, 'dtype'>,
): NDArray {
  const options = byName('fromiter', how, 'dtype', ITER_OPTIONS, more);
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
}
