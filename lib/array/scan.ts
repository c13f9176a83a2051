/** Running sums, products and extremes along an axis, in order. */

import { ArgumentError, byPlace, FLAG, NUMBER, type OptionKinds, options, ShapeError, takes } from '../base/index.js';
import { bool, integerLike, isLong } from '../dtype/index.js';
import { astype } from './assign.js';
import { axisArgument } from './axes.js';
import { type ArrayLike, dtypeOption, toArray } from './convert.js';
import type { DTypeOption } from './creation.js';
import { deliver } from './deliver.js';
import { ARRAY, AXIS, AXIS_OR_NULL, DTYPE_LIKE } from './kinds.js';
import { type Line, LineFunction } from './lines.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { accumulator } from './reductions.js';
import { ravel, reshape } from './reshape.js';
import { OUT, type OutOption } from './target.js';

/** Options of `cumulativeSum` and `cumulativeProd`. */
export interface ScanOptions extends DTypeOption, OutOption {
  /** Along which axis; may be left out for 1-d arrays. */
  readonly axis?: number;
  /** Whether 0 (or 1) comes first, making the axis one longer; default false. */
  readonly includeInitial?: boolean;
}
const SCAN_OPTIONS: OptionKinds<ScanOptions> = { axis: NUMBER, dtype: DTYPE_LIKE, includeInitial: FLAG, ...OUT };

/** Options of `cumsum` and `cumprod`. */
export interface FlatScanOptions extends Omit<ScanOptions, 'axis'> {
  /** Along which axis; default (or null): the flattened array. */
  readonly axis?: number | null;
}
const FLAT_SCAN_OPTIONS: OptionKinds<FlatScanOptions> = { ...SCAN_OPTIONS, axis: AXIS_OR_NULL };

/** Options of `maximumAccumulate` and `minimumAccumulate`. */
export interface AccumulateOptions {
  /** Along which axis; default 0. */
  readonly axis?: number;
}

type Step = (a: never, b: never) => number | bigint;

/** Writes the initial value where the target's line is one longer than the source's; returns where the first result belongs. */
function begin(from: Line, to: Line, initial: number): number {
  if (to.length === from.length) return to.start;
  to.data[to.start] = integerLike(to.data, initial) as never;
  return to.start + to.step;
}

/** One after the other. */
function inOrder(from: Line, to: Line, initial: number, step: Step): void {
  const combine = step as (a: number | bigint, b: number | bigint) => number | bigint;
  let total: number | bigint = integerLike(to.data, initial);
  for (let i = 0, at = begin(from, to, initial); i < from.length; i++, at += to.step) {
    to.data[at] = combine(total, from.data[from.start + i * from.step]) as never;
    total = to.data[at];
  }
}

/** Floats are added in the order of native/lines/scan.cpp: in blocks of so many chunks of so many. */
const CHUNK = 8;
const BLOCK = 8 * CHUNK;

/** Each chunk of a block by itself, then with the sum of the chunks before it. Sums are kept in arrays of the dtype, which round them. */
function inChunks(from: Line, to: Line): void {
  const sums = (to.data instanceof Float32Array ? new Float32Array(BLOCK) : new Float64Array(BLOCK)) as Float64Array;
  let at = begin(from, to, 0);
  let before = 0;
  for (let first = 0; first < from.length; first += BLOCK) {
    const n = Math.min(BLOCK, from.length - first);
    for (let k = 0; k < n; k++) {
      const value = from.data[from.start + (first + k) * from.step] as number;
      sums[k] = k % CHUNK === 0 ? value : sums[k - 1] + value;
    }
    for (let k = 0; k < n; k++, at += to.step) {
      to.data[at] = before + sums[k];
      if (k % CHUNK === CHUNK - 1) before = to.data[at] as number;
    }
  }
}

const isFloat = ({ data }: Line): boolean => data instanceof Float64Array || data instanceof Float32Array;

const sums = new LineFunction('cumulativeSum', 'sum', [], (from, to) => {
  if (isFloat(to)) inChunks(from, to);
  else inOrder(from, to, 0, (a: number, b: number) => a + b);
});
/** Integers of fewer bits than their sums' 64, as they are. */
const wideSums = new LineFunction('cumulativeSum', 'widesum', [], (from, to) => {
  inOrder(from, to, 0, (a: bigint, b: number) => a + BigInt(b));
});
const products = new LineFunction('cumulativeProd', 'prod', [], (from, to) => {
  inOrder(from, to, 1, isFloat(to) || isLong(to.data) ? (a: number, b: number) => a * b : Math.imul);
});

function scan(operation: LineFunction, x: ArrayLike, options: ScanOptions | undefined): NDArray {
  const given = toArray(x, operation.name);
  const a = given.ndim === 0 ? reshape(given, [1]) : given;
  if (options?.axis === undefined && a.ndim > 1)
    throw new ArgumentError(`${operation.name}: say which axis of an array of ${a.ndim}, e.g. { axis: 0 }`);
  const axis = axisArgument(options?.axis ?? 0, a.ndim, operation.name);
  const dtype = dtypeOption(options?.dtype) ?? accumulator(a.dtype);
  if (dtype === bool) throw new ArgumentError(`${operation.name}: a bool cannot hold the result; use any or all`);
  const length = a.view.shape[axis] + (options?.includeInitial === true ? 1 : 0);
  const widens = operation === sums && dtype.long && !a.dtype.long && a.dtype.kind !== 'float';
  const found = widens
    ? wideSums.apply(a, axis, dtype, length)
    : operation.apply(astype(a, dtype, { copy: false }), axis, dtype, length);
  return deliver(found, options?.out, operation.name);
}

