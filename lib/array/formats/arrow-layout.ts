/**
 * What Apache Arrow's vectors are made of, as far as arrays can be: chunks of numbers or of bits, and bits that say which elements are
 * there. The interfaces are structural, so that declarations need no package; arrow.apache.org/docs/format/Columnar.html has the layout.
 */
import { ArgumentError, COUNT, DTypeError, describe } from '../../base/index.js';
import {
  bool,
  type DType,
  elementOf,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  type TypedArray,
  uint8,
  uint16,
  uint32,
  uint64,
} from '../../dtype/index.js';
import { fits, type Scalar, toScalar } from '../operand.js';

/** A data type of Apache Arrow. */
export interface ArrowType {
  /** 2 for integers, 3 for floats, 6 for bools, as in `Type` of apache-arrow. */
  readonly typeId: number;
  readonly bitWidth?: number;
  readonly isSigned?: boolean;
  /** Of floats: 0 for 16 bits, 1 for 32, 2 for 64. */
  readonly precision?: number;
}

/** A chunk of a vector: `Data` of apache-arrow. */
export interface ArrowData {
  readonly type: ArrowType;
  readonly length: number;
  /** Where the chunk's bits begin; numbers begin at the first of `values`. */
  readonly offset: number;
  readonly nullCount: number;
  readonly values: ArrayBufferView;
  /** A bit for each element that is there; empty where all are. */
  readonly nullBitmap: Uint8Array;
}

/** A column of Apache Arrow: `Vector` of apache-arrow. */
export interface ArrowVector {
  readonly type: ArrowType;
  readonly length: number;
  readonly nullCount: number;
  readonly data: readonly ArrowData[];
}

const [INT, FLOAT, BOOL] = [2, 3, 6];
const floats: readonly DType[] = [float16, float32, float64];
const integers: readonly DType[] = [int8, int16, int32, int64, uint8, uint16, uint32, uint64];

/** The dtype of an Arrow type. Throws `DTypeError` for types that are no numbers. */
export function dtypeOfArrow(type: ArrowType, operation: string): DType {
  const found = dtypeFor(type);
  if (found !== undefined) return found;
  throw new DTypeError(
    `${operation}: expected a vector of numbers or bools, got one of ${String(type)}; arrays hold no dates, decimals, strings, dictionaries or nested values`,
  );
}

function dtypeFor({ typeId, bitWidth, isSigned, precision }: ArrowType): DType | undefined {
  if (typeId === BOOL) return bool;
  if (typeId === FLOAT) return floats[precision ?? -1];
  const kind = isSigned === true ? 'int' : 'unsigned';
  return typeId === INT ? integers.find((dtype) => dtype.kind === kind && 8 * dtype.size === bitWidth) : undefined;
}

/** Throws `ArgumentError` for a chunk with a length, an offset or a number of nulls that is no count, or with fewer bits for nulls than elements. */
export function checkChunk({ length, offset, nullCount, nullBitmap }: ArrowData, operation: string): void {
  for (const [name, n] of Object.entries({ length, offset, nullCount }))
    if (!COUNT.is(n)) throw new ArgumentError(`${operation}: ${name} of a chunk: expected ${COUNT.expected}, got ${describe(n)}`);
  const bits = nullCount > 0 && nullBitmap instanceof Uint8Array ? 8 * nullBitmap.length : 0;
  if (nullCount > 0 && bits < offset + length)
    throw new ArgumentError(`${operation}: expected a bit for each of ${offset + length} elements, got ${bits}`);
}

/** The elements of a chunk, nulls as they lie in memory: numbers where they are, bits as bytes. Throws `ArgumentError` for chunks cut short. */
export function elementsOf(data: ArrowData, dtype: DType, operation: string): TypedArray {
  const { values, offset, length } = data;
  const { BYTES_PER_ELEMENT: size } = values as ArrayBufferView & { readonly BYTES_PER_ELEMENT?: number };
  if (size !== dtype.size)
    throw new ArgumentError(`${operation}: expected values of ${dtype.size} bytes for ${dtype.name}, got ${describe(values)}`);
  const all = new dtype.Typed(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength / size);
  const there = dtype === bool ? 8 * all.length - offset : all.length;
  if (there < length)
    throw new ArgumentError(`${operation}: expected a chunk of ${length} elements, got memory of ${Math.max(0, there)}`);
  return dtype === bool ? bitsOf(all as Uint8Array, offset, length) : all.subarray(0, length);
}

/** Bits from the lowest of each byte, as bytes of 0 and 1. */
function bitsOf(bytes: Uint8Array, offset: number, length: number): Uint8Array {
  const bits = new Uint8Array(length);
  for (let i = 0, at = offset; i < length; i++, at++) bits[i] = (bytes[at >> 3] >> (at & 7)) & 1;
  return bits;
}

/** A copy of a chunk's elements with a value where they are null. */
export function withoutNulls(
  elements: TypedArray,
  { nullBitmap, offset, length }: ArrowData,
  value: number | bigint,
): TypedArray {
  const filled = elements.slice();
  for (let i = 0, at = offset; i < length; i++, at++)
    if (((nullBitmap[at >> 3] >> (at & 7)) & 1) === 0) filled[i] = value as never;
  return filled;
}

/** The element that stands for nulls. Throws `DTypeError` for a value that the dtype does not hold. */
export function nullElement(value: Scalar, dtype: DType, operation: string): number | bigint {
  const isOther = dtype === bool ? typeof value !== 'boolean' : typeof value !== 'boolean' && !fits(value, dtype);
  if (isOther) throw new DTypeError(`${operation}: nulls: ${value} is no element of a vector of ${dtype.name}`);
  const scalar = toScalar(value, dtype);
  return typeof scalar === 'number' ? elementOf(dtype, scalar) : scalar;
}

/** The name of the class in apache-arrow that has a dtype's type: Int32, Float64, Bool. */
export function arrowName({ name }: DType): string {
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}
