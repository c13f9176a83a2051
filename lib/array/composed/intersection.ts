/** Elements that two arrays have in common, and their places. */
import { type ByPlace, FLAG, listed, type OptionKinds, options, takes } from '../../base/index.js';
import type { ArrayLike } from '../convert.js';
import { distinctOf } from '../distinct.js';
import { ARRAY } from '../kinds.js';
import { type LazyArray, shown } from '../lazy/lazy-array.js';
import type { NDArray } from '../ndarray.js';
import { compress } from '../sets.js';
import { isin } from './members.js';
import { alike } from './operands.js';
import { uniqueAll } from './orders.js';
import { SET_OPTIONS, type SetOptions } from './set-options.js';

/** Options of `intersect1d`. */
export interface IntersectOptions extends SetOptions {
  /** Also the place where each element comes first in each of the flattened arrays. Default false. */
  readonly returnIndices?: boolean;
}
const INTERSECT_OPTIONS: OptionKinds<IntersectOptions> = { returnIndices: FLAG, ...SET_OPTIONS };

/** Common elements and their places, as int64: the result of `intersect1d` with `returnIndices`. */
export interface Intersection extends ByPlace<NDArray> {
  readonly values: NDArray;
  readonly indices1: NDArray;
  readonly indices2: NDArray;
}

interface Intersect {
  (a: ArrayLike, b: ArrayLike, options?: SetOptions & { readonly returnIndices?: false }): LazyArray;
  (a: ArrayLike, b: ArrayLike, options: SetOptions & { readonly returnIndices: true }): Promise<Intersection>;
}

/**
 * The different elements that are in both arrays, in ascending order, as a lazy array; with `returnIndices` in an object with their places.
 *
 * @example
 * await (await np.intersect1d([1, 2, 2], [2, 3])).tolist();                                       // [2]
 * await (await np.intersect1d([1, 2, 2], [2, 3], { returnIndices: true })).indices1.tolist(); // [1]
 */
export const intersect1d = takes(
  'intersect1d',
  ARRAY,
  ARRAY,
  options(INTERSECT_OPTIONS),
)((a: ArrayLike, b: ArrayLike, options?: IntersectOptions): LazyArray | Promise<Intersection> => {
  const [left, right] = alike(a, b, 'intersect1d');
  return options?.returnIndices === true ? withPlaces(left, right) : shown(distinctOf(left, (sorted) => isin(sorted, right)));
}) as Intersect;

/** Common elements and their places. */
async function withPlaces(left: NDArray, right: NDArray): Promise<Intersection> {
  const [one, other] = await Promise.all([uniqueAll(left), uniqueAll(right)]);
  const [inOther, inOne] = [isin(one.values, other.values), isin(other.values, one.values)];
  const [values, indices1, indices2] = await Promise.all([
    compress(inOther, one.values),
    compress(inOther, one.indices),
    compress(inOne, other.indices),
  ]);
  return listed('intersect1d', { values, indices1, indices2 });
}
