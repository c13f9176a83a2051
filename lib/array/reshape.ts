/**
 * Other shapes for the same elements in row-major order: a view where the strides allow it, else a copy. An axis of the
 * new shape comes from a group of old ones; a group can be a view when its old axes step through memory as one:
 *
 *     shape (2, 3, 4) strides (24, 4, 1)   reshape (6, 4)?   axes 0 and 1: 24 ≠ 3 · 4, so it must be copied
 *     shape (2, 3, 4) strides (12, 4, 1)   reshape (6, 4)    12 = 3 · 4: strides (4, 1)
 */

import {
  ArgumentError,
  byPlace,
  each,
  FLAG,
  isPlain,
  NUMBER,
  type OptionKinds,
  orOptions,
  ShapeError,
  takes,
} from '../base/index.js';
import { checkShape, formatShape, internView, rowMajor, type Shape, sameShape, type View } from '../shape/index.js';
import { copy } from './assign.js';
import { type ArrayLike, toArray } from './convert.js';
import { ARRAY, SHAPE } from './kinds.js';
import { type NDArray, viewOf } from './ndarray.js';
import { describe } from './operand.js';
import { isByColumns, ORDER, type OrderOption, turned } from './order.js';
import { byName, type Positional } from './positional.js';

/** Options of `reshape`. */
export interface ReshapeOptions extends OrderOption {
  /** True: always a copy. False: throws `ArgumentError` where a view is not possible. Default: a copy where no view is possible. */
  readonly copy?: boolean;
}
const RESHAPE_OPTIONS: OptionKinds<ReshapeOptions> = { ...ORDER, copy: FLAG };

/**
 * The elements of `x`, in row-major order unless `order` differs, in a new shape; one size may be -1 and is worked out. A view where
 * possible, else a copy. Throws `ShapeError`.
 *
 * @example
 * np.arange(6).reshape([2, -1]).shape;                             // [2, 3]
 * await np.arange(4).reshape([2, 2], { order: 'F' }).tolist(); // [[0, 2], [1, 3]]
 */
export const reshape = takes(
  'reshape',
  ARRAY,
  SHAPE,
  each(orOptions(NUMBER, RESHAPE_OPTIONS)),
)((x: ArrayLike, shape: number | Shape, ...rest: readonly (number | ReshapeOptions)[]): NDArray => {
  const a = toArray(x, 'reshape');
  const last = a.view.made.reshaped;
  if (last !== null && rest.length === 0 && Array.isArray(shape) && sameShape(last.shape, shape)) return viewOf(a, last);
  const { more, order, copy: copied } = withoutOptions(rest);
  const sizes = typeof shape === 'number' ? [shape, ...more] : shape;
  if (!Array.isArray(sizes) || !sizes.every(Number.isInteger))
    throw new ShapeError(
      `reshape: expected a shape such as [2, -1], got ${Array.isArray(sizes) ? `[${sizes.map(describe).join(', ')}]` : describe(shape)}`,
    );
  const target = targetShape(a, sizes);
  if (isByColumns(a, order)) return turned(inShape(turned(a), [...target].reverse(), copied));
  return inShape(a, target, copied);
});

/** Sizes, and options behind them. Throws `ShapeError` where options are among the sizes. */
function withoutOptions(rest: readonly (number | ReshapeOptions)[]): { readonly more: readonly number[] } & ReshapeOptions {
  const last = rest.length > 0 ? rest[rest.length - 1] : undefined;
  const more = isPlain(last) ? rest.slice(0, -1) : rest;
  if (more.some((size) => typeof size !== 'number')) throw new ShapeError('reshape: expected sizes, and options behind them');
  return { ...(isPlain(last) ? (last as ReshapeOptions) : {}), more: more as readonly number[] };
}

/** `reshape` to a shape of as many elements, which is not looked at: for functions that made it. */
export function inShape(a: NDArray, target: Shape, copied?: boolean): NDArray {
  const view = copied === true ? null : reshapeView(a.view, target);
  if (view !== null) return viewOf(a, view);
  if (copied === false)
    throw new ArgumentError(
      `reshape: the strides of shape ${formatShape(a.view.shape)} allow no view of shape ${formatShape(target)}; leave copy out`,
    );
  const dense = copy(a);
  return viewOf(dense, internView(target, rowMajor(target), dense.view.offset));
}

