/** Views of arguments that a body gathers from, as the point of an index launch gets them. */
import { internView, type View } from '../shape/index.js';

/** All of a view, along the axes of a point's domain from its box on. `axes`: by axis of the view, the domain's; -1 for none. */
export function fromBox(
  { shape, strides, offset }: Pick<View, 'shape' | 'strides' | 'offset'>,
  axes: readonly number[],
  { low }: { readonly low: readonly number[] },
): View {
  const from = axes.map((axis) => (axis < 0 ? 0 : (low[axis] ?? 0)));
  return internView(
    shape.map((n, t) => n - from[t]),
    strides,
    from.reduce((n, x, t) => n + x * strides[t], offset),
  );
}
