/** Places of values in a sorted array. */

import { ArgumentError, byPlace, type OptionKinds, oneOf, options, ShapeError, takes } from '../base/index.js';
import { type DType, int64, promote } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape } from '../shape/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../task/index.js';
import { astype } from './assign.js';
import { type ArrayLike, toArray } from './convert.js';
import { gather } from './gather.js';
import { ARRAY } from './kinds.js';
import { allocate, type NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { ravel, reshape } from './reshape.js';
import { routineKind } from './routine-kind.js';

const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const args: readonly ArgSpec[] = [reads, reads, { privilege: 'write', access: 'whole' }];

/** In JavaScript on the issuing thread; `right`: after elements that equal the value, rather than before them. */
function scripted(right: boolean): TaskKind {
  return defineKind({
    name: 'searchsorted',
    args,
    body: { kind: 'js', run: ([sorted, values, out]) => place(sorted, values, out, right) },
  });
}

const scripts = { left: scripted(false), right: scripted(true) };

function place(sorted: BodyArg, values: BodyArg, out: BodyArg, right: boolean): void {
  for (let i = 0; i < values.shape[0]; i++) {
    const value = values.data[values.offset + i * values.strides[0]];
    let [low, high] = [0, sorted.shape[0]];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const at = sorted.data[sorted.offset + middle * sorted.strides[0]];
      if (right ? !isBefore(value, at) : isBefore(at, value)) low = middle + 1;
      else high = middle;
    }
    out.data[out.offset + i * out.strides[0]] = BigInt(low) as never;
  }
}

/** NaN comes after everything else. */
function isBefore(a: number | bigint, b: number | bigint): boolean {
  return a < b || (Number.isNaN(b) && !Number.isNaN(a));
}

/** Options of `searchsorted`. */
export interface SearchOptions {
  /** Before the elements that equal a value (the default), or after them. */
  readonly side?: 'left' | 'right';
  /** The order that sorts `sorted` ascending, as `argsort` gives it; default: it is sorted. */
  readonly sorter?: ArrayLike;
}
const SEARCH_OPTIONS: OptionKinds<SearchOptions> = { side: oneOf('left', 'right'), sorter: ARRAY };

/**
 * Where `values` would be put into a sorted array of one axis so that it stays sorted, as int64 in their shape; NaN comes last. Throws
 * `ShapeError` unless `sorted` has one axis, and `ArgumentError` for an unknown side.
 *
 * @example
 * await np.searchsorted([1, 3, 5], [3, 4]).tolist();                    // [1, 2]
 * await np.searchsorted([1, 3, 5], [3, 4], { side: 'right' }).tolist(); // [2, 2]
 */
export const searchsorted = takes(
  'searchsorted',
  ARRAY,
  ARRAY,
  byPlace(SEARCH_OPTIONS, 'side'),
  options(SEARCH_OPTIONS),
)(
  (
    sorted: ArrayLike,
    values: ArrayLike,
    how?: Positional<SearchOptions, 'side'>,
    more?: Omit<SearchOptions, 'side'>,
  ): NDArray => {
    const options = byName('searchsorted', how, 'side', more);
    const given = toArray(sorted, 'searchsorted');
    const wanted = toArray(values, 'searchsorted');
    const { side = 'left', sorter } = options ?? {};
    if (given.ndim !== 1)
      throw new ShapeError(`searchsorted: expected a sorted array of 1 axis, got shape ${formatShape(given.view.shape)}`);
    if (side !== 'left' && side !== 'right')
      throw new ArgumentError(`searchsorted: expected side 'left' or 'right', got '${side}'`);
    const table = sorter === undefined ? given : gather(given, sorter);
    const dtype = promote(table.dtype, wanted.dtype).computes;
    const out = allocate(int64, [wanted.size]);
    const stores = [as(table, dtype), ravel(as(wanted, dtype)), out];
    const routine = `search_${dtype.short}`;
    if (runtime().device.routine(routine) < 0) runtime().launch(scripts[side], [wanted.size], stores);
    else
      runtime().launch(routineKind('searchsorted', routine, args), [wanted.size, table.size], stores, [Number(side === 'right')]);
    return reshape(out, wanted.view.shape);
  },
);

function as(x: NDArray, dtype: DType): NDArray {
  return astype(x, dtype, { copy: false });
}
