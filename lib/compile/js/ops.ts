/**
 * Expressions of the kernel language's operators in JavaScript. Values: floats, bools and integers of up to 32 bits are
 * numbers (bool 0 or 1, float32 rounded after every step), int64 and uint64 are bigints wrapped to 64 bits. Floats that are stored alone are
 * their bits.
 */
import { invariant, unreachable } from '../../base/index.js';
import { type DType, elementOf, isStored } from '../../dtype/index.js';
import { type BinaryOp, binaryOperations, type FoldOp, type Operation, type UnaryOp, unaryOperations } from '../../ir/index.js';

/** Rounds or wraps an expression's exact result to a dtype. */
export function wrap(dtype: DType, expression: string): string {
  const bits = dtype.size * 8;
  if (dtype.kind === 'float') return dtype.name === 'float32' ? `F(${expression})` : expression;
  if (dtype.kind === 'bool') return `(${expression} & 1)`;
  if (dtype.long) return `BigInt.as${dtype.kind === 'int' ? 'Int' : 'Uint'}N(64, ${expression})`;
  if (dtype.kind === 'unsigned') return bits === 32 ? `(${expression} >>> 0)` : `(${expression} & ${2 ** bits - 1})`;
  return bits === 32 ? `(${expression} | 0)` : `(${expression} << ${32 - bits} >> ${32 - bits})`;
}

/** A literal of a dtype. */
export function literal(dtype: DType, value: number | bigint): string {
  if (dtype.long) return value < 0 ? `(${BigInt(value)}n)` : `${BigInt(value)}n`;
  if (isStored(dtype)) return String(elementOf(dtype, Number(value)));
  const number = dtype.name === 'float32' ? Math.fround(Number(value)) : Number(value);
  if (Object.is(number, -0)) return '(-0)';
  return number < 0 ? `(${number})` : `${number}`;
}

function written(op: BinaryOp | UnaryOp, { js }: Operation, dtype: DType, a: string, b: string): string {
  const kind = dtype.long ? 'long' : dtype.kind === 'float' || dtype.kind === 'bool' ? dtype.kind : 'integer';
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
  if (isStored(from)) return cast(from.computes, to, `fromBits(${a}, ${formatOf(from)})`);
  if (isStored(to)) return `toBits(${from.kind === 'float' ? a : cast(from, to.computes, a)}, ${formatOf(to)})`;
  if (to.kind === 'bool') return `(${a} !== ${from.long ? '0n' : '0'} ? 1 : 0)`;
  if (to.kind === 'float') return toFloat(from, to, a);
  if (from.kind === 'float')
    return to.long ? `to${to.kind === 'int' ? 'Int' : 'Uint'}64(${a})` : `toWithin(${a}, ${to.lowest}, ${to.highest})`;
  if (to.long) return holds(to, from) ? `BigInt(${a})` : wrap(to, `BigInt(${a})`);
  if (from.long) return `Number(BigInt.as${to.kind === 'int' ? 'Int' : 'Uint'}N(${to.size * 8}, ${a}))`;
  return holds(to, from) ? a : wrap(to, a);
}

function formatOf({ format }: DType): string {
  return `${format?.exponent}, ${format?.fraction}`;
}

function toFloat(from: DType, to: DType, a: string): string {
  if (to.name === 'float64') return from.long ? `Number(${a})` : a;
  if (from.long) return `longToFloat32(${a})`;
  return from.size < 4 ? a : `F(${a})`;
}

/** Whether `to` has all integers or bools of `from`. */
function holds(to: DType, from: DType): boolean {
  return BigInt(to.lowest) <= BigInt(from.lowest) && BigInt(from.highest) <= BigInt(to.highest);
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
