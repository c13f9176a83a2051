/** The axes of matrices in arrays of more axes, `axis1` and `axis2` of NumPy's functions of diagonals; and views of diagonals. */

import { internView } from '../shape/index.js';
import { transposeView } from '../store/index.js';
import { axesArgument } from './axes.js';
import { type NDArray, viewOf } from './ndarray.js';

/** A view with the chosen axes, by default the first two as NumPy has it, as its last two. */
export function lastOf(a: NDArray, axes: { readonly axis1?: number; readonly axis2?: number }, operation: string): NDArray {
  const { axis1, axis2 } = axes;
  if (a.ndim <= 2 && axis1 === undefined && axis2 === undefined) return a;
  const [rows, columns] = axesArgument([axis1 ?? 0, axis2 ?? 1], a.ndim, operation);
  if (rows === a.ndim - 2 && columns === a.ndim - 1) return a;
  const others = a.view.shape.map((_, i) => i).filter((i) => i !== rows && i !== columns);
  return viewOf(a, transposeView(a.view, [...others, rows, columns]));
}

/** The diagonals of the last two axes, the `k`th above the main ones, as a view whose last axis they are. */
export function diagonalsOf(a: NDArray, k: number): NDArray {
  const n = a.ndim;
  const { shape, strides, offset } = a.view;
  const count = Math.max(0, Math.min(shape[n - 2] + Math.min(k, 0), shape[n - 1] - Math.max(k, 0)));
  const start = count === 0 ? 0 : k >= 0 ? k * strides[n - 1] : -k * strides[n - 2];
  const step = strides[n - 2] + strides[n - 1];
  if (n === 2) return viewOf(a, internView([count], [step], offset + start));
  return viewOf(a, internView([...shape.slice(0, -2), count], [...strides.slice(0, -2), step], offset + start));
}
