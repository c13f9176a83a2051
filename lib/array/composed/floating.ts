/** Floating-point numbers taken apart and put together: mantissas and exponents, and their neighbours. */
import { float32, float64, int64 } from '../../dtype/index.js';
import { abs, add, floorDivide, maximum, minimum, multiply, sign, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal, greaterEqual, isfinite, less } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { log2 } from '../exponential.js';
import { logicalAnd, logicalNot, logicalOr } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { averaging } from '../reductions.js';
import { floor } from '../rounding.js';
import { where } from '../select.js';
import { exp2 } from './elementary.js';

function floats(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  return astype(a, averaging(a.dtype), { copy: false });
}

/** Beyond it a float64's exponent does not go, with subnormal numbers. */
const FAR = 2200;

/** `x * 2^n` in float64: in three steps, none of which is too large or too small by itself. */
function scaled(x: NDArray, n: NDArray): NDArray {
  const near = astype(maximum(minimum(n, FAR), -FAR), float64, { copy: false });
  const third = floorDivide(near, 3);
  const step = exp2(third);
  return multiply(multiply(multiply(x, step), step), exp2(subtract(near, multiply(third, 2))));
}

/**
 * `x1 * 2^x2`, in the float dtype of `x1`.
 *
 * @example
 * await np.ldexp([0.5, 3], [2, -1]).tolist(); // [2, 1.5]
 */
export function ldexp(x1: ArrayLike, x2: ArrayLike): NDArray {
  const x = floats(x1, 'ldexp');
  return astype(scaled(astype(x, float64, { copy: false }), toArray(x2, 'ldexp')), x.dtype, { copy: false });
}

/** Mantissa in [0.5, 1) and exponent, both in float64; what is 0 or not finite is its own mantissa, with exponent 0. */
function parts(x: NDArray): { readonly mantissa: NDArray; readonly exponent: NDArray } {
  const usual = logicalAnd(isfinite(x), logicalNot(equal(x, 0)));
  const size = where(usual, abs(x), 1);
  const guess = add(floor(log2(size)), 1);
  const share = scaled(size, multiply(guess, -1));
  const exponent = add(guess, where(greaterEqual(share, 1), 1, where(less(share, 0.5), -1, 0)));
  return { mantissa: where(usual, scaled(x, multiply(exponent, -1)), x), exponent: where(usual, exponent, 0) };
}

/**
 * Mantissas, of magnitudes from 0.5 to before 1, and exponents (int64; NumPy's are int32): `x = mantissa * 2^exponent`.
 *
 * @example
 * const [mantissa, exponent] = np.frexp([8, -0.75]);
 * await mantissa.tolist(); // [0.5, -0.75]
 * await exponent.tolist(); // [4, 0]
 */
export function frexp(x: ArrayLike): [NDArray, NDArray] {
  const a = floats(x, 'frexp');
  const { mantissa, exponent } = parts(astype(a, float64, { copy: false }));
  return [astype(mantissa, a.dtype, { copy: false }), astype(exponent, int64)];
}

/** Digits of a mantissa, and the exponent of the smallest number. */
function layout(dtype: NDArray['dtype']): { readonly digits: number; readonly least: number } {
  return dtype === float32 ? { digits: 24, least: -149 } : { digits: 53, least: -1074 };
}

/**
 * The next number of the float dtype from `x1` towards `x2`.
 *
 * @example
 * await np.nextafter([1, 1], [2, 0]).tolist(); // [1.0000000000000002, 0.9999999999999999]
 */
export function nextafter(x1: ArrayLike, x2: ArrayLike): NDArray {
  const [x, y] = [floats(x1, 'nextafter'), floats(x2, 'nextafter')];
  const { digits, least } = layout(x.dtype);
  const [from, to] = [astype(x, float64, { copy: false }), astype(y, float64, { copy: false })];
  const { mantissa, exponent } = parts(from);
  const direction = sign(subtract(where(isfinite(to), to, multiply(sign(to), Number.MAX_VALUE)), from));
  // Towards 0 from a power of two numbers lie twice as close.
  const inwards = logicalAnd(equal(abs(mantissa), 0.5), equal(sign(from), multiply(direction, -1)));
  const finest = where(equal(from, 0), least, maximum(subtract(exponent, where(inwards, digits + 1, digits)), least));
  const step = scaled(direction, finest);
  const stays = logicalOr(equal(from, to), logicalNot(isfinite(from)));
  return astype(where(stays, add(from, multiply(to, 0)), add(from, step)), x.dtype, { copy: false });
}

/**
 * The distance from each number to the next one of its dtype away from 0.
 *
 * @example
 * await np.spacing([1, 1024]).tolist(); // [2.220446049250313e-16, 2.2737367544323206e-13]
 */
export function spacing(x: ArrayLike): NDArray {
  const a = floats(x, 'spacing');
  const { digits, least } = layout(a.dtype);
  const wide = astype(a, float64, { copy: false });
  const exponent = where(equal(wide, 0), least, maximum(subtract(parts(wide).exponent, digits), least));
  const size = scaled(where(less(wide, 0), -1, 1), exponent);
  return astype(where(isfinite(wide), size, Number.NaN), a.dtype, { copy: false });
}
