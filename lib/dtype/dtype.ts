/**
 * The element types: a table of one row each, of interned objects compared by identity. Types of values, limits, names in C and in the
 * addon, and lists of routines come from a row. A `bool` is one byte, 0 or 1.
 *
 * A float of fewer bits than float32 is *stored* alone: memory, loads, stores, gathers and selections have its bits as an integer, and
 * arithmetic is float32's on converted operands, rounded to it (`computes`, `compact.ts`).
 */
import { notCloned } from '../base/index.js';
import { unknownDType } from './unknown.js';

export type DTypeKind = 'bool' | 'int' | 'unsigned' | 'float';
export type TypedArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;
type TypedConstructor = new (contents: number | ArrayBuffer, byteOffset?: number, length?: number) => TypedArray;

/** A float's bits: one of the sign, these of the exponent, and these of the fraction. */
interface FloatFormat {
  readonly exponent: number;
  readonly fraction: number;
}

export interface DType {
  /** The first property: arrays and dtypes are not cloned. */
  readonly guard: typeof notCloned;
  readonly name: DTypeName;
  /** Dense number from 0, the same in the addon (`native/core/dtypes.h`). */
  readonly code: number;
  readonly kind: DTypeKind;
  /** Bytes per element. */
  readonly size: number;
  /** The TypedArray with elements of this dtype. */
  readonly Typed: TypedConstructor;
  /** Whether values are bigints in JavaScript: integers of 64 bits. */
  readonly long: boolean;
  /** How the addon's routines and vmath.h name it. */
  readonly short: string;
  /** The C type of an element in memory. */
  readonly inC: string;
  /** The least and the greatest value. */
  readonly lowest: number | bigint;
  readonly highest: number | bigint;
  /** Of floats; null for other kinds. */
  readonly format: FloatFormat | null;
  /** The dtype of arithmetic on it: itself, or float32 where it is stored alone. */
  readonly computes: DType;
}

/** Names, and the kind, bytes, TypedArray, short name, C type and, of floats, format of each dtype, in the order of their codes. */
const rows = {
  bool: ['bool', 1, Uint8Array, 'u8', 'uint8_t'],
  int8: ['int', 1, Int8Array, 'i8', 'int8_t'],
  int16: ['int', 2, Int16Array, 'i16', 'int16_t'],
  int32: ['int', 4, Int32Array, 'i32', 'int32_t'],
  int64: ['int', 8, BigInt64Array, 'i64', 'int64_t'],
  uint8: ['unsigned', 1, Uint8Array, 'u8', 'uint8_t'],
  uint16: ['unsigned', 2, Uint16Array, 'u16', 'uint16_t'],
  uint32: ['unsigned', 4, Uint32Array, 'u32', 'uint32_t'],
  uint64: ['unsigned', 8, BigUint64Array, 'u64', 'uint64_t'],
  float32: ['float', 4, Float32Array, 'f32', 'float', { exponent: 8, fraction: 23 }],
  float64: ['float', 8, Float64Array, 'f64', 'double', { exponent: 11, fraction: 52 }],
  float16: ['float', 2, Uint16Array, 'f16', 'mk_f16', { exponent: 5, fraction: 10 }],
} as const satisfies Record<string, Row>;

type Row = readonly [DTypeKind, number, TypedConstructor, string, string, FloatFormat?];

export type DTypeName = keyof typeof rows;
/** The typed array of a dtype by its name. */
export type ElementsOf<Name extends DTypeName> = InstanceType<(typeof rows)[Name][2]>;
/** Names of floats. */
export type FloatName = { [Name in DTypeName]: (typeof rows)[Name][0] extends 'float' ? Name : never }[DTypeName];

/** The extremes of a kind, by the bits of an element. */
const extremes: Readonly<Record<DTypeKind, (bits: bigint) => readonly [bigint | number, bigint | number]>> = {
  bool: () => [0n, 1n],
  int: (bits) => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n],
  unsigned: (bits) => [0n, 2n ** bits - 1n],
  float: () => [-Infinity, Infinity],
};

function makeDType(name: DTypeName, code: number): Omit<DType, 'computes'> {
  const row: Row = rows[name];
  const [kind, size, Typed, short, inC, format = null] = row;
  const long = size === 8 && kind !== 'float';
  const [lowest, highest] = extremes[kind](BigInt(size * 8)).map((value) => (long ? value : Number(value)));
  return { guard: notCloned, name, code, kind, size, Typed, long, short, inC, lowest, highest, format };
}

const byName = new Map((Object.keys(rows) as DTypeName[]).map((name, code) => [name as string, makeDType(name, code) as DType]));

/** All dtypes, by code. */
export const dtypes: readonly DType[] = [...byName.values()];

export const [bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, float16] = dtypes;

for (const dtype of dtypes) {
  const { kind, size } = dtype;
  // Not enumerable: a dtype is printed, and compared, without it.
  Object.defineProperty(dtype, 'computes', { value: kind === 'float' && size < 4 ? float32 : dtype });
}

/** Whether a dtype is a float that is stored alone, and computed as float32. */
export function isStored(dtype: DType): boolean {
  return dtype.computes !== dtype;
}

/** Whether a dtype is one of integers, of any size and sign. */
export function isInteger({ kind }: DType): boolean {
  return kind === 'int' || kind === 'unsigned';
}

/** Whether a typed array's elements are bigints. */
export function isLong(values: TypedArray): values is BigInt64Array | BigUint64Array {
  return values instanceof BigInt64Array || values instanceof BigUint64Array;
}

/** The memory of a typed array as elements of the dtype with a code: kernels read int64 by its halves. */
export function seenAs(values: TypedArray, code: number): TypedArray {
  const { Typed, size } = dtypes[code];
  return values instanceof Typed ? values : new Typed(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength / size);
}

/** An integer as a typed array's elements are: a bigint beside bigints. */
export function integerLike(values: TypedArray, integer: number): number | bigint {
  return isLong(values) ? BigInt(integer) : integer;
}

/** A dtype by name or as itself. Throws `DTypeError` for anything else. */
export function asDType(value: DType | DTypeName | { readonly kind: 'complex' } | 'complex64' | 'complex128'): DType {
  const found = typeof value === 'string' ? byName.get(value) : dtypes[(value as DType | undefined)?.code ?? -1];
  if (found === undefined || (typeof value !== 'string' && found !== value)) {
    throw unknownDType(value, [...byName.keys(), 'complex64', 'complex128']);
  }
  return found;
}
