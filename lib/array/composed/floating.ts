/** Floating-point numbers taken apart and put together: mantissas and exponents. */

import { takes } from '../../base/index.js';
import { float64, int32 } from '../../dtype/index.js';
import { abs, add, floorDivide, maximum, minimum, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal, greaterEqual, isfinite, less } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { withMethods } from '../element-wise.js';
import { exp2, log2 } from '../exponential.js';
import { ARRAY } from '../kinds.js';
import { logicalAnd, logicalNot } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { averaging } from '../reductions.js';
import { floor } from '../rounding.js';
import { where } from '../select.js';

function floats(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  return astype(a, averaging(a.dtype), { copy: false });
}

/** Beyond it a float64's exponent does not go, with subnormal numbers. */
const FAR = 2200;

/**
 * `x * 2^n` in float64, rounded once: the last factor is as much of 2^n as a float64 holds, and the rest of it, in two factors, comes
 * first, where it is exact unless the result is 0 or infinite.
 */
function scaled(x: NDArray, n: NDArray): NDArray {
  const near = astype(maximum(minimum(n, FAR), -FAR), float64, { copy: false });
  const last = maximum(minimum(near, 1023), -1074);
  const rest = subtract(near, last);
  const half = floorDivide(rest, 2);
  return multiply(multiply(multiply(x, exp2(half)), exp2(subtract(rest, half))), exp2(last));
}

/**
 * `x1 * 2^x2`, in the float dtype of `x1`.
 *
 * @example
 * await np.ldexp([0.5, 3], [2, -1]).tolist(); // [2, 1.5]
 */
export const ldexp = withMethods(
  takes(
    'ldexp',
    ARRAY,
    ARRAY,
  )((x1: ArrayLike, x2: ArrayLike): NDArray => {
    const x = floats(x1, 'ldexp');
    return astype(scaled(astype(x, float64, { copy: false }), toArray(x2, 'ldexp')), x.dtype, { copy: false });
  }),
);

/** Mantissa in [0.5, 1) and exponent, both in float64; 0 and numbers that are not finite are their own mantissas, with exponent 0. */
function parts(x: NDArray): { readonly mantissa: NDArray; readonly exponent: NDArray } {
  const usual = logicalAnd(isfinite(x), logicalNot(equal(x, 0)));
  const size = where(usual, abs(x), 1);
  const guess = add(floor(log2(size)), 1);
  const share = scaled(size, multiply(guess, -1));
  const exponent = add(guess, where(greaterEqual(share, 1), 1, where(less(share, 0.5), -1, 0)));
  return { mantissa: where(usual, scaled(x, multiply(exponent, -1)), x), exponent: where(usual, exponent, 0) };
}

/**
 * Mantissas, of magnitudes from 0.5 to before 1, and exponents (int32): `x = mantissa * 2^exponent`.
 *
 * @example
 * const [mantissa, exponent] = np.frexp([8, -0.75]);
 * await mantissa.tolist(); // [0.5, -0.75]
 * await exponent.tolist(); // [4, 0]
 */
export const frexp = takes(
  'frexp',
  ARRAY,
)((x: ArrayLike): [NDArray, NDArray] => {
  const a = floats(x, 'frexp');
  const { mantissa, exponent } = parts(astype(a, float64, { copy: false }));
  return [astype(mantissa, a.dtype, { copy: false }), astype(exponent, int32)];
});
