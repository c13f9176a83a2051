/** Kinds of arguments that the array library's functions share. */
import {
  ArgumentError,
  describe,
  either,
  FormedArray,
  INTEGER,
  IndexError,
  isDetached,
  type Kind,
  kind,
  late,
  listOf,
  ManipleError,
  NULL,
  NUMBER,
  type OptionKinds,
  ShapeError,
} from '../base/index.js';
import { asDType, type DType, dtypes } from '../dtype/index.js';
import type { Shape } from '../shape/index.js';
import { holds, isComplex } from './complex/calls.js';
import type { Integers, NestedArrays } from './convert.js';
import { type ArrayLike, type DTypeLike, notNumber } from './convert.js';
import { NDArray } from './ndarray.js';
import { isScalar } from './operand.js';

/** An array or numbers in nested Arrays; elements are looked at where they are converted. */
export const ARRAY: Kind<ArrayLike | NestedArrays | readonly NDArray[]> = late(
  'an array, or numbers in nested Arrays',
  isNumbers,
  (operation, given) => notNumber(given, operation),
);

/** `byteLength` of a DataView throws without its memory. */
function isDetachedView(given: ArrayBufferView): boolean {
  return !(given instanceof DataView) && isDetached(given);
}

function isNumbers(given: unknown): given is ArrayLike {
  if (given instanceof NDArray || isScalar(given)) return true;
  if (Array.isArray(given)) return !holds(given, isComplex);
  return ArrayBuffer.isView(given) && !isDetachedView(given);
}

/** An array of this library. */
export const OWN: Kind<NDArray> = kind('an array made by maniple', (given) => given instanceof NDArray);
function isFormed(given: unknown): boolean {
  return given instanceof FormedArray || isComplex(given);
}

/** Several arrays, or the slices of one along its first axis. */
export const ARRAYS: Kind<readonly ArrayLike[] | NDArray> = {
  ...kind<readonly ArrayLike[] | NDArray>(
    'an Array of at least one array',
    (given) => (Array.isArray(given) && !given.some(isFormed)) || given instanceof NDArray,
  ),
  gathers: true,
};
/** Where a result goes; null for a new array. */
export const TARGET: Kind<NDArray | null> = kind(
  'an array made by maniple',
  (given) => given instanceof NDArray || given === null,
  (operation, given) =>
    new ArgumentError(
      `${operation.endsWith('out') ? operation : `${operation}: out`} must be an array made by maniple, got ${describe(given)}`,
    ),
);
/** A number, or several in an Array. */
export const SOME_NUMBERS: Kind<number | readonly number[]> = kind(
  'a number, or several in an Array',
  (given) => typeof given === 'number' || NUMBERS.is(given as readonly number[]),
);
export const NUMBERS: Kind<readonly number[]> = listOf(NUMBER);
export const AXIS_NUMBER: Kind<number> = kind(
  'an axis such as 0',
  (given) => typeof given === 'number',
  (operation, given) => new IndexError(`${operation}: expected an axis such as 0, got ${describe(given)}`),
);
/** Functions of the elements of two arrays, by the functions that fold one. */
const OF_TWO: Readonly<Record<string, string>> = {
  max: 'maximum',
  min: 'minimum',
  sum: 'add',
  prod: 'multiply',
  all: 'logicalAnd',
  any: 'logicalOr',
};

/** A hint for two arrays that are given to a function that folds one. */
function ofTwo(operation: string, given: unknown): string {
  if (!Object.hasOwn(OF_TWO, operation) || !(given instanceof NDArray || Array.isArray(given))) return '';
  return `; ${operation} is of one array, np.${OF_TWO[operation]}(x, y) of the elements of two`;
}

export const AXES: Kind<number | readonly number[] | null> = kind(
  'an axis such as 0, or several as [0, -1]',
  (given) => typeof given === 'number' || given === null || (Array.isArray(given) && NUMBERS.is(given)),
  (operation, given) =>
    new IndexError(
      `${operation}: expected an axis such as 0, or several as [0, -1], got ${describe(given)}${ofTwo(operation, given)}`,
    ),
);
/** Sizes are looked at where a shape is made of them. */
export const SHAPE: Kind<number | Shape> = kind(
  'a shape such as [2, 3]',
  (given) => typeof given === 'number' || (Array.isArray(given) && NUMBERS.is(given)),
  (operation, given) => new ShapeError(`${operation}: expected a shape such as [2, 3], got ${describe(given)}`),
);
/** Integers as `integersOf` takes them. */
export const INTEGERS: Kind<Integers> = kind('an integer, or several in an Array', isNumbers);
function isDType(given: unknown): given is DTypeLike {
  if (typeof given === 'string') return dtypes.some((dtype) => dtype.name === given);
  return typeof given === 'object' && given !== null && dtypes.includes(given as DType);
}

/** The error of `asDType`. */
function notDType(operation: string, given: unknown): ManipleError {
  try {
    asDType(given as DTypeLike);
  } catch (error) {
    if (error instanceof ManipleError) return error;
  }
  return new ArgumentError(`${operation}: expected a dtype, got ${describe(given)}`);
}

export const DTYPE_LIKE: Kind<DTypeLike> = kind('a dtype such as float64', isDType, notDType);
export const AXIS_OR_NULL: Kind<number | null> = either(AXIS_NUMBER, NULL);

export const AXIS: OptionKinds<{ readonly axis?: number }> = { axis: AXIS_NUMBER };
export const SOME_AXES: OptionKinds<{ readonly axis?: number | readonly number[] | null }> = { axis: AXES };
export const DTYPE: OptionKinds<{ readonly dtype?: DTypeLike }> = { dtype: DTYPE_LIKE };
/** Which diagonal; `offset` is the array API standard's name. */
export const DIAGONAL: OptionKinds<{ readonly k?: number; readonly offset?: number }> = { k: INTEGER, offset: INTEGER };
export const K: OptionKinds<{ readonly k?: number }> = { k: INTEGER };
