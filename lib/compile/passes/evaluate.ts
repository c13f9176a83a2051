/**
 * Evaluates operators on constants, with the bits of every tier. Functions that are only accurate to some ULPs are left to the run, and so
 * are results that are not finite.
 */
import { type DType, elementOf, float32, isStored, valueOf } from '../../dtype/index.js';
import { type BinaryOp, operationOf, type UnaryOp } from '../../ir/index.js';
import { jsLibrary } from '../js/library.js';
import { binary, cast, unary } from '../js/ops.js';

type Value = number | bigint;
type Operator = (a: Value, b: Value) => Value;

const operators = new Map<string, Operator>();

function operator(key: string, expression: () => string): Operator {
  let found = operators.get(key);
  if (found === undefined) {
    const names = Object.keys(jsLibrary).join(', ');
    const make = new Function('lib', `const { ${names} } = lib; const F = Math.fround; return (a, b) => ${expression()};`) as (
      lib: typeof jsLibrary,
    ) => Operator;
    operators.set(key, (found = make(jsLibrary)));
  }
  return found;
}

function checked(dtype: DType, value: Value): Value | null {
  if (typeof value === 'bigint') return value;
  return Number.isFinite(value) && (dtype !== float32 || Math.fround(value) === value) ? value : null;
}

/** Powers of integers are exact, powers of floats as accurate as functions. */
const isExact = (op: BinaryOp | UnaryOp, { kind }: DType): boolean => operationOf(op)?.reference === null || kind !== 'float';

/** The value of a unary operator on a constant, or null when it must be left to the run. */
export function evaluateUnary(op: UnaryOp, operand: DType, dtype: DType, a: Value): Value | null {
  if (!isExact(op, operand)) return null;
  return checked(dtype, operator(`${op} ${operand.name}`, () => unary(op, operand, 'a'))(a, 0));
}

export function evaluateBinary(op: BinaryOp, operand: DType, dtype: DType, a: Value, b: Value): Value | null {
  if (!isExact(op, operand)) return null;
  return checked(dtype, operator(`${op} ${operand.name}`, () => binary(op, operand, 'a', 'b'))(a, b));
}

export function evaluateCast(operand: DType, dtype: DType, a: Value): Value | null {
  if (isStored(operand)) return evaluateCast(operand.computes, dtype, a);
  if (isStored(dtype)) {
    const near = operand.kind === 'float' ? Number(a) : Math.fround(Number(a));
    return checked(dtype, valueOf(dtype, elementOf(dtype, near)));
  }
  return checked(dtype, operator(`${operand.name} to ${dtype.name}`, () => cast(operand, dtype, 'a'))(a, 0));
}
