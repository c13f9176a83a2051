/** Arrays put beside each other by NumPy's names, with edges added, and turned. */

import { ArgumentError, ShapeError } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { assign } from '../assign.js';
import { axesArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray, full } from '../creation.js';
import { take } from '../gather.js';
import { concat } from '../join.js';
import { listOf } from '../list-of.js';
import { expandDims, flip, swapaxes } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import type { Scalar } from '../operand.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { ravel, reshape } from '../reshape.js';

/**
 * `x` with at least one axis.
 *
 * @example
 * np.atleast1d(3).shape; // [1]
 */
export function atleast1d(x: ArrayLike): NDArray {
  const a = toArray(x, 'atleast1d');
  return a.ndim === 0 ? reshape(a, [1]) : a;
}

/**
 * `x` with at least two axes; vectors become one row.
 *
 * @example
 * np.atleast2d([1, 2, 3]).shape; // [1, 3]
 */
export function atleast2d(x: ArrayLike): NDArray {
  const a = atleast1d(x);
  return a.ndim === 1 ? expandDims(a, { axis: 0 }) : a;
}

/**
 * `x` with at least three axes; vectors get shape (1, n, 1), matrices (m, n, 1).
 *
 * @example
 * np.atleast3d([1, 2, 3]).shape; // [1, 3, 1]
 */
export function atleast3d(x: ArrayLike): NDArray {
  const a = atleast2d(x);
  return a.ndim === 2 ? expandDims(a, { axis: 2 }) : a;
}

/**
 * Arrays one below the other: joined along the first axis, vectors as rows. Throws as `concat` does.
 *
 * @example
 * await np.vstack([[1, 2], [3, 4]]).tolist(); // [[1, 2], [3, 4]]
 */
export function vstack(xs: readonly ArrayLike[]): NDArray {
  return concat(listOf(xs, 'vstack').map(atleast2d));
}

/**
 * Arrays beside each other: joined along the second axis, vectors along their only one. Throws as `concat` does.
 *
 * @example
 * await np.hstack([[1, 2], [3]]).tolist(); // [1, 2, 3]
 */
export function hstack(xs: readonly ArrayLike[]): NDArray {
  const arrays = listOf(xs, 'hstack').map(atleast1d);
  return concat(arrays, { axis: arrays[0]?.ndim === 1 ? 0 : 1 });
}

/**
 * Arrays behind each other: joined along the third axis. Throws as `concat` does.
 *
 * @example
 * np.dstack([np.zeros([2, 3]), np.ones([2, 3])]).shape; // [2, 3, 2]
 */
export function dstack(xs: readonly ArrayLike[]): NDArray {
  return concat(listOf(xs, 'dstack').map(atleast3d), { axis: 2 });
}

/**
 * Vectors as the columns of a matrix; matrices are put beside them. Throws as `concat` does.
 *
 * @example
 * await np.columnStack([[1, 2], [3, 4]]).tolist(); // [[1, 3], [2, 4]]
 */
export function columnStack(xs: readonly ArrayLike[]): NDArray {
  const matrices = listOf(xs, 'columnStack').map((x) => {
    const a = atleast1d(x);
    return a.ndim === 1 ? expandDims(a, { axis: 1 }) : a;
  });
  return concat(matrices, { axis: 1 });
}

/**
 * `values` after `x`, along an axis or, without one, both flattened. Throws as `concat` does.
 *
 * @example
 * await np.append([1, 2], [[3], [4]]).tolist(); // [1, 2, 3, 4]
 */
