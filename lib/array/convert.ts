/**
 * JavaScript data into arrays: numbers, nested Arrays and TypedArrays, always copied. Numbers give `float64`, bigints `int64`, booleans
 * `bool`; mixed values give the wider dtype.
 */
import { DTypeError, describe, FormedArray, type ManipleError, ShapeError, typedArrayName } from '../base/index.js';
import {
  asDType,
  bool,
  type ComplexDType,
  type ComplexName,
  type DType,
  type DTypeName,
  dtypes,
  elementOf,
  float64,
  isInteger,
  isStored,
  promote,
  shownElements,
  type TypedArray,
  uint8,
} from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { checkShape, formatShape, type Shape, sizeOf } from '../shape/index.js';
import { floatDefault } from './default-dtypes.js';
import { adopt, NDArray } from './ndarray.js';
import { areWhole, fits, isScalar, literalDType, type Scalar, toScalar } from './operand.js';

/** Numbers in Arrays in Arrays…, all of one length at each depth. */
export type Nested = Scalar | readonly Nested[];
export type AnyTypedArray = TypedArray | Uint8ClampedArray;
/** Arguments of functions, where NumPy takes "array_like". */
export type ArrayLike = NDArray | Nested | AnyTypedArray;
/** Arrays, TypedArrays and numbers in Arrays in Arrays…, of one shape at each depth. */
export type NestedArrays = readonly (NDArray | AnyTypedArray | Scalar | NestedArrays)[];
/** One integer, or several in an Array, a TypedArray or an array of integers (which is waited for). */
export type Integers = number | readonly number[] | TypedArray | NDArray;
/** A complex number, and such in Arrays in Arrays…, beside real ones. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}
export type NestedComplex = Complex | readonly (Scalar | NestedComplex)[];
export type DTypeLike = DType | DTypeName | ComplexDType | ComplexName;

/** `x` itself when it is an array, else a new one with its contents. Throws `DTypeError`, `ShapeError`. */
export function toArray(x: ArrayLike, operation: string, dtype?: DType): NDArray {
  if (x instanceof NDArray) return x;
  if (ArrayBuffer.isView(x)) return fromTyped(x, operation, dtype);
  return fromNested(x, operation, dtype);
}

/** A dtype option, or undefined when none was given. */
export function dtypeOption(value: DTypeLike | undefined): DType | undefined {
  return value === undefined ? undefined : asDType(value);
}

function fromTyped(data: ArrayBufferView, operation: string, dtype?: DType): NDArray {
  const own = typedDType(data);
  if (own === null) {
    throw new DTypeError(`${operation}: expected numbers in an Array or a TypedArray, got ${describe(data)}`);
  }
  const values = data as unknown as ArrayLike1D;
  const into = dtype ?? own;
  if (own === into && into !== bool && !isStored(into)) {
    // A Buffer, or an array of a different realm, is read as one of this realm's.
    const same =
      data.constructor === into.Typed ? data : new into.Typed(data.buffer as ArrayBuffer, data.byteOffset, values.length);
    return adopt(runtime().upload(same as TypedArray, into, [values.length]));
  }
  const copy = new into.Typed(values.length);
  fill(copy, values, into, operation);
  return adopt(runtime().upload(copy, into, [values.length]));
}

interface ArrayLike1D {
  readonly length: number;
  readonly [i: number]: Scalar;
}

/** The dtype of each kind of typed array; of bytes, uint8. */
const byArray = new Map<unknown, DType>([
  ...dtypes.filter(isStored).map((dtype) => [shownElements(dtype, new dtype.Typed(0)).constructor, dtype] as const),
  ...dtypes.filter((dtype) => dtype !== bool && !isStored(dtype)).map((dtype) => [dtype.Typed, dtype] as const),
  [Uint8ClampedArray, uint8],
]);

/** For arrays of other realms: by the names of constructors. */
const byName = new Map([...byArray].map(([made, dtype]) => [(made as { readonly name: string }).name, dtype]));

/** The dtype of a typed array; null for other views. */
export function typedDType(data: ArrayBufferView): DType | null {
  for (let made: unknown = data.constructor; typeof made === 'function'; made = Object.getPrototypeOf(made)) {
    const dtype = byArray.get(made);
    if (dtype !== undefined) return dtype;
  }
  const name = typedArrayName(data);
  return name === undefined ? null : (byName.get(name) ?? null);
}

function fill(into: TypedArray, values: ArrayLike1D, dtype: DType, operation: string): void {
  const whole = isInteger(dtype);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (whole && typeof value !== 'boolean' && !fits(value, dtype)) {
      throw new DTypeError(`${operation}: ${value} does not fit ${dtype.name}; choose another dtype`);
    }
    const scalar = toScalar(value, dtype);
    into[i] = (typeof scalar === 'number' ? elementOf(dtype, scalar) : scalar) as never;
  }
}

