/**
 * Arrays within Arrays: `np.array([x, y])` and `np.array([v.slice(1), 0])` are put together without anything being read. Numbers
 * beside arrays do not widen them, as in arithmetic.
 */
import { ShapeError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { formatShape, type Shape, sameShape } from '../shape/index.js';
import { assign } from './assign.js';
import { type ArrayLike, MOST_DEPTH, type NestedArrays, toArray } from './convert.js';
import { common } from './default-dtypes.js';
import { allocate, NDArray } from './ndarray.js';
import { isScalar, literalDType, promoteNumber, type Scalar } from './operand.js';
import { part } from './part.js';
import { reshape } from './reshape.js';

/** Whether nested Arrays hold arrays or TypedArrays. */
export function holdsArrays(data: unknown, depth = 0): data is NestedArrays {
  if (!Array.isArray(data) || depth >= MOST_DEPTH) return false;
  return data.some((item) => item instanceof NDArray || ArrayBuffer.isView(item) || holdsArrays(item, depth + 1));
}

/** The items stacked along a new first axis, in `dtype` or the one that they have in common. Throws `ShapeError`. */
export function joinItems(data: NestedArrays, operation: string, dtype?: DType): NDArray {
  const items = data.map((item) => (isScalar(item) ? item : itemOf(item, operation)));
  const shape = shapeOf(items[0]);
  for (const item of items) {
    if (!sameShape(shapeOf(item), shape))
      throw new ShapeError(
        `${operation}: arrays in one Array must have equal shapes, got ${formatShape(shape)} and ${formatShape(shapeOf(item))}`,
      );
  }
  const out = allocate(dtype ?? commonDType(items), [items.length, ...shape]);
  if (out.size > 0) items.forEach((item, i) => assign(reshape(part(out, 0, i, 1), shape), item));
  return out;
}

function itemOf(item: Exclude<NestedArrays[number], Scalar>, operation: string): NDArray {
  return holdsArrays(item) ? joinItems(item, operation) : toArray(item as ArrayLike, operation);
}

function shapeOf(item: NDArray | Scalar): Shape {
  return isScalar(item) ? [] : item.view.shape;
}

function commonDType(items: readonly (NDArray | Scalar)[]): DType {
  const arrays = items.filter((item) => item instanceof NDArray);
  const scalars = items.filter(isScalar);
  if (arrays.length === 0) return scalars.map(literalDType).reduce(common);
  return scalars.reduce(promoteNumber, arrays.map((x) => x.dtype).reduce(common));
}
