/** Arithmetic of two operands, and of one. Dtypes promote as the array API standard says; shapes broadcast. */

import { byPlace, counts } from '../base/index.js';
import { asAnyDType, bool, isComplexDType } from '../dtype/index.js';
import { applyBinary, applyUnary, type Operand } from './apply.js';
import {
  addUfunc,
  checkPower,
  divideUfunc,
  floorDivideUfunc,
  multiplyUfunc,
  negativeUfunc,
  powUfunc,
  remainderUfunc,
  subtractUfunc,
} from './arithmetic-ufuncs.js';
import { binary, unary, withMethods, withOptions } from './element-wise.js';
import { ARRAY } from './kinds.js';
import { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import { any, binaryOp, floating, notBool, numeric, unaryOp } from './signatures.js';
import type { AlikeFunction, CommonFunction, FloatFunction, QuotientFunction } from './typed-functions.js';
import { Ufunc } from './ufunc.js';
import { hasOptions, UFUNC_OPTIONS, type UfuncOptions } from './ufunc-options.js';

const minimumUfunc = binaryOp('minimum', 'min', any, 'and');
const maximumUfunc = binaryOp('maximum', 'max', any, 'or');
const absUfunc = new Ufunc({ name: 'abs', arity: 1, signature: any, emit: (e, [a], d) => (d === bool ? a : e.unary('abs', a)) });
const signUfunc = unaryOp('sign', 'sign', notBool('sign', 'the array itself'));
const positiveUfunc = new Ufunc({
  name: 'positive',
  arity: 1,
  signature: notBool('positive', 'the array itself'),
  emit: (_, [a]) => a,
});
const squareUfunc = new Ufunc({
  name: 'square',
  arity: 1,
  signature: numeric,
  emit: (e, [a], d) => e.binary('mul', e.cast(a, d), e.cast(a, d)),
});
const cubeUfunc = new Ufunc({
  name: 'cube',
  arity: 1,
  signature: numeric,
  emit: (e, [a], d) => e.binary('mul', e.binary('mul', e.cast(a, d), e.cast(a, d)), e.cast(a, d)),
});
const sqrtUfunc = unaryOp('sqrt', 'sqrt', floating);
const reciprocalUfunc = new Ufunc({
  name: 'reciprocal',
  arity: 1,
  signature: floating,
  emit: (e, [a], d) => e.binary('div', e.const(1, d), e.cast(a, d)),
});

/**
 * `a + b`, element by element. For bools: or.
 *
 * @example
 * await np.add(np.asarray([1, 2]), 10).tolist(); // [11, 12]
 */
export const add: CommonFunction = binary('add', addUfunc);

/**
 * `a - b`, element by element. Throws `DTypeError` for bools.
 *
 * @example
 * await np.subtract(np.asarray([3, 2]), [1, 1]).tolist(); // [2, 1]
 */
export const subtract: CommonFunction = binary('subtract', subtractUfunc);

/**
 * `a * b`, element by element. For bools: and. Integers wrap around.
 *
 * @example
 * await np.multiply(np.asarray([3, 2]), 2).tolist(); // [6, 4]
 */
export const multiply: CommonFunction = binary('multiply', multiplyUfunc);

/**
 * `a / b`, element by element; integers give `float64`.
 *
 * @example
 * await np.divide(np.asarray([3, 2]), 2).tolist(); // [1.5, 1]
 */
export const divide: QuotientFunction = binary('divide', divideUfunc);

/**
 * The largest integral value not above `a / b`. An integer divided by zero gives 0.
 *
 * @example
 * await np.floorDivide(np.asarray([7, -7]), 2).tolist(); // [3, -4]
 */
export const floorDivide = binary('floorDivide', floorDivideUfunc);

/**
 * The remainder of `floorDivide`, with the sign of `b`.
 *
 * @example
 * await np.remainder(np.asarray([7, -7]), 3).tolist(); // [1, 2]
 */
export const remainder = binary('remainder', remainderUfunc);

/** Exponents with functions of their own, and whether these serve integers, too. */
const specialPowers: ReadonlyMap<number, { readonly ufunc: Ufunc; readonly integral: boolean }> = new Map([
  [2, { ufunc: squareUfunc, integral: true }],
  [3, { ufunc: cubeUfunc, integral: true }],
  [1, { ufunc: positiveUfunc, integral: false }],
  [0.5, { ufunc: sqrtUfunc, integral: false }],
  [-1, { ufunc: reciprocalUfunc, integral: false }],
]);

const power = counts(
  'pow',
  ARRAY,
  ARRAY,
  byPlace(UFUNC_OPTIONS, 'out'),
)((a: Operand, b: Operand, how?: Positional<UfuncOptions, 'out'>): NDArray => {
  if (how !== undefined && hasOptions(how)) return powerWith(a, b, how);
  const special = typeof b === 'number' ? specialPowers.get(b) : undefined;
  const dtype = a instanceof NDArray ? a.dtype : undefined;
  if (dtype !== undefined) checkPower(dtype, b, 'pow');
  if (special !== undefined && dtype !== undefined && (dtype.kind === 'float' || (special.integral && dtype !== bool)))
    return applyUnary(special.ufunc, a, how);
  return applyBinary(powUfunc, a, b, how);
});

/** With options beside a target. */
function powerWith(a: Operand, b: Operand, how: UfuncOptions): NDArray {
  const asked = how.dtype === undefined ? undefined : asAnyDType(how.dtype);
  const dtype = asked ?? (a instanceof NDArray ? a.dtype : undefined);
  if (dtype !== undefined && !isComplexDType(dtype)) checkPower(dtype, b, 'pow');
  return withOptions('pow', powUfunc, [a, b, how]);
}

/**
 * `a` to the power `b`. The numbers 2, 3, 1, 0.5 and -1 as exponents of floats are computed as `square`, `a * a * a`, copy,
 * `sqrt` and `reciprocal`. Throws `ArgumentError` for integers to the power of a negative integer, as NumPy does; negative exponents in an array of
 * integers give powers cut off to integers, which NumPy refuses when it meets one.
 *
 * @example
 * await np.pow(np.asarray([1, 2, 3]), 2).tolist(); // [1, 4, 9]
 */
export const pow = withMethods(power, powUfunc);

/**
 * The smaller of `a` and `b`, element by element; NaN when either is.
 *
 * @example
 * await np.minimum(np.asarray([1, 5]), 3).tolist(); // [1, 3]
 */
export const minimum: CommonFunction = binary('minimum', minimumUfunc);

/**
 * The larger of `a` and `b`, element by element; NaN when either is.
 *
 * @example
 * await np.maximum(np.asarray([1, 5]), 3).tolist(); // [3, 5]
 */
export const maximum: CommonFunction = binary('maximum', maximumUfunc);

/**
 * `-x`. Throws `DTypeError` for bools.
 *
 * @example
 * await np.negative(np.asarray([1, -2])).tolist(); // [-1, 2]
 */
export const negative: AlikeFunction = unary('negative', negativeUfunc);

/**
 * `+x`: a copy. Throws `DTypeError` for bools.
 *
 * @example
 * await np.positive(np.asarray([1, -2])).tolist(); // [1, -2]
 */
export const positive = unary('positive', positiveUfunc);

/**
 * The magnitude of each element.
 *
 * @example
 * await np.abs(np.asarray([1, -2])).tolist(); // [1, 2]
 */
export const abs = unary('abs', absUfunc);

/**
 * -1, 0 or 1 with the sign of each element; NaN for NaN. Throws `DTypeError` for bools.
 *
 * @example
 * await np.sign(np.asarray([5, -2, 0])).tolist(); // [1, -1, 0]
 */
export const sign = unary('sign', signUfunc);

/**
 * `x * x`.
 *
 * @example
 * await np.square(np.asarray([3, -2])).tolist(); // [9, 4]
 */
export const square: AlikeFunction = unary('square', squareUfunc);

/**
 * The square root; NaN below zero. Integers give `float64`.
 *
 * @example
 * await np.sqrt(np.asarray([9, 4])).tolist(); // [3, 2]
 */
export const sqrt: FloatFunction = unary('sqrt', sqrtUfunc);

/**
 * `1 / x`. Integers give `float64` (NumPy's integer division would give 0).
 *
 * @example
 * await np.reciprocal(np.asarray([2, 4])).tolist(); // [0.5, 0.25]
 */
export const reciprocal = unary('reciprocal', reciprocalUfunc);
