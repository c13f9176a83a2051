/** NumPy's `order`: whether elements are read and laid out row by row, or column by column. */
import { type OptionKinds, oneOf } from '../base/index.js';
import { rowMajor, type Shape, type View } from '../shape/index.js';
import { transposeView } from '../store/index.js';
import { type NDArray, viewOf } from './ndarray.js';

/** `C`: row-major; `F`: column-major; `A`: column-major for arrays that lie in memory so, such as the transpose of a matrix. */
export type Order = 'C' | 'F' | 'A';

/** The order of elements. */
export interface OrderOption {
  /** Which index changes fastest: the last (`C`), the first (`F`), or as in memory (`A`). Default `C`. */
  readonly order?: Order;
}
export const ORDER: OptionKinds<OrderOption> = { order: oneOf('C', 'F', 'A') };

/** Whether the elements of `x` are to be taken column by column. */
export function isByColumns({ view }: NDArray, order: Order | undefined): boolean {
  if (order === 'A') return isDense(view, [...view.shape].reverse()) && !view.contiguous;
  return order === 'F';
}

/** Whether a view's axes, from the last to the first, step through memory as the axes of a row-major array of this shape do. */
function isDense({ shape, strides }: View, reversed: Shape): boolean {
  const dense = [...rowMajor(reversed)].reverse();
  return shape.every((n, i) => n === 1 || strides[i] === dense[i]);
}

/** The array with its axes from the last to the first. */
export function turned(x: NDArray): NDArray {
  const { view } = x;
  return viewOf(
    x,
    transposeView(
      view,
      view.shape.map((_, i) => view.shape.length - 1 - i),
    ),
  );
}
