/**
 * Elementary functions of float32, in float32 alone: devices without float64 have the same bits as devices with it, and results differ from
 * the correctly rounded ones by little more than half a unit in the last place (`ir/OPERATIONS.md` has the bounds). Built-in functions of
 * devices are off by up to 1e-4.
 */
import { exponentials } from './exponential.js';
import { hyperbolic } from './hyperbolic.js';
import { inverse } from './inverse.js';
import { logarithms } from './logarithm.js';
import { parts } from './parts.js';
import { power } from './power.js';
import { trigonometry } from './trigonometry.js';

export const elementary = [parts, exponentials, hyperbolic, logarithms, trigonometry, inverse, power].join('');
