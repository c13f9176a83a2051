/** Element-wise functions composed of ufuncs. Each fuses into one kernel with the tasks around it. */

import { takes } from '../../base/index.js';
import type { Operand } from '../apply.js';
import { abs, add, divide, maximum, minimum, multiply, negative, subtract } from '../arithmetic.js';
import { equal, greater, isnan, less } from '../comparison.js';
import type { ArrayLike } from '../convert.js';
import { withMethods } from '../element-wise.js';
import { exp, exp2, log1p } from '../exponential.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { where } from '../select.js';
import { sin } from '../trigonometry.js';
import { floatPair, floats, operandOf } from './operands.js';

/**
 * Degrees as radians.
 *
 * @example
 * await np.deg2rad([180]).tolist(); // [Math.PI]
 */
export const deg2rad = takes(
  'deg2rad',
  ARRAY,
)((x: ArrayLike): NDArray => {
  return multiply(floats(x, 'deg2rad'), Math.PI / 180);
});

/**
 * Radians as degrees.
 *
 * @example
 * await np.rad2deg([Math.PI]).tolist(); // [180]
 */
export const rad2deg = takes(
  'rad2deg',
  ARRAY,
)((x: ArrayLike): NDArray => {
  return multiply(floats(x, 'rad2deg'), 180 / Math.PI);
});

/**
 * `sin(πx) / (πx)`, 1 at 0.
 *
 * @example
 * await np.sinc([0, 0.5]).tolist(); // [1, 2 / Math.PI]
 */
export const sinc = takes(
  'sinc',
  ARRAY,
)((x: ArrayLike): NDArray => {
  const a = floats(x, 'sinc');
  const angle = multiply(where(equal(a, 0), 1e-20, a), Math.PI);
  return divide(sin(angle), angle);
});

/**
 * The larger of two elements; a number rather than NaN.
 *
 * @example
 * await np.fmax([1, NaN], [0, 2]).tolist(); // [1, 2]
 */
export const fmax = withMethods(
  takes(
    'fmax',
    ARRAY,
    ARRAY,
  )((a: ArrayLike, b: ArrayLike): NDArray => {
    return preferring(maximum, operandOf(a, 'fmax'), operandOf(b, 'fmax'));
  }),
);

/**
 * The smaller of two elements; a number rather than NaN.
 *
 * @example
 * await np.fmin([1, NaN], [0, 2]).tolist(); // [0, 2]
 */
export const fmin = withMethods(
  takes(
    'fmin',
    ARRAY,
    ARRAY,
  )((a: ArrayLike, b: ArrayLike): NDArray => {
    return preferring(minimum, operandOf(a, 'fmin'), operandOf(b, 'fmin'));
  }),
);

function preferring(choose: (a: Operand, b: Operand) => NDArray, a: Operand, b: Operand): NDArray {
  const chosen = choose(a, b);
  return where(isnan(a), b, where(isnan(b), a, chosen));
}

/**
 * `log(exp(a) + exp(b))` without overflow.
 *
 * @example
 * await np.logaddexp([1000], [1000]).tolist(); // [1000 + Math.LN2]
 */
export const logaddexp = withMethods(
  takes(
    'logaddexp',
    ARRAY,
    ARRAY,
  )((a: ArrayLike, b: ArrayLike): NDArray => {
    const [x, y] = floatPair(a, b, 'logaddexp');
    return logOfSum(x, y, (distance) => log1p(exp(distance)), Math.LN2);
  }),
);

/**
 * `log2(2^a + 2^b)` without overflow.
 *
 * @example
 * await np.logaddexp2([3], [3]).tolist(); // [4]
 */
export const logaddexp2 = withMethods(
  takes(
    'logaddexp2',
    ARRAY,
    ARRAY,
  )((a: ArrayLike, b: ArrayLike): NDArray => {
    const [x, y] = floatPair(a, b, 'logaddexp2');
    return logOfSum(x, y, (distance) => multiply(log1p(exp2(distance)), Math.LOG2E), 1);
  }),
);

/**
 * The larger of two logarithms, plus `more` of their distance for the smaller one; equal logarithms, infinite ones too, add the logarithm
 * of 2.
 */
function logOfSum(x: NDArray, y: NDArray, more: (distance: NDArray) => NDArray, ofTwo: number): NDArray {
  const distance = subtract(x, y);
  const sum = add(where(greater(distance, 0), x, y), more(negative(abs(distance))));
  return where(equal(x, y), add(x, ofTwo), sum);
}

/**
 * 0 below 0, 1 above it, and `middle` at 0.
 *
 * @example
 * await np.heaviside([-1, 0, 2], 0.5).tolist(); // [0, 0.5, 1]
 */
export const heaviside = withMethods(
  takes(
    'heaviside',
    ARRAY,
    ARRAY,
  )((x: ArrayLike, middle: ArrayLike): NDArray => {
    const [a, m] = floatPair(x, middle, 'heaviside');
    const sides = where(less(a, 0), 0, where(equal(a, 0), m, 1));
    return where(isnan(a), a, sides);
  }),
);
