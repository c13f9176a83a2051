/** NumPy's own names for functions that go by the array API standard's here. */
export {
  abs as absolute,
  divide as trueDivide,
  pow as power,
  remainder as mod,
} from './arithmetic.js';
export { trapezoid as trapz } from './composed/calculus.js';
export { deg2rad as radians, rad2deg as degrees } from './composed/elementary.js';
export { acosh as arccosh, asinh as arcsinh, atanh as arctanh } from './composed/inverses.js';
export { vstack as rowStack } from './composed/stacking.js';
export { asarray as ascontiguousarray, asarray as asanyarray } from './creation.js';
export { concat as concatenate } from './join.js';
export {
  bitwiseInvert as bitwiseNot,
  bitwiseInvert as invert,
  bitwiseLeftShift as leftShift,
  bitwiseRightShift as rightShift,
} from './logic.js';
export { max as amax, min as amin } from './reductions.js';
export { round as around, trunc as fix } from './rounding.js';
export { acos as arccos, asin as arcsin, atan as arctan, atan2 as arctan2 } from './trigonometry.js';
