/** Shapes of anything that could be an array, and the places in one. */

import { ANYTHING, each, NUMBER, optional, takes } from '../../base/index.js';
import { checkShape, type Shape } from '../../shape/index.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ARRAY, SHAPE } from '../kinds.js';
import { moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { isScalar, type Scalar } from '../operand.js';

/**
 * The number of axes.
 *
 * @example
 * np.ndim([[1, 2], [3, 4]]); // 2
 */
export const ndim = takes(
  'ndim',
  ARRAY,
)((x: ArrayLike): number => {
  return toArray(x, 'ndim').ndim;
});

/**
 * The size of each axis.
 *
 * @example
 * np.shape([[1, 2, 3]]); // [1, 3]
 */
export const shape = takes(
  'shape',
  ARRAY,
)((x: ArrayLike): number[] => {
  return [...toArray(x, 'shape').view.shape];
});

/**
 * The number of elements, or the size of an axis. Throws `IndexError` for an axis that the array lacks.
 *
 * @example
 * np.size([[1, 2, 3], [4, 5, 6]]);    // 6
 * np.size([[1, 2, 3], [4, 5, 6]], 1); // 3
 */
export const size = takes(
  'size',
  ARRAY,
  optional(NUMBER),
)((x: ArrayLike, axis?: number): number => {
  const a = toArray(x, 'size');
  return axis === undefined ? a.size : a.view.shape[axisArgument(axis, a.ndim, 'size')];
});

/**
 * Whether this is a number, a bigint or a boolean rather than an array.
 *
 * @example
 * np.isscalar(3); // true
 */
export const isscalar = takes(
  'isscalar',
  ANYTHING,
)((value: unknown): value is Scalar => {
  return isScalar(value);
});

/**
 * The places in an array of a shape, the last axis first: for loops over all of them. The sizes are arguments, or an Array. Throws
 * `ShapeError` for sizes that are no integers of at least 0.
 *
 * @example
 * [...np.ndindex(2, 2)];   // [[0, 0], [0, 1], [1, 0], [1, 1]]
 * [...np.ndindex([1, 2])]; // [[0, 0], [0, 1]]
 */
export const ndindex = takes(
  'ndindex',
  each(SHAPE),
)((...sizes: number[] | [Shape]): Generator<number[]> => {
  const shape = (Array.isArray(sizes[0]) && sizes.length === 1 ? sizes[0] : sizes) as Shape;
  checkShape(shape, 'ndindex');
  return placesIn(shape);
});

function* placesIn(shape: Shape): Generator<number[]> {
  if (shape.some((n) => n === 0)) return;
  const place = shape.map(() => 0);
  for (;;) {
    yield [...place];
    let axis = shape.length - 1;
    for (; axis >= 0 && ++place[axis] === shape[axis]; axis--) place[axis] = 0;
    if (axis < 0) return;
  }
}

/**
 * The axis `axis` moved before the axis `start`, as a view; `moveaxis` takes its new place instead.
 *
 * @example
 * np.rollaxis(np.ones([2, 3, 4]), 2).shape; // [4, 2, 3]
 */
export const rollaxis = takes(
  'rollaxis',
  ARRAY,
  NUMBER,
  optional(NUMBER),
)((x: ArrayLike, axis: number, start = 0): NDArray => {
  const a = toArray(x, 'rollaxis');
  const from = axisArgument(axis, a.ndim, 'rollaxis');
  const before = start === a.ndim ? a.ndim : axisArgument(start, a.ndim, 'rollaxis');
  return moveaxis(a, from, before > from ? before - 1 : before);
});
