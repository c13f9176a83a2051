/**
 * Folds that leave elements out, for which the fold's neutral element stands: elements where a mask is false, and NaN.
 *
 *     values  5 -2  7 -1   mask  1 0 1 0    sum   5 + 0 + 7 + 0    min   min(5, inf, 7, inf)
 */
import { bool, type DType, isInteger } from '../dtype/index.js';
import type { KernelBuilder, Value } from '../ir/index.js';
import { Fold } from './fold.js';

type Neutral = (dtype: DType) => number | bigint;

/** The least value of a dtype. */
export function lowest(dtype: DType): number | bigint {
  if (dtype === bool) return 0;
  return isInteger(dtype) ? dtype.lowest : Number.NEGATIVE_INFINITY;
}

/** The greatest value of a dtype. */
export function highest(dtype: DType): number | bigint {
  if (dtype === bool) return 1;
  return isInteger(dtype) ? dtype.highest : Number.POSITIVE_INFINITY;
}

/** A fold of the values for which a mask, its second operand, is true. */
export function overMask(name: string, op: Fold['op'], neutral: Neutral): Fold {
  return new Fold(name, op, (b, [x, m], d) => b.select(b.cast(m, bool), b.cast(x, d), b.const(neutral(d), d)));
}

/** Whether any value for which a mask, the second operand, is true is not 0. */
export const anyOfSome = new Fold('any', 'any', (b, [x, m]) => b.and(b.cast(m, bool), b.cast(x, bool)));
/** Whether all values for which a mask, the second operand, is true are not 0. */
export const allOfSome = new Fold('all', 'all', (b, [x, m]) => b.or(b.not(b.cast(m, bool)), b.cast(x, bool)));

/** A fold of the floats that are not NaN. */
export function overNumbers(name: string, op: Fold['op'], neutral: Neutral): Fold {
  return new Fold(name, op, (b, [x], d) => b.select(b.unary('isnan', x), b.const(neutral(d), d), b.cast(x, d)));
}

/** The squared distance from a mean, both in the dtype that a fold works in. */
export function squaredDistance(b: KernelBuilder, x: Value, mean: Value, d: DType): Value {
  const difference = b.sub(b.cast(x, d), b.cast(mean, d));
  return b.mul(difference, difference);
}

/** Squared distances from means, the second operand, of the values for which a mask, the third, is true. */
export const maskedSquares = new Fold('var', 'sum', (b, [x, m, mask], d) =>
  b.select(b.cast(mask, bool), squaredDistance(b, x, m, d), b.const(0, d)),
);
