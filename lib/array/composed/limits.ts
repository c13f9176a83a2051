/** Limits of dtypes. */

import { DTypeError, either, takes } from '../../base/index.js';
import { asDType, type DType } from '../../dtype/index.js';
import type { DTypeLike } from '../convert.js';
import { DTYPE_LIKE, OWN } from '../kinds.js';
import { NDArray } from '../ndarray.js';

/** The result of `finfo`: the limits of a float dtype. */
export interface FloatInfo {
  readonly dtype: DType;
  readonly bits: number;
  /** The distance from 1 to the next greater number. */
  readonly eps: number;
  readonly max: number;
  readonly min: number;
  /** The least positive number with all its digits. */
  readonly smallestNormal: number;
}

/** The result of `iinfo`: the limits of an integer dtype. */
export interface IntegerInfo {
  readonly dtype: DType;
  readonly bits: number;
  readonly max: bigint;
  readonly min: bigint;
}

function dtypeOf(x: DTypeLike | NDArray): DType {
  return x instanceof NDArray ? x.dtype : asDType(x);
}

/**
 * The limits of a float dtype, or of an array's. Throws `DTypeError` for a dtype that is not float.
 *
 * @example
 * np.finfo('float64').eps === Number.EPSILON; // true
 */
export const finfo = takes(
  'finfo',
  either(DTYPE_LIKE, OWN),
)((x: DTypeLike | NDArray): FloatInfo => {
  const dtype = dtypeOf(x);
  if (dtype.format === null) throw new DTypeError(`finfo: expected a float dtype, got ${dtype.name}; use iinfo`);
  const digits = dtype.format.fraction;
  const exponent = 2 ** (dtype.format.exponent - 1) - 1;
  const max = (2 - 2 ** -digits) * 2 ** exponent;
  return { dtype, bits: dtype.size * 8, eps: 2 ** -digits, max, min: -max, smallestNormal: 2 ** (1 - exponent) };
});

/**
 * The limits of an integer dtype, or of an array's, as bigints. Throws `DTypeError` for a dtype that is not an integer's.
 *
 * @example
 * np.iinfo('int32').max; // 2147483647n
 */
export const iinfo = takes(
  'iinfo',
  either(DTYPE_LIKE, OWN),
)((x: DTypeLike | NDArray): IntegerInfo => {
  const dtype = dtypeOf(x);
  if (dtype.kind !== 'int' && dtype.kind !== 'unsigned')
    throw new DTypeError(`iinfo: expected an integer dtype, got ${dtype.name}${dtype.kind === 'float' ? '; use finfo' : ''}`);
  const bits = dtype.size * 8;
  const own = BigInt(dtype.kind === 'int' ? bits - 1 : bits);
  return { dtype, bits, max: 2n ** own - 1n, min: dtype.kind === 'int' ? -(2n ** own) : 0n };
});
