/**
 * How views lie in row-major roots: the rectangle of the root that a part of a view has, the part of a view that a rectangle of
 * the root has, and a view's strides in an instance that holds only a box of the root.
 *
 *     root (4,8)   view [1:4, 2:8]   its part [1:3, 0:2] is root [2:4, 2:4]   root [3:4, 0:4] is its part [2:3, 0:2]
 */
import { invariant } from '../base/index.js';
import { rowMajor, type Shape, type View } from '../shape/index.js';
import { isEmpty, type Rect, rectShape } from './rect.js';

/** How a view's axes lie in its row-major root: root axis i runs along view axis `axes[i]` (-1: stays at `origin[i]`). */
export interface Lying {
  readonly axes: readonly number[];
  readonly origin: readonly number[];
  /** Root elements between neighbours along the axis, 1 where it stays; never negative. */
  readonly steps: readonly number[];
  /** Whether axes have negative strides, so that tiles lie in reverse. */
  readonly reversed: boolean;
}

/** Null where the view is not a box of the root with steps: a diagonal, a split or merged axis. */
export function lyingOf(view: View, rootShape: Shape): Lying | null {
  const strides = rowMajor(rootShape);
  const origin = new Array<number>(rootShape.length);
  const axes = new Array<number>(rootShape.length).fill(-1);
  const steps = new Array<number>(rootShape.length).fill(1);
  let rest = view.offset;
  for (let i = 0; i < rootShape.length; i++) {
    origin[i] = strides[i] === 0 ? 0 : Math.floor(rest / strides[i]);
    rest -= origin[i] * strides[i];
  }
  let reversed = false;
  for (let k = 0; k < view.shape.length; k++) {
    const stride = view.strides[k];
    if (view.shape[k] <= 1 || stride === 0) continue;
    const i = axisOfStride(view, k, rootShape, strides, origin);
    if (i < 0 || axes[i] >= 0) return null;
    axes[i] = k;
    steps[i] = Math.abs(stride / strides[i]);
    if (stride < 0) reversed = true;
  }
  return { axes, origin, steps, reversed };
}

/** The root axis along which view axis `k` stays inside the root's box. */
function axisOfStride(view: View, k: number, shape: Shape, strides: readonly number[], origin: readonly number[]): number {
  for (let i = 0; i < shape.length; i++) {
    const step = view.strides[k] / strides[i];
    if (!Number.isInteger(step) || step === 0) continue;
    const last = origin[i] + (view.shape[k] - 1) * step;
    if (last >= 0 && last < shape[i]) return i;
  }
  return -1;
}

export interface RootRect {
  readonly rect: Rect;
  /** The elements are all of the rectangle's; false when it only bounds them (steps, images, odd views). */
  readonly exact: boolean;
}

/** Where in a row-major root the elements of a view's rectangle are; with `known` false it bounds them only. */
export function rectInRoot(view: View, local: Rect, rootShape: Shape, known: boolean): RootRect {
  const place = lyingOf(view, rootShape);
  if (place === null) return rowsOf(view, local, rootShape, known);
  invariant(local.low.length === view.shape.length, "a rectangle has its view's rank");
  const low = [...place.origin];
  const high = place.origin.map((n) => n + 1);
  let exact = known;
  const empty = view.size === 0 || isEmpty(local);
  place.axes.forEach((k, i) => {
    if (k < 0) return;
    const sign = view.strides[k] < 0 ? -1 : 1;
    const first = place.origin[i] + sign * place.steps[i] * local.low[k];
    const last = place.origin[i] + sign * place.steps[i] * (local.high[k] - 1);
    low[i] = Math.min(first, last);
    high[i] = Math.max(first, last) + 1;
    if (place.steps[i] !== 1 && local.high[k] - local.low[k] > 1) exact = false;
  });
  return empty ? { rect: { low, high: low }, exact: true } : { rect: { low, high }, exact };
}

/**
 * The part of a view that lies in a rectangle of the root: the inverse of `rectInRoot`. Every part of the view with a rectangle that
 * meets the given one shares an index with it. Where the view has steps, it has the indices around the rectangle. Null for views that are
 * no box of the root.
 */
