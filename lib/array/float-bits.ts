/** Functions of the bits of floats: signs, of zeros and NaN too, and neighbours. */

import { bool, type DType, isStored, promote } from '../dtype/index.js';
import type { KernelBuilder, Value } from '../ir/index.js';
import { binary, unary } from './element-wise.js';
import { binaryOp, floating, unaryOp } from './signatures.js';
import { Ufunc } from './ufunc.js';

const fabsUfunc = unaryOp('fabs', 'abs', floating);
const copysignUfunc = binaryOp('copysign', 'copysign', floating);
const nextafterUfunc = new Ufunc({
  name: 'nextafter',
  arity: 2,
  compares: true,
  signature: floating,
  emit: (e, operands, d) => {
    const own = operands.map(({ dtype }) => dtype).reduce(promote);
    const [a, b] = operands.map((x) => e.cast(x, d));
    return isStored(own) ? neighbour(e, a, b, own) : e.binary('nextafter', a, b);
  },
});

/**
 * The number beside `a` towards `b` of a float that is stored alone, both of the dtype that it is computed as. A little more than half of the
 * last place away from a number, the nearest is its neighbour:
 *
 *     1024 ·           1025 ·            1026        a + |a| · 2⁻¹¹ · (1 + 2⁻¹⁰) of a = 1025 rounds to 1026
 */
function neighbour(e: KernelBuilder, a: Value, b: Value, own: DType): Value {
  const d = a.dtype;
  const { exponent, fraction } = own.format ?? { exponent: 0, fraction: 0 };
  const bias = 2 ** (exponent - 1) - 1;
  const more = 1 + 2 ** -10;
  const half = e.max(e.mul(e.abs(a), e.const(2 ** -(fraction + 1) * more, d)), e.const(2 ** (-bias - fraction) * more, d));
  const away = e.cast(e.cast(e.add(a, e.select(e.gt(b, a), half, e.neg(half))), own), d);
  const most = e.binary('copysign', e.const((2 - 2 ** -fraction) * 2 ** bias, d), a);
  const finite = e.select(e.unary('isinf', a), most, away);
  return e.select(e.eq(a, b), b, e.select(e.or(e.unary('isnan', a), e.unary('isnan', b)), e.add(a, b), finite));
}

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
    const next = isStored(x.dtype) ? neighbour(e, a, outwards, x.dtype) : e.binary('nextafter', a, outwards);
    return e.binary('sub', next, a);
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
