/** Element-wise functions that are made of several operations, and launched as one kernel. */

import { bool } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';
import { binary, unary } from '../element-wise.js';
import { floatFormula } from '../formula.js';
import { any } from '../signatures.js';
import { Ufunc } from '../ufunc.js';

const sincUfunc = floatFormula('sinc', 1, (e, [x], d) => {
  const angle = e.mul(e.select(e.eq(x, e.const(0, d)), e.const(1e-20, d), x), e.const(Math.PI, d));
  return e.div(e.sin(angle), angle);
});

/** Floats times a number. */
function times(name: string, factor: number): Ufunc {
  return floatFormula(name, 1, (e, [x], d) => e.mul(x, e.const(factor, d)));
}

/** The larger of two elements or the smaller one, and a number rather than NaN. */
function preferring(name: string, choose: 'max' | 'min', ofBools: 'or' | 'and'): Ufunc {
  return new Ufunc({
    name,
    arity: 2,
    signature: any,
    emit: (e, operands, d) => {
      const [a, b] = operands.map((x) => e.cast(x, d));
      if (d.kind !== 'float') return e.binary(d === bool ? ofBools : choose, a, b);
      return e.select(e.unary('isnan', a), b, e.select(e.unary('isnan', b), a, e.binary(choose, a, b)));
    },
  });
}

const fmaxUfunc = preferring('fmax', 'max', 'or');
const fminUfunc = preferring('fmin', 'min', 'and');

/**
 * The larger of two logarithms, plus `more` of their negative distance for the smaller one; equal logarithms, infinite ones too, add the
 * logarithm of 2.
 */
function logOfSum(name: string, more: (e: KernelBuilder, distance: Value) => Value, ofTwo: number): Ufunc {
  return floatFormula(name, 2, (e, [x, y], d) => {
    const distance = e.sub(x, y);
    const sum = e.add(e.select(e.gt(distance, e.const(0, d)), x, y), more(e, e.neg(e.abs(distance))));
    return e.select(e.eq(x, y), e.add(x, e.const(ofTwo, d)), sum);
  });
}

const logaddexpUfunc = logOfSum('logaddexp', (e, distance) => e.unary('log1p', e.exp(distance)), Math.LN2);
const logaddexp2Ufunc = logOfSum(
  'logaddexp2',
  (e, distance) => e.mul(e.unary('log1p', e.unary('exp2', distance)), e.const(Math.LOG2E, distance.dtype)),
  1,
);

const heavisideUfunc = floatFormula('heaviside', 2, (e, [x, middle], d) => {
  const [none, one] = [e.const(0, d), e.const(1, d)];
  const sides = e.select(e.lt(x, none), none, e.select(e.eq(x, none), middle, one));
  return e.select(e.unary('isnan', x), x, sides);
});

/**
 * Degrees as radians.
 *
 * @example
 * await np.deg2rad([180]).tolist(); // [Math.PI]
 */
export const deg2rad = unary('deg2rad', times('deg2rad', Math.PI / 180));

/**
 * Radians as degrees.
 *
 * @example
 * await np.rad2deg([Math.PI]).tolist(); // [180]
 */
export const rad2deg = unary('rad2deg', times('rad2deg', 180 / Math.PI));

/**
 * `sin(πx) / (πx)`, 1 at 0.
 *
 * @example
 * await np.sinc([0, 0.5]).tolist(); // [1, 2 / Math.PI]
 */
export const sinc = unary('sinc', sincUfunc);

/**
 * The larger of two elements; a number rather than NaN.
 *
 * @example
 * await np.fmax([1, NaN], [0, 2]).tolist(); // [1, 2]
 */
export const fmax = binary('fmax', fmaxUfunc);

/**
 * The smaller of two elements; a number rather than NaN.
 *
 * @example
 * await np.fmin([1, NaN], [0, 2]).tolist(); // [0, 2]
 */
export const fmin = binary('fmin', fminUfunc);

/**
 * `log(exp(a) + exp(b))` without overflow.
 *
 * @example
 * await np.logaddexp([1000], [1000]).tolist(); // [1000 + Math.LN2]
 */
export const logaddexp = binary('logaddexp', logaddexpUfunc);

/**
 * `log2(2^a + 2^b)` without overflow.
 *
 * @example
 * await np.logaddexp2([3], [3]).tolist(); // [4]
 */
export const logaddexp2 = binary('logaddexp2', logaddexp2Ufunc);

/**
 * 0 below 0, 1 above it, and `middle` at 0.
 *
 * @example
 * await np.heaviside([-1, 0, 2], 0.5).tolist(); // [0, 0.5, 1]
 */
export const heaviside = binary('heaviside', heavisideUfunc);
