/**
 * Room `array`: the library for NumPy's users, `import * as np from 'maniple'`. Files that are exported whole hold only public functions
 * and their options.
 */
import './attributes.js';
import './methods.js';
import './numpy-places.js';
import './protocols.js';
import './refused-names.js';
import './lazy/index.js';
// Forms of functions here too, as of `cross`.
import './linalg/complex-composed.js';
import './linalg/complex-forms.js';
import './linalg/complex-systems.js';

export {
  ArgumentError,
  ConfigError,
  DeviceError,
  DisposedError,
  DTypeError,
  FileError,
  FileFormatError,
  IndexError,
  InterruptedError,
  ManipleError,
  OutOfMemoryError,
  ShapeError,
  TaskError,
} from '../base/index.js';
export {
  bool,
  type ComplexDType,
  complex64,
  complex128,
  type DType,
  type DTypeName,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  type TypedArray,
  uint8,
  uint16,
  uint32,
  uint64,
} from '../dtype/index.js';
export type { Shape } from '../shape/index.js';
export * from './aliases.js';
export type { Operand } from './apply.js';
export * from './arithmetic.js';
export * from './assign.js';
export * from './closeness.js';
export * from './comparison.js';
export * from './complex/index.js';
export * from './composed/index.js';
export * as runtime from './controls.js';
export type { AnyTypedArray, ArrayLike, Complex, DTypeLike, Nested, NestedArrays, NestedComplex } from './convert.js';
export {
  type ArrayOptions,
  type AsArrayOptions,
  array,
  asarray,
  type DTypeOption,
  empty,
  emptyLike,
  full,
  fullLike,
  type LikeOptions,
  ones,
  onesLike,
  zeros,
  zerosLike,
} from './creation.js';
export { device } from './device.js';
export * from './differences.js';
export type { UniqueAll } from './distinct.js';
export { gcd, lcm } from './divisors.js';
export type { BinaryUfunc, FoldOptions, UfuncMethods } from './element-wise.js';
export * from './exponential.js';
export * as fft from './fft/index.js';
export * from './float-bits.js';
export type { Axis, ReduceOptions } from './fold.js';
export { type FromArrowOptions, fromArrow, toArrow } from './formats/arrow.js';
export type { ArrowData, ArrowType, ArrowVector } from './formats/arrow-layout.js';
export type { FrombufferOptions } from './formats/from-bytes.js';
export { load, save } from './formats/npy.js';
export { type LoadzOptions, loadz, NpzFile, openz, savez, savezCompressed } from './formats/npz.js';
export * from './formats/raw.js';
export * from './formats/text.js';
export { gather, type TakeOptions, take } from './gather.js';
export { help } from './help.js';
export * from './inplace.js';
export * from './join.js';
export type { LazyArray } from './lazy/index.js';
export * as linalg from './linalg/index.js';
export { type TraceOptions, trace } from './linalg/trace.js';
export * from './logic.js';
export * from './manipulate.js';
export * from './matmul.js';
export { arrayNamespaceInfo, type NamespaceInfo } from './namespace-info.js';
export { NDArray } from './ndarray.js';
export type { ContractionRequest, GridOptions, ProcessorGrid } from './on-grid.js';
export type { Scalar } from './operand.js';
export type { Order, OrderOption } from './order.js';
export { arrayRepr, arrayStr } from './print.js';
export { getPrintOptions, type PrintOptions, printOptions, setPrintOptions } from './print-options.js';
export * from './products.js';
export * as random from './random/index.js';
export * from './ranges.js';
export * from './read.js';
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
  type TruthOptions,
} from './reductions.js';
export { flatten, type ReshapeOptions, ravel, reshape } from './reshape.js';
export * from './rounding.js';
export * from './scan.js';
export * from './scatter.js';
export * from './scope.js';
export * from './search.js';
export * from './select.js';
export { compress, nonzero } from './sets.js';
export { attach, type SharedArray, share } from './share.js';
export { type SliceIndex, slice } from './slice.js';
export * from './sorting.js';
export * from './spaced.js';
export * as special from './special.js';
export { type MeanOptions, mean, type SpreadOptions, std, variance as var, variance } from './statistics.js';
export type { OutOption } from './target.js';
export * as testing from './testing.js';
export * from './triangles.js';
export * from './trigonometry.js';
export * from './types.js';
export type { UfuncOptions } from './ufunc-options.js';
export { type Captured, type Vectorized, type VectorizeOptions, vectorize } from './vectorize/index.js';
/** The ratio of a circle's circumference to its diameter. */
export const pi = Math.PI;
/** The base of natural logarithms. */
export const e = Math.E;
/** Euler's constant: the limit of the harmonic series less the logarithm. */
export const eulerGamma = 0.5772156649015329;
/** Positive infinity. */
export const inf = Number.POSITIVE_INFINITY;
/** Whether the machine's numbers have their lowest byte first. */
export const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
/** Not a number. */
export const nan = Number.NaN;
/** A new axis, in `slice`. */
export const newaxis = null;
