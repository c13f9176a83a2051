/** One index of `get` and `slice` as places along an axis: of a number, a text such as `'1:-1'`, a slice, integers, or a mask. */
import { empty, NDArray, type SliceIndex } from '../array/index.js';
import { ArgumentError, describe, IndexError, type Kind, kind } from '../base/index.js';
import { bool } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';

/** Integers that count from the end where they are negative, or a mask, one bool for each place. */
export type Places = readonly number[] | readonly boolean[] | NDArray;
/** Rows or columns of `get`. */
export type MatrixIndex = number | string | Places;

export const INDEX: Kind<MatrixIndex> = kind(
  "an index such as 3, '1:-1', [2, 0] or a mask",
  (given) => typeof given === 'number' || typeof given === 'string' || Array.isArray(given) || given instanceof NDArray,
  (operation, given) =>
    new IndexError(`${operation}: expected an index such as 3, '1:-1', [2, 0] or a mask, got ${describe(given)}`),
);
export const SLICE: Kind<SliceIndex> = kind(
  "an index such as '1:-1' or [1, -1]",
  (given) => typeof given === 'number' || typeof given === 'string' || given === null || Array.isArray(given),
  (operation, given) => new IndexError(`${operation}: expected an index such as '1:-1' or [1, -1], got ${describe(given)}`),
);

/** A number that fixes the axis; all of the axis, null; or places in it. */
export type AxisPlaces = number | null | Int32Array;

/** The place of a number. Throws `IndexError`. */
export function placeOf(index: number, size: number, operation: string): number {
  const place = index < 0 ? index + size : index;
  if (!Number.isInteger(index) || place < 0 || place >= size)
    throw new IndexError(`${operation}: index ${index} is outside an axis of size ${size}`);
  return place;
}

/** The places of a slice: of an array that is never computed. */
export function sliceOf(index: SliceIndex, size: number): AxisPlaces {
  const { shape, strides, offset } = empty([size]).slice(index).view;
  if (shape.length === 0) return offset;
  if (shape.length > 1) throw new IndexError('a sparse matrix has two axes: null makes no new one');
  if (shape[0] === size && (size <= 1 || strides[0] === 1)) return null;
  const places = new Int32Array(shape[0]);
  for (let k = 0; k < places.length; k++) places[k] = offset + k * strides[0];
  return places;
}

/** The places of an index of `get`. Throws `IndexError` for one outside the axis, or a mask of a different size. */
export function placesOf(index: MatrixIndex, size: number, operation: string): AxisPlaces {
  if (typeof index === 'number') return placeOf(index, size, operation);
  if (typeof index === 'string') return index.trim() === '...' ? null : sliceOf(index.trim(), size);
  if (index instanceof NDArray && index.ndim !== 1)
    throw new IndexError(`${operation}: expected rows or columns in an array of 1 axis, got ${index.ndim} axes`);
  const list = index instanceof NDArray ? Array.from(runtime().readSync(index) as ArrayLike<number>, Number) : index;
  const isMask = index instanceof NDArray ? index.dtype === bool : typeof list[0] === 'boolean';
  if (isMask) return placesIn(list, size, operation);
  return Int32Array.from(list as readonly number[], (at) => {
    if (typeof at !== 'number')
      throw new ArgumentError(`${operation}: expected integers, or bools alone, got ${describe(at)} among them`);
    return placeOf(at, size, operation);
  });
}

/** The places where a mask is true. */
function placesIn(mask: readonly (number | boolean)[], size: number, operation: string): Int32Array {
  if (mask.length !== size)
    throw new IndexError(`${operation}: a mask of an axis of size ${size} has as many elements, got ${mask.length}`);
  return Int32Array.from(mask.flatMap((chosen, at) => (chosen ? [at] : [])));
}
