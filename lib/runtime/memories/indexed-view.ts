/**
 * Views of the arguments of an index launch, as a point's body gets them: over the axes of the point's box.
 *
 *     box [2:4, 0:2, 0:4] of (i, j, k)     B(i, k), part [2:4, 0:4], in an instance of it     shape (2, 2, 4), strides (4, 0, 1)
 */
import { type Instance, pointAt } from '../../dependence/index.js';
import { localView, type Rect, rectOf, rectOfShape } from '../../partition/index.js';
import { internView, type Shape, type View } from '../../shape/index.js';
import { fromBox, type IndexLaunch } from '../../task/index.js';

/** The part of an argument's view that a point uses. */
function regionOf(view: View, { args, points }: IndexLaunch, k: number, point: number): Rect {
  return rectOf(args[k].partition, pointAt(point, points), view.shape);
}

interface At {
  readonly k: number;
  readonly point: number;
  /** Null where the point uses no element of the argument. */
  readonly instance: Instance | null;
}

/** Argument `k` as it lies in the point's instance, over the axes of the point's box. */
export function indexedView(view: View, rootShape: Shape, index: IndexLaunch, { k, point, instance }: At): View {
  const { axes, along } = index.args[k];
  const box = index.boxes[point] ?? { low: [], high: [] };
  if (along === null) {
    // An argument without elements at the point has no address either.
    if (instance === null) return internView(view.shape, view.strides, 0);
    return fromBox(localView(view, rectOfShape(view.shape), rootShape, instance.rect), axes, box);
  }
  const lengthOf = (axis: number): number => (axis < 0 ? 1 : box.high[axis] - box.low[axis]);
  const shape = along.map(lengthOf);
  if (instance === null)
    return internView(
      shape,
      along.map(() => 0),
      0,
    );
  const region = regionOf(view, index, k, point);
  const local = localView(view, region, rootShape, instance.rect);
  let { offset } = local;
  axes.forEach((axis, t) => {
    if (axis >= 0) offset += (box.low[axis] - region.low[t]) * local.strides[t];
  });
  const strides = along.map((axis) => axes.reduce((n, own, t) => (axis >= 0 && own === axis ? n + local.strides[t] : n), 0));
  return internView(shape, strides, offset);
}
