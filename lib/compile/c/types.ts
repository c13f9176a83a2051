/** The kernel language's types and values as C writes them. */
import type { DType } from '../../dtype/index.js';

const MEMORY: Record<string, string> = {
  bool: 'uint8_t',
  uint8: 'uint8_t',
  int32: 'int32_t',
  int64: 'int64_t',
  float32: 'float',
  float64: 'double',
};

/** The type of an element in memory. */
export function memoryType(dtype: DType): string {
  return MEMORY[dtype.name];
}

/** The type of a value in a loop: bools are `_Bool` there, which compilers turn into vector masks. */
export function valueType(dtype: DType): string {
  return dtype.name === 'bool' ? '_Bool' : memoryType(dtype);
}

/** Ending of the names of `vmath.h`'s functions for a type: mk_expf, mk_floordiv_i64. */
export function suffixOf(dtype: DType): string {
  const suffixes: Record<string, string> = { float64: '', float32: 'f', int64: '_i64', int32: '_i32', uint8: '_u8', bool: '_u8' };
  return suffixes[dtype.name];
}

/** A value as a C literal of its type, exact. */
export function literal(value: number | bigint, dtype: DType): string {
  if (dtype.kind === 'float') return floatLiteral(Number(value), dtype);
  if (dtype.name === 'bool') return Number(value) === 0 ? '0' : '1';
  const integer = BigInt.asIntN(64, BigInt(value));
  if (dtype.name !== 'int64') return integer === -0x80000000n ? 'INT32_MIN' : integer.toString();
  return integer === -0x8000000000000000n ? 'INT64_MIN' : `INT64_C(${integer})`;
}

function floatLiteral(value: number, dtype: DType): string {
  const end = dtype.name === 'float32' ? 'f' : '';
  const exact = dtype.name === 'float32' ? Math.fround(value) : value;
  if (Number.isNaN(exact)) return `(${valueType(dtype)})NAN`;
  if (!Number.isFinite(exact)) return `${exact < 0 ? '-' : ''}(${valueType(dtype)})INFINITY`;
  const text = Object.is(exact, -0) ? '-0' : String(exact);
  return `${/[.e]/.test(text) ? text : `${text}.0`}${end}`;
}
