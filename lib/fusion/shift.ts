/**
 * Shifts: the elements of a whole array that a view reaches, as an affine map from the view's indices to the array's. Through it the
 * operands of a task that computes the array are seen as the view sees the array:
 *
 *     y = f(x)          over (n)                    z = g(y[2::2])      y's element 2 + 2i
 *     shift             from 2, axis 0 by 2         z = g(f(x[2::2]))   x's element 2 + 2i
 */
import { internView, type View } from '../shape/index.js';

interface Shift {
  /** By axis of the array: the index that the view's first element has. */
  readonly from: readonly number[];
  /** By axis of the view: the array's axis that it walks, and by how many elements; axis -1: none. */
  readonly walks: readonly { readonly axis: number; readonly by: number }[];
}

/** The shift of a view of a whole array; null for views that are none, such as diagonals. */
export function shiftOf(view: View, whole: View): Shift | null {
  if (view.size === 0) return null;
  const { shape, strides } = whole;
  const from: number[] = [];
  let rest = view.offset;
  shape.forEach((_, axis) => {
    from[axis] = Math.floor(rest / strides[axis]);
    rest -= from[axis] * strides[axis];
  });
  const [low, high] = [[...from], [...from]];
  const walks = view.strides.map((stride, j) => {
    const last = view.shape[j] - 1;
    if (stride === 0 || last === 0) return { axis: -1, by: 0 };
    const axis = shape.findIndex((n, d) => n > 1 && stride % strides[d] === 0 && Math.abs(stride / strides[d]) * last < n);
    if (axis < 0) return null;
    const by = stride / strides[axis];
    if (by < 0) low[axis] += by * last;
    else high[axis] += by * last;
    return { axis, by };
  });
  if (rest !== 0 || low.some((n) => n < 0) || high.some((n, axis) => n >= shape[axis])) return null;
  const known = walks.filter((walk) => walk !== null);
  return known.length === walks.length ? { from, walks: known } : null;
}

/** An operand's view, of the shape of the array, seen through a view of the array: of the shape of that. */
export function seenThrough({ strides, offset }: View, { from, walks }: Shift, { shape }: View): View {
  const start = from.reduce((sum, n, axis) => sum + n * strides[axis], offset);
  return internView(
    shape,
    walks.map(({ axis, by }) => (axis < 0 ? 0 : by * strides[axis])),
    start,
  );
}
