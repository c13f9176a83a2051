/**
 * Operators of float64 on devices without it. A value is held as its 64 bits, `f64`, or, where arithmetic made it, as a pair of float32
 * (`library/double-single.ts`); operators that are exact on bits take those, so that moves and comparisons lose nothing.
 */
import { invariant } from '../../../base/index.js';
import { type BinaryOp, operationOf, type UnaryOp } from '../../../ir/index.js';
import { emulation } from '../emulation.js';
import type { Type } from '../language/program.js';

/** How a value of float64 is held. */
type Form = 'f64' | 'pair';

interface Operator {
  readonly takes: Form;
  readonly gives: Form | 'u32';
  readonly write: (a: string, b: string) => string;
}

/** An operator, and how it is written where all operands are held as pairs, if that spares conversions. */
interface Row extends Operator {
  readonly ofPairs?: Operator;
}

const called =
  (name: string) =>
  (a: string, b: string): string =>
    b === '' ? `${name}(${a})` : `${name}(${a}, ${b})`;

const exact = (name: string): Operator => ({ takes: 'f64', gives: 'f64', write: called(`${name}_f64`) });
const rounded = (name: string): Operator => ({ takes: 'pair', gives: 'pair', write: called(`${name}_ds`) });
const asked = (write: Operator['write']): Operator => ({ takes: 'f64', gives: 'u32', write });
const magnitude = (below: string): Operator =>
  asked((a) => `to_u32((as_u64(${a}) & 0x7fffffffffffffffu64) ${below} 0x7ff0000000000000u64)`);

/** Operations that round, by the table of operations. */
const arithmetic = Object.fromEntries(Object.keys(emulation.bounds).map((name) => [name, rounded(name)]));

const table: Readonly<Partial<Record<UnaryOp | BinaryOp, Row>>> = {
  ...arithmetic,
  eq: asked((a, b) => `to_u32(eq_f64(${a}, ${b}))`),
  ne: asked((a, b) => `to_u32(!eq_f64(${a}, ${b}))`),
  lt: asked((a, b) => `to_u32(lt_f64(${a}, ${b}))`),
  le: asked((a, b) => `to_u32(le_f64(${a}, ${b}))`),
  gt: asked((a, b) => `to_u32(lt_f64(${b}, ${a}))`),
  ge: asked((a, b) => `to_u32(le_f64(${b}, ${a}))`),
  isnan: magnitude('>'),
  isfinite: magnitude('<'),
  isinf: magnitude('=='),
  signbit: asked((a) => `(high(${a}) >> 31u)`),
  neg: { ...exact('neg'), ofPairs: rounded('neg') },
  abs: { ...exact('abs'), ofPairs: rounded('abs') },
  sign: exact('sign'),
  floor: exact('floor'),
  ceil: exact('ceil'),
  trunc: exact('trunc'),
  round: exact('rint'),
  min: exact('min'),
  max: exact('max'),
  mod: exact('mod'),
  copysign: exact('copysign'),
  nextafter: exact('nextafter'),
  // Rounds, but takes the bits.
  floordiv: exact('floordiv'),
};

/** Whether there is an operator on float64. */
export const hasDoubles = (op: UnaryOp | BinaryOp): boolean =>
  (operationOf(op)?.gpu?.pairs ?? null) !== null && table[op] !== undefined;

/** Whether an operator on float64 rounds to fewer bits than float64 has. */
export const isEmulated = (op: UnaryOp | BinaryOp): boolean => emulation.bounds[op] !== undefined;

/** The operator on float64, for operands that are held in these types. */
export function doublesOperator(op: UnaryOp | BinaryOp, types: readonly Type[] = ['f64']): Operator {
  const row = table[op];
  invariant(row !== undefined, `no device program for ${op} of float64`);
  return row.ofPairs !== undefined && types.every((type) => type === 'pair') ? row.ofPairs : row;
}