export function partInView(view: View, rect: Rect, rootShape: Shape): Rect | null {
  const place = lyingOf(view, rootShape);
  if (place === null) return null;
  const low = view.shape.map(() => 0);
  const high = [...view.shape];
  let misses = false;
  place.axes.forEach((k, i) => {
    const origin = place.origin[i];
    if (k < 0) misses ||= origin < rect.low[i] || origin >= rect.high[i];
    else {
      const ahead = view.strides[k] > 0;
      const first = ahead ? rect.low[i] - origin : origin - rect.high[i] + 1;
      const last = ahead ? rect.high[i] - 1 - origin : origin - rect.low[i];
      low[k] = Math.max(0, Math.floor(first / place.steps[i]));
      high[k] = Math.min(view.shape[k], Math.ceil(last / place.steps[i]) + 1);
    }
  });
  return { low, high: misses ? low : high };
}

/** Views that split or merge axes: the rows (slices along axis 0) of the root between the first and the last element. */
function rowsOf(view: View, local: Rect, rootShape: Shape, known: boolean): RootRect {
  const none = rootShape.map(() => 0);
  if (view.size === 0 || isEmpty(local)) return { rect: { low: none, high: none }, exact: true };
  let first = view.offset;
  let last = view.offset;
  view.strides.forEach((stride, k) => {
    first += stride * (stride < 0 ? local.high[k] - 1 : local.low[k]);
    last += stride * (stride < 0 ? local.low[k] : local.high[k] - 1);
  });
  const row = rowMajor(rootShape)[0];
  const low = Math.floor(first / row);
  const high = Math.floor(last / row) + 1;
  const rect = { low: none.map((_, i) => (i === 0 ? low : 0)), high: rootShape.map((n, i) => (i === 0 ? high : n)) };
  return { rect, exact: known && first === low * row && last + 1 === high * row && isGapless(view, local) };
}

/** Does a part of a view name every element between its first and its last? Never a false "yes". */
function isGapless(view: View, local: Rect): boolean {
  const axes = view.strides.map((stride, k) => ({ n: local.high[k] - local.low[k], stride: Math.abs(stride) }));
  let reach = 1;
  for (const { n, stride } of axes.filter((a) => a.n > 1 && a.stride > 0).sort((a, b) => a.stride - b.stride)) {
    if (stride !== reach) return false;
    reach *= n;
  }
  return true;
}

/** A view as it lies in a row-major instance that holds only a box of the root. */
interface LocalView {
  readonly shape: Shape;
  readonly strides: readonly number[];
  /** In elements from the start of the instance. */
  readonly offset: number;
}

/**
 * The part `local` of a view, addressed in an instance of `box`, which contains it (`rootRectOf`). A view that splits or
 * merges axes is in a box of whole rows, where it has the strides that it has in the root.
 *
 *     root (4,8)   view [1:4, 2:8]   its part [1:3, 0:2] is root [2:4, 2:4]   in the box [2:4, 1:5]: strides (4, 1), offset 1
 */
export function localView(view: View, local: Rect, rootShape: Shape, box: Rect): LocalView {
  const shape = local.low.map((low, k) => Math.max(0, local.high[k] - low));
  const place = lyingOf(view, rootShape);
  const strides = [...view.strides];
  let offset = view.offset;
  const old = rowMajor(rootShape);
  if (place === null) {
    invariant(
      rootShape.every((n, i) => i === 0 || box.high[i] - box.low[i] === n),
      'an odd view is in whole rows',
    );
    offset -= box.low[0] * old[0];
  } else {
    const steps = rowMajor(rectShape(box));
    offset = 0;
    place.axes.forEach((k, i) => {
      offset += (place.origin[i] - box.low[i]) * steps[i];
      if (k >= 0) strides[k] = (view.strides[k] / old[i]) * steps[i];
    });
  }
  for (let k = 0; k < shape.length; k++) offset += local.low[k] * strides[k];
  return { shape, strides, offset };
}
