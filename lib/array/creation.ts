/** New arrays: filled, copied from JavaScript data, or like an array. */

import {
  ArgumentError,
  byPlace,
  COUNT,
  either,
  FLAG,
  NULL,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../base/index.js';
import { asDType, type DType, int64 } from '../dtype/index.js';
import { checkShape, MOST_AXES, type Shape } from '../shape/index.js';
import { assign, astype, copy as copyOf } from './assign.js';
import type { NestedArrays, NestedComplex } from './convert.js';
import { type ArrayLike, type DTypeLike, dtypeOption, fromNumbers, toArray } from './convert.js';
import { floatDefault } from './default-dtypes.js';
import { ARRAY, DTYPE, DTYPE_LIKE, SHAPE } from './kinds.js';
import { allocate, NDArray } from './ndarray.js';
import { holdsArrays, joinItems } from './nested.js';
import type { Scalar } from './operand.js';
import { checkHeld, describe, isScalar, literalDType } from './operand.js';
import { byName, type Positional } from './positional.js';
import { reshape } from './reshape.js';
import type { Converting, Filling } from './typed.js';
import { withoutCopy } from './wrap.js';

/** The elements of one array, in nested Arrays. */
const NUMBERS_OF_ONE: typeof ARRAY = { ...ARRAY, nests: true };

/** Where a function's result dtype can be chosen. */
export interface DTypeOption {
  /** The result's dtype; each function says its default. */
  readonly dtype?: DTypeLike;
}

/** Options of `asarray`. */
export interface AsArrayOptions extends DTypeOption {
  /**
   * With true, an array that needs no conversion is copied all the same; with false, `ArgumentError` is thrown where a copy would be made. Left
   * out, what has to be copied is.
   */
  readonly copy?: boolean;
}
const AS_ARRAY_OPTIONS: OptionKinds<AsArrayOptions> = { dtype: DTYPE_LIKE, copy: FLAG };

/** Options of `zerosLike` and its like. */
export interface LikeOptions extends DTypeOption {
  /** The shape of the result; default: the shape of `x`. */
  readonly shape?: number | Shape;
}
const LIKE_OPTIONS: OptionKinds<LikeOptions> = { dtype: DTYPE_LIKE, shape: SHAPE };

/** A shape argument, checked; a number is the size of a 1-d array. */
export function shapeArgument(shape: number | Shape, operation: string): Shape {
  const sizes = typeof shape === 'number' ? [shape] : shape;
  if (!Array.isArray(sizes)) throw new ShapeError(`${operation}: expected a shape such as [2, 3], got ${describe(shape)}`);
  checkShape(sizes, operation);
  return sizes;
}

/**
 * An array of zeros. `dtype` defaults to float64 (`defaultDType`). Throws `ShapeError`.
 *
 * @example
 * await np.zeros([2, 2]).tolist(); // [[0, 0], [0, 0]]
 */
export const zeros = takes(
  'zeros',
  SHAPE,
  byPlace(DTYPE, 'dtype'),
)((shape: number | Shape, how?: Positional<DTypeOption, 'dtype'>): NDArray => {
  const options = byName('zeros', how, 'dtype');
  return filled('zeros', shape, 0, dtypeOption(options?.dtype) ?? floatDefault());
}) as Filling;

/**
 * An array of ones. `dtype` defaults to float64 (`defaultDType`). Throws `ShapeError`.
 *
 * @example
 * await np.ones(3).tolist(); // [1, 1, 1]
 */
export const ones = takes(
  'ones',
  SHAPE,
  byPlace(DTYPE, 'dtype'),
)((shape: number | Shape, how?: Positional<DTypeOption, 'dtype'>): NDArray => {
  const options = byName('ones', how, 'dtype');
  return filled('ones', shape, 1, dtypeOption(options?.dtype) ?? floatDefault());
}) as Filling;

/**
 * An array of one value, or of an array's values, which broadcast. `dtype` defaults to float64 (`defaultDType`) for numbers, int64 for bigints,
 * bool for booleans, and to an array's own. Throws `ShapeError` for an array that does not broadcast to the shape.
 *
 * @example
 * await np.full([2], 7).tolist();          // [7, 7]
 * await np.full([2, 2], [1, 2]).tolist();  // [[1, 2], [1, 2]]
 */
export const full = takes(
  'full',
  SHAPE,
  ARRAY,
  byPlace(DTYPE, 'dtype'),
)((shape: number | Shape, value: ArrayLike, how?: Positional<DTypeOption, 'dtype'>): NDArray => {
  const options = byName('full', how, 'dtype');
  const fill = isScalar(value) ? value : toArray(value, 'full');
  const natural = fill instanceof NDArray ? fill.dtype : typeof fill === 'bigint' ? int64 : literalDType(fill);
  return filled('full', shape, fill, dtypeOption(options?.dtype) ?? natural);
});

/**
 * An array for a program that writes every element before it reads any; holds zeros. `dtype` defaults to float64 (`defaultDType`).
 *
 * @example
 * const x = np.empty([2, 2]).assign(1);
 */
export const empty = takes(
  'empty',
  SHAPE,
  byPlace(DTYPE, 'dtype'),
)((shape: number | Shape, how?: Positional<DTypeOption, 'dtype'>): NDArray => {
  const options = byName('empty', how, 'dtype');
  return filled('empty', shape, 0, dtypeOption(options?.dtype) ?? floatDefault());
}) as Filling;

/**
 * Zeros with the shape, and by default the dtype, of `x`.
 *
 * @example
 * await np.zerosLike(np.ones(2)).tolist(); // [0, 0]
 */
export const zerosLike = takes(
  'zerosLike',
  ARRAY,
  byPlace(LIKE_OPTIONS, 'dtype'),
  options(LIKE_OPTIONS),
)((x: ArrayLike, how?: Positional<LikeOptions, 'dtype'>, more?: Omit<LikeOptions, 'dtype'>): NDArray => {
  return filledLike('zerosLike', x, 0, byName('zerosLike', how, 'dtype', more));
});

/**
 * Ones with the shape, and by default the dtype, of `x`.
 *
 * @example
 * await np.onesLike(np.zeros(2)).tolist(); // [1, 1]
 */
export const onesLike = takes(
  'onesLike',
  ARRAY,
  byPlace(LIKE_OPTIONS, 'dtype'),
  options(LIKE_OPTIONS),
)((x: ArrayLike, how?: Positional<LikeOptions, 'dtype'>, more?: Omit<LikeOptions, 'dtype'>): NDArray => {
  return filledLike('onesLike', x, 1, byName('onesLike', how, 'dtype', more));
});

/**
 * One value, or an array's values, which broadcast, in the shape, and by default the dtype, of `x`.
 *
 * @example
 * await np.fullLike(np.zeros(2), 5).tolist(); // [5, 5]
 */
export const fullLike = takes(
  'fullLike',
  ARRAY,
  ARRAY,
  byPlace(LIKE_OPTIONS, 'dtype'),
  options(LIKE_OPTIONS),
)((x: ArrayLike, value: ArrayLike, how?: Positional<LikeOptions, 'dtype'>, more?: Omit<LikeOptions, 'dtype'>): NDArray => {
  const fill = isScalar(value) ? value : toArray(value, 'fullLike');
  return filledLike('fullLike', x, fill, byName('fullLike', how, 'dtype', more));
});

/**
 * See `empty`, with the shape and by default the dtype of `x`.
 *
 * @example
 * np.emptyLike(np.zeros(2)).shape; // [2]
 */
export const emptyLike = takes(
  'emptyLike',
  ARRAY,
  byPlace(LIKE_OPTIONS, 'dtype'),
  options(LIKE_OPTIONS),
)((x: ArrayLike, how?: Positional<LikeOptions, 'dtype'>, more?: Omit<LikeOptions, 'dtype'>): NDArray => {
  return filledLike('emptyLike', x, 0, byName('emptyLike', how, 'dtype', more));
});

function filledLike(operation: string, x: ArrayLike, value: Scalar | NDArray, options: LikeOptions | undefined): NDArray {
  const a = toArray(x, operation);
  return filled(operation, options?.shape ?? a.view.shape, value, dtypeOption(options?.dtype) ?? a.dtype);
}

function filled(operation: string, shape: number | Shape, value: Scalar | NDArray, dtype: DType): NDArray {
  if (isScalar(value)) checkHeld(value, dtype, operation);
  return assign(allocate(dtype, shapeArgument(shape, operation)), value instanceof NDArray ? astype(value, dtype) : value);
}

/**
 * `data` as an array: nested Arrays of numbers (float64), bigints (int64) or booleans (bool), and TypedArrays, are copied; an array of that
 * dtype is returned as it is. Arrays of equal shapes in an Array, with numbers beside 0-d ones, are stacked along a new first axis. With
 * `copy: false` a TypedArray over a SharedArrayBuffer is read where it is, on the cpu device with one memory: the array is read-only, and the
 * buffer must not be written while launches read it. Throws `DTypeError` for other things, `ShapeError` for ragged ones, and `ArgumentError`
 * where `copy: false` cannot be.
 *
 * @example
 * np.asarray([[1, 2], [3, 4]]).shape;          // [2, 2]
 * np.asarray(Int32Array.of(1, 2)).dtype.name;  // 'int32'
 * const y = np.ones(3);
 * await np.asarray([y.sum(), 0]).tolist();     // [3, 0]
 */
export const asarray = takes(
  'asarray',
  NUMBERS_OF_ONE,
  byPlace(AS_ARRAY_OPTIONS, 'dtype'),
  options(AS_ARRAY_OPTIONS),
)(
  (
    given: ArrayLike | NestedArrays | NestedComplex,
    how?: Positional<AsArrayOptions, 'dtype'>,
    more?: Omit<AsArrayOptions, 'dtype'>,
  ): NDArray => {
    const data = given as ArrayLike | NestedArrays;
    const options = byName('asarray', how, 'dtype', more);
    const dtype = options?.dtype === undefined ? undefined : asDType(options.dtype);
    if (options?.copy === false) return withoutCopy(data, dtype, 'asarray');
    if (!(data instanceof NDArray)) return converted(data, 'asarray', dtype);
    if (dtype !== undefined && dtype !== data.dtype) return astype(data, dtype);
    return options?.copy === true ? copyOf(data) : data;
  },
) as Converting<ArrayLike | NestedArrays | NestedComplex, AsArrayOptions>;

function converted(data: Exclude<ArrayLike, NDArray> | NestedArrays, operation: string, dtype?: DType): NDArray {
  const numbers = Array.isArray(data) ? fromNumbers(data, operation, dtype) : null;
  if (numbers !== null) return numbers;
  return holdsArrays(data) ? joinItems(data, operation, dtype) : toArray(data as ArrayLike, operation, dtype);
}

/** Options of `array`. */
export interface ArrayOptions extends DTypeOption {
  /**
   * Whether the result has memory of its own; default true. With null an array that needs no conversion is the result; with false,
   * `ArgumentError` is thrown where a copy would be made.
   */
  readonly copy?: boolean | null;
  /** The least number of axes, at most 64: axes of size 1 are put in front; default 0. */
  readonly ndmin?: number;
}
const ARRAY_OPTIONS: OptionKinds<ArrayOptions> = { dtype: DTYPE_LIKE, copy: either(FLAG, NULL), ndmin: COUNT };

/**
 * As `asarray`, but a copy unless `copy` says otherwise.
 *
 * @example
 * const x = np.array([1, 2, 3]);
 * np.array(x, { ndmin: 2 }).shape; // [1, 3]
 */
export const array = takes(
  'array',
  NUMBERS_OF_ONE,
  byPlace(ARRAY_OPTIONS, 'dtype'),
  options(ARRAY_OPTIONS),
)(
  (
    given: ArrayLike | NestedArrays | NestedComplex,
    how?: Positional<ArrayOptions, 'dtype'>,
    more?: Omit<ArrayOptions, 'dtype'>,
  ): NDArray => {
    const data = given as ArrayLike | NestedArrays;
    const options = byName('array', how, 'dtype', more);
    const { dtype, copy = true, ndmin = 0 } = options ?? {};
    const made =
      data instanceof NDArray || copy === false
        ? asarray(data, { dtype, copy: copy ?? undefined })
        : converted(data, 'array', dtypeOption(dtype));
    if (ndmin > MOST_AXES) throw new ArgumentError(`array: ndmin: expected at most ${MOST_AXES} axes, got ${ndmin}`);
    const lacking = ndmin - made.ndim;
    return lacking > 0 ? reshape(made, [...new Array<number>(lacking).fill(1), ...made.view.shape]) : made;
  },
) as Converting<ArrayLike | NestedArrays | NestedComplex, ArrayOptions>;
