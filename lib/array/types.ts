/** The dtypes that operations on several operands give. */
import { ArgumentError, each, either, type Kind, takes } from '../base/index.js';
import { asDType, type DType, promote, promoteScalar } from '../dtype/index.js';
import type { ArrayLike, DTypeLike } from './convert.js';
import { toArray } from './convert.js';
import { ARRAY, DTYPE_LIKE } from './kinds.js';
import { isScalar, literalDType } from './operand.js';

/**
 * The dtype that two have in common.
 *
 * @example
 * np.promoteTypes(np.int32, 'float32').name; // 'float64'
 */
export const promoteTypes = takes(
  'promoteTypes',
  DTYPE_LIKE,
  DTYPE_LIKE,
)((a: DTypeLike, b: DTypeLike): DType => {
  return promote(asDType(a), asDType(b));
});

const OPERAND: Kind<DTypeLike | ArrayLike> = either(DTYPE_LIKE, ARRAY);

/**
 * The dtype that an operation on all of these gives: arrays and dtypes promote; numbers, bigints and booleans beside them do not widen,
 * but for a fraction that meets integers. Throws `ArgumentError` without arguments, `DTypeError` for other arguments.
 *
 * @example
 * np.resultType(np.int32, np.zeros(2, 'uint8'), 'float32').name; // 'float64'
 * np.resultType('float32', 2.5).name;                            // 'float32'
 */
export const resultType = takes(
  'resultType',
  each(OPERAND),
)((...operands: (DTypeLike | ArrayLike)[]): DType => {
  if (operands.length === 0) throw new ArgumentError('resultType: expected at least 1 argument, got 0');
  const wide = operands.filter((given) => !isScalar(given)).map((given) => dtypeOf(given as DTypeLike | ArrayLike));
  const numbers = operands.filter(isScalar);
  if (wide.length === 0) return numbers.map(literalDType).reduce(promote);
  return numbers.reduce<DType>((dtype, value) => promoteScalar(dtype, value), wide.reduce(promote));
});

function dtypeOf(given: DTypeLike | ArrayLike): DType {
  return DTYPE_LIKE.is(given as DTypeLike) ? asDType(given as DTypeLike) : toArray(given as ArrayLike, 'resultType').dtype;
}
