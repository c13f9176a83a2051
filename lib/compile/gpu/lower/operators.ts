/** Expressions of the kernel language's operators: a table by operation, for floats and for integers. */
import { invariant } from '../../../base/index.js';
import { type DType, float64 } from '../../../dtype/index.js';
import {
  accumulatorOf,
  type BinaryOp,
  COMBINE,
  type FoldOp,
  isFunctionOnGpu,
  operationNames,
  operationOf,
  type UnaryOp,
} from '../../../ir/index.js';
import type { Type } from '../language/program.js';
import { doublesOperator, hasDoubles } from './doubles.js';
import { converted, literal, typeOf, wrap } from './types.js';

/** What an expression is made of: the operands' dtype, the type that they are held in, and the operands. */
interface Written {
  readonly dtype: DType;
  readonly type: Type;
}
type Writer = (to: Written, a: string, b: string) => string;

const called =
  (name: string): Writer =>
  ({ type }, a, b) =>
    b === '' ? `${name}_${type}(${a})` : `${name}_${type}(${a}, ${b})`;
const builtin =
  (name: string): Writer =>
  (_, a) =>
    `${name}(${a})`;
const wrapped =
  (write: Writer): Writer =>
  (to, a, b) =>
    wrap(to.dtype, write(to, a, b));
const infix =
  (sign: string): Writer =>
  (_, a, b) =>
    `(${a} ${sign} ${b})`;
const compared =
  (sign: string): Writer =>
  (_, a, b) =>
    `to_u32(${a} ${sign} ${b})`;
const chosen =
  (sign: string): Writer =>
  (_, a, b) =>
    `(${a} ${sign} ${b} ? ${a} : ${b})`;
const zero = ({ type }: Written): string => literal(type, 0);
const signed = ({ type }: Written): boolean => type.startsWith('i');
const magnitude =
  (below: string): Writer =>
  (_, a) =>
    `to_u32((bits(${a}) & 0x7fffffffu) ${below} 0x7f800000u)`;

/** A shift's count in words, and whether it is less than the width. */
function count({ dtype, type }: Written, b: string): { readonly by: string; readonly within: string } {
  const width = 8 * dtype.size;
  const most = type.endsWith('64') ? 63 : 31;
  return {
    by: `(to_u32(${b}) & ${most}u)`,
    within: most === 63 ? `to_u64(${type === 'u64' ? `as_i64(${b})` : b}) < ${width}u64` : `to_u32(${b}) < ${width}u`,
  };
}

const left: Writer = (to, a, b) => {
  const { by, within } = count(to, b);
  return `(${within} ? ${a} << ${by} : ${zero(to)})`;
};
const right: Writer = (to, a, b) => {
  const { by, within } = count(to, b);
  return signed(to)
    ? `(${a} >> (${within} ? ${by} : ${to.type === 'i64' ? 63 : 31}u))`
    : `(${within} ? ${a} >> ${by} : ${zero(to)})`;
};
const integerSign: Writer = (to, a) => {
  const [none, some] = [zero(to), literal(to.type, 1)];
  return signed(to) ? `(${a} > ${none} ? ${some} : ${a} < ${none} ? -${some} : ${none})` : `(${a} > ${none} ? ${some} : ${none})`;
};

/** Functions of float32 with a bound of their error, by the table of operations. */
const elementary = Object.fromEntries(operationNames.filter(isFunctionOnGpu).map((name) => [name, called(name)]));

const comparisons = {
  eq: compared('=='),
  ne: compared('!='),
  lt: compared('<'),
  le: compared('<='),
  gt: compared('>'),
  ge: compared('>='),
} satisfies Partial<Record<BinaryOp, Writer>>;

type Table = Readonly<Partial<Record<UnaryOp | BinaryOp, Writer>>>;

const ofFloats: Table = {
  ...elementary,
  ...comparisons,
  neg: (_, a) => `float(bits(${a}) ^ 0x80000000u)`,
  abs: called('abs'),
  sign: called('sign'),
  sqrt: builtin('sqrt'),
  floor: builtin('floor'),
  ceil: builtin('ceil'),
  trunc: builtin('trunc'),
  round: builtin('rint'),
  add: infix('+'),
  sub: infix('-'),
  mul: infix('*'),
  div: infix('/'),
  floordiv: called('floordiv'),
  mod: called('mod'),
  copysign: called('copysign'),
  nextafter: called('nextafter'),
  min: called('min'),
  max: called('max'),
  isnan: magnitude('>'),
  isfinite: magnitude('<'),
  isinf: magnitude('=='),
  signbit: (_, a) => `(bits(${a}) >> 31u)`,
};

