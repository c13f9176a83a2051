/**
 * Lines of values in order. A long line alone is sorted in runs, which threads share, and then merged (native/lines/merge.cpp): bits are
 * as of a sort of the whole, since keys that are equal are the same value.
 */
import { isStored, type TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { checkUsable } from '../store/index.js';
import { denseLine, LineFunction } from './lines.js';
import { allocate, type NDArray } from './ndarray.js';
import { reshape } from './reshape.js';
import { slice } from './slice.js';

/** Elements of a run at least, and how many runs there are at most: a power of two, and no more than processors. */
const RUN = 2 ** 18;
const MOST_RUNS = 8;
/** Bytes of an element that is not sorted by counting alone. */
const WIDE = 4;

/** Values alone are sorted by the typed array itself, which puts NaN last and is much faster than an order in JavaScript. */
function sorting(downwards: boolean): LineFunction {
  return new LineFunction('sort', 'sort', [Number(downwards)], (from, to) => {
    const values = denseLine(from).sort();
    if (downwards) values.subarray(0, values.length - nansOf(values)).reverse();
    for (let i = 0; i < values.length; i++) to.data[to.start + i * to.step] = values[i] as never;
  });
}

/** How many NaNs a sorted line ends with. */
function nansOf(sorted: TypedArray): number {
  let count = 0;
  while (count < sorted.length && Number.isNaN(sorted[sorted.length - 1 - count])) count++;
  return count;
}

/** Two functions over lines: the sort, and the merge of sorted runs, whose scalar is their length. */
function forDirection(downwards: boolean): { readonly whole: LineFunction; readonly merge: LineFunction } {
  const whole = sorting(downwards);
  return { whole, merge: new LineFunction('sort', 'merge', [Number(downwards)], whole.body) };
}

const up = forDirection(false);
const down = forDirection(true);

/** The elements in order along an axis, NaN last in both directions. */
export function sortedAlong(a: NDArray, axis: number, downwards: boolean): NDArray {
  checkUsable(a, 'sort');
  const { whole, merge } = downwards ? down : up;
  const runs = runsOf(a, axis);
  if (runs === 1 || !merge.isNative(a.dtype)) return whole.apply(a, axis, a.dtype, a.view.shape[axis]);
  const line = reshape(a, [a.size]);
  const parts = allocate(a.dtype, [a.size]);
  const length = Math.floor(a.size / runs);
  const even = length * runs;
  whole.write(reshape(slice(line, `:${even}`), [runs, length]), reshape(slice(parts, `:${even}`), [runs, length]));
  if (even < a.size) whole.write(slice(line, `${even}:`), slice(parts, `${even}:`));
  const out = allocate(a.dtype, a.view.shape);
  merge.write(parts, reshape(out, [a.size]), [length]);
  return out;
}

function runsOf(a: NDArray, axis: number): number {
  if (a.size < 2 * RUN || a.view.shape[axis] !== a.size || isStored(a.dtype) || a.dtype.size < WIDE) return 1;
  return 2 ** Math.floor(Math.log2(Math.min(MOST_RUNS, runtime().device.procs, a.size / RUN)));
}