/**
 * All elements in one axis, row-major unless `order` differs: a view where possible, else a copy.
 *
 * @example
 * await np.eye(2).ravel().tolist(); // [1, 0, 0, 1]
 */
export const ravel = takes(
  'ravel',
  ARRAY,
  byPlace(ORDER, 'order'),
)((x: ArrayLike, how?: Positional<OrderOption, 'order'>): NDArray => {
  const a = toArray(x, 'ravel');
  return inShape(how !== undefined && isByColumns(a, byName('ravel', how, 'order')?.order) ? turned(a) : a, [a.size]);
});

/**
 * All elements in one axis, row-major unless `order` differs: always a copy.
 *
 * @example
 * await np.eye(2).flatten().tolist(); // [1, 0, 0, 1]
 */
export const flatten = takes(
  'flatten',
  ARRAY,
  byPlace(ORDER, 'order'),
)((x: ArrayLike, how?: Positional<OrderOption, 'order'>): NDArray => {
  const a = toArray(x, 'flatten');
  const columns = isByColumns(a, byName('flatten', how, 'order')?.order);
  return inShape(copy(columns ? turned(a) : a), [a.size]);
});

function targetShape(a: NDArray, shape: Shape): Shape {
  let unknown = -1;
  let known = 1;
  for (let i = 0; i < shape.length; i++) {
    if (shape[i] !== -1) known *= shape[i];
    else if (unknown < 0) unknown = i;
    else throw new ShapeError(`reshape: only one size may be -1, got ${formatShape(shape)}`);
  }
  if (unknown < 0) {
    checkShape(shape, 'reshape');
    if (known !== a.size) throw cannot(a, shape);
    return shape;
  }
  const free = known === 0 ? (a.size === 0 ? 0 : Number.NaN) : a.size / known;
  if (!Number.isInteger(free)) throw cannot(a, shape);
  const target = shape.with(unknown, free);
  checkShape(target, 'reshape');
  return target;
}

function cannot(a: NDArray, shape: Shape): ShapeError {
  return new ShapeError(
    `reshape: an array of shape ${formatShape(a.view.shape)} (${a.size} elements) does not fill ${formatShape(shape)}`,
  );
}

/** The view of the new shape, or null where it takes a copy. Sizes multiply to the same number. */
export function reshapeView(view: View, shape: Shape): View | null {
  const known = view.made.reshaped;
  if (known !== null && sameShape(known.shape, shape)) return known;
  const strides = reshapedStrides(view, shape);
  return strides === null ? null : (view.made.reshaped = internView(shape, strides, view.offset));
}

function reshapedStrides(view: View, shape: Shape): number[] | null {
  if (view.size === 0 || view.contiguous) return rowMajor(shape);
  const old = view.shape.map((_, i) => i).filter((i) => view.shape[i] !== 1);
  const strides = new Array<number>(shape.length).fill(0);
  let at = 0;
  for (let next = 0; next < shape.length; ) {
    if (shape[next] === 1) {
      next++;
      continue;
    }
    const first = next;
    const start = at;
    let mine = shape[next++];
    let theirs = view.shape[old[at++]];
    while (mine !== theirs) {
      if (mine < theirs) mine *= shape[next++];
      else theirs *= view.shape[old[at++]];
    }
    if (!stepsAsOne(view, old.slice(start, at))) return null;
    let step = view.strides[old[at - 1]];
    for (let i = next - 1; i >= first; i--) {
      strides[i] = step;
      step *= shape[i];
    }
  }
  return strides;
}

function stepsAsOne(view: View, axes: readonly number[]): boolean {
  for (let i = 1; i < axes.length; i++) {
    if (view.strides[axes[i - 1]] !== view.strides[axes[i]] * view.shape[axes[i]]) return false;
  }
  return true;
}
