/** Truth values (anything but 0 is true) and bits of integers. */

import { DTypeError } from '../base/index.js';
import { bool, uint8, uint32, uint64 } from '../dtype/index.js';
import type { Value } from '../ir/index.js';
import { binary, unary } from './element-wise.js';
import { binaryOp, integral, logical, unaryOp } from './signatures.js';
import { Ufunc } from './ufunc.js';

const logicalAndUfunc = binaryOp('logicalAnd', 'and', logical);
const logicalOrUfunc = binaryOp('logicalOr', 'or', logical);
const logicalXorUfunc = binaryOp('logicalXor', 'xor', logical);
const logicalNotUfunc = unaryOp('logicalNot', 'not', logical);
const bitwiseAndUfunc = binaryOp('bitwiseAnd', 'and', integral('bitwiseAnd', true));
const bitwiseOrUfunc = binaryOp('bitwiseOr', 'or', integral('bitwiseOr', true));
const bitwiseXorUfunc = binaryOp('bitwiseXor', 'xor', integral('bitwiseXor', true));
const bitwiseLeftShiftUfunc = binaryOp('bitwiseLeftShift', 'shl', integral('bitwiseLeftShift', false));
const bitwiseRightShiftUfunc = binaryOp('bitwiseRightShift', 'shr', integral('bitwiseRightShift', false));
const bitwiseInvertUfunc = new Ufunc({
  name: 'bitwiseInvert',
  arity: 1,
  signature: integral('bitwiseInvert', true),
  emit: (e, [a], d) => e.unary(d === bool ? 'not' : 'bitnot', a),
});

/** Bits are counted in pairs, in fours and in bytes, whose counts a product adds up: 0b1101 as 01|10, then 0011. */
const bitwiseCountUfunc = new Ufunc({
  name: 'bitwiseCount',
  arity: 1,
  signature: ([given]) => {
    if (given.kind === 'float')
      throw new DTypeError(`bitwiseCount: expected integers or bools, got ${given.name}; convert with astype('int64')`);
    return { compute: given.size === 8 ? uint64 : uint32, result: uint8 };
  },
  emit: (e, [a], d) => {
    const [bits, wide] =
      d === uint64 ? [64n, (byte: bigint) => byte * 0x0101010101010101n] : [32n, (byte: bigint) => byte * 0x01010101n];
    const number = (value: bigint): Value => e.const(d === uint64 ? value : Number(value), d);
    const size = a.dtype.kind === 'int' ? e.unary('abs', a) : a;
    const own =
      a.dtype.size * 8 < Number(bits)
        ? e.binary('and', e.cast(size, d), number((1n << BigInt(a.dtype.size * 8)) - 1n))
        : e.cast(size, d);
    const down = (v: Value, by: bigint): Value => e.binary('shr', v, number(by));
    const pairs = e.sub(own, e.binary('and', down(own, 1n), number(wide(0x55n))));
    const fours = e.add(e.binary('and', pairs, number(wide(0x33n))), e.binary('and', down(pairs, 2n), number(wide(0x33n))));
    const bytes = e.binary('and', e.add(fours, down(fours, 4n)), number(wide(0x0fn)));
    return e.cast(down(e.mul(bytes, number(wide(1n))), bits - 8n), uint8);
  },
});

/**
 * Whether both are true.
 *
 * @example
 * await np.logicalAnd(np.asarray([1, 0]), [1, 1]).tolist(); // [true, false]
 */
export const logicalAnd = binary('logicalAnd', logicalAndUfunc);

/**
 * Whether either is true.
 *
 * @example
 * await np.logicalOr(np.asarray([1, 0]), [0, 0]).tolist(); // [true, false]
 */
export const logicalOr = binary('logicalOr', logicalOrUfunc);

/**
 * Whether exactly one is true.
 *
 * @example
 * await np.logicalXor(np.asarray([1, 0]), [1, 1]).tolist(); // [false, true]
 */
export const logicalXor = binary('logicalXor', logicalXorUfunc);

/**
 * Whether x is 0.
 *
 * @example
 * await np.logicalNot(np.asarray([1, 0])).tolist(); // [false, true]
 */
export const logicalNot = unary('logicalNot', logicalNotUfunc);

/**
 * Bits set in both. Throws `DTypeError` for floats.
 *
 * @example
 * await np.bitwiseAnd(np.asarray([6n]), 3n).tolist(); // [2]
 */
export const bitwiseAnd = binary('bitwiseAnd', bitwiseAndUfunc);

/**
 * Bits set in either. Throws `DTypeError` for floats.
 *
 * @example
 * await np.bitwiseOr(np.asarray([6n]), 3n).tolist(); // [7]
 */
export const bitwiseOr = binary('bitwiseOr', bitwiseOrUfunc);

/**
 * Bits set in exactly one. Throws `DTypeError` for floats.
 *
 * @example
 * await np.bitwiseXor(np.asarray([6n]), 3n).tolist(); // [5]
 */
export const bitwiseXor = binary('bitwiseXor', bitwiseXorUfunc);

/**
 * `a` shifted left by `b` bits. Throws `DTypeError` for floats and bools.
 *
 * @example
 * await np.bitwiseLeftShift(np.asarray([3n]), 2n).tolist(); // [12]
 */
export const bitwiseLeftShift = binary('bitwiseLeftShift', bitwiseLeftShiftUfunc);

/**
 * `a` shifted right by `b` bits, keeping the sign. Throws `DTypeError` for floats and bools.
 *
 * @example
 * await np.bitwiseRightShift(np.asarray([12n]), 2n).tolist(); // [3]
 */
export const bitwiseRightShift = binary('bitwiseRightShift', bitwiseRightShiftUfunc);

/**
 * All bits flipped; for bools: not. Throws `DTypeError` for floats.
 *
 * @example
 * await np.bitwiseInvert(np.asarray([0n])).tolist(); // [-1]
 */
export const bitwiseInvert = unary('bitwiseInvert', bitwiseInvertUfunc);

/**
 * How many bits are set in the absolute value, as uint8. Throws `DTypeError` for floats.
 *
 * @example
 * await np.bitwiseCount(np.asarray([7, -8], 'int32')).tolist(); // [3, 1]
 */
export const bitwiseCount = unary('bitwiseCount', bitwiseCountUfunc);
