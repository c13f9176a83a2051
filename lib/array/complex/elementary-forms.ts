/** The complex forms of element-wise functions. */
import { addUfunc, negativeUfunc, subtractUfunc } from '../arithmetic-ufuncs.js';
import { acosh as realAcosh, asinh as realAsinh, atanh as realAtanh } from '../composed/inverses.js';
import type { Complex } from '../convert.js';
import type { NDArray } from '../ndarray.js';
import { defineForms, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { converted } from './convert.js';
import { type ComplexOperand, complexFunction, type RealFunction, realFunction } from './element-wise.js';
import * as functions from './elementary.js';
import { complexDType, delivered, ufuncOptions } from './ufunc-options.js';

export const abs = realFunction('abs', 1, 'same', (c, z) => c.abs(z));
export const angle = realFunction('angle', 1, 'same', (c, z) => c.angle(z));
export const equal = realFunction('equal', 2, 'bool', (c, a, b) => c.e.and(c.e.eq(a[0], b[0]), c.e.eq(a[1], b[1])));
export const notEqual = realFunction('notEqual', 2, 'bool', (c, a, b) => c.e.or(c.e.ne(a[0], b[0]), c.e.ne(a[1], b[1])));
export const multiply = complexFunction('multiply', 2, (c, a, b) => c.multiply(a, b));
export const subtract = complexFunction('subtract', 2, (c, a, b) => c.subtract(a, b), { alone: subtractUfunc });
export const reciprocal = complexFunction('reciprocal', 1, (c, z) => c.divide([c.number(1), c.number(0)], z));
const anyPower = complexFunction('pow', 2, functions.pow);

/** Powers of exponents up to this are products, as NumPy's are. */
const MOST_PRODUCTS = 100;

/** `z` to the power of an integer, by squaring. */
function wholePower(z: ComplexOperand, n: number): ComplexArray {
  if (n === 2) return multiply(z, z) as ComplexArray;
  let result: ComplexOperand = { re: 1, im: 0 };
  let base = z;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, base) as ComplexArray;
    if (left > 1) base = multiply(base, base) as ComplexArray;
  }
  return (n < 0 ? reciprocal(result) : result) as ComplexArray;
}

function pow(a: ComplexOperand, b: ComplexOperand, how?: unknown): unknown {
  const exponent = isComplexNumber(b) && (b as Complex).im === 0 ? (b as Complex).re : b;
  const whole = typeof exponent === 'number' && Number.isInteger(exponent) && Math.abs(exponent) < MOST_PRODUCTS;
  if (!whole || exponent === 0 || !(a instanceof ComplexArray)) return anyPower(a, b, how);
  const options = ufuncOptions('pow', how);
  const dtype = complexDType('pow', options.dtype);
  return delivered('pow', wholePower(dtype === undefined ? a : converted(a, dtype, 'pow', false), exponent), options);
}

const { sinh, cosh, tanh, sin, cos, tan, asin, acos, atan, asinh, acosh, atanh, log2, log10, log1p, exp2, expm1, sign } =
  functions;
const named = { sinh, cosh, tanh, sin, cos, tan, asin, acos, atan, asinh, acosh, atanh, log2, log10, log1p, exp2, expm1, sign };

/** Functions of real arrays that are no methods. */
const ofReal: Readonly<Record<string, (...given: readonly never[]) => NDArray>> = {
  acosh: realAcosh,
  asinh: realAsinh,
  atanh: realAtanh,
};

export const elementWiseForms = {
  ...Object.fromEntries(
    Object.entries(named).map(([name, of]) => [
      name,
      complexFunction(name, 1, of, { ofReal: ofReal[name] as RealFunction | undefined }),
    ]),
  ),
  add: complexFunction('add', 2, (c, a, b) => c.add(a, b), { alone: addUfunc }),
  subtract,
  multiply,
  divide: complexFunction('divide', 2, (c, a, b) => c.divide(a, b)),
  pow,
  negative: complexFunction('negative', 1, (c, z) => c.negative(z), { alone: negativeUfunc }),
  positive: complexFunction('positive', 1, (_, z) => z),
  square: complexFunction('square', 1, (c, z) => c.multiply(z, z)),
  reciprocal,
  exp: complexFunction('exp', 1, (c, z) => c.exp(z)),
  log: complexFunction('log', 1, (c, z) => c.log(z)),
  sqrt: complexFunction('sqrt', 1, (c, z) => c.sqrt(z)),
  rint: complexFunction('rint', 1, ({ e }, [re, im]) => [e.unary('round', re), e.unary('round', im)]),
  round: complexFunction('round', 1, ({ e }, [re, im]) => [e.unary('round', re), e.unary('round', im)]),
  abs,
  angle,
  equal,
  notEqual,
  isnan: realFunction('isnan', 1, 'bool', (c, z) => c.e.or(c.isNot(z[0]), c.isNot(z[1]))),
  isinf: realFunction('isinf', 1, 'bool', (c, z) => c.e.or(c.isInfinite(z[0]), c.isInfinite(z[1]))),
  isfinite: realFunction('isfinite', 1, 'bool', (c, z) => c.e.and(c.isFinite(z[0]), c.isFinite(z[1]))),
  logicalNot: realFunction('logicalNot', 1, 'bool', (c, z) => c.e.and(c.isZero(z[0]), c.isZero(z[1]))),
};

defineForms(elementWiseForms);
