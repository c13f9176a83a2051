/** The ufuncs of two operands that have forms in place too, `x.add(y)` and `x.addAssign(y)`, and `negative`, which complex arrays use as well. */
import { ArgumentError } from '../base/index.js';
import { bool, type DType } from '../dtype/index.js';
import { any, binaryOp, floating, notBool, numeric, unaryOp } from './signatures.js';

export const addUfunc = binaryOp('add', 'add', any, 'or');
export const subtractUfunc = binaryOp('subtract', 'sub', notBool('subtract', 'logicalXor'));
export const multiplyUfunc = binaryOp('multiply', 'mul', any, 'and');
export const divideUfunc = binaryOp('divide', 'div', floating);
export const floorDivideUfunc = binaryOp('floorDivide', 'floordiv', numeric);
export const remainderUfunc = binaryOp('remainder', 'mod', numeric);
export const powUfunc = binaryOp('pow', 'pow', numeric);
export const negativeUfunc = unaryOp('negative', 'neg', notBool('negative', 'logicalNot'));

/** Throws `ArgumentError` for integers to the power of a negative integer, which are none. */
export function checkPower(dtype: DType, power: unknown, operation: string): void {
  const isInteger = typeof power === 'bigint' || Number.isInteger(power);
  if (!isInteger || (power as number | bigint) >= 0 || dtype.kind === 'float' || dtype === bool) return;
  throw new ArgumentError(
    `${operation}: integers (${dtype.name}) to the power of ${String(power)} are no integers; convert with astype('float64')`,
  );
}
