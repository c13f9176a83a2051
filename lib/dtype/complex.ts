/**
 * Complex dtypes: pairs of a float dtype. No kernel knows them. A complex array is two arrays of its parts (`array/complex/`), so that
 * computations on it are computations on real numbers, in every tier, and fuse as all others do.
 */

import { type DType, type DTypeName, dtypes, float32, float64 } from './dtype.js';
import { promote } from './promotion.js';
import { unknownDType } from './unknown.js';

export type ComplexName = 'complex64' | 'complex128';

export interface ComplexDType {
  readonly name: ComplexName;
  readonly kind: 'complex';
  /** Bytes per element. */
  readonly size: number;
  /** The dtype of the real and of the imaginary part. */
  readonly part: DType;
}

/** Of a class, since a plain object would be an object of options to functions that a dtype is given by its place: `np.zeros(2, z.dtype)`. */
class PairOf implements ComplexDType {
  readonly name: ComplexName;
  readonly kind = 'complex';
  readonly size: number;
  readonly part: DType;

  constructor(name: ComplexName, part: DType) {
    this.name = name;
    this.size = 2 * part.size;
    this.part = part;
  }
}

export const complex64: ComplexDType = new PairOf('complex64', float32);
export const complex128: ComplexDType = new PairOf('complex128', float64);

/** All complex dtypes. */
export const complexDTypes: readonly ComplexDType[] = [complex64, complex128];

/** Whether a value is a complex dtype, or the name of one. */
export function isComplexDType(value: unknown): value is ComplexDType | ComplexName {
  return complexDTypes.some((dtype) => dtype === value || dtype.name === value);
}

/** The complex dtype that holds a real dtype's values: complex64 for integers of up to two bytes and float32. */
export function complexFor(dtype: DType): ComplexDType {
  return promote(dtype, float32) === float32 ? complex64 : complex128;
}

/** A dtype of either sort, by name or as itself. Throws `DTypeError` for anything else. */
export function asAnyDType(value: DType | DTypeName | ComplexDType | ComplexName): DType | ComplexDType {
  const found = [...dtypes, ...complexDTypes].find((dtype) => dtype === value || dtype.name === value);
  if (found === undefined)
    throw unknownDType(
      value,
      [...dtypes, ...complexDTypes].map(({ name }) => name),
    );
  return found;
}

/** The dtype of an operation on two, of which at least one is complex. */
export function promoteComplex(a: DType | ComplexDType, b: DType | ComplexDType): ComplexDType {
  const [one, other] = [a, b].map((dtype) => (dtype.kind === 'complex' ? dtype : complexFor(dtype)));
  return one.size > other.size ? one : other;
}
