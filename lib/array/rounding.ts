/** Rounding to integral values. Integer and bool arrays come back as they are, copied. */

import type { DType } from '../dtype/index.js';
import type { UnaryOp } from '../ir/index.js';
import { applyUnary, type Operand } from './apply.js';
import { divide, multiply } from './arithmetic.js';
import { astype } from './assign.js';
import { toArray } from './convert.js';
import type { NDArray } from './ndarray.js';
import { byName, type OptionNames, type Positional } from './positional.js';
import { any } from './signatures.js';
import type { OutOption } from './target.js';
import { Ufunc } from './ufunc.js';

function rounding(op: UnaryOp): Ufunc {
  return new Ufunc({ name: op, arity: 1, signature: any, emit: (e, [a], d: DType) => (d.kind === 'float' ? e.unary(op, a) : a) });
}

const floorUfunc = rounding('floor');
const ceilUfunc = rounding('ceil');
const truncUfunc = rounding('trunc');
const roundUfunc = rounding('round');

/**
 * The largest integral value not above x.
 *
 * @example
 * await np.floor(np.asarray([1.5, -1.5])).tolist(); // [1, -2]
 */
export function floor(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(floorUfunc, x, how);
}

/**
 * The smallest integral value not below x.
 *
 * @example
 * await np.ceil(np.asarray([1.5, -1.5])).tolist(); // [2, -1]
 */
export function ceil(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(ceilUfunc, x, how);
}

/**
 * x without its fraction.
 *
 * @example
 * await np.trunc(np.asarray([1.5, -1.5])).tolist(); // [1, -1]
 */
export function trunc(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(truncUfunc, x, how);
}

/** Options of `round`. */
export interface RoundOptions extends OutOption {
  /** Decimal places to keep; negative ones round to tens, hundreds, …. Default 0. */
  readonly decimals?: number;
}
const ROUND_OPTIONS: OptionNames<RoundOptions> = { decimals: true, out: true };

/**
 * The nearest integral value; halves go to the even one.
 *
 * @example
 * await np.round(np.asarray([0.5, 1.5, 2.345])).tolist();        // [0, 2, 2]
 * await np.round(np.asarray([2.345]), 1).tolist(); // [2.3]
 */
export function round(x: Operand, how?: Positional<RoundOptions, 'decimals'>, more?: Omit<RoundOptions, 'decimals'>): NDArray {
  const options = byName('round', how, 'decimals', ROUND_OPTIONS, more);
  const decimals = options?.decimals ?? 0;
  if (decimals === 0) return applyUnary(roundUfunc, x, options?.out);
  const a = toArray(x, 'round');
  if (a.dtype.kind !== 'float' && decimals > 0) return applyUnary(roundUfunc, a, options?.out);
  const scale = 10 ** Math.abs(decimals);
  if (decimals > 0) return divide(applyUnary(roundUfunc, multiply(a, scale)), scale, options?.out);
  if (a.dtype.kind === 'float') return multiply(applyUnary(roundUfunc, divide(a, scale)), scale, options?.out);
  return applyUnary(roundUfunc, astype(multiply(applyUnary(roundUfunc, divide(a, scale)), scale), a.dtype), options?.out);
}
