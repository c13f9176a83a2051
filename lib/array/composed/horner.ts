/** Values of polynomials by Horner's rule, several steps in each kernel. */
import { bool, promote } from '../../dtype/index.js';
import { apply } from '../apply.js';
import { zeros } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { any, promoteAll } from '../signatures.js';
import { slice } from '../slice.js';
import { Ufunc } from '../ufunc.js';

/** As many steps of Horner's rule are one kernel. */
const STEPS = 5;

/** By the number of steps: of the value so far, the place, and a coefficient for each step. */
const hornerUfuncs = Array.from(
  { length: STEPS + 1 },
  (_, steps) =>
    new Ufunc({
      name: 'polyval',
      arity: 2 + steps,
      signature: any,
      emit: (e, operands) => {
        const own = promoteAll(operands.map(({ dtype }) => dtype));
        const [times, plus] = own === bool ? (['and', 'or'] as const) : (['mul', 'add'] as const);
        const [value, at, ...coefficients] = operands.map((v) => e.cast(v, own));
        return coefficients.reduce((so, c) => e.binary(plus, e.binary(times, so, at), c), value);
      },
    }),
);

/** The values at `at` of the polynomial with a vector of coefficients, that of the highest power first. */
export function byHorner(coefficients: NDArray, at: NDArray): NDArray {
  let value: NDArray = zeros(at.shape, { dtype: promote(coefficients.dtype, at.dtype) });
  for (let k = 0; k < coefficients.size; k += STEPS) {
    const last = Math.min(k + STEPS, coefficients.size);
    const some = Array.from({ length: last - k }, (_, i) => slice(coefficients, k + i));
    value = apply(hornerUfuncs[last - k], [value, at, ...some]);
  }
  return value;
}
