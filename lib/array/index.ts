/** Room `array`: what NumPy's users see, `import * as np from 'maniple'`. */
import './methods.js';

export {
  ArgumentError, ConfigError, DeviceError, DisposedError, DTypeError, FileFormatError, IndexError, ManipleError, OutOfMemoryError, ShapeError, TaskError,
} from '../base/index.js';
export { bool, type DType, type DTypeName, float32, float64, int32, int64, promote as resultType, type TypedArray, uint8 } from '../dtype/index.js';
export type { Shape } from '../shape/index.js';
export {
  abs, add, divide, floorDivide, maximum, minimum, multiply, negative, positive, pow, reciprocal, remainder, sign,
  sqrt, square, subtract,
} from './arithmetic.js';
export { assign, astype, copy, type AstypeOptions } from './assign.js';
export { equal, greater, greaterEqual, isfinite, isinf, isnan, less, lessEqual, notEqual } from './comparison.js';
export {
  array, asarray, empty, emptyLike, full, fullLike, ones, onesLike, zeros, zerosLike, type AsArrayOptions,
  type DTypeOption,
} from './creation.js';
export { exp, expm1, log, log10, log1p, log2 } from './exponential.js';
export { gather, take, type TakeOptions } from './gather.js';
export { addAssign, divideAssign, floorDivideAssign, multiplyAssign, powAssign, remainderAssign, subtractAssign } from './inplace.js';
export { concat, repeat, split, stack, tile, type ConcatOptions } from './join.js';
export {
  bitwiseAnd, bitwiseInvert, bitwiseLeftShift, bitwiseOr, bitwiseRightShift, bitwiseXor, logicalAnd, logicalNot,
  logicalOr, logicalXor,
} from './logic.js';
export {
  broadcastArrays, broadcastTo, diagonal, expandDims, flip, matrixTranspose, moveaxis, permuteDims, squeeze,
  swapaxes, transpose,
} from './manipulate.js';
export { matmul } from './matmul.js';
export { load, save } from './npy.js';
export { arrayRepr, arrayStr } from './print.js';
export { dot, inner, outer, tensordot, vecdot, type TensordotOptions } from './products.js';
export {
  arange, eye, linspace, tril, triu, type ArangeOptions, type EyeOptions, type LinspaceOptions, type TriangleOptions,
} from './ranges.js';
export { data, dataSync, item, itemSync, tolist, tolistSync, type NestedList } from './read.js';
export {
  all, any, argmax, argmin, countNonzero, max, min, prod, sum, type ArgOptions, type ExtremeOptions, type SumOptions,
} from './reductions.js';
export { flatten, ravel, reshape } from './reshape.js';
export { ceil, floor, round, trunc, type RoundOptions } from './rounding.js';
export { dispose, scope } from './scope.js';
export { clip, where, type ClipOptions } from './select.js';
export { slice, type SliceIndex } from './slice.js';
export { mean, std, variance as var, type MeanOptions, type SpreadOptions, variance } from './statistics.js';
export { acos, asin, atan, atan2, cos, cosh, hypot, sin, sinh, tan, tanh } from './trigonometry.js';
export type { AnyTypedArray, ArrayLike, DTypeLike, Nested } from './convert.js';
export type { Axis, ReduceOptions } from './fold.js';
export { NDArray } from './ndarray.js';
export type { Scalar } from './operand.js';
export type { Operand, OutOption } from './ufunc.js';
export * as linalg from './linalg.js';
export * as random from './random.js';
export * as runtime from './controls.js';

/** The ratio of a circle's circumference to its diameter. */
export const pi = Math.PI;
/** The base of natural logarithms. */
export const e = Math.E;
/** Positive infinity. */
export const inf = Number.POSITIVE_INFINITY;
/** Not a number. */
export const nan = Number.NaN;
/** A new axis, in `slice`. */
export const newaxis = null;
