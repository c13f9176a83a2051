/**
 * One C expression for each operator and type. Functions are `vmath.h`'s, the same that the block tier is built from, so
 * that the tiers agree bit for bit.
 */
import { invariant } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { BinaryOp, UnaryOp } from '../../ir/index.js';
import { literal, memoryType, suffixOf, valueType } from './types.js';

type Unary = (a: string, dtype: DType) => string;
type Binary = (a: string, b: string, dtype: DType) => string;

const call1 =
  (name: string): Unary =>
  (a, dtype) =>
    `mk_${name}${suffixOf(dtype)}(${a})`;
const call2 =
  (name: string): Binary =>
  (a, b, dtype) =>
    `mk_${name}${suffixOf(dtype)}(${a}, ${b})`;
const infix =
  (operator: string): Binary =>
  (a, b) =>
    `${a} ${operator} ${b}`;
const builtin =
  (name: string): Unary =>
  (a, dtype) =>
    `__builtin_${name}${suffixOf(dtype)}(${a})`;
const bits =
  (operator: string): Binary =>
  (a, b, dtype) =>
    `(${valueType(dtype)})(${a} ${operator} ${b})`;

const FLOAT_UNARY: Partial<Record<UnaryOp, Unary>> = {
  neg: (a) => `-${a}`,
  abs: builtin('fabs'),
  sign: call1('sign'),
  not: (a) => `${a} == 0`,
  sqrt: builtin('sqrt'),
  exp: call1('exp'),
  expm1: call1('expm1'),
  log: call1('log'),
  log1p: call1('log1p'),
  log2: call1('log2'),
  log10: call1('log10'),
  sin: call1('sin'),
  cos: call1('cos'),
  tan: call1('tan'),
  tanh: call1('tanh'),
  sinh: call1('sinh'),
  cosh: call1('cosh'),
  asin: call1('asin'),
  acos: call1('acos'),
  atan: call1('atan'),
  floor: call1('floor'),
  ceil: call1('ceil'),
  trunc: call1('trunc'),
  round: call1('rint'),
  isnan: (a) => `${a} != ${a}`,
  isfinite: (a, dtype) => `__builtin_fabs${suffixOf(dtype)}(${a}) < INFINITY`,
  isinf: (a, dtype) => `__builtin_fabs${suffixOf(dtype)}(${a}) == INFINITY`,
  signbit: call1('signbit'),
};
const INTEGER_UNARY: Partial<Record<UnaryOp, Unary>> = {
  neg: call1('neg'),
  abs: call1('abs'),
  sign: call1('sign'),
  not: (a) => `${a} == 0`,
  bitnot: (a, dtype) => `(${memoryType(dtype)})~${a}`,
  floor: (a) => a,
  ceil: (a) => a,
  trunc: (a) => a,
  round: (a) => a,
  isnan: () => '0',
  isinf: () => '0',
  isfinite: () => '1',
};
const BOOL_UNARY: Partial<Record<UnaryOp, Unary>> = {
  ...INTEGER_UNARY,
  neg: (a) => a,
  abs: (a) => a,
  sign: (a) => a,
  not: (a) => `!${a}`,
  bitnot: (a) => `!${a}`,
};

const COMPARE: Partial<Record<BinaryOp, Binary>> = {
  eq: infix('=='),
  ne: infix('!='),
  lt: infix('<'),
  le: infix('<='),
  gt: infix('>'),
  ge: infix('>='),
};
const FLOAT_BINARY: Partial<Record<BinaryOp, Binary>> = {
  ...COMPARE,
  add: infix('+'),
  sub: infix('-'),
  mul: infix('*'),
  div: infix('/'),
  floordiv: call2('floordiv'),
  mod: call2('mod'),
  pow: call2('pow'),
  atan2: call2('atan2'),
  copysign: call2('copysign'),
  nextafter: call2('nextafter'),
  min: call2('fmin'),
  max: call2('fmax'),
};
const INTEGER_BINARY: Partial<Record<BinaryOp, Binary>> = {
  ...COMPARE,
  add: call2('add'),
  sub: call2('sub'),
  mul: call2('mul'),
  floordiv: call2('floordiv'),
  mod: call2('mod'),
  pow: call2('ipow'),
  min: call2('min'),
  max: call2('max'),
  and: bits('&'),
  or: bits('|'),
  xor: bits('^'),
  shl: call2('shl'),
  shr: call2('shr'),
};
const BOOL_BINARY: Partial<Record<BinaryOp, Binary>> = {
  ...COMPARE,
  add: bits('|'),
  mul: bits('&'),
  min: bits('&'),
  max: bits('|'),
  and: bits('&'),
  or: bits('|'),
  xor: bits('^'),
};

/** The expression of a unary operator on an operand of type `dtype`. */
export function unary(op: UnaryOp, a: string, dtype: DType): string {
  const table = dtype.kind === 'float' ? FLOAT_UNARY : dtype.kind === 'bool' ? BOOL_UNARY : INTEGER_UNARY;
  const write = table[op];
  invariant(write !== undefined, `no C for ${op} of ${dtype.name}`);
  return write(a, dtype);
}

/** The expression of a binary operator on operands of type `dtype`. */
export function binary(op: BinaryOp, a: string, b: string, dtype: DType): string {
  const table = dtype.kind === 'float' ? FLOAT_BINARY : dtype.kind === 'bool' ? BOOL_BINARY : INTEGER_BINARY;
  const write = table[op];
  invariant(write !== undefined, `no C for ${op} of ${dtype.name}`);
  return write(a, b, dtype);
}

/** `c ? a : b`; of bools as logic, since compilers have no vector form of choosing between masks. */
export function select(c: string, a: string, b: string, dtype: DType): string {
  return dtype.kind === 'bool' ? `(${c} & ${a}) | (!${c} & ${b})` : `${c} ? ${a} : ${b}`;
}

/** Conversion of a value between types. */
export function convert(a: string, from: DType, to: DType): string {
  if (from === to) return a;
  if (to.kind === 'bool') return `${a} != 0`;
  if (from.kind === 'bool' && to.kind === 'float') return `${a} ? ${literal(1, to)} : ${literal(0, to)}`;
  if (from.kind !== 'float' || to.kind === 'float') return `(${valueType(to)})${a}`;
  return `mk_to${suffixOf(to)}_${from.name === 'float64' ? 'f64' : 'f32'}(${a})`;
}

const TRIGONOMETRIC: ReadonlySet<string> = new Set(['sin', 'cos', 'tan']);
/** Functions whose strip forms are much the faster ones, in float64 and in float32. */
const HALVED = {
  float64: new Set<string>(['log', 'log1p', 'log2', 'log10', 'sinh', 'cosh', 'atan']),
  float32: new Set<string>(['log', 'log2', 'log10', 'tanh']),
};
const DIVIDING: ReadonlySet<string> = new Set(['floordiv', 'mod']);

/** How an operator that would keep a loop from being vectorized, or is better in several short ones, is staged: `vmath.h`'s strip form, or a loop of its own. */
export function stagedForm(op: string, dtype: DType): 'strip' | 'loop' | null {
  if (TRIGONOMETRIC.has(op)) return 'strip';
  if ((dtype.name === 'float64' || dtype.name === 'float32') && HALVED[dtype.name].has(op)) return 'strip';
  if (DIVIDING.has(op)) return dtype.kind === 'float' ? 'strip' : 'loop';
  return op === 'pow' ? 'strip' : null;
}