export function append(x: ArrayLike, values: ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray {
  const options = byName(how, 'axis');
  const both = [toArray(x, 'append'), toArray(values, 'append')];
  return options?.axis === undefined ? concat(both.map((a) => ravel(a))) : concat(both, { axis: options.axis });
}

/**
 * Columns in reverse order, as a view. Throws `IndexError` below two axes.
 *
 * @example
 * await np.fliplr([[1, 2], [3, 4]]).tolist(); // [[2, 1], [4, 3]]
 */
export function fliplr(x: ArrayLike): NDArray {
  return flip(x, { axis: 1 });
}

/**
 * Rows in reverse order, as a view.
 *
 * @example
 * await np.flipud([[1, 2], [3, 4]]).tolist(); // [[3, 4], [1, 2]]
 */
export function flipud(x: ArrayLike): NDArray {
  return flip(x, { axis: 0 });
}

/** Options of `rot90`. */
export interface Rot90Options {
  /** How many quarter turns; default 1. */
  readonly k?: number;
  /** From the first axis towards the second; default [0, 1]. */
  readonly axes?: readonly [number, number];
}

/**
 * Turned by quarters in the plane of two axes, as a view. Throws `IndexError` for axes that the array has not.
 *
 * @example
 * await np.rot90([[1, 2], [3, 4]]).tolist(); // [[2, 4], [1, 3]]
 */
export function rot90(x: ArrayLike, how?: Positional<Rot90Options, 'k'>): NDArray {
  const options = byName(how, 'k');
  const a = toArray(x, 'rot90');
  const { k = 1, axes = [0, 1] } = options ?? {};
  if (!Number.isInteger(k)) throw new ArgumentError(`rot90: expected an integer number of turns, got ${k}`);
  const [first, second] = axesArgument(axes, a.ndim, 'rot90');
  const turns = ((k % 4) + 4) % 4;
  if (turns === 0) return a;
  if (turns === 2) return flip(a, { axis: [first, second] });
  return turns === 1 ? flip(swapaxes(a, first, second), { axis: first }) : swapaxes(flip(a, { axis: first }), first, second);
}

/** What `pad` puts around an array: a value, or its own elements. */
export type PadMode = 'constant' | 'edge' | 'reflect' | 'symmetric' | 'wrap';

/** Options of `pad`. */
export interface PadOptions {
  /** Default 'constant'. 'reflect' mirrors about the edge elements, 'symmetric' about the edges themselves. */
  readonly mode?: PadMode;
  /** The value of 'constant'; default 0. */
  readonly constantValues?: Scalar;
}

/** Elements added before and after: one number for all sides, two for all axes, or two for each axis. */
export type PadWidth = number | readonly [number, number] | readonly (readonly [number, number])[];

/**
 * `x` with elements added around it. Throws `ArgumentError` for widths that are no integers of at least 0 or another mode, and
 * `ShapeError` when an axis without elements is to be continued.
 *
 * @example
 * await np.pad([1, 2, 3], 1).tolist();                          // [0, 1, 2, 3, 0]
 * await np.pad([1, 2, 3], [2, 1], { mode: 'reflect' }).tolist(); // [3, 2, 1, 2, 3, 2]
 */
export function pad(x: ArrayLike, width: PadWidth, how?: Positional<PadOptions, 'mode'>): NDArray {
  const options = byName(how, 'mode');
  const a = toArray(x, 'pad');
  const widths = widthsOf(width, a);
  const mode = options?.mode ?? 'constant';
  if (mode === 'constant') return framed(a, widths, options?.constantValues ?? 0);
  const source = sources[mode];
  if (source === undefined) {
    throw new ArgumentError(`pad: expected a mode among constant, ${Object.keys(sources).join(', ')}, got '${mode}'`);
  }
  return widths.reduce((padded, [before, after], axis) => {
    const n = padded.shape[axis];
    if (before + after === 0) return padded;
    if (n === 0) throw new ShapeError(`pad: axis ${axis} of shape ${formatShape(a.shape)} has no elements to continue`);
    const places = Array.from({ length: before + n + after }, (_, i) => source(i - before, n));
    return take(padded, asarray(places, { dtype: int64 }), { axis });
  }, a);
}

/** Which element of n stands at position i, from below 0 to beyond n. */
const sources: Readonly<Record<Exclude<PadMode, 'constant'>, (i: number, n: number) => number>> = {
  edge: (i, n) => Math.min(Math.max(i, 0), n - 1),
  wrap: (i, n) => ((i % n) + n) % n,
  symmetric: (i, n) => {
    const at = ((i % (2 * n)) + 2 * n) % (2 * n);
    return at < n ? at : 2 * n - 1 - at;
  },
  reflect: (i, n) => {
    if (n === 1) return 0;
    const period = 2 * n - 2;
    const at = ((i % period) + period) % period;
    return at < n ? at : period - at;
  },
};

function framed(a: NDArray, widths: readonly (readonly [number, number])[], value: Scalar): NDArray {
  const out = full(
    a.shape.map((n, i) => widths[i][0] + n + widths[i][1]),
    value,
    { dtype: a.dtype },
  );
  const inside = widths.reduce((view, [before], axis) => part(view, axis, before, a.shape[axis]), out);
  if (a.size > 0) assign(inside, a);
  return out;
}

function widthsOf(width: PadWidth, a: NDArray): (readonly [number, number])[] {
  const widths = a.shape.map((_, i) => pairAt(width, i, a.ndim));
  const wrong = widths.flat().find((n) => !Number.isInteger(n) || n < 0);
  if (wrong !== undefined) throw new ArgumentError(`pad: widths are integers of at least 0, got ${String(wrong)}`);
  return widths;
}

function pairAt(width: PadWidth, axis: number, rank: number): readonly [number, number] {
  if (typeof width === 'number') return [width, width];
  const [first, second] = width;
  if (width.length === 2 && typeof first === 'number' && typeof second === 'number') return [first, second];
  const pair: unknown = width[axis];
  if (width.length !== rank || !Array.isArray(pair) || pair.length !== 2) {
    throw new ArgumentError(`pad: expected a number, [before, after], or such a pair for each of ${rank} axes`);
  }
  return [Number(pair[0]), Number(pair[1])];
}
