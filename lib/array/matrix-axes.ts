/** The axes of matrices in arrays of more axes: `axis1` and `axis2` of NumPy's functions of diagonals. */

import { transposeView } from '../store/index.js';
import { axesArgument } from './axes.js';
import { type NDArray, viewOf } from './ndarray.js';

/** A view with the chosen axes, by default the first two as NumPy has it, as its last two. */
export function lastOf(a: NDArray, axes: { readonly axis1?: number; readonly axis2?: number }, operation: string): NDArray {
  const { axis1, axis2 } = axes;
  if (a.ndim <= 2 && axis1 === undefined && axis2 === undefined) return a;
  const [rows, columns] = axesArgument([axis1 ?? 0, axis2 ?? 1], a.ndim, operation);
  const others = a.view.shape.map((_, i) => i).filter((i) => i !== rows && i !== columns);
  return viewOf(a, transposeView(a.view, [...others, rows, columns]));
}
