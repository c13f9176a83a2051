/** The kernel language's operators as tables: which kinds of dtypes each takes, and what it gives. */
import type { DTypeKind } from '../dtype/index.js';
import type { BinaryOp, FoldOp, UnaryOp } from './kernel.js';

export interface OpRule {
  /** Kinds of the operands; operands of one operator have the same dtype. */
  readonly takes: readonly DTypeKind[];
  /** The result's dtype: that of the operands, or bool. */
  readonly gives: 'same' | 'bool';
}

const every: readonly DTypeKind[] = ['bool', 'unsigned', 'int', 'float'];
const numeric: readonly DTypeKind[] = ['unsigned', 'int', 'float'];
const integer: readonly DTypeKind[] = ['unsigned', 'int'];
const bits: readonly DTypeKind[] = ['bool', 'unsigned', 'int'];
const float: readonly DTypeKind[] = ['float'];

const same = (takes: readonly DTypeKind[]): OpRule => ({ takes, gives: 'same' });
const test = (takes: readonly DTypeKind[]): OpRule => ({ takes, gives: 'bool' });

export const unaryRules: Readonly<Record<UnaryOp, OpRule>> = {
  neg: same(numeric),
  abs: same(numeric),
  sign: same(numeric),
  not: same(['bool']),
  bitnot: same(integer),
  sqrt: same(float),
  exp: same(float),
  expm1: same(float),
  log: same(float),
  log1p: same(float),
  log2: same(float),
  log10: same(float),
  sin: same(float),
  cos: same(float),
  tan: same(float),
  tanh: same(float),
  sinh: same(float),
  cosh: same(float),
  asin: same(float),
  acos: same(float),
  atan: same(float),
  floor: same(float),
  ceil: same(float),
  trunc: same(float),
  round: same(float),
  isnan: test(float),
  isfinite: test(float),
  isinf: test(float),
  signbit: test(float),
};

export const binaryRules: Readonly<Record<BinaryOp, OpRule>> = {
  add: same(numeric),
  sub: same(numeric),
  mul: same(numeric),
  div: same(float),
  floordiv: same(numeric),
  mod: same(numeric),
  pow: same(numeric),
  atan2: same(float),
  copysign: same(float),
  nextafter: same(float),
  min: same(every),
  max: same(every),
  and: same(bits),
  or: same(bits),
  xor: same(bits),
  shl: same(integer),
  shr: same(integer),
  eq: test(every),
  ne: test(every),
  lt: test(every),
  le: test(every),
  gt: test(every),
  ge: test(every),
};

/** Kinds of values that each fold takes; the result has the same dtype. */
export const foldRules: Readonly<Record<FoldOp, readonly DTypeKind[]>> = {
  sum: numeric,
  prod: numeric,
  min: every,
  max: every,
  any: ['bool'],
  all: ['bool'],
};

export function isUnary(op: string): op is UnaryOp {
  return op in unaryRules;
}

export function isBinary(op: string): op is BinaryOp {
  return op in binaryRules;
}
