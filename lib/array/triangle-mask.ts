/** Masks of lower triangles; the upper ones are the rest. */
import { bool, int64 } from '../dtype/index.js';
import type { Shape } from '../shape/index.js';
import { IndexKind, nearDiagonal } from './index-kind.js';
import type { NDArray } from './ndarray.js';

const lowerKind = new IndexKind(
  'tril',
  () => [int64],
  (e, [k]) => e.binary('le', e.index(1), e.binary('add', e.index(0), k)),
);

/** Where a matrix of a shape is on its `k`-th diagonal or below it. */
export function lowerTriangle(shape: Shape, k: number): NDArray {
  return lowerKind.make(bool, shape, [nearDiagonal(k, shape)]);
}
