/** The ufuncs of two operands that have forms in place too: `x.add(y)` and `x.addAssign(y)`. */
import { any, binaryOp, floating, notBool, numeric } from './signatures.js';

export const addUfunc = binaryOp('add', 'add', any, 'or');
export const subtractUfunc = binaryOp('subtract', 'sub', notBool('subtract', 'logicalXor'));
export const multiplyUfunc = binaryOp('multiply', 'mul', any, 'and');
export const divideUfunc = binaryOp('divide', 'div', floating);
export const floorDivideUfunc = binaryOp('floorDivide', 'floordiv', numeric);
export const remainderUfunc = binaryOp('remainder', 'mod', numeric);
export const powUfunc = binaryOp('pow', 'pow', numeric);
