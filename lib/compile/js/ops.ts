/**
 * Expressions of the kernel language's operators in JavaScript. Values: floats, bool, uint8 and int32 are numbers (bool
 * 0 or 1, float32 rounded after every step), int64 is a bigint wrapped to 64 bits.
 */
import { invariant, unreachable } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { type BinaryOp, binaryOperations, type FoldOp, type Operation, type UnaryOp, unaryOperations } from '../../ir/index.js';

/** Rounds or wraps an expression's exact result to a dtype. */
export function wrap(dtype: DType, expression: string): string {
  switch (dtype.name) {
    case 'float64':
      return expression;
    case 'float32':
      return `F(${expression})`;
    case 'int64':
      return `BigInt.asIntN(64, ${expression})`;
    case 'int32':
      return `(${expression} | 0)`;
    case 'uint8':
      return `(${expression} & 255)`;
    case 'bool':
      return `(${expression} & 1)`;
    default:
      return unreachable(dtype.name);
  }
}

/** A literal of a dtype. */
export function literal(dtype: DType, value: number | bigint): string {
  if (dtype.name === 'int64') return value < 0 ? `(${BigInt(value)}n)` : `${BigInt(value)}n`;
  const number = dtype.name === 'float32' ? Math.fround(Number(value)) : Number(value);
  if (Object.is(number, -0)) return '(-0)';
  return number < 0 ? `(${number})` : `${number}`;
}

function written(op: BinaryOp | UnaryOp, { js }: Operation, dtype: DType, a: string, b: string): string {
  const kind = dtype.name === 'int64' ? 'long' : dtype.kind === 'unsigned' || dtype.kind === 'int' ? 'integer' : dtype.kind;
  const write = js[kind];
  invariant(write !== undefined, `no JavaScript for ${op} of ${dtype.name}`);
  return write({ dtype, end: dtype.name === 'float32' ? 'f' : '', wrap: (expression) => wrap(dtype, expression) }, a, b);
}

/** Expression of a unary operator on an operand of `dtype`. */
export function unary(op: UnaryOp, dtype: DType, a: string): string {
  return written(op, unaryOperations[op], dtype, a, '');
}

/** Expression of a binary operator on operands of `dtype`. */
export function binary(op: BinaryOp, dtype: DType, a: string, b: string): string {
  return written(op, binaryOperations[op], dtype, a, b);
}

/** Expression of a conversion. */
export function cast(from: DType, to: DType, a: string): string {
  if (from === to) return a;
  const long = from.name === 'int64';
  switch (to.name) {
    case 'bool':
      return `(${a} !== ${long ? '0n' : '0'} ? 1 : 0)`;
    case 'uint8':
      return from.kind === 'float' ? `toUint8(${a})` : long ? `Number(BigInt.asUintN(8, ${a}))` : `(${a} & 255)`;
    case 'int32':
      return from.kind === 'float' ? `toInt32(${a})` : long ? `Number(BigInt.asIntN(32, ${a}))` : a;
    case 'int64':
      return from.kind === 'float' ? `toInt64(${a})` : `BigInt(${a})`;
    case 'float32':
      return long ? `longToFloat32(${a})` : from.size < 4 ? a : `F(${a})`;
    case 'float64':
      return long ? `Number(${a})` : a;
    default:
      return unreachable(to.name);
  }
}

/** What an empty fold of values of `dtype` gives. */
export function identity(op: FoldOp, dtype: DType): string {
  const long = dtype.name === 'int64';
  switch (op) {
    case 'sum':
    case 'any':
      return long ? '0n' : '0';
    case 'prod':
    case 'all':
      return long ? '1n' : '1';
    case 'min':
      return extreme(dtype, 1);
    case 'max':
      return extreme(dtype, -1);
    default:
      return unreachable(op);
  }
}

function extreme(dtype: DType, side: 1 | -1): string {
  switch (dtype.name) {
    case 'float32':
    case 'float64':
      return side > 0 ? 'Infinity' : '-Infinity';
    case 'int64':
      return side > 0 ? '9223372036854775807n' : '-9223372036854775808n';
    case 'int32':
      return side > 0 ? '2147483647' : '-2147483648';
    case 'uint8':
      return side > 0 ? '255' : '0';
    case 'bool':
      return side > 0 ? '1' : '0';
    default:
      return unreachable(dtype.name);
  }
}

/** Two partial results of a fold into one. Sums and products of float32 stay in float64 until they are stored. */
export function combine(op: FoldOp, dtype: DType, a: string, b: string): string {
  const exact = dtype.kind === 'float';
  switch (op) {
    case 'sum':
      return exact ? `(${a} + ${b})` : binary('add', dtype, a, b);
    case 'prod':
      return exact ? `(${a} * ${b})` : binary('mul', dtype, a, b);
    case 'min':
    case 'max':
      return binary(op, dtype, a, b);
    case 'any':
      return `(${a} | ${b})`;
    case 'all':
      return `(${a} & ${b})`;
    default:
      return unreachable(op);
  }
}
