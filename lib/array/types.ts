/** The dtypes that operations on several operands give. */
import { ArgumentError, DTypeError, each, either, type Kind, kind, listOf, optional, takes } from '../base/index.js';
import { asDType, type DType, type DTypeKind, float32, float64, promote } from '../dtype/index.js';
import type { ArrayLike, DTypeLike } from './convert.js';
import { toArray } from './convert.js';
import { common, floatDefault, setFloatDefault } from './float-default.js';
import { ARRAY, DTYPE_LIKE, OWN } from './kinds.js';
import { NDArray } from './ndarray.js';
import { isScalar, literalDType, promoteNumber } from './operand.js';
import { forgetForms } from './ufunc.js';

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
  return common(asDType(a), asDType(b));
});

/**
 * Whether a dtype, or an array's, promotes to `to`: integers to wider ones, and to float64.
 *
 * @example
 * np.canCast('uint8', 'int16'); // true
 * np.canCast('int64', 'int32'); // false
 */
export const canCast = takes(
  'canCast',
  either(DTYPE_LIKE, OWN),
  DTYPE_LIKE,
)((from: DTypeLike | NDArray, to: DTypeLike): boolean => {
  const target = asDType(to);
  return promote(from instanceof NDArray ? from.dtype : asDType(from), target) === target;
});

const KINDS = {
  bool: ['bool'],
  'signed integer': ['int'],
  'unsigned integer': ['unsigned'],
  integral: ['int', 'unsigned'],
  'real floating': ['float'],
  'complex floating': [],
  numeric: ['int', 'unsigned', 'float'],
} as const satisfies Record<string, readonly DTypeKind[]>;

/** Kinds of dtypes, as the Python array API standard names them. */
export type DTypeKindName = keyof typeof KINDS;

const KIND_NAME: Kind<DTypeKindName> = kind(
  `a kind of dtypes: ${Object.keys(KINDS).join(', ')}`,
  (given) => typeof given === 'string' && Object.hasOwn(KINDS, given),
);
const KIND_OR_DTYPE: Kind<DTypeKindName | DTypeLike> = either(KIND_NAME, DTYPE_LIKE);

/**
 * Whether a dtype is one of a kind, or one of several: `bool`, `signed integer`, `unsigned integer`, `integral`, `real floating`, `complex
 * floating`, `numeric`, or a dtype.
 *
 * @example
 * np.isdtype('uint16', 'integral');             // true
 * np.isdtype('int8', ['bool', np.int8]);        // true
 */
export const isdtype = takes(
  'isdtype',
  DTYPE_LIKE,
  either(KIND_OR_DTYPE, listOf(KIND_OR_DTYPE)),
)((dtype: DTypeLike, of: DTypeKindName | DTypeLike | readonly (DTypeKindName | DTypeLike)[]): boolean => {
  const own = asDType(dtype);
  const wanted = Array.isArray(of) ? of : [of as DTypeKindName | DTypeLike];
  return wanted.some((one) => {
    if (typeof one === 'string' && Object.hasOwn(KINDS, one))
      return (KINDS[one as DTypeKindName] as readonly DTypeKind[]).includes(own.kind);
    return asDType(one as DTypeLike) === own;
  });
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
  if (wide.length === 0) return numbers.map(literalDType).reduce(common);
  return numbers.reduce<DType>((dtype, value) => promoteNumber(dtype, value), wide.reduce(common));
});

function dtypeOf(given: DTypeLike | ArrayLike): DType {
  return DTYPE_LIKE.is(given as DTypeLike) ? asDType(given as DTypeLike) : toArray(given as ArrayLike, 'resultType').dtype;
}

/**
 * The dtype of floats where none is given, `float64` at first or as the setting `--dtype` has it; with an argument, it becomes that.
 * New arrays without a dtype (`zeros`, `arange`, `asarray` of numbers, random draws) have it, and so have integers that become floats (`a / b`,
 * `mean`, a fraction or float32 beside integers). Arrays that are there keep their dtypes, and so do TypedArrays.
 * Throws `DTypeError` for a dtype that is neither `float64` nor `float32`.
 *
 * @example
 * np.defaultDType('float32');
 * np.ones(3).dtype.name;       // 'float32'
 * np.defaultDType('float64');
 */
export const defaultDType = takes(
  'defaultDType',
  optional(DTYPE_LIKE),
)((dtype?: DTypeLike): DType => {
  if (dtype === undefined) return floatDefault();
  const wanted = asDType(dtype);
  if (wanted !== float64 && wanted !== float32)
    throw new DTypeError(`defaultDType: expected float64 or float32, got ${wanted.name}; give other dtypes by hand`);
  if (wanted !== floatDefault()) {
    setFloatDefault(wanted);
    // Forms for integers were made with the dtype before.
    forgetForms();
  }
  return wanted;
});