const greatest = extremes('maximumAccumulate', 'max', (a, b) => a > b);
const least = extremes('minimumAccumulate', 'min', (a, b) => a < b);

/** The running element that comes first by `before`; NaN stays. */
function extremes(name: string, routine: string, before: (a: number | bigint, b: number | bigint) => boolean): LineFunction {
  return new LineFunction(name, routine, [], (from: Line, to: Line) => {
    let extreme: number | bigint = from.length > 0 ? from.data[from.start] : 0;
    for (let i = 0; i < from.length; i++) {
      const next: number | bigint = from.data[from.start + i * from.step];
      if (!before(extreme, next) && !Number.isNaN(extreme)) extreme = next;
      to.data[to.start + i * to.step] = extreme as never;
    }
  });
}

function accumulate(operation: LineFunction, x: ArrayLike, options: AccumulateOptions | undefined): NDArray {
  const a = toArray(x, operation.name);
  if (a.ndim === 0) throw new ShapeError(`${operation.name}: a 0-d array has no axis`);
  const axis = axisArgument(options?.axis ?? 0, a.ndim, operation.name);
  return operation.apply(a, axis, a.dtype, a.shape[axis]);
}

/**
 * Sums of the elements so far along an axis. Bools and signed integers are added as int64, unsigned ones as uint64.
 *
 * @example
 * await np.cumulativeSum([1, 2, 3]).tolist();                           // [1, 3, 6]
 * await np.cumulativeSum([1, 2, 3], { includeInitial: true }).tolist(); // [0, 1, 3, 6]
 */
export const cumulativeSum = takes(
  'cumulativeSum',
  ARRAY,
  byPlace(SCAN_OPTIONS, 'axis'),
  options(SCAN_OPTIONS),
)((x: ArrayLike, how?: Positional<ScanOptions, 'axis'>, more?: Omit<ScanOptions, 'axis'>): NDArray => {
  const options = byName('cumulativeSum', how, 'axis', more);
  return scan(sums, x, options);
});

/**
 * Products of the elements so far along an axis; dtypes as for `cumulativeSum`.
 *
 * @example
 * await np.cumulativeProd([1, 2, 3]).tolist(); // [1, 2, 6]
 */
export const cumulativeProd = takes(
  'cumulativeProd',
  ARRAY,
  byPlace(SCAN_OPTIONS, 'axis'),
  options(SCAN_OPTIONS),
)((x: ArrayLike, how?: Positional<ScanOptions, 'axis'>, more?: Omit<ScanOptions, 'axis'>): NDArray => {
  const options = byName('cumulativeProd', how, 'axis', more);
  return scan(products, x, options);
});

/** The array and the options of NumPy's scans, which go over the flattened array where there is no axis. */
function flatUnless(x: ArrayLike, operation: string, options: FlatScanOptions | undefined): [NDArray, ScanOptions] {
  const a = toArray(x, operation);
  const { axis, ...rest } = options ?? {};
  return axis === undefined || axis === null ? [ravel(a), { ...rest, axis: 0 }] : [a, { ...rest, axis }];
}

/**
 * NumPy's `cumsum`: sums of the elements so far, as `cumulativeSum`, and without `axis` over the flattened array.
 *
 * @example
 * await np.cumsum([[1, 2], [3, 4]]).tolist();              // [1, 3, 6, 10]
 * await np.cumsum([[1, 2], [3, 4]], { axis: 0 }).tolist(); // [[1, 2], [4, 6]]
 */
export const cumsum = takes(
  'cumsum',
  ARRAY,
  byPlace(FLAT_SCAN_OPTIONS, 'axis'),
  options(FLAT_SCAN_OPTIONS),
)(
  (x: ArrayLike, how?: Positional<FlatScanOptions, 'axis'>, more?: Omit<FlatScanOptions, 'axis'>): NDArray =>
    scan(sums, ...flatUnless(x, 'cumsum', byName('cumsum', how, 'axis', more))),
);

/**
 * NumPy's `cumprod`: products of the elements so far, as `cumulativeProd`, and without `axis` over the flattened array.
 *
 * @example
 * await np.cumprod([[1, 2], [3, 4]]).tolist(); // [1, 2, 6, 24]
 */
export const cumprod = takes(
  'cumprod',
  ARRAY,
  byPlace(FLAT_SCAN_OPTIONS, 'axis'),
  options(FLAT_SCAN_OPTIONS),
)(
  (x: ArrayLike, how?: Positional<FlatScanOptions, 'axis'>, more?: Omit<FlatScanOptions, 'axis'>): NDArray =>
    scan(products, ...flatUnless(x, 'cumprod', byName('cumprod', how, 'axis', more))),
);

/**
 * NumPy's `maximum.accumulate`: the greatest of the elements so far along an axis, in the array's dtype; NaN from the first NaN on.
 * Throws `ShapeError` for a 0-d array.
 *
 * @example
 * await np.maximumAccumulate([1, 3, 2]).tolist(); // [1, 3, 3]
 */
export const maximumAccumulate = takes(
  'maximumAccumulate',
  ARRAY,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, how?: Positional<AccumulateOptions, 'axis'>): NDArray => {
  const options = byName('maximumAccumulate', how, 'axis');
  return accumulate(greatest, x, options);
});

/**
 * NumPy's `minimum.accumulate`: the least of the elements so far along an axis, as `maximumAccumulate` the greatest.
 *
 * @example
 * await np.minimumAccumulate([2, 3, 1]).tolist(); // [2, 2, 1]
 */
export const minimumAccumulate = takes(
  'minimumAccumulate',
  ARRAY,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, how?: Positional<AccumulateOptions, 'axis'>): NDArray => {
  const options = byName('minimumAccumulate', how, 'axis');
  return accumulate(least, x, options);
});
