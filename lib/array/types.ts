/** The dtypes that operations on several operands give. */
import {
  ArgumentError,
  byPlace,
  DTypeError,
  each,
  either,
  type Kind,
  kind,
  listOf,
  NULL,
  type OptionKinds,
  takes,
} from '../base/index.js';
import { asDType, type DType, type DTypeKind, float32, float64, int32, int64, promote } from '../dtype/index.js';
import type { ArrayLike, DTypeLike } from './convert.js';
import { toArray } from './convert.js';
import { common, floatDefault, setFloatDefault, setWholeDefault, wholeDefault } from './default-dtypes.js';
import { ARRAY, DTYPE_LIKE, OWN } from './kinds.js';
import { NDArray } from './ndarray.js';
import { isScalar, literalDType, promoteNumber } from './operand.js';
import { byName, type Positional } from './positional.js';
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

/** Options of `defaultDType`. */
export interface DefaultDTypes {
  /** The dtype of floats where none is given: `float64` or `float32`; default: as it is. */
  readonly floats?: DTypeLike;
  /** That of numbers without a fraction: `int64` or `int32`, as Python's literals are; null: floats, as all numbers. Default: as it is. */
  readonly integers?: DTypeLike | null;
}
const DEFAULTS: OptionKinds<DefaultDTypes> = { floats: DTYPE_LIKE, integers: either(DTYPE_LIKE, NULL) };

/**
 * The dtype of floats where none is given, `float64` at first or as the setting `--dtype` has it; with an argument, it becomes that.
 * New arrays without a dtype (`zeros`, `arange`, `asarray` of numbers, random draws) have it, and so have integers that become floats (`a / b`,
 * `mean`, a fraction or float32 beside integers). Arrays that are there keep their dtypes, and so do TypedArrays.
 *
 * JavaScript has one type of numbers, so that 1 is a float here. With `integers`, numbers without a fraction (up to 2⁵³, and that fit the dtype)
 * are integers in `asarray`, `full`, `arange` and as operands beside no array, as the Python array API standard has it; types that are inferred do
 * not know of it. Throws `DTypeError` for floats that are neither `float64` nor `float32`, and integers that are neither `int64` nor `int32`.
 *
 * @example
 * np.defaultDType('float32');
 * np.ones(3).dtype.name;       // 'float32'
 * np.defaultDType({ floats: 'float64', integers: 'int64' });
 * np.arange(3).dtype.name;     // 'int64'
 * np.asarray([1, 0.5]).dtype.name; // 'float64'
 * np.defaultDType({ integers: null });
 */
export const defaultDType = takes(
  'defaultDType',
  byPlace(DEFAULTS, 'floats'),
)((how?: Positional<DefaultDTypes, 'floats'>): DType => {
  const given = byName('defaultDType', how, 'floats') ?? {};
  const floats = oneOfTwo('floats', given.floats, [float64, float32]) ?? floatDefault();
  const integers = given.integers === null ? null : (oneOfTwo('integers', given.integers, [int64, int32]) ?? wholeDefault());
  if (floats !== floatDefault() || integers !== wholeDefault()) {
    setFloatDefault(floats);
    setWholeDefault(integers);
    // Forms for numbers and integers were made with the dtypes before.
    forgetForms();
  }
  return floats;
});

function oneOfTwo(what: string, given: DTypeLike | undefined, allowed: readonly [DType, DType]): DType | undefined {
  if (given === undefined) return undefined;
  const dtype = asDType(given);
  if (!allowed.includes(dtype))
    throw new DTypeError(
      `defaultDType: expected ${allowed[0].name} or ${allowed[1].name}${what === 'floats' ? '' : ` for ${what}`}, got ${dtype.name}; give other dtypes by hand`,
    );
  return dtype;
}
