/** Weights of some axes of an array, as `average` and quantiles take them. */
import { sameShape } from '../../shape/index.js';
import { type Axis, reducedAxes } from '../fold.js';
import { permuteDims } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';

/** Weights in the shape of the named axes, in their order, with an axis of size 1 for each other; null where none is named, or shapes differ. */
export function alongAxes(weights: NDArray, a: NDArray, axis: Axis, operation: string): NDArray | null {
  if (axis === undefined || axis === null) return null;
  const axes = reducedAxes(axis, a.ndim, operation);
  const expected = axes.map((at) => a.shape[at]);
  if (!sameShape(weights.shape, expected)) return null;
  const ascending = axes.map((_, i) => i).sort((i, j) => axes[i] - axes[j]);
  const sizes = a.shape.map((n, at) => (axes.includes(at) ? n : 1));
  return reshape(permuteDims(weights, ascending), sizes);
}
