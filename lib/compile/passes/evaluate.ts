/**
 * Evaluates operators on constants, with the bits of every tier. Functions that are only accurate to some ULPs are left to the run, and so
 * are results that are not finite.
 */
import { DeviceError } from '../../base/index.js';
import { type DType, elementOf, float32, isStored, valueOf } from '../../dtype/index.js';
import { type BinaryOp, operationOf, type UnaryOp } from '../../ir/index.js';
import { jsLibrary } from '../js/library.js';
import { functionOf } from '../js/load.js';
import { binary, cast, unary } from '../js/ops.js';

type Value = number | bigint;
type Operator = (a: Value, b: Value) => Value;

const operators = new Map<string, Operator>();

/** Nothing is known: where functions of texts are forbidden, all is left to the run. */
const leave: Operator = () => Number.NaN;

function operator(key: string, expression: () => string): Operator {
  let found = operators.get(key);
  if (found === undefined) operators.set(key, (found = made(expression())));
  return found;
}

function made(expression: string): Operator {
  const names = Object.keys(jsLibrary).join(', ');
  try {
    const make = functionOf(['lib'], `const { ${names} } = lib; const F = Math.fround; return (a, b) => ${expression};`);
    return make(jsLibrary) as Operator;
  } catch (error) {
    if (error instanceof DeviceError) return leave;
    throw error;
  }
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
