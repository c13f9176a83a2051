/**
 * Evenly spaced numbers between two ends. Between numbers they are one kernel, computed from coordinates; between arrays the ends broadcast,
 * and the numbers lie along a new axis.
 */
import { byPlace, FLAG, INTEGER, NUMBER, type OptionKinds, options, takes } from '../base/index.js';
import { bool, type DType, float64, int64 } from '../dtype/index.js';
import { add, divide, multiply, subtract } from './arithmetic.js';
import { assign, astype } from './assign.js';
import { axisArgument } from './axes.js';
import { equal } from './comparison.js';
import { floatPair } from './composed/operands.js';
import { type ArrayLike, dtypeOption } from './convert.js';
import { type DTypeOption, shapeArgument } from './creation.js';
import { floatDefault } from './default-dtypes.js';
import { IndexKind } from './index-kind.js';
import { ARRAY, DTYPE_LIKE } from './kinds.js';
import { expandDims, moveaxis } from './manipulate.js';
import type { NDArray } from './ndarray.js';
import { part } from './part.js';
import { byPlaces } from './positional.js';
import { arange } from './ranges.js';
import { any } from './reductions.js';
import { reshape } from './reshape.js';
import { floor } from './rounding.js';
import { where } from './select.js';
import type { DTypeOf } from './typed.js';

const linspaceKind = new IndexKind(
  'linspace',
  () => [float64, float64, float64, int64],
  (e, [start, step, stop, last]) => {
    const value = e.binary('add', e.binary('mul', e.cast(e.index(0), float64), step), start);
    return e.select(e.binary('eq', e.index(0), last), stop, value);
  },
);

/** Options of `linspace`. */
export interface LinspaceOptions extends DTypeOption {
  /** How many values; default 50. */
  readonly num?: number;
  /** Whether `stop` is the last value; default true. */
  readonly endpoint?: boolean;
  /** Whether the distance of the values is given, too, as the second of two results; default false. */
  readonly retstep?: boolean;
  /** Where the axis of the values lies in the result, beside the axes of arrays as ends; default 0. */
  readonly axis?: number;
}
const LINSPACE_OPTIONS: OptionKinds<LinspaceOptions> = {
  dtype: DTYPE_LIKE,
  num: NUMBER,
  endpoint: FLAG,
  retstep: FLAG,
  axis: INTEGER,
};

/** The dtype of options, float64 without one. */
type Told<O> = O extends { readonly dtype: unknown } ? DTypeOf<O, 'float64'> : 'float64';
type ToldBy<O, P> = O extends { readonly dtype: unknown } ? Told<O> : Told<P>;
/** Options after `num`. */
type Behind = Omit<LinspaceOptions, 'num'>;
type WithStep = LinspaceOptions & { readonly retstep: true };
interface Spacing {
  (start: number, stop: number, how: WithStep): [NDArray, number];
  (start: number, stop: number, num: number, more: WithStep): [NDArray, number];
  (start: ArrayLike, stop: ArrayLike, how: WithStep): [NDArray, NDArray | number];
  (start: ArrayLike, stop: ArrayLike, num: number, more: WithStep): [NDArray, NDArray | number];
  <O extends LinspaceOptions, P extends Behind>(
    start: number,
    stop: number,
    how?: number | O,
    more?: P | boolean,
    rest?: Omit<Behind, 'endpoint'>,
  ): NDArray<ToldBy<O, P>, 1>;
  (
    start: ArrayLike,
    stop: ArrayLike,
    how?: LinspaceOptions | number,
    more?: Behind | boolean,
    rest?: Omit<Behind, 'endpoint'>,
  ): NDArray;
}

