/** Parts of arrays along one axis. */
import { sliceView } from '../store/index.js';
import { type NDArray, viewOf } from './ndarray.js';

/** `count` elements of an axis from `start` on, as a view. */
export function part(x: NDArray, axis: number, start: number, count: number): NDArray {
  return viewOf(x, sliceView(x.view, axis, start, count, 1));
}
