/** What the methods of ufuncs have in common: all pairs of two arrays' elements, and reductions of slices. */
import { ArgumentError, IndexError, ShapeError } from '../../base/index.js';
import type { Operand } from '../apply.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, type Integers, toArray } from '../convert.js';
import { integersOf } from '../integers.js';
import { stack } from '../join.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { reshape } from '../reshape.js';

type Binary = (a: Operand, b: Operand) => NDArray;
type Reduction = (x: NDArray, options: { readonly axis: number }) => NDArray;

/** `fn` of every element of `a` with every one of `b`. */
export function allPairs(fn: Binary, a: ArrayLike, b: ArrayLike, operation: string): NDArray {
  const [x, y] = [toArray(a, operation), toArray(b, operation)];
  return fn(reshape(x, [...x.shape, ...y.shape.map(() => 1)]), y);
}

/** Each slice goes from its index to before the next; where that is no larger, it is the one element at the index. */
export function reduceSlices(
  fn: Reduction,
  x: ArrayLike,
  indices: Integers,
  options: { readonly axis?: number } | undefined,
  operation: string,
): NDArray {
  const a = toArray(x, operation);
  if (a.ndim === 0) throw new ShapeError(`${operation}: a 0-d array has no axis`);
  const axis = axisArgument(options?.axis ?? 0, a.ndim, operation);
  const n = a.shape[axis];
  const starts = integersOf(indices, operation);
  if (starts.length === 0) throw new ArgumentError(`${operation}: expected at least one index`);
  const wrong = starts.find((i) => i < 0 || i >= n);
  if (wrong !== undefined) throw new IndexError(`${operation}: index ${wrong} is outside axis ${axis} of size ${n}`);
  const pieces = starts.map((start, k) => {
    const end = k + 1 < starts.length ? starts[k + 1] : n;
    return fn(part(a, axis, start, Math.max(1, end - start)), { axis });
  });
  return stack(pieces, { axis });
}
