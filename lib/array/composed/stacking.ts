/** Arrays put beside each other by NumPy's names, with edges added, and turned. */

import { ArgumentError, byPlace, each, NUMBER, type OptionKinds, options, takes } from '../../base/index.js';
import { axesArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import { concat } from '../join.js';
import { ARRAY, ARRAYS, AXIS, DTYPE, NUMBERS } from '../kinds.js';
import { listOf } from '../list-of.js';
import { expandDims, flip, swapaxes } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { ravel, reshape } from '../reshape.js';

/** One array of one, or an Array of the arrays of several. */
interface AtLeast {
  (x: ArrayLike): NDArray;
  (...xs: ArrayLike[]): NDArray | NDArray[];
}

function eachOf(xs: readonly ArrayLike[], name: string, widened: (a: NDArray) => NDArray): NDArray | NDArray[] {
  if (xs.length === 0) throw new ArgumentError(`${name}: expected at least 1 argument, an array`);
  const found = xs.map((x) => widened(toArray(x, name)));
  return found.length === 1 ? found[0] : found;
}

function vectorOf(a: NDArray): NDArray {
  return a.ndim === 0 ? reshape(a, [1]) : a;
}

function matrixOf(a: NDArray): NDArray {
  return a.ndim < 2 ? expandDims(vectorOf(a), { axis: 0 }) : a;
}

/**
 * `x` with at least one axis; of several arrays an Array.
 *
 * @example
 * np.atleast1d(3).shape; // [1]
 */
export const atleast1d = takes('atleast1d', each(ARRAY))((...xs: ArrayLike[]) => eachOf(xs, 'atleast1d', vectorOf)) as AtLeast;

/**
 * `x` with at least two axes; vectors become one row. Of several arrays an Array.
 *
 * @example
 * np.atleast2d([1, 2, 3]).shape; // [1, 3]
 */
export const atleast2d = takes('atleast2d', each(ARRAY))((...xs: ArrayLike[]) => eachOf(xs, 'atleast2d', matrixOf)) as AtLeast;

/**
 * `x` with at least three axes; vectors get shape (1, n, 1), matrices (m, n, 1). Of several arrays an Array.
 *
 * @example
 * np.atleast3d([1, 2, 3]).shape; // [1, 3, 1]
 */
export const atleast3d = takes(
  'atleast3d',
  each(ARRAY),
)((...xs: ArrayLike[]) => eachOf(xs, 'atleast3d', (a) => (a.ndim < 3 ? expandDims(matrixOf(a), { axis: 2 }) : a))) as AtLeast;

/**
 * Arrays one below the other: joined along the first axis, vectors as rows. Throws as `concat` does.
 *
 * @example
 * await np.vstack([[1, 2], [3, 4]]).tolist(); // [[1, 2], [3, 4]]
 */
export const vstack = takes(
  'vstack',
  ARRAYS,
  options(DTYPE),
)((xs: readonly ArrayLike[], options?: DTypeOption): NDArray => {
  return concat(
    listOf(xs, 'vstack').map((x) => atleast2d(x)),
    { dtype: options?.dtype },
  );
});

/**
 * Arrays beside each other: joined along the second axis, vectors along their only one. Throws as `concat` does.
 *
 * @example
 * await np.hstack([[1, 2], [3]]).tolist(); // [1, 2, 3]
 */
export const hstack = takes(
  'hstack',
  ARRAYS,
  options(DTYPE),
)((xs: readonly ArrayLike[], options?: DTypeOption): NDArray => {
  const arrays = listOf(xs, 'hstack').map((x) => atleast1d(x));
  return concat(arrays, { axis: arrays[0]?.ndim === 1 ? 0 : 1, dtype: options?.dtype });
});

/**
 * Arrays behind each other: joined along the third axis. Throws as `concat` does.
 *
 * @example
 * np.dstack([np.zeros([2, 3]), np.ones([2, 3])]).shape; // [2, 3, 2]
 */
export const dstack = takes(
  'dstack',
  ARRAYS,
)((xs: readonly ArrayLike[]): NDArray => {
  return concat(
    listOf(xs, 'dstack').map((x) => atleast3d(x)),
    { axis: 2 },
  );
});

/**
 * Vectors as the columns of a matrix; matrices are put beside them. Throws as `concat` does.
 *
 * @example
 * await np.columnStack([[1, 2], [3, 4]]).tolist(); // [[1, 3], [2, 4]]
 */
export const columnStack = takes(
  'columnStack',
  ARRAYS,
)((xs: readonly ArrayLike[]): NDArray => {
  const matrices = listOf(xs, 'columnStack').map((x) => {
    const a = atleast1d(x);
    return a.ndim === 1 ? expandDims(a, { axis: 1 }) : a;
  });
  return concat(matrices, { axis: 1 });
});

/**
 * `values` after `x`, along an axis or, without one, both flattened. Throws as `concat` does.
 *
 * @example
 * await np.append([1, 2], [[3], [4]]).tolist(); // [1, 2, 3, 4]
 */
export const append = takes(
  'append',
  ARRAY,
  ARRAY,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, values: ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray => {
  const options = byName('append', how, 'axis');
  const both = [toArray(x, 'append'), toArray(values, 'append')];
  return options?.axis === undefined ? concat(both.map((a) => ravel(a))) : concat(both, { axis: options.axis });
});

/**
 * Columns in reverse order, as a view. Throws `IndexError` below two axes.
 *
 * @example
 * await np.fliplr([[1, 2], [3, 4]]).tolist(); // [[2, 1], [4, 3]]
 */
export const fliplr = takes(
  'fliplr',
  ARRAY,
)((x: ArrayLike): NDArray => {
  return flip(x, { axis: 1 });
});

/**
 * Rows in reverse order, as a view.
 *
 * @example
 * await np.flipud([[1, 2], [3, 4]]).tolist(); // [[3, 4], [1, 2]]
 */
export const flipud = takes(
  'flipud',
  ARRAY,
)((x: ArrayLike): NDArray => {
  return flip(x, { axis: 0 });
});

/** Options of `rot90`. */
export interface Rot90Options {
  /** How many quarter turns; default 1. */
  readonly k?: number;
  /** From the first axis towards the second; default [0, 1]. */
  readonly axes?: readonly [number, number];
}
const ROT90_OPTIONS: OptionKinds<Rot90Options> = { k: NUMBER, axes: NUMBERS };

/**
 * Turned by quarters in the plane of two axes, as a view. Throws `IndexError` for axes that the array has not.
 *
 * @example
 * await np.rot90([[1, 2], [3, 4]]).tolist(); // [[2, 4], [1, 3]]
 */
export const rot90 = takes(
  'rot90',
  ARRAY,
  byPlace(ROT90_OPTIONS, 'k'),
  options(ROT90_OPTIONS),
)((x: ArrayLike, how?: Positional<Rot90Options, 'k'>, more?: Omit<Rot90Options, 'k'>): NDArray => {
  const options = byName('rot90', how, 'k', more);
  const a = toArray(x, 'rot90');
  const { k = 1, axes = [0, 1] } = options ?? {};
  if (!Number.isInteger(k)) throw new ArgumentError(`rot90: expected an integer number of turns, got ${k}`);
  const [first, second] = axesArgument(axes, a.ndim, 'rot90');
  const turns = ((k % 4) + 4) % 4;
  if (turns === 0) return a;
  if (turns === 2) return flip(a, { axis: [first, second] });
  return turns === 1 ? flip(swapaxes(a, first, second), { axis: first }) : swapaxes(flip(a, { axis: first }), first, second);
});
