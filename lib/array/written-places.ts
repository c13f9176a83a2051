/** Places of elements, or rows, that functions write to: along the first axis, or along several. */
import { IndexError } from '../base/index.js';
import { int64 } from '../dtype/index.js';
import { broadcastShapes, formatShape, type Shape, sizeOf } from '../shape/index.js';
import { sameRoot } from '../store/index.js';
import { add, multiply } from './arithmetic.js';
import { astype, copy } from './assign.js';
import { greaterEqual, less } from './comparison.js';
import type { ArrayLike } from './convert.js';
import { indexArray } from './gather.js';
import { logicalOr } from './logic.js';
import { broadcastTo } from './manipulate.js';
import { NDArray } from './ndarray.js';
import { arange } from './ranges.js';
import { reshape } from './reshape.js';
import { where } from './select.js';

/** Places along the first axis; or a list of arrays, broadcast together, of places along the first axes. */
export type Places = ArrayLike | readonly NDArray[];

/** Row-major places among all elements of `x`, over the indices' shape and the axes that are left. */
export function placesIn(x: NDArray, indices: Places, operation: string): NDArray {
  const several = Array.isArray(indices) && indices.length > 0 && indices.every((i) => i instanceof NDArray);
  const at = (several ? (indices as readonly NDArray[]) : [indices as ArrayLike]).map((i) => indexArray(i, operation));
  if (at.length > x.ndim)
    throw new IndexError(`${operation}: ${at.length} index arrays for an array of shape ${formatShape(x.view.shape)}`);
  const own = at.map((i) => (sameRoot(i, x) ? copy(i) : i));
  const common = own.reduce<Shape>((s, i) => broadcastShapes(s, i.view.shape, operation), []);
  const rest = x.view.shape.slice(at.length);
  const first = own.length === 1 ? own[0] : flattened(x, own);
  if (rest.length === 0) return first;
  const inner = sizeOf(rest);
  const over = [...common, ...rest];
  const along = reshape(multiply(astype(first, int64), BigInt(inner)), [...common, ...rest.map(() => 1)]);
  return broadcastTo(add(along, reshape(arange(inner, { dtype: int64 }), rest)), over);
}

/** Places among the leading axes, none of them negative; where an index is outside its axis, one behind all. */
function flattened(x: NDArray, at: readonly NDArray[]): NDArray {
  const sizes = x.view.shape.slice(0, at.length).map(BigInt);
  const indices = at.map((given, axis) => {
    const wide = astype(given, int64);
    return where(less(wide, 0n), add(wide, sizes[axis]), wide);
  });
  const isOutside = indices
    .map((index, axis) => logicalOr(less(index, 0n), greaterEqual(index, sizes[axis])))
    .reduce((a, b) => logicalOr(a, b));
  const place = indices.reduce((so, index, axis) => add(multiply(so, sizes[axis]), index));
  return where(isOutside, BigInt(sizeOf(x.view.shape.slice(0, at.length))), place);
}
