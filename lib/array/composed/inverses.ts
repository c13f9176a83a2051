/** Inverses of hyperbolic functions, roots, remainders and tests that are made of other element-wise functions. */

import { byPlace, takes } from '../../base/index.js';
import type { Operand } from '../apply.js';
import { abs, add, divide, floorDivide, multiply, negative, pow, remainder, sqrt, square, subtract } from '../arithmetic.js';
import { equal, greater, isfinite, less, notEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { deliver } from '../deliver.js';
import { withMethods } from '../element-wise.js';
import { log, log1p } from '../exponential.js';
import { copysign } from '../float-bits.js';
import { ARRAY } from '../kinds.js';
import { logicalAnd } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import type { Positional } from '../positional.js';
import { trunc } from '../rounding.js';
import { where } from '../select.js';
import { OUT, type OutOption, outOf } from '../target.js';
import { floatPair, floats, ofFloats, operandOf } from './operands.js';

/** Beyond it squares may overflow, and neighbours of x² are x². */
const LARGE = 1e8;

/** `value` of magnitudes, with the sign of `x`, as functions have that are odd. */
function odd(given: ArrayLike, operation: string, value: (size: NDArray) => NDArray): NDArray {
  return ofFloats(given, operation, (x) => {
    const found = value(abs(x));
    return where(equal(x, 0), x, where(less(x, 0), negative(found), found));
  });
}

/**
 * The inverse of `sinh`.
 *
 * @example
 * await np.asinh([0]).tolist(); // [0]
 */
export const asinh = takes(
  'asinh',
  ARRAY,
  byPlace(OUT, 'out'),
)((x: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  const found = odd(x, 'asinh', (a) => {
    const squares = square(where(greater(a, LARGE), 1, a));
    const near = log1p(add(a, divide(squares, add(1, sqrt(add(squares, 1))))));
    return where(greater(a, LARGE), add(log(a), Math.LN2), near);
  });
  return deliver(found, outOf(how, 'asinh'), 'asinh');
});

/**
 * The inverse of `cosh`, of at least 0; NaN below 1.
 *
 * @example
 * await np.acosh([1]).tolist(); // [0]
 */
export const acosh = takes(
  'acosh',
  ARRAY,
  byPlace(OUT, 'out'),
)((x: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  const found = ofFloats(x, 'acosh', (a) => {
    const t = subtract(a, 1);
    const root = sqrt(multiply(t, add(t, 2)));
    const sum = add(root, t);
    // The sum lost this much of t, and the logarithm its share.
    const lost = subtract(t, subtract(sum, root));
    const near = add(log1p(sum), divide(lost, add(sum, 1)));
    return where(greater(a, LARGE), add(log(a), Math.LN2), where(less(a, 1), Number.NaN, near));
  });
  return deliver(found, outOf(how, 'acosh'), 'acosh');
});

/**
 * The inverse of `tanh`; infinite at 1 and -1, NaN beyond.
 *
 * @example
 * await np.atanh([0, 1]).tolist(); // [0, Infinity]
 */
export const atanh = takes(
  'atanh',
  ARRAY,
  byPlace(OUT, 'out'),
)((x: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  const found = odd(x, 'atanh', (a) => multiply(log1p(divide(multiply(a, 2), subtract(1, a))), 0.5));
  return deliver(found, outOf(how, 'atanh'), 'atanh');
});

/**
 * Cube roots, of negative numbers too.
 *
 * @example
 * await np.cbrt([27, -8]).tolist(); // [3, -2]
 */
export const cbrt = takes(
  'cbrt',
  ARRAY,
  byPlace(OUT, 'out'),
)((x: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  const found = odd(x, 'cbrt', (a) => {
    const root = pow(a, 1 / 3);
    const better = subtract(root, divide(subtract(root, divide(a, square(root))), 3));
    return where(isfinite(better), better, root);
  });
  return deliver(found, outOf(how, 'cbrt'), 'cbrt');
});

/**
 * The remainder of dividing `a` by `b`, with the sign of `a`, where `remainder` has the sign of `b`.
 *
 * @example
 * await np.fmod([7, -7], 3).tolist(); // [1, -1]
 */
export const fmod = withMethods(
  takes(
    'fmod',
    ARRAY,
    ARRAY,
  )((a: Operand, b: Operand): NDArray => {
    const [x, y] = [operandOf(a, 'fmod'), operandOf(b, 'fmod')];
    const rest = remainder(x, y);
    if (rest.dtype.kind !== 'float')
      return where(logicalAnd(notEqual(rest, 0), notEqual(less(rest, 0), less(x, 0))), subtract(rest, y), rest);
    const [u, v] = floatPair(x, y, 'fmod');
    return copysign(remainder(abs(u), abs(v)), u);
  }),
);

/**
 * `floorDivide` and `remainder` together.
 *
 * @example
 * const [quotient, rest] = np.divmod([7, -7], 3);
 * await quotient.tolist(); // [2, -3]
 * await rest.tolist();     // [1, 2]
 */
export const divmod = takes(
  'divmod',
  ARRAY,
  ARRAY,
)((a: Operand, b: Operand): [NDArray, NDArray] => {
  return [floorDivide(a, b), remainder(a, b)];
});

/**
 * Fractional and integral parts, both with the sign of `x`.
 *
 * @example
 * const [fraction, whole] = np.modf([3.5, -1.25]);
 * await fraction.tolist(); // [0.5, -0.25]
 * await whole.tolist();    // [3, -1]
 */
export const modf = takes(
  'modf',
  ARRAY,
)((x: ArrayLike): [NDArray, NDArray] => {
  const a = floats(x, 'modf');
  const whole = trunc(a);
  return [copysign(where(isfinite(a), subtract(a, whole), where(equal(a, a), 0, a)), a), whole];
});

/**
 * Where elements are infinite and positive.
 *
 * @example
 * await np.isposinf([1, Infinity, -Infinity]).tolist(); // [false, true, false]
 */
export const isposinf = takes(
  'isposinf',
  ARRAY,
)((x: ArrayLike): NDArray => {
  return equal(toArray(x, 'isposinf'), Number.POSITIVE_INFINITY);
});

/**
 * Where elements are infinite and negative.
 *
 * @example
 * await np.isneginf([1, Infinity, -Infinity]).tolist(); // [false, false, true]
 */
export const isneginf = takes(
  'isneginf',
  ARRAY,
)((x: ArrayLike): NDArray => {
  return equal(toArray(x, 'isneginf'), Number.NEGATIVE_INFINITY);
});
