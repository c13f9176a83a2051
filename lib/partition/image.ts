/**
 * Images: elements that values point at (thesis 3.1.3 and 7.2.1: `image(S, D)`; "Dependent Partitioning" calls the two kinds images by
 * points and by ranges). An image's tile is the smallest interval, along one axis of the destination, that holds all elements that the
 * values in the source's tile point at; on the other axes it is all of the destination.
 *
 *     pos   0 2 5 | 7 9      tiles of rows; row i has entries [pos[i], pos[i + 1])
 *     crd   0 1 0 1 2 | 1 2 2 3      the image of pos's tiles, by ranges: [0,5) and [5,9)
 *     x     0 1 2 | 1 2 3            the image of crd's, by coordinates: [0,3) and [1,4)
 */
import { invariant } from '../base/index.js';
import type { TypedArray } from '../dtype/index.js';
import { type Shape, sizeOf } from '../shape/index.js';
import type { Rect } from './rect.js';

/** Values that point into a store, row-major. An axis of size 1 may stand for a longer one along which they repeat. */
export interface Pointers {
  readonly shape: Shape;
  /** Coordinates, or the beginnings of ranges. Negative coordinates count from the end, as they do for gathers. */
  readonly low: TypedArray;
  /** The ends of ranges, themselves left out; null for coordinates. */
  readonly high: TypedArray | null;
}

/** Indices of one axis, `high` left out. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

const NOTHING: Interval = Object.freeze({ low: 0, high: 0 });

/**
 * The interval that the values in a rectangle of the source point at, along an axis of `size`; null when a value points outside.
 */
export function imageOf(pointers: Pointers, rect: Rect, size: number): Interval | null {
  const { shape, low, high } = pointers;
  invariant(low.length === sizeOf(shape), 'pointers are dense');
  let least = size;
  let most = -1;
  let outside = false;
  const look = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      let first = Number(low[i]);
      let last: number;
      if (high === null) {
        if (first < 0) first += size;
        last = first;
      } else {
        last = Number(high[i]) - 1;
        if (last < first) continue;
      }
      if (first < least) least = first;
      if (last > most) most = last;
      if (first < 0 || last >= size) outside = true;
    }
  };
  eachRun(shape, rect, look);
  if (outside) return null;
  return most < 0 ? NOTHING : { low: least, high: most + 1 };
}

/** Values as plain numbers: bigints take ten times as long to look at, and no store has 2^53 elements. */
export function plainNumbers(values: TypedArray): TypedArray {
  if (!(values instanceof BigInt64Array)) return values;
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = words[2 * i + 1] * 2 ** 32 + (words[2 * i] >>> 0);
  return numbers;
}

/** Calls `look` with the stretches of row-major elements that a rectangle is made of. */
function eachRun(shape: Shape, rect: Rect, look: (from: number, to: number) => void): void {
  const low = shape.map((n, k) => (n === 1 ? 0 : rect.low[k]));
  const high = shape.map((n, k) => (n === 1 ? Math.min(1, rect.high[k] - rect.low[k]) : rect.high[k]));
  const last = shape.length - 1;
  const walk = (axis: number, at: number): void => {
    if (axis < 0) look(0, 1);
    else if (axis === last) look(at * shape[axis] + low[axis], at * shape[axis] + high[axis]);
    else for (let i = low[axis]; i < high[axis]; i++) walk(axis + 1, at * shape[axis] + i);
  };
  walk(last < 0 ? -1 : 0, 0);
}

/** The rectangle of a destination with this interval of one axis and all of the other axes. */
export function spanning(shape: Shape, axis: number, { low, high }: Interval): Rect {
  return { low: shape.map((_, k) => (k === axis ? low : 0)), high: shape.map((n, k) => (k === axis ? high : n)) };
}