/** Staging memory for a few numbers, which an upload copies at once. */
const staging = new Float64Array(512);

/** Nested Arrays of nothing but JavaScript's numbers, when they are to be floats; null for all else. Throws `ShapeError`. */
export function fromNumbers(data: unknown, operation: string, dtype?: DType): NDArray | null {
  const into = dtype ?? floatDefault();
  if (into.kind !== 'float') return null;
  const shape = shapeOf(data, operation);
  const size = sizeOf(shape);
  const numbers = size <= staging.length ? staging.subarray(0, size) : new Float64Array(size);
  const done = copyNumbers(data, shape, 0, numbers, 0) === numbers.length;
  if (!done || (dtype === undefined && areWhole(numbers))) return null;
  return adopt(runtime().upload(floatsOf(into, numbers), into, shape));
}

function fromNested(data: Nested, operation: string, dtype?: DType): NDArray {
  const numbers = fromNumbers(data, operation, dtype);
  if (numbers !== null) return numbers;
  const shape = shapeOf(data, operation);
  const flat = new Array<Scalar>(sizeOf(shape));
  const end = flatten(data, shape, 0, flat, 0, operation);
  const into = dtype ?? commonDType(flat);
  const copy = new into.Typed(end);
  fill(copy, flat, into, operation);
  return adopt(runtime().upload(copy, into, shape));
}

/** Numbers as elements of a float dtype. */
function floatsOf(dtype: DType, numbers: Float64Array): TypedArray {
  if (dtype === float64) return numbers;
  return isStored(dtype) ? Uint16Array.from(numbers, (x) => elementOf(dtype, x)) : Float32Array.from(numbers);
}

/** Where it comes to: the end if there were nothing but numbers, in Arrays of equal lengths. */
function copyNumbers(data: unknown, shape: Shape, depth: number, out: Float64Array, next: number): number {
  if (!Array.isArray(data) || data.length !== shape[depth]) return NOT_NUMBERS;
  const last = depth === shape.length - 1;
  for (let i = 0; i < data.length; i++) {
    const item: unknown = data[i];
    if (!last) next = copyNumbers(item, shape, depth + 1, out, next);
    else if (typeof item === 'number') out[next++] = item;
    else return NOT_NUMBERS;
    if (next < 0) return NOT_NUMBERS;
  }
  return next;
}

const NOT_NUMBERS = -1;

/** NumPy's limit on axes; an Array may also contain itself. */
export const MOST_DEPTH = 64;

function shapeOf(data: unknown, operation: string): Shape {
  const shape: number[] = [];
  let at: unknown = data;
  while (Array.isArray(at)) {
    if (shape.push(at.length) > MOST_DEPTH)
      throw new ShapeError(
        `${operation}: expected at most ${MOST_DEPTH} Arrays in each other, as many as an array may have axes`,
      );
    at = at[0];
  }
  checkShape(shape, operation);
  return shape;
}

function flatten(data: unknown, shape: Shape, depth: number, out: Scalar[], next: number, operation: string): number {
  if (depth === shape.length) {
    if (!isScalar(data)) throw notNumber(data, operation);
    out[next] = data;
    return next + 1;
  }
  if (!Array.isArray(data) || data.length !== shape[depth]) {
    throw new ShapeError(
      `${operation}: nested Arrays must have equal lengths: expected ${shape[depth]} elements at depth ${depth} of ${formatShape(shape)}, got ${describe(data)}`,
    );
  }
  for (const item of data) next = flatten(item, shape, depth + 1, out, next, operation);
  return next;
}

const FOREIGN = ' of another copy of maniple: `npm ls maniple` lists them, and one must be enough';

/** An array, but not one of this copy's class. */
function isForeign(value: unknown): boolean {
  return (value as { readonly constructor?: { readonly name?: unknown } } | null)?.constructor?.name === NDArray.name;
}

function hintFor(value: unknown): string {
  if (value instanceof NDArray) return '; join arrays with np.stack or np.concat';
  if (value instanceof Promise || value instanceof FormedArray) return ', whose value comes later: await it first';
  return isForeign(value) ? FOREIGN : '';
}

/** The error for a value that is no array and no number. */
export function notNumber(value: unknown, operation: string): ManipleError {
  if (Array.isArray(value))
    return new ShapeError(`${operation}: nested Arrays must have equal lengths, got ${describe(value)} beside numbers`);
  const hint = hintFor(value);
  return new DTypeError(
    `${operation}: expected an array, or numbers, bigints and booleans in nested Arrays, got ${describe(value)}${hint}`,
  );
}

function commonDType(values: readonly Scalar[]): DType {
  let dtype: DType | null = null;
  for (const v of values) {
    const own = literalDType(v);
    if (own.kind === 'float') return own;
    dtype = dtype === null ? own : promote(dtype, own);
  }
  return dtype ?? floatDefault();
}
