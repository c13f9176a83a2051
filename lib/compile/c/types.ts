/** The kernel language's types and values as C writes them. */
import { type DType, elementOf, isStored } from '../../dtype/index.js';

/** The type of an element in memory. */
export function memoryType(dtype: DType): string {
  return dtype.inC;
}

/** The type of a value in a loop: bools are `_Bool` there, which compilers turn into vector masks. */
export function valueType(dtype: DType): string {
  return dtype.name === 'bool' ? '_Bool' : memoryType(dtype);
}

/** Ending of the names of `vmath.h`'s functions for a type: mk_expf, mk_floordiv_i64. */
export function suffixOf(dtype: DType): string {
  if (dtype.kind !== 'float' || isStored(dtype)) return `_${dtype.short}`;
  return dtype.name === 'float32' ? 'f' : '';
}

/** A value as a C literal of its type, exact. */
export function literal(value: number | bigint, dtype: DType): string {
  if (isStored(dtype)) return String(elementOf(dtype, Number(value)));
  if (dtype.kind === 'float') return floatLiteral(Number(value), dtype);
  if (dtype.name === 'bool') return Number(value) === 0 ? '0' : '1';
  const integer = BigInt(value);
  if (dtype.size < 4) return integer.toString();
  if (dtype.kind === 'int' && integer === BigInt(dtype.lowest)) return `INT${dtype.size * 8}_MIN`;
  if (dtype.long) return `${dtype.kind === 'int' ? 'INT64_C' : 'UINT64_C'}(${integer})`;
  return dtype.kind === 'int' ? integer.toString() : `${integer}u`;
}

function floatLiteral(value: number, dtype: DType): string {
  const end = dtype.name === 'float32' ? 'f' : '';
  const exact = dtype.name === 'float32' ? Math.fround(value) : value;
  if (Number.isNaN(exact)) return `(${valueType(dtype)})NAN`;
  if (!Number.isFinite(exact)) return `${exact < 0 ? '-' : ''}(${valueType(dtype)})INFINITY`;
  const text = Object.is(exact, -0) ? '-0' : String(exact);
  return `${/[.e]/.test(text) ? text : `${text}.0`}${end}`;
}
