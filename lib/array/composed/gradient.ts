/** Derivatives of sampled functions, by differences of second order inside and of first or second order at both ends. */
import { ArgumentError, each, isPlain, type OptionKinds, oneOf, orOptions, ShapeError, takes } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { apply, type Operand } from '../apply.js';
import { multiply } from '../arithmetic.js';
import { astype } from '../assign.js';
import { axesArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { stepwiseFormula } from '../formula.js';
import { ARRAY, AXES } from '../kinds.js';
import { allocate, type NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { averaging } from '../reductions.js';
import { pointsOf } from './sample-points.js';

/** Options of `gradient`. */
export interface GradientOptions {
  /** Along which axis, or which ones; default (or null): all. Several give an Array. */
  readonly axis?: number | readonly number[] | null;
  /** Distance of samples, or the sample points of one axis as a vector; default 1. Spacings may also come by place, one for all axes or for each. */
  readonly spacing?: number | ArrayLike;
  /** The order of the differences at both ends; default 1. */
  readonly edgeOrder?: 1 | 2;
}
type Along = GradientOptions & { readonly axis: number };
/** One derivative along one axis or of a vector, else an Array of them. */
interface Gradient {
  (f: ArrayLike, options: Along): NDArray;
  (f: ArrayLike, spacing: ArrayLike, options: Along): NDArray;
  (f: readonly number[], spacing?: ArrayLike | GradientOptions, options?: GradientOptions): NDArray;
  (f: ArrayLike, ...spacings: (ArrayLike | GradientOptions)[]): NDArray | NDArray[];
}
const GRADIENT_OPTIONS: OptionKinds<GradientOptions> = { axis: AXES, spacing: ARRAY, edgeOrder: oneOf(1, 2) };

/**
 * The derivative along an axis: second-order central differences inside, and at both ends differences of the order `edgeOrder`. Without `axis`:
 * an Array with the derivative along each axis (for a vector, the derivative itself). Distances of samples, or their points, come by place: one
 * for all axes, or one for each. Throws `ShapeError` for an axis of fewer than `edgeOrder + 1` elements, or points that do not fit.
 *
 * @example
 * await np.gradient([1, 2, 4, 7]).tolist();                       // [1, 1.5, 2.5, 3]
 * await np.gradient([1, 2, 4, 7], 2, { edgeOrder: 2 }).tolist();  // [0.25, 0.75, 1.25, 1.75]
 * np.gradient(np.ones([3, 4]), 0.5, 2).length;                    // 2
 */
export const gradient = takes(
  'gradient',
  ARRAY,
  each(orOptions(ARRAY, GRADIENT_OPTIONS)),
)((f: ArrayLike, ...given: (ArrayLike | GradientOptions)[]): NDArray | NDArray[] => {
  const last = given.at(-1);
  const { axis, spacing, edgeOrder = 1 } = isPlain(last) ? (last as GradientOptions) : {};
  const placed = (isPlain(last) ? given.slice(0, -1) : given) as readonly ArrayLike[];
  if (spacing !== undefined && placed.length > 0)
    throw new ArgumentError('gradient: got spacing twice, by its place and among the options behind it');
  const taken = toArray(f, 'gradient');
  const a = astype(taken, averaging(taken.dtype), { copy: false });
  const axes = axis === undefined || axis === null ? a.shape.map((_, i) => i) : axesArgument(axis, a.ndim, 'gradient');
  if (placed.length > 1 && placed.length !== axes.length)
    throw new ArgumentError(`gradient: expected one spacing, or one for each of ${axes.length} axes, got ${placed.length}`);
  const spacings = placed.length > 1 ? placed : axes.map(() => spacing ?? placed[0] ?? 1);
  const found = axes.map((at, i) => gradientAlong(a, at, spacings[i], edgeOrder));
  return found.length === 1 ? found[0] : found;
}) as Gradient;

/** Differences over distances. */
const differenceUfunc = stepwiseFormula('gradient', 3, (e, [high, low, distance]) => e.div(e.sub(high, low), distance));
/** Differences over the differences of their points. */
const pointedUfunc = stepwiseFormula('gradient', 4, (e, [high, low, x1, x0]) => e.div(e.sub(high, low), e.sub(x1, x0)));
/** Second-order differences over uneven distances, of three neighbours and their points. */
const unevenUfunc = stepwiseFormula('gradient', 6, (e, [before, here, after, x0, x1, x2], d) => {
  const [left, right] = [e.sub(x1, x0), e.sub(x2, x1)];
  const total = e.add(left, right);
  const first = e.mul(e.div(e.mul(right, e.const(-1, d)), e.mul(left, total)), before);
  const middle = e.mul(e.div(e.sub(right, left), e.mul(left, right)), here);
  const last = e.mul(e.div(left, e.mul(right, total)), after);
  return e.add(e.add(first, middle), last);
});
/** The derivative at the first of three neighbours, of which the distance from one to the next is given. */
const edgeUfunc = stepwiseFormula('gradient', 4, (e, [here, next, after, distance], d) => {
  const term = (factor: number, x: typeof here): typeof here => e.mul(e.div(e.const(factor, d), distance), x);
  return e.add(e.add(term(-1.5, here), term(2, next)), term(-0.5, after));
});
/** The derivative at the first of three neighbours, of which the points are given. */
const unevenEdgeUfunc = stepwiseFormula('gradient', 6, (e, [here, next, after, x0, x1, x2], d) => {
  const [first, second] = [e.sub(x1, x0), e.sub(x2, x1)];
  const total = e.add(first, second);
  const a = e.div(e.mul(e.add(first, total), e.const(-1, d)), e.mul(first, total));
  const b = e.div(total, e.mul(first, second));
  const c = e.div(e.mul(first, e.const(-1, d)), e.mul(second, total));
  return e.add(e.add(e.mul(a, here), e.mul(b, next)), e.mul(c, after));
});

/** A distance, or the points in a shape that broadcasts to the array's. */
function spacingOf(given: ArrayLike, a: NDArray, axis: number): { readonly distance: Operand } | { readonly points: NDArray } {
  if (typeof given === 'number') return { distance: given };
  const spacing = toArray(given, 'gradient');
  return spacing.ndim === 0 ? { distance: spacing } : { points: pointsOf(spacing, a, axis, 'gradient') };
}

function gradientAlong(a: NDArray, axis: number, spacing: ArrayLike, edgeOrder: 1 | 2): NDArray {
  const n = a.shape[axis];
  if (n < edgeOrder + 1)
    throw new ShapeError(`gradient: axis ${axis} of shape ${formatShape(a.shape)} has fewer than ${edgeOrder + 1} elements`);
  const space = spacingOf(spacing, a, axis);
  const out = allocate(a.dtype, a.shape);
  if (out.size === 0) return out;
  const at = (x: NDArray, places: readonly number[], count: number): NDArray[] => places.map((k) => part(x, axis, k, count));
  const twice = (by: number): Operand =>
    'points' in space ? by : typeof space.distance === 'number' ? by * space.distance : multiply(space.distance, by);
  if (n > 2) {
    const [before, here, after] = at(a, [0, 1, 2], n - 2);
    const inside = part(out, axis, 1, n - 2);
    if ('points' in space) apply(unevenUfunc, [before, here, after, ...at(space.points, [0, 1, 2], n - 2)], inside);
    else apply(differenceUfunc, [after, before, twice(2)], inside);
  }
  for (const [place, step] of [
    [0, 1],
    [n - 1, -1],
  ]) {
    const end = part(out, axis, place, 1);
    const places = edgeOrder === 2 ? [place, place + step, place + 2 * step] : step === 1 ? [1, 0] : [n - 1, n - 2];
    const own = at(a, places, 1);
    if ('points' in space) apply(edgeOrder === 2 ? unevenEdgeUfunc : pointedUfunc, [...own, ...at(space.points, places, 1)], end);
    else apply(edgeOrder === 2 ? edgeUfunc : differenceUfunc, [...own, twice(edgeOrder === 2 ? step : 1)], end);
  }
  return out;
}
