/** JavaScript data and real arrays as complex ones. */
import { DTypeError, describe, ShapeError } from '../../base/index.js';
import {
  asAnyDType,
  type ComplexDType,
  type ComplexName,
  complexFor,
  type DType,
  type DTypeName,
  promoteComplex,
  type TypedArray,
} from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { sizeOf } from '../../shape/index.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { zeros } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import { stack } from '../join.js';
import { adopt, NDArray } from '../ndarray.js';
import { holdsArrays, joinItems } from '../nested.js';
import { isScalar } from '../operand.js';
import { holds, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';

/** A dtype of either sort, by name or as itself. */
export type AnyDTypeLike = DType | DTypeName | ComplexDType | ComplexName;

/** A real array with an imaginary part of zeros. */
export function fromReal(x: NDArray, dtype: ComplexDType = complexFor(x.dtype)): ComplexArray {
  return new ComplexArray(astype(x, dtype.part), zeros(x.view.shape, dtype.part));
}

/** `x` itself when it is an array of either sort, else a new one: complex where something in it is. */
export function toComplex(x: unknown, operation: string): ComplexArray | NDArray {
  if (x instanceof ComplexArray || x instanceof NDArray) return x;
  if (isComplexNumber(x)) return fromValues([x.re], [x.im], []);
  if (Array.isArray(x) && holds(x, (item) => item instanceof ComplexArray)) return stacked(x, operation);
  if (!Array.isArray(x) || !holds(x, isComplexNumber))
    return holdsArrays(x) ? joinItems(x, operation) : toArray(x as ArrayLike, operation);
  const shape: number[] = [];
  for (let list: unknown = x; Array.isArray(list); list = list[0]) shape.push(list.length);
  const [re, im]: [number[], number[]] = [[], []];
  collect(x, shape, 0, re, im, operation);
  return fromValues(re, im, shape);
}

/** As `toComplex`, and complex in any case. */
export function asComplex(x: unknown, operation: string): ComplexArray {
  const array = toComplex(x, operation);
  return array instanceof ComplexArray ? array : fromReal(array);
}

function stacked(list: readonly unknown[], operation: string): ComplexArray {
  const arrays = list.map((item) => asComplex(item, operation));
  return new ComplexArray(stack(arrays.map(({ re }) => re)), stack(arrays.map(({ im }) => im)));
}

function typed({ Typed }: DType, values: readonly number[]): TypedArray {
  const made = new Typed(values.length);
  for (const [i, value] of values.entries()) made[i] = value;
  return made;
}

function fromValues(re: readonly number[], im: readonly number[], shape: readonly number[]): ComplexArray {
  const dtype = floatDefault();
  const [a, b] = [re, im].map((part) => adopt(runtime().upload(typed(dtype, part), dtype, shape)));
  return new ComplexArray(a, b);
}

function collect(x: unknown, shape: readonly number[], depth: number, re: number[], im: number[], operation: string): void {
  if (depth === shape.length) {
    if (!isScalar(x) && !isComplexNumber(x))
      throw new DTypeError(`${operation}: expected numbers, or complex ones as { re, im }, in nested Arrays, got ${describe(x)}`);
    re.push(isScalar(x) ? Number(x) : x.re);
    im.push(isScalar(x) ? 0 : x.im);
    return;
  }
  if (!Array.isArray(x) || x.length !== shape[depth])
    throw new ShapeError(
      `${operation}: nested Arrays must have equal lengths: expected ${shape[depth]} elements at depth ${depth}`,
    );
  for (const item of x) collect(item, shape, depth + 1, re, im, operation);
}

/** The array in a dtype. Throws `DTypeError` for a real one: it has no place for imaginary parts. */
export function converted(x: ComplexArray | NDArray, dtype: AnyDTypeLike, operation: string, copy = true): ComplexArray {
  const to = asAnyDType(dtype);
  if (to.kind !== 'complex')
    throw new DTypeError(`${operation}: ${to.name} has no imaginary parts; take np.real(z) or np.abs(z) and convert that`);
  if (!(x instanceof ComplexArray)) return fromReal(x, to);
  return new ComplexArray(astype(x.re, to.part, { copy }), astype(x.im, to.part, { copy }));
}

/** An array in a complex dtype that it promotes to; as it is without one. */
export function promoted(x: ComplexArray | NDArray, dtype: AnyDTypeLike | undefined, operation: string): ComplexArray | NDArray {
  if (dtype === undefined) return x;
  const to = asAnyDType(dtype);
  if (to.kind === 'complex' && promoteComplex(x.dtype, to) !== to)
    throw new DTypeError(
      `${operation}: ${x.dtype.name} does not promote to the dtype ${to.name}; convert the array with astype('${to.name}')`,
    );
  return converted(x, to, operation, false);
}

/** Interleaved parts, as `data` gives them, as a complex array of a shape. */
export function fromInterleaved(data: Float32Array | Float64Array, shape: readonly number[], dtype: ComplexDType): ComplexArray {
  const [re, im] = [0, 1].map((k) => {
    const part = new dtype.part.Typed(sizeOf(shape));
    for (let i = 0; i < part.length; i++) part[i] = data[2 * i + k];
    return adopt(runtime().upload(part, dtype.part, shape));
  });
  return new ComplexArray(re, im);
}
