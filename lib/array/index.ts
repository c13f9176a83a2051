/** Room `array`: what NumPy's users see, `import * as np from 'maniple'`. */
import './methods.js';

export {
  ArgumentError,
  ConfigError,
  DeviceError,
  DisposedError,
  DTypeError,
  FileFormatError,
  IndexError,
  ManipleError,
  OutOfMemoryError,
  ShapeError,
  TaskError,
} from '../base/index.js';
export {
  bool,
  type DType,
  type DTypeName,
  float32,
  float64,
  int32,
  int64,
  promote as resultType,
  type TypedArray,
  uint8,
} from '../dtype/index.js';
export type { Shape } from '../shape/index.js';
export type { Operand } from './apply.js';
export {
  abs,
  add,
  divide,
  floorDivide,
  maximum,
  minimum,
  multiply,
  negative,
  positive,
  pow,
  reciprocal,
  remainder,
  sign,
  sqrt,
  square,
  subtract,
} from './arithmetic.js';
export { type AstypeOptions, assign, astype, copy } from './assign.js';
export { allclose, arrayEqual, type CloseOptions, isclose } from './closeness.js';
export { equal, greater, greaterEqual, isfinite, isinf, isnan, less, lessEqual, notEqual } from './comparison.js';
export * from './composed/index.js';
export * as runtime from './controls.js';
export type { AnyTypedArray, ArrayLike, DTypeLike, Nested } from './convert.js';
export {
  type AsArrayOptions,
  array,
  asarray,
  type DTypeOption,
  empty,
  emptyLike,
  full,
  fullLike,
  ones,
  onesLike,
  zeros,
  zerosLike,
} from './creation.js';
export { type DiffOptions, diff, meshgrid, roll } from './differences.js';
export { exp, expm1, log, log1p, log2, log10 } from './exponential.js';
export type { Axis, ReduceOptions } from './fold.js';
export { gather, type TakeOptions, take } from './gather.js';
export {
  addAssign,
  divideAssign,
  floorDivideAssign,
  multiplyAssign,
  powAssign,
  remainderAssign,
  subtractAssign,
} from './inplace.js';
export { type ConcatOptions, concat, repeat, split, stack, tile } from './join.js';
export * as linalg from './linalg/index.js';
export {
  bitwiseAnd,
  bitwiseInvert,
  bitwiseLeftShift,
  bitwiseOr,
  bitwiseRightShift,
  bitwiseXor,
  logicalAnd,
  logicalNot,
  logicalOr,
  logicalXor,
} from './logic.js';
export {
  broadcastArrays,
  broadcastTo,
  diagonal,
  expandDims,
  flip,
  matrixTranspose,
  moveaxis,
  permuteDims,
  squeeze,
  swapaxes,
  transpose,
} from './manipulate.js';
export { matmul } from './matmul.js';
export { NDArray } from './ndarray.js';
export { load, save } from './npy.js';
export type { Scalar } from './operand.js';
export { arrayRepr, arrayStr } from './print.js';
export { dot, inner, outer, type TensordotOptions, tensordot, vecdot } from './products.js';
export * as random from './random/index.js';
export {
  type ArangeOptions,
  arange,
  type EyeOptions,
  eye,
  type LinspaceOptions,
  linspace,
  type TriangleOptions,
  tril,
  triu,
} from './ranges.js';
export { data, dataSync, item, itemSync, type NestedList, tolist, tolistSync } from './read.js';
export {
  type ArgOptions,
  all,
  any,
  argmax,
  argmin,
  countNonzero,
  type ExtremeOptions,
  max,
  min,
  prod,
  type SumOptions,
  sum,
} from './reductions.js';
export { flatten, ravel, reshape } from './reshape.js';
export { ceil, floor, type RoundOptions, round, trunc } from './rounding.js';
export { cumulativeProd, cumulativeSum, type ScanOptions } from './scan.js';
export { dispose, scope } from './scope.js';
export { type SearchOptions, searchsorted } from './search.js';
export { type ClipOptions, clip, where } from './select.js';
export { compress, nonzero, unique } from './sets.js';
export { type SliceIndex, slice } from './slice.js';
export { argsort, type SortOptions, sort } from './sorting.js';
export { type MeanOptions, mean, type SpreadOptions, std, variance as var, variance } from './statistics.js';
export type { OutOption } from './target.js';
export { acos, asin, atan, atan2, cos, cosh, hypot, sin, sinh, tan, tanh } from './trigonometry.js';
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
