/** What functions take as arrays and scalars, and the rules by which JavaScript values become either. */
import { DTypeError } from '../base/index.js';
import { bool, type DType, float64, int32, int64, promoteScalar, uint8 } from '../dtype/index.js';

/** A JavaScript number, bigint or boolean. */
export type Scalar = number | bigint | boolean;

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

/** Whether a value, its fraction cut off, lies within an integer dtype. NaN does not. */
export function fits(value: number | bigint, dtype: DType): boolean {
  if (dtype === int64) return value >= -(2 ** 63) && value < 2 ** 63;
  if (dtype === int32) return value > -(2 ** 31) - 1 && value < 2 ** 31;
  if (dtype === uint8) return value > -1 && value < 256;
  return true;
}

/**
 * The dtype in which a scalar meets an array of dtype `a`. A number does not widen the array, so an integer outside the
 * array's dtype throws `DTypeError`, unless the operation compares, asks what is true, or gives floats: it has an
 * answer all the same.
 */
export function scalarDType(a: DType, value: Scalar, operation: string, compares: boolean): DType {
  const dtype = promoteScalar(a, value);
  if (dtype.kind === 'float' || typeof value === 'boolean' || fits(value, dtype)) return dtype;
  if (compares) return fits(value, int64) ? int64 : float64;
  throw new DTypeError(`${operation}: ${value} does not fit ${dtype.name}; convert the array first, e.g. x.astype('float64')`);
}

/** The dtype of a scalar beside no array. */
export function literalDType(value: Scalar): DType {
  return typeof value === 'boolean' ? bool : typeof value === 'bigint' ? int64 : float64;
}

/** A scalar as launches take it: bigint for int64, else a number, truncated for integers and 0 or 1 for bool. */
export function toScalar(value: Scalar, dtype: DType): number | bigint {
  if (dtype.kind === 'float') return Number(value);
  if (dtype === bool) return Number(value) !== 0 ? 1 : 0;
  if (dtype === int64) return typeof value === 'bigint' ? value : BigInt(Math.trunc(Number(value)));
  return Math.trunc(Number(value));
}

export { describe } from '../base/index.js';