/**
 * `num` evenly spaced values from `start` to `stop`. `dtype` defaults to float64, between arrays to the float dtype of both; values of an
 * integer dtype are rounded down. Arrays as ends broadcast, and the values lie along a new axis, the first unless `axis` says otherwise.
 * Throws `ShapeError` unless `num` is an integer of at least 0, and for arrays that do not broadcast.
 *
 * @example
 * await np.linspace(0, 1, { num: 3 }).tolist();                // [0, 0.5, 1]
 * await np.linspace(0, 1, 4, { endpoint: false }).tolist();    // [0, 0.25, 0.5, 0.75]
 * await np.linspace(-1, 1, 4, { dtype: 'int64' }).tolist();    // [-1n, -1n, 0n, 1n]
 * await np.linspace(0, [2, 4], 3).tolist();                    // [[0, 0], [1, 2], [2, 4]]
 * np.linspace(0, 1, 5, { retstep: true })[1];                  // 0.25
 */
export const linspace = takes(
  'linspace',
  ARRAY,
  ARRAY,
  byPlace(LINSPACE_OPTIONS, 'num'),
  byPlace(LINSPACE_OPTIONS, 'endpoint'),
  options(LINSPACE_OPTIONS),
)(
  (
    start: ArrayLike,
    stop: ArrayLike,
    how?: LinspaceOptions | number,
    more?: Behind | boolean,
    rest?: LinspaceOptions,
  ): NDArray | [NDArray, NDArray | number] => {
    const { retstep, ...given } = byPlaces<LinspaceOptions>('linspace', ['num', 'endpoint'], [how, more, rest]);
    const { values, step } =
      typeof start === 'number' && typeof stop === 'number' ? betweenNumbers(start, stop, given) : between(start, stop, given);
    return retstep === true ? [values, step] : values;
  },
) as Spacing;

interface Spaced {
  readonly values: NDArray;
  readonly step: NDArray | number;
}

/** A dtype in which values are computed before they are rounded down to `dtype`. */
function isWhole(dtype: DType): boolean {
  return dtype.kind !== 'float' && dtype !== bool;
}

function rounded(values: NDArray, dtype: DType): NDArray {
  return astype(isWhole(dtype) ? floor(values) : values, dtype, { copy: false });
}

function betweenNumbers(start: number, stop: number, { num = 50, endpoint = true, dtype, axis = 0 }: LinspaceOptions): Spaced {
  const shape = shapeArgument(num, 'linspace');
  axisArgument(axis, 1, 'linspace');
  const intervals = endpoint ? num - 1 : num;
  const step = intervals > 0 ? (stop - start) / intervals : 0;
  const to = dtypeOption(dtype) ?? floatDefault();
  const ends = [start, step, stop, endpoint && num > 1 ? num - 1 : -1];
  const values = linspaceKind.make(isWhole(to) ? float64 : to, shape, ends);
  return { values: rounded(values, to), step: intervals > 0 ? step : Number.NaN };
}

/** Between arrays, or a number and an array: the ends in their common float dtype. */
function between(first: ArrayLike, last: ArrayLike, { num = 50, endpoint = true, dtype, axis = 0 }: LinspaceOptions): Spaced {
  const [count] = shapeArgument(num, 'linspace');
  const [start, stop] = floatPair(first, last, 'linspace');
  const distance = subtract(stop, start);
  const to = axisArgument(axis, distance.ndim + 1, 'linspace');
  const at = reshape(arange(count, { dtype: distance.dtype }), [count, ...distance.shape.map(() => 1)]);
  const intervals = endpoint ? count - 1 : count;
  const step = intervals > 0 ? divide(distance, intervals) : multiply(distance, Number.NaN);
  const values = add(intervals > 0 ? shares(at, distance, step, intervals) : multiply(at, distance), start);
  if (endpoint && count > 1) assign(part(values, 0, count - 1, 1), expandDims(stop, { axis: 0 }));
  return { values: rounded(moveaxis(values, 0, to), dtypeOption(dtype) ?? values.dtype), step };
}

/** The distance from the first value: NumPy multiplies last where a step is too small to be other than 0. */
function shares(at: NDArray, distance: NDArray, step: NDArray, intervals: number): NDArray {
  return where(any(equal(step, 0)), multiply(divide(at, intervals), distance), multiply(at, step));
}
