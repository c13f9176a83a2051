/** The modified Bessel function of order 0. */
import { besselOf } from '../bessel-nodes.js';
import { unary } from '../element-wise.js';
import { stepwiseFormula } from '../formula.js';

const i0Ufunc = stepwiseFormula('i0', 1, (e, [x], d) => besselOf(e, x, d));

/**
 * The modified Bessel function of the first kind and order 0. Integers are computed as float64.
 *
 * @example
 * await np.i0([0, 1]).round({ decimals: 6 }).tolist(); // [1, 1.266066]
 */
export const i0 = unary('i0', i0Ufunc);