const ofIntegers: Table = {
  ...comparisons,
  neg: wrapped((to, a) => `(${zero(to)} - ${a})`),
  abs: wrapped((to, a) => (signed(to) ? `(${a} < ${zero(to)} ? -${a} : ${a})` : a)),
  sign: integerSign,
  bitnot: wrapped((_, a) => `(~${a})`),
  not: (_, a) => `(${a} ^ 1u)`,
  add: wrapped(infix('+')),
  sub: wrapped(infix('-')),
  mul: wrapped(infix('*')),
  floordiv: wrapped(called('floordiv')),
  mod: wrapped(called('mod')),
  pow: wrapped(called('pow')),
  and: infix('&'),
  or: infix('|'),
  xor: infix('^'),
  min: chosen('<'),
  max: chosen('>'),
  shl: wrapped(left),
  shr: right,
};

const writerOf = (op: UnaryOp | BinaryOp, { kind }: DType): Writer | undefined => (kind === 'float' ? ofFloats : ofIntegers)[op];

/** Whether there is an expression for an operator on operands of this dtype. */
export function isWritten(op: UnaryOp | BinaryOp, dtype: DType): boolean {
  if (dtype === float64) return hasDoubles(op);
  return operationOf(op)?.gpu !== null && writerOf(op, dtype) !== undefined;
}

/** The expression of an operator on operands of a dtype, which are held in `type`. */
export function operatorText(op: UnaryOp | BinaryOp, dtype: DType, type: Type, a: string, b = ''): string {
  if (dtype === float64) return doublesOperator(op).write(a, b);
  const write = writerOf(op, dtype);
  invariant(write !== undefined, `no device program for ${op} of ${dtype.name}`);
  return write({ dtype, type }, a, b);
}

/** The expression of a conversion between dtypes; `type` is what the value is held in. */
export function castText(from: DType, type: Type, to: DType, a: string): string {
  if (to.kind === 'bool')
    return from === float64 ? `to_u32((as_u64(${a}) << 1u) != 0u64)` : `to_u32(${a} != ${literal(type, 0)})`;
  const into = typeOf(to);
  if (to.kind === 'float') return from === to ? a : from.kind === 'float' ? `to_${into}(${a})` : `${into}_of_${type}(${a})`;
  if (from.kind !== 'float') return wrap(to, converted(type, into, a));
  const whole = `${into}_of_${type}(${a})`;
  if (to.size >= 4) return whole;
  const most = `(${whole} > ${literal(into, to.highest)} ? ${literal(into, to.highest)} : ${whole})`;
  return to.kind === 'int' ? `(${whole} < ${to.lowest} ? ${to.lowest} : ${most})` : most;
}

/** How a fold accumulates values of a dtype: in what type, how one is brought into it, combined, and rounded at the end. */
export interface Accumulation {
  readonly type: Type;
  readonly identity: string;
  readonly taken: (value: { readonly text: string; readonly type: Type }) => string;
  readonly combined: (a: string, b: string) => string;
  readonly rounded: (value: string) => string;
}

/** Sums and products of float64, as pairs of float32. */
function ofPairs(name: string, identity: number | bigint): Accumulation {
  return {
    type: 'pair',
    identity: literal('pair', identity),
    taken: ({ text, type }) => converted(type, 'pair', text),
    combined: (a, b) => `${name}_ds(${a}, ${b})`,
    rounded: (value) => converted('pair', 'f64', value),
  };
}

export function accumulation(op: FoldOp, dtype: DType, identity: number | bigint): Accumulation {
  const type = dtype === float64 && (op === 'sum' || op === 'prod') ? 'pair' : typeOf(accumulatorOf(op, dtype));
  if (type === 'pair') return ofPairs(op === 'sum' ? 'add' : 'mul', identity);
  const wider = type === 'f64' && dtype !== float64;
  return {
    type,
    identity: literal(type, identity),
    taken: ({ text, type: from }) => (wider ? `to_f64(${text})` : converted(from, type, text)),
    combined: (a, b) => (wider ? `(${a} ${op === 'sum' ? '+' : '*'} ${b})` : operatorText(COMBINE[op], dtype, type, a, b)),
    rounded: (value) => (wider ? `to_f32(${value})` : value),
  };
}
