/**
 * The operators and built-in functions of device programs: a table of one row each, with its operands' types and its result's. All but
 * `mad` are exact: integers wrap, floats round to nearest, even, and keep subnormal numbers; what has no exact form on a device is a
 * function (`library/`).
 */
import type { Op, Type } from './program.js';

interface Row {
  /** By operand; `same`: all of these operands have one type, which is among `over`. */
  readonly takes: readonly (Type | 'same')[];
  readonly over: readonly Type[];
  readonly gives: Type | 'same';
}

const words = ['i32', 'u32'] as const;
const integers = ['i32', 'u32', 'i64', 'u64'] as const;
const numbers = [...integers, 'f32'] as const;

const two = (over: readonly Type[], gives: Row['gives'] = 'same'): Row => ({ takes: ['same', 'same'], over, gives });
const one = (over: readonly Type[], gives: Row['gives'] = 'same'): Row => ({ takes: ['same'], over, gives });
const shift: Row = { takes: ['same', 'u32'], over: integers, gives: 'same' };

const rows: Readonly<Record<string, Row>> = {
  /** f64 is for accumulators, which are added and multiplied alone. */
  '+': two([...numbers, 'f64']),
  '-': two(numbers),
  '*': two([...numbers, 'f64']),
  /** Of integers: truncates. The divisor is not 0, and a quotient is in range. */
  '/': two(numbers),
  '%': two(integers),
  '&': two(integers),
  '|': two(integers),
  '^': two(integers),
  /** By less than the width. */
  '<<': shift,
  '>>': shift,
  '<': two(numbers, 'bool'),
  '<=': two(numbers, 'bool'),
  '>': two(numbers, 'bool'),
  '>=': two(numbers, 'bool'),
  '==': two(numbers, 'bool'),
  '!=': two(numbers, 'bool'),
  '&&': two(['bool']),
  '||': two(['bool']),
  '!': one(['bool']),
  '~': one(integers),
  neg: one(numbers),
  '?:': { takes: ['bool', 'same', 'same'], over: ['bool', 'pair', ...numbers, 'f64'], gives: 'same' },
  /** a * b + c, rounded once or after each operation, as the device has it: for sums whose bits are the device's own. */
  mad: { takes: ['same', 'same', 'same'], over: ['f32'], gives: 'same' },
  sqrt: one(['f32']),
  floor: one(['f32']),
  ceil: one(['f32']),
  trunc: one(['f32']),
  rint: one(['f32']),
  /** Leading zeros. */
  clz: one(['u32']),
  /** The bits of a float, and the float of bits; integers keep their bits. */
  bits: one(['f32', 'i32'], 'u32'),
  float: one(['u32'], 'f32'),
  signed: one(['u32'], 'i32'),
  /** A value of 64 bits as two words, the lower first, and back. */
  pair: { takes: ['u32', 'u32'], over: [], gives: 'pair' },
  low: one(['i64', 'u64', 'f64', 'pair'], 'u32'),
  high: one(['i64', 'u64', 'f64', 'pair'], 'u32'),
  as_i64: one(['pair', 'u64', 'f64'], 'i64'),
  as_u64: one(['pair', 'i64', 'f64'], 'u64'),
  as_f64: one(['pair', 'i64', 'u64'], 'f64'),
  /** Conversions that are exact, or that wrap; and of floats in range, which truncate. */
  to_i32: one(['i32', 'u32', 'i64', 'u64', 'f32'], 'i32'),
  to_u32: one(['i32', 'u32', 'i64', 'u64', 'bool'], 'u32'),
  to_i64: one([...words, 'u64'], 'i64'),
  to_u64: one([...words, 'i64'], 'u64'),
  to_f64: one(['f32'], 'f64'),
  /** Rounds once. */
  to_f32: one(['f64'], 'f32'),
};

/** The type that an operation gives for operands of these types; a text that says what is wrong otherwise. */
export function resultOf(op: Op, types: readonly Type[]): { readonly type: Type } | { readonly problem: string } {
  const row = rows[op];
  const given = types.join(', ');
  if (row === undefined) return { problem: `no operation ${op}` };
  if (row.takes.length !== types.length) return { problem: `${op} takes ${row.takes.length} operands, not (${given})` };
  const same = types.filter((_, k) => row.takes[k] === 'same');
  if (same.some((type) => type !== same[0] || !row.over.includes(type))) return { problem: `${op} does not take (${given})` };
  if (types.some((type, k) => row.takes[k] !== 'same' && row.takes[k] !== type))
    return { problem: `${op} takes (${row.takes.join(', ')}), not (${given})` };
  return { type: row.gives === 'same' ? same[0] : row.gives };
}

/** Whether a name is an operation's. */
export function isOperation(name: string): boolean {
  return name in rows;
}
