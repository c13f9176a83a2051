/** The points at which functions were sampled, for derivatives and integrals along an axis. */
import { ShapeError } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';

/** Sample points in a shape that broadcasts to the array's. */
export function pointsOf(x: ArrayLike, a: NDArray, axis: number, operation: string): NDArray {
  const points = toArray(x, operation);
  if (points.ndim === 1 && points.shape[0] === a.shape[axis]) {
    return reshape(
      points,
      a.shape.map((n, i) => (i === axis ? n : 1)),
    );
  }
  if (points.ndim === a.ndim && points.shape.every((n, i) => n === a.shape[i])) return points;
  throw new ShapeError(
    `${operation}: sample points of shape ${formatShape(points.shape)} do not fit axis ${axis} of ${formatShape(a.shape)}`,
  );
}
