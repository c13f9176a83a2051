/** Functions of SciPy's `special` that are operations of the kernel language, as `np.special`. Integers give `float64`. */
import { unary } from './element-wise.js';
import { floating, unaryOp } from './signatures.js';

/**
 * The logistic sigmoid 1 / (1 + exp(-x)), SciPy's `expit`, within 2.2 units in the last place on either side of 0.
 *
 * @example
 * await np.special.expit([0, Infinity, -Infinity]).tolist(); // [0.5, 1, 0]
 */
export const expit = unary('expit', unaryOp('expit', 'expit', floating));
