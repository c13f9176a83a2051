/** Products of vectors, and contractions of several axes. */

import { byPlace, either, INTEGER, IndexError, listOf, type OptionKinds, options, ShapeError, takes } from '../base/index.js';
import { broadcastShapes, formatShape } from '../shape/index.js';
import { broadcastView } from '../store/index.js';
import { multiply } from './arithmetic.js';
import { axesArgument, axisArgument } from './axes.js';
import { checkContracted, contract } from './contract.js';
import { type ArrayLike, toArray } from './convert.js';
import { deliver } from './deliver.js';
import { tensordotOn } from './grid-products.js';
import { ARRAY, AXIS, NUMBERS } from './kinds.js';
import { expandDims, moveaxis, permuteDims } from './manipulate.js';
import { matmul } from './matmul.js';
import { NDArray, viewOf } from './ndarray.js';
import { type GridOptions, isOnGrid, ON_GRID } from './on-grid.js';
import type { Positional } from './positional.js';
import { ravel, reshape } from './reshape.js';
import { OUT, type OutOption, outOf } from './target.js';

/** Options of `vecdot`. */
export interface VecdotOptions extends OutOption {
  /** Along which axis; default -1. */
  readonly axis?: number;
}
const VECDOT_OPTIONS: OptionKinds<VecdotOptions> = { ...AXIS, ...OUT };

/**
 * Sums of products along one axis (default -1) of two arrays that broadcast. Throws `ShapeError` when that axis differs.
 *
 * @example
 * await np.vecdot(np.asarray([1, 2]), [3, 4]).item(); // 11
 */
export const vecdot = takes(
  'vecdot',
  ARRAY,
  ARRAY,
  byPlace(VECDOT_OPTIONS, 'out'),
)((a: ArrayLike, b: ArrayLike, how?: Positional<VecdotOptions, 'out'>): NDArray => {
  const options: VecdotOptions = how instanceof NDArray ? { out: how } : (how ?? {});
  const [x, y] = [a, b].map((operand) => {
    const found = toArray(operand, 'vecdot');
    const axis = axisArgument(options.axis ?? -1, found.ndim, 'vecdot');
    return axis === found.ndim - 1 ? found : moveaxis(found, axis, -1);
  });
  const [m, n] = [x.view.shape[x.ndim - 1], y.view.shape[y.ndim - 1]];
  if (m !== n) throw new ShapeError(`vecdot: the axis has ${m} elements in the first array and ${n} in the second`);
  const shape = broadcastShapes(x.view.shape, y.view.shape, 'vecdot');
  const [left, right] = [x, y].map((z) => viewOf(z, broadcastView(z.view, shape)));
  return deliver(contract(left, right, shape.length - 1), outOf(options.out, 'vecdot'), 'vecdot');
});

/**
 * NumPy's `dot`: the inner product of vectors, the matrix product of matrices, `multiply` when either is 0-d, and
 * otherwise the sum over the last axis of `a` and the second-to-last of `b`.
 *
 * @example
 * await np.asarray([1, 2]).dot([3, 4]).item(); // 11
 */
export const dot = takes(
  'dot',
  ARRAY,
  ARRAY,
  byPlace(OUT, 'out'),
)((a: ArrayLike, b: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  const [x, y] = [toArray(a, 'dot'), toArray(b, 'dot')];
  if (x.ndim === 0 || y.ndim === 0) return multiply(x, y, how);
  if (y.ndim <= 2 && x.ndim <= 2) {
    checkContracted(x, y, 'dot');
    return matmul(x, y, how);
  }
  return deliver(tensordot(x, y, { axes: [[x.ndim - 1], [Math.max(0, y.ndim - 2)]] }), outOf(how, 'dot'), 'dot');
});

/**
 * Sums of products over the last axes of both.
 *
 * @example
 * await np.inner(np.asarray([1, 2]), [3, 4]).item(); // 11
 */
