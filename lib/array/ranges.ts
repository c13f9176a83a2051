/** Arrays computed from their own coordinates: ranges and the identity. Nothing is copied in; each is one kernel. */

import {
  ArgumentError,
  BIGINT,
  byPlace,
  either,
  INTEGER,
  type Kind,
  NUMBER,
  type OptionKinds,
  options,
  takes,
} from '../base/index.js';
import { bool, type DType, float64, int64 } from '../dtype/index.js';
import { dtypeOption } from './convert.js';
import { type DTypeOption, shapeArgument } from './creation.js';
import { floatDefault, wholeDefault } from './default-dtypes.js';
import { IndexKind, nearDiagonal } from './index-kind.js';
import { DTYPE_LIKE } from './kinds.js';
import type { NDArray } from './ndarray.js';
import { areWhole, fits } from './operand.js';
import { byName, type Positional } from './positional.js';
import type { DTypeOf } from './typed.js';

/** Integers are computed in int64, everything else in float64: `start + i · step`. */
function working(dtype: DType): DType {
  return dtype.kind === 'float' || dtype === bool ? float64 : int64;
}

const arangeKind = new IndexKind(
  'arange',
  (d) => [working(d), working(d)],
  (e, [start, step], d) => e.binary('add', start, e.binary('mul', e.cast(e.index(0), working(d)), step)),
);

const eyeKind = new IndexKind(
  'eye',
  () => [int64],
  (e, [k]) => e.binary('eq', e.binary('add', e.index(0), k), e.index(1)),
);

/** The dtype of options, float64 without one. */
type Told<O> = O extends { readonly dtype: unknown } ? DTypeOf<O, 'float64'> : 'float64';
/** The dtype of options that may be in either of two places. */
type ToldBy<O, P> = O extends { readonly dtype: unknown } ? Told<O> : Told<P>;
type Ranging = {
  <O extends ArangeOptions, P extends ArangeOptions>(
    start: number,
    stop?: number | O,
    options?: P | number,
  ): NDArray<ToldBy<O, P>, 1>;
  <O extends ArangeOptions>(start: number, stop: number, step: number, options: O): NDArray<ToldBy<O, O>, 1>;
  (
    start: number | bigint,
    stop?: number | bigint | ArangeOptions,
    step?: ArangeOptions | number | bigint,
    options?: ArangeOptions,
  ): NDArray;
};
type Unit = <O extends EyeOptions, P extends Omit<EyeOptions, 'columns'>>(
  rows: number,
  how?: number | O,
  more?: P,
) => NDArray<ToldBy<O, P>, 2>;

/** Options of `arange`. */
export interface ArangeOptions extends DTypeOption {
  /** Where to stop, before it; when absent the first argument is the stop and 0 the start. */
  readonly stop?: number | bigint;
  /** Distance; default 1. */
  readonly step?: number | bigint;
}
const REAL: Kind<number | bigint> = either(NUMBER, BIGINT);
const ARANGE_OPTIONS: OptionKinds<ArangeOptions> = { dtype: DTYPE_LIKE, stop: REAL, step: REAL };

/**
 * Evenly spaced values from `start` to before `stop`. `arange(n)` counts from 0. `dtype` defaults to float64, and to int64 where bigints
 * alone are given, as integer literals are in Python. Throws `ArgumentError` for a step of 0.
 *
 * @example
 * await np.arange(3).tolist();                    // [0, 1, 2]
 * np.arange(3n).dtype.name;                       // 'int64'
 * await np.arange(1, 2, { step: 0.5 }).tolist();  // [1, 1.5]
 * np.arange(0, 9, 3, { dtype: 'int32' }).size;    // 3
 */
export const arange = takes(
  'arange',
  REAL,
  byPlace(ARANGE_OPTIONS, 'stop'),
  byPlace(ARANGE_OPTIONS, 'step'),
  options(ARANGE_OPTIONS),
)(
  (
    start: number | bigint,
    stop?: number | bigint | ArangeOptions,
    step?: ArangeOptions | number | bigint,
    more?: ArangeOptions,
  ): NDArray => {
    const by: ArangeOptions = isReal(step) ? { step } : (step ?? {});
    const given: ArangeOptions = { ...(typeof stop === 'object' ? stop : {}), ...by, ...more };
    const end = isReal(stop) ? stop : given.stop;
    const reals = [start, end, given.step].filter((x) => x !== undefined);
    const natural = reals.every((x) => typeof x === 'bigint') ? int64 : areWhole(reals.map(Number)) ? wholeDefault() : null;
    const low = end === undefined ? 0 : Number(start);
    const high = Number(end ?? start);
    const distance = Number(given.step ?? 1);
    if (![low, high, distance].every(Number.isFinite) || distance === 0) {
      throw new ArgumentError(
        `arange: expected finite numbers and a step other than 0, got start ${low}, stop ${high}, step ${distance}`,
      );
    }
    const dtype = dtypeOption(given.dtype) ?? natural ?? floatDefault();
    const n = Math.max(0, Math.ceil((high - low) / distance));
    const shape = shapeArgument(n, 'arange');
    const exact = working(dtype) === float64 || (Number.isInteger(low) && Number.isInteger(distance) && fits(low, int64));
    if (!exact) throw new ArgumentError(`arange: ${dtype.name} needs an integral start and step, got ${low} and ${distance}`);
    // NumPy's step: the second value less the first.
    return arangeKind.make(dtype, shape, [low, low + distance - low]);
  },
) as Ranging;

function isReal(x: unknown): x is number | bigint {
  return typeof x === 'number' || typeof x === 'bigint';
}

/** Options of `eye`. */
export interface EyeOptions extends DTypeOption {
  /** Columns; default: as many as rows. */
  readonly columns?: number;
  /** Which diagonal is 1: 0 the main one, positive above; default 0. */
  readonly k?: number;
}
const EYE_OPTIONS: OptionKinds<EyeOptions> = { dtype: DTYPE_LIKE, columns: NUMBER, k: INTEGER };

/**
 * Ones on a diagonal, zeros elsewhere. `dtype` defaults to float64.
 *
 * @example
 * await np.eye(2).tolist(); // [[1, 0], [0, 1]]
 */
export const eye = takes(
  'eye',
  NUMBER,
  byPlace(EYE_OPTIONS, 'columns'),
  options(EYE_OPTIONS),
)((rows: number, how?: Positional<EyeOptions, 'columns'>, more?: Omit<EyeOptions, 'columns'>): NDArray => {
  const options = byName('eye', how, 'columns', more);
  const shape = shapeArgument([rows, options?.columns ?? rows], 'eye');
  return eyeKind.make(dtypeOption(options?.dtype) ?? floatDefault(), shape, [nearDiagonal(options?.k ?? 0, shape)]);
}) as Unit;
