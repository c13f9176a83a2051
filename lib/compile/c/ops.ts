/**
 * One C expression for each operator and type, as the table of operations writes it. Functions are `vmath.h`'s, of which the block tier
 * is built, too, so that the tiers agree bit for bit.
 */
import { invariant } from '../../base/index.js';
import { type DType, isStored } from '../../dtype/index.js';
import {
  type BinaryOp,
  binaryOperations,
  type Operation,
  operationOf,
  stripOf,
  type UnaryOp,
  unaryOperations,
} from '../../ir/index.js';
import { literal, suffixOf, valueType } from './types.js';

function written(op: BinaryOp | UnaryOp, { c }: Operation, dtype: DType, a: string, b: string): string {
  const write = c[dtype.kind === 'float' || dtype.kind === 'bool' ? dtype.kind : 'integer'];
  invariant(write !== undefined, `no C for ${op} of ${dtype.name}`);
  return write({ end: suffixOf(dtype), name: valueType(dtype) }, a, b);
}

/** The expression of a unary operator on an operand of type `dtype`. */
export function unary(op: UnaryOp, a: string, dtype: DType): string {
  return written(op, unaryOperations[op], dtype, a, '');
}

/** The expression of a binary operator on operands of type `dtype`. */
export function binary(op: BinaryOp, a: string, b: string, dtype: DType): string {
  return written(op, binaryOperations[op], dtype, a, b);
}

/** `c ? a : b`; of bools as logic, since compilers have no vector form of choosing between masks. */
export function select(c: string, a: string, b: string, dtype: DType): string {
  return dtype.kind === 'bool' ? `(${c} & ${a}) | (!${c} & ${b})` : `${c} ? ${a} : ${b}`;
}

/** Conversion of a value between types. */
export function convert(a: string, from: DType, to: DType): string {
  if (from === to) return a;
  if (isStored(from)) return convert(`mk_to_${from.computes.short}_${from.short}(${a})`, from.computes, to);
  if (isStored(to)) return from.kind === 'float' ? `mk_to_${to.short}_${from.short}(${a})` : narrowed(a, from, to);
  if (to.kind === 'bool') return `${a} != 0`;
  if (from.kind === 'bool' && to.kind === 'float') return `${a} ? ${literal(1, to)} : ${literal(0, to)}`;
  if (from.kind !== 'float' || to.kind === 'float') return `(${valueType(to)})${a}`;
  return `mk_to${suffixOf(to)}_${from.short}(${a})`;
}

/** An integer, or a bool, as a float that is stored alone. */
function narrowed(a: string, from: DType, to: DType): string {
  return `mk_to_${to.short}_${to.computes.short}(${convert(a, from, to.computes)})`;
}

/**
 * How an operator that would keep a loop from being vectorized, or is better in several short ones, is staged: `vmath.h`'s strip form, or a
 * loop of its own.
 */
export function stagedForm(op: string, dtype: DType): 'strip' | 'loop' | null {
  const operation = operationOf(op);
  const strip = operation === undefined ? undefined : stripOf(operation, dtype);
  if (strip === undefined) return null;
  return strip === 'split' ? 'loop' : 'strip';
}