export const inner = takes(
  'inner',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  const [x, y] = [toArray(a, 'inner'), toArray(b, 'inner')];
  if (x.ndim === 0 || y.ndim === 0) return multiply(x, y);
  return tensordot(x, y, { axes: [[x.ndim - 1], [y.ndim - 1]] });
});

/**
 * All products of an element of `a` and one of `b`, both flattened.
 *
 * @example
 * await np.outer(np.asarray([1, 2]), [3, 4]).tolist(); // [[3, 4], [6, 8]]
 */
export const outer = takes(
  'outer',
  ARRAY,
  ARRAY,
  byPlace(OUT, 'out'),
)((a: ArrayLike, b: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  return multiply(expandDims(ravel(a), { axis: 1 }), ravel(b), how);
});

/** Options of `tensordot`. */
export interface TensordotOptions extends GridOptions {
  /** How many trailing axes of `a` meet as many leading ones of `b`, or the axes of each; default 2. */
  readonly axes?: number | readonly [readonly number[], readonly number[]];
}
const TENSORDOT_OPTIONS: OptionKinds<TensordotOptions> = { axes: either(INTEGER, listOf(NUMBERS)), ...ON_GRID };

/**
 * Sums of products over chosen axes of both; the result has the other axes of `a`, then the ones of `b`. `on` has the processors of a grid
 * compute them, by a schedule that `autoSchedule` finds. Throws `ShapeError` when axes that meet differ in size, `ScheduleError` for a grid that
 * is larger than the machine, or whose memories are too small.
 *
 * @example
 * np.tensordot(np.ones([2, 3, 4]), np.ones([3, 4, 5])).shape; // [2, 5]
 */
export const tensordot = takes(
  'tensordot',
  ARRAY,
  ARRAY,
  options(TENSORDOT_OPTIONS),
)((a: ArrayLike, b: ArrayLike, options?: TensordotOptions): NDArray => {
  const [x, y] = [toArray(a, 'tensordot'), toArray(b, 'tensordot')];
  const [left, right] = contracted(x, y, options?.axes ?? 2);
  if (options !== undefined && isOnGrid('tensordot', options)) return tensordotOn([x, y], [left, right], options);
  const freeLeft = x.view.shape.map((_, i) => i).filter((i) => !left.includes(i));
  const freeRight = y.view.shape.map((_, i) => i).filter((i) => !right.includes(i));
  const size = left.reduce((n, i) => n * x.view.shape[i], 1);
  const shape = [...freeLeft.map((i) => x.view.shape[i]), ...freeRight.map((i) => y.view.shape[i])];
  const rows = freeLeft.reduce((n, i) => n * x.view.shape[i], 1);
  const columns = freeRight.reduce((n, i) => n * y.view.shape[i], 1);
  const m = reshape(permuteDims(x, [...freeLeft, ...left]), [rows, size]);
  const n = reshape(permuteDims(y, [...right, ...freeRight]), [size, columns]);
  return reshape(matmul(m, n), shape);
});

function contracted(x: NDArray, y: NDArray, axes: NonNullable<TensordotOptions['axes']>): [number[], number[]] {
  if (typeof axes === 'number' && (axes > x.ndim || axes > y.ndim)) {
    throw new IndexError(`tensordot: ${axes} axes of arrays with ${x.ndim} and ${y.ndim}`);
  }
  const [given, others] = typeof axes === 'number' ? counted(axes, x.ndim) : axes;
  const left = axesArgument(given, x.ndim, 'tensordot');
  const right = axesArgument(others, y.ndim, 'tensordot');
  const fits = left.length === right.length && left.every((i, k) => x.view.shape[i] === y.view.shape[right[k]]);
  if (!fits) {
    throw new ShapeError(
      `tensordot: axes [${left.join(', ')}] of ${formatShape(x.view.shape)} do not meet axes [${right.join(', ')}] of ${formatShape(y.view.shape)}`,
    );
  }
  return [left, right];
}

function counted(count: number, rank: number): [number[], number[]] {
  const first = Array.from({ length: count }, (_, i) => rank - count + i);
  return [first, Array.from({ length: count }, (_, i) => i)];
}
