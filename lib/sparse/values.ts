/**
 * Values of any dtype. Complex ones are pairs of real arrays, as in `array/complex/`: functions of the array library take them as they are,
 * and kernels of this room compute their parts. In types they stand as `NDArray`, as everywhere.
 */
import { asarray, complex, defaultDType, empty, imag, iscomplexobj, NDArray, real } from '../array/index.js';
import { DTypeError } from '../base/index.js';
import {
  asAnyDType,
  bool,
  type ComplexDType,
  complexDTypes,
  type DType,
  isStored,
  promote,
  promoteComplex,
  type TypedArray,
} from '../dtype/index.js';
import { checkUsable } from '../store/index.js';
import { fresh, typed } from './vectors.js';

/** Whether a dtype is a complex one, which types do not tell. */
export function isComplexType(dtype: DType | ComplexDType): dtype is ComplexDType {
  return dtype.kind === 'complex';
}

/** Whether a value is a complex array. */
export function isComplexArray(x: unknown): boolean {
  return !(x instanceof NDArray) && iscomplexobj(x) && typeof x === 'object' && x !== null && 'dtype' in x;
}

/** Whether it is an array, real or complex. */
export function isArray(x: unknown): x is NDArray {
  return x instanceof NDArray || isComplexArray(x);
}

/** Whether a matrix or an array is complex. */
export function isComplex({ dtype }: { readonly dtype: DType }): boolean {
  return isComplexType(dtype);
}

/** The real and the imaginary parts of a complex array; of a real one itself. */
export function partsOf(x: NDArray): readonly NDArray[] {
  return isComplex(x) ? [real(x), imag(x)] : [x];
}

/** The dtype of the parts of a complex dtype; of a real one itself. */
export function typeOfParts(dtype: DType): DType {
  return isComplexType(dtype) ? (dtype as ComplexDType).part : dtype;
}

/** Throws for arrays that were disposed of. */
export function checkValues(x: NDArray, operation: string): void {
  for (const part of partsOf(x)) checkUsable(part, operation);
}

/** The dtype of an operation on two, each of which may be complex. */
export function promoteAny(a: DType, b: DType): DType {
  return isComplexType(a) || isComplexType(b) ? (promoteComplex(a, b) as unknown as DType) : promote(a, b);
}

/** An array in a dtype, which may be complex; itself where it has it. */
export function inDType(x: NDArray, dtype: DType): NDArray {
  return x.dtype === dtype ? x : isComplexType(dtype) || isComplex(x) ? x.astype(dtype) : typed(x, dtype);
}

/** An array of a dtype, complex ones among them, that `write` computes: of each part of the result from the same parts of some arrays. */
export function byParts(
  dtype: DType,
  shape: readonly number[],
  given: readonly NDArray[],
  write: (out: NDArray, ...given: NDArray[]) => unknown,
): NDArray {
  if (!isComplexType(dtype)) {
    const out = fresh(dtype, shape);
    write(out, ...given);
    return out;
  }
  const out = empty(shape, { dtype: dtype as never });
  const parts = given.map(partsOf);
  partsOf(out).forEach((part, k) => {
    write(part, ...parts.map((of) => of[k]));
  });
  return out;
}

/** Whether sparse matrices have values of a dtype: all that kernels compute with, and complex ones. */
export function holds(dtype: DType): boolean {
  return isComplexType(dtype) || !isStored(dtype);
}

/** The dtype that is asked for; `own`: that of what is converted; else the default. Throws `DTypeError` for float16. */
export function valueDType(asked: unknown, operation: string, own?: DType): DType {
  const dtype = asked === undefined ? (own ?? defaultDType()) : (asAnyDType(asked as never) as DType);
  if (!holds(dtype))
    throw new DTypeError(`${operation}: sparse matrices do not hold ${dtype.name}, which is computed as float32`);
  return dtype;
}

/** Whether a value is a dtype, or the name of one. */
export function isDType(given: unknown, known: readonly { readonly name: string }[]): boolean {
  return [...known, ...complexDTypes].some((dtype) => dtype === given || dtype.name === given);
}

/** An array of one axis from host memory: of a real dtype, or of a complex one from its parts. */
export function uploaded(parts: readonly TypedArray[], dtype: DType): NDArray {
  if (isComplexType(dtype)) return complex(asarray(parts[0]), asarray(parts[1]));
  return dtype === bool ? asarray(parts[0]).astype(bool) : asarray(parts[0]);
}

/** A bilinear function of values of which at least one is complex, by the function of real ones. */
export function ofComplex(x: NDArray, y: NDArray, dtype: DType, of: (a: NDArray, b: NDArray) => NDArray): NDArray {
  const part = typeOfParts(dtype);
  const [a, b] = partsOf(x).map((values) => typed(values, part));
  const [c, d] = partsOf(y).map((values) => typed(values, part));
  if (b === undefined) return complex(of(a, c), of(a, d));
  if (d === undefined) return complex(of(a, c), of(b, c));
  return complex(of(a, c).subtract(of(b, d)), of(a, d).add(of(b, c)));
}
