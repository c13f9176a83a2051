/** Rounding to integral values. Integer and bool arrays come back as they are, copied. */

import { byPlace, INTEGER, type OptionKinds, options, takes } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import type { UnaryOp } from '../ir/index.js';
import { applyUnary, type Operand } from './apply.js';
import { divide, multiply } from './arithmetic.js';
import { astype } from './assign.js';
import { toArray } from './convert.js';
import { unary } from './element-wise.js';
import { ARRAY, TARGET } from './kinds.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { any, floating, unaryOp } from './signatures.js';
import type { OutOption } from './target.js';
import { Ufunc } from './ufunc.js';

function rounding(op: UnaryOp): Ufunc {
  return new Ufunc({ name: op, arity: 1, signature: any, emit: (e, [a], d: DType) => (d.kind === 'float' ? e.unary(op, a) : a) });
}

const floorUfunc = rounding('floor');
const ceilUfunc = rounding('ceil');
const truncUfunc = rounding('trunc');
const roundUfunc = rounding('round');
const rintUfunc = unaryOp('rint', 'round', floating);

/**
 * The largest integral value not above x.
 *
 * @example
 * await np.floor(np.asarray([1.5, -1.5])).tolist(); // [1, -2]
 */
export const floor = unary('floor', floorUfunc);

/**
 * The smallest integral value not below x.
 *
 * @example
 * await np.ceil(np.asarray([1.5, -1.5])).tolist(); // [2, -1]
 */
export const ceil = unary('ceil', ceilUfunc);

/**
 * x without its fraction.
 *
 * @example
 * await np.trunc(np.asarray([1.5, -1.5])).tolist(); // [1, -1]
 */
export const trunc = unary('trunc', truncUfunc);

/**
 * The nearest integral value, halves to the even one, as a float: integers become floats of the default dtype, where `round` leaves them as they are.
 *
 * @example
 * await np.rint(np.asarray([0.5, 1.5, -2.7])).tolist(); // [0, 2, -3]
 */
export const rint = unary('rint', rintUfunc);

/** Options of `round`. */
export interface RoundOptions extends OutOption {
  /** Decimal places to keep; negative ones round to tens, hundreds, …. Default 0. */
  readonly decimals?: number;
}
const ROUND_OPTIONS: OptionKinds<RoundOptions> = { decimals: INTEGER, out: TARGET };

/**
 * The nearest integral value; halves go to the even one.
 *
 * @example
 * await np.round(np.asarray([0.5, 1.5, 2.345])).tolist();        // [0, 2, 2]
 * await np.round(np.asarray([2.345]), 1).tolist(); // [2.3]
 */
export const round = takes(
  'round',
  ARRAY,
  byPlace(ROUND_OPTIONS, 'decimals'),
  options(ROUND_OPTIONS),
)((x: Operand, how?: Positional<RoundOptions, 'decimals'>, more?: Omit<RoundOptions, 'decimals'>): NDArray => {
  const options = byName('round', how, 'decimals', more);
  const decimals = options?.decimals ?? 0;
  if (decimals === 0) return applyUnary(roundUfunc, x, options?.out);
  const a = toArray(x, 'round');
  if (a.dtype.kind !== 'float' && decimals > 0) return applyUnary(roundUfunc, a, options?.out);
  const scale = 10 ** Math.abs(decimals);
  if (decimals > 0) return divide(applyUnary(roundUfunc, multiply(a, scale)), scale, options?.out);
  if (a.dtype.kind === 'float') return multiply(applyUnary(roundUfunc, divide(a, scale)), scale, options?.out);
  return applyUnary(roundUfunc, astype(multiply(applyUnary(roundUfunc, divide(a, scale)), scale), a.dtype), options?.out);
});
