/** Quotients of sums and counts: means, variances and deviations of elements of which some are left out. */
import { type DType, float64 } from '../dtype/index.js';
import type { KernelBuilder, Value } from '../ir/index.js';
import { type Signature, Ufunc } from './ufunc.js';

/** The dtype of the sums, which are floats. */
const ofSums = ([sums]: readonly DType[]): Signature => ({ compute: sums, result: sums });

/** Sums over counts, in the dtype of the sums. */
export const meanUfunc = new Ufunc({
  name: 'mean',
  arity: 2,
  signature: ofSums,
  emit: (e, [sums, count], d) => e.div(e.cast(sums, d), e.cast(count, d)),
});

/** Squares over counts less a correction, which is no less than 0. Where nothing is left: NaN if asked for, or else as division has it. */
function spreadOf(name: string, isNaNWithout: boolean, root: boolean): Ufunc {
  return new Ufunc({
    name,
    arity: 3,
    signature: ofSums,
    emit: (e, [squares, count, correction], d) => {
      const free = freedom(e, count, correction, d);
      const quotient = e.div(e.cast(squares, d), free);
      const found = isNaNWithout ? e.select(e.eq(free, e.const(0, d)), e.const(Number.NaN, d), quotient) : quotient;
      // A float16 is rounded before its root is taken, as where both are calls.
      return root ? e.sqrt(e.cast(e.cast(found, squares.dtype), d)) : found;
    },
  });
}

/** How many elements count, of at least 0: found in float64, which holds every count. */
function freedom(e: KernelBuilder, count: Value, correction: Value, d: DType): Value {
  const left = e.sub(e.cast(count, float64), e.cast(correction, float64));
  return e.cast(e.max(left, e.const(0, float64)), d);
}

/** Of elements under a mask. */
export const maskedSpread = { var: spreadOf('var', false, false), std: spreadOf('std', false, true) };
/** Of elements that are not NaN. */
export const numbersSpread = { nanvar: spreadOf('nanvar', true, false), nanstd: spreadOf('nanstd', true, true) };
