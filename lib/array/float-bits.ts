/** Functions of the bits of floats: signs, of zeros and NaN too, and neighbours. */

import { bool } from '../dtype/index.js';
import { binary, unary } from './element-wise.js';
import { binaryOp, floating, unaryOp } from './signatures.js';
import { Ufunc } from './ufunc.js';

const fabsUfunc = unaryOp('fabs', 'abs', floating);
const copysignUfunc = binaryOp('copysign', 'copysign', floating);
const nextafterUfunc = binaryOp('nextafter', 'nextafter', floating);
const signbitUfunc = new Ufunc({
  name: 'signbit',
  arity: 1,
  signature: ([a]) => ({ compute: a, result: bool }),
  emit: (e, [a], d) =>
    d.kind === 'float' ? e.unary('signbit', a) : d.kind === 'int' ? e.binary('lt', a, e.const(0, d)) : e.const(0, bool),
});
const spacingUfunc = new Ufunc({
  name: 'spacing',
  arity: 1,
  signature: floating,
  emit: (e, [x], d) => {
    const a = e.cast(x, d);
    const end = e.const(Number.POSITIVE_INFINITY, d);
    const outwards = e.select(e.binary('lt', a, e.const(0, d)), e.unary('neg', end), end);
    return e.binary('sub', e.binary('nextafter', a, outwards), a);
  },
});

/**
 * The magnitude of each element as a float: integers give `float64`, in which that of the least integer fits.
 *
 * @example
 * await np.fabs([-2, 3]).tolist(); // [2, 3]
 */
export const fabs = unary('fabs', fabsUfunc);

/**
 * Whether the sign is negative: of -0 and of a NaN with its sign bit set, too. IEEE 754 leaves the sign of a NaN open that an operation
 * computes.
 *
 * @example
 * await np.signbit([-1, -0, 0]).tolist(); // [true, true, false]
 */
export const signbit = unary('signbit', signbitUfunc);

/**
 * The magnitude of `x` with the sign bit of `sign`, of -0 and NaN too; they broadcast.
 *
 * @example
 * await np.copysign([1, -2], -0).tolist(); // [-1, -2]
 */
export const copysign = binary('copysign', copysignUfunc);

/**
 * The next number of the float dtype from `x1` towards `x2`; `x2` where they are equal.
 *
 * @example
 * await np.nextafter([1, 1], [2, 0]).tolist(); // [1.0000000000000002, 0.9999999999999999]
 */
export const nextafter = binary('nextafter', nextafterUfunc);

/**
 * The distance from each number to the next one of its dtype away from 0, with the number's sign: infinite for the largest, NaN for numbers
 * that are not finite.
 *
 * @example
 * await np.spacing([1, 1024]).tolist(); // [2.220446049250313e-16, 2.2737367544323206e-13]
 */
export const spacing = unary('spacing', spacingUfunc);
