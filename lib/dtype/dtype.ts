/** The element types, as interned objects compared by identity. A `bool` is one byte, 0 or 1. */
import { DTypeError } from '../base/index.js';

export type DTypeName = 'bool' | 'uint8' | 'int32' | 'int64' | 'float32' | 'float64';
export type DTypeKind = 'bool' | 'unsigned' | 'int' | 'float';
export type TypedArray = Uint8Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

export interface DType {
  readonly name: DTypeName;
  /** Dense number 0 to 5, the same in the addon (`native/`). */
  readonly code: number;
  readonly kind: DTypeKind;
  /** Bytes per element. */
  readonly size: number;
  /** The TypedArray whose elements these are. */
  readonly Typed: new (
    contents: number | ArrayBuffer,
  ) => TypedArray;
}

export const bool: DType = { name: 'bool', code: 0, kind: 'bool', size: 1, Typed: Uint8Array };
export const uint8: DType = { name: 'uint8', code: 1, kind: 'unsigned', size: 1, Typed: Uint8Array };
export const int32: DType = { name: 'int32', code: 2, kind: 'int', size: 4, Typed: Int32Array };
export const int64: DType = { name: 'int64', code: 3, kind: 'int', size: 8, Typed: BigInt64Array };
export const float32: DType = { name: 'float32', code: 4, kind: 'float', size: 4, Typed: Float32Array };
export const float64: DType = { name: 'float64', code: 5, kind: 'float', size: 8, Typed: Float64Array };

/** All dtypes, by code. */
export const dtypes: readonly DType[] = [bool, uint8, int32, int64, float32, float64];

const byName = new Map<string, DType>(dtypes.map((d) => [d.name, d]));

/** A dtype by name or as itself. Throws `DTypeError` for anything else. */
export function asDType(value: DType | DTypeName): DType {
  const found = typeof value === 'string' ? byName.get(value) : dtypes[value?.code];
  if (found === undefined || (typeof value !== 'string' && found !== value)) {
    throw new DTypeError(
      `unknown dtype ${typeof value === 'string' ? JSON.stringify(value) : typeof value}: expected one of ${[...byName.keys()].join(', ')}`,
    );
  }
  return found;
}
