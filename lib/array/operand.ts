/** Arrays and scalars as arguments of functions, and the rules by which JavaScript values become either. */
import { DTypeError } from '../base/index.js';
import { bool, type DType, dtypes, float64, int64, isInteger, promote, promoteScalar, uint64 } from '../dtype/index.js';
import { floatDefault, floatFor, wholeDefault } from './default-dtypes.js';

/** A JavaScript number, bigint or boolean. */
export type Scalar = number | bigint | boolean;

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

/** By code: the nearest numbers that are too small, and too large, for an integer dtype. */
const below = dtypes.map(({ lowest }) => (lowest === -(2n ** 63n) ? -(2 ** 63) - 2048 : Number(lowest) - 1));
const above = dtypes.map(({ highest, size }) => Number(highest) + (size < 8 ? 1 : 0));

/** Whether a value, its fraction cut off, lies within an integer dtype. NaN does not. */
export function fits(value: number | bigint, dtype: DType): boolean {
  if (!isInteger(dtype)) return true;
  if (typeof value === 'bigint') return value >= dtype.lowest && value <= dtype.highest;
  return value > below[dtype.code] && value < above[dtype.code];
}

/**
 * The dtype in which a scalar meets an array of dtype `a`. A number does not widen the array, so an integer outside the array's dtype
 * throws `DTypeError`, unless the operation compares, tests truth, or gives floats: it has an answer all the same.
 */
export function scalarDType(a: DType, value: Scalar, operation: string, compares: boolean): DType {
  // Integers have no -0, whose sign copysign, division and heaviside show.
  if (compares && Object.is(value, -0)) return promoteNumber(a, 0.5);
  const dtype = promoteNumber(a, value);
  if (dtype.kind === 'float' || typeof value === 'boolean' || fits(value, dtype)) return dtype;
  if (compares) return beyond(a, value);
  throw new DTypeError(`${operation}: ${value} does not fit ${dtype.name}; convert the array first, e.g. x.astype('float64')`);
}

/** Throws `DTypeError` for a number that an integer dtype does not hold, its fraction cut off: an element would be a different number. */
export function checkHeld(value: Scalar, dtype: DType, operation: string): void {
  if (typeof value === 'boolean' || fits(value, dtype)) return;
  throw new DTypeError(`${operation}: ${value} does not fit ${dtype.name}; choose another dtype`);
}

/** The dtype in which an integer is compared with an array of a dtype that does not hold it. */
function beyond(a: DType, value: number | bigint): DType {
  const wide = [int64, uint64].find((dtype) => fits(value, dtype) && promote(a, dtype).kind !== 'float');
  return wide ?? float64;
}

/** The dtype of an array of dtype `a` and a scalar: a fraction beside integers gives the default dtype of floats. */
export function promoteNumber(a: DType, value: Scalar): DType {
  const found = promoteScalar(a, value);
  return found === float64 ? floatFor(found, a) : found;
}

/** The dtype of a scalar beside no array. */
export function literalDType(value: Scalar): DType {
  if (typeof value === 'bigint') return fits(value, int64) || !fits(value, uint64) ? int64 : uint64;
  if (typeof value === 'boolean') return bool;
  const whole = wholeDefault();
  return whole !== null && Number.isSafeInteger(value) && fits(value, whole) ? whole : floatDefault();
}

/** Whether a program wants numbers to be integers (`defaultDType`), and all of these can be. */
export function areWhole(numbers: ArrayLike<number>): boolean {
  const whole = wholeDefault();
  if (whole === null || numbers.length === 0) return false;
  for (let i = 0; i < numbers.length; i++) if (literalDType(numbers[i]) !== whole) return false;
  return true;
}

/** A scalar as launches take it: bigint for int64 and uint64, else a number, truncated for integers and 0 or 1 for bool. */
export function toScalar(value: Scalar, dtype: DType): number | bigint {
  if (dtype.kind === 'float') return Number(value);
  if (dtype === bool) return Number(value) !== 0 ? 1 : 0;
  if (dtype.long) return typeof value === 'bigint' ? value : BigInt(Math.trunc(Number(value)));
  return Math.trunc(Number(value)) + 0;
}

export { describe } from '../base/index.js';
