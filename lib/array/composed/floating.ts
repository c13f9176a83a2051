/** Floating-point numbers taken apart and put together: mantissas and exponents. */

import { byPlace, takes } from '../../base/index.js';
import { type DType, float64, int32 } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';
import { applyUnary } from '../apply.js';
import { type ArrayLike, toArray } from '../convert.js';
import { binary } from '../element-wise.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import type { Positional } from '../positional.js';
import { averaging } from '../reductions.js';
import { type Signature, Ufunc } from '../ufunc.js';
import { type Compute, PAIR_OPTIONS, type PairOptions, pairWith } from '../ufunc-pairs.js';

/** Beyond it a float64's exponent does not go, with subnormal numbers. */
const FAR = 2200;

/** `x` between two numbers. */
function within(e: KernelBuilder, x: Value, low: number, high: number): Value {
  return e.max(e.min(x, e.const(high, float64)), e.const(low, float64));
}

/**
 * `x * 2^n` in float64, rounded once: the last factor is as much of 2^n as a float64 holds, and the rest of it, in two factors, comes
 * first, where it is exact unless the result is 0 or infinite.
 */
function scaled(e: KernelBuilder, x: Value, n: Value): Value {
  const near = within(e, n, -FAR, FAR);
  const last = within(e, near, -1074, 1023);
  const rest = e.sub(near, last);
  const half = e.unary('floor', e.mul(rest, e.const(0.5, float64)));
  const power = (exponent: Value): Value => e.unary('exp2', exponent);
  return e.mul(e.mul(e.mul(x, power(half)), power(e.sub(rest, half))), power(last));
}

/** Computed in float64, for a result of that dtype. */
const inFloat64 =
  (result: (own: DType) => DType) =>
  ([own]: readonly DType[]): Signature => ({ compute: float64, result: result(own) });

const ldexpUfunc = new Ufunc({
  name: 'ldexp',
  arity: 2,
  compares: true,
  signature: inFloat64(averaging),
  emit: (e, [x, n]) => scaled(e, e.cast(x, float64), e.cast(n, float64)),
});

/**
 * `x1 * 2^x2`, in the float dtype of `x1`.
 *
 * @example
 * await np.ldexp([0.5, 3], [2, -1]).tolist(); // [2, 1.5]
 */
export const ldexp = binary('ldexp', ldexpUfunc);

/** Mantissa in [0.5, 1) and exponent, both in float64; 0 and numbers that are not finite are their own mantissas, with exponent 0. */
function parts(e: KernelBuilder, x: Value): { readonly mantissa: Value; readonly exponent: Value } {
  const number = (value: number): Value => e.const(value, float64);
  const usual = e.and(e.unary('isfinite', x), e.ne(x, number(0)));
  const size = e.select(usual, e.abs(x), number(1));
  const guess = e.add(e.unary('floor', e.unary('log2', size)), number(1));
  const share = scaled(e, size, e.neg(guess));
  const more = e.select(e.ge(share, number(1)), number(1), e.select(e.lt(share, number(0.5)), number(-1), number(0)));
  const exponent = e.add(guess, more);
  return {
    mantissa: e.select(usual, scaled(e, x, e.neg(exponent)), x),
    exponent: e.select(usual, exponent, number(0)),
  };
}

const mantissaUfunc = new Ufunc({
  name: 'frexp',
  arity: 1,
  signature: inFloat64(averaging),
  emit: (e, [x]) => parts(e, e.cast(x, float64)).mantissa,
});
const exponentUfunc = new Ufunc({
  name: 'frexp',
  arity: 1,
  signature: inFloat64(() => int32),
  emit: (e, [x]) => parts(e, e.cast(x, float64)).exponent,
});

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
  byPlace(PAIR_OPTIONS, 'out'),
)((x: ArrayLike, how?: Positional<PairOptions, 'out'>): [NDArray, NDArray] => {
  const both = [mantissaUfunc, exponentUfunc].map(
    (op): Compute =>
      ([a]) =>
        applyUnary(op, toArray(a, 'frexp')),
  );
  return pairWith('frexp', [x], how, both);
});
