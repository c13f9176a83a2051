/** Elements that `pad` computes of a line: its summary, a ramp from its edge, or its odd reflection. */
import { ArgumentError } from '../../base/index.js';
import { add, divide, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { concat } from '../join.js';
import { broadcastTo, flip } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { arange } from '../ranges.js';
import { max, min } from '../reductions.js';
import { reshape } from '../reshape.js';
import { floor, round } from '../rounding.js';
import { mean } from '../statistics.js';
import { median } from './order.js';
import type { Sides } from './pad-sides.js';

export type SummaryMode = 'maximum' | 'minimum' | 'mean' | 'median';

/** The elements beside an array along an axis: `count` of them, before it or after. */
export type Beside = (x: NDArray, axis: number, count: number, before: boolean) => NDArray;

type Summary = (x: NDArray, options: { readonly axis: number; readonly keepdims: true }) => NDArray;
export const summaries: Readonly<Record<SummaryMode, Summary>> = { maximum: max, minimum: min, mean, median };

/** Elements beside a line, all equal to its summary; `lengths`: of how many elements, null for all. */
export function summaryOf(mode: SummaryMode, lengths: readonly Sides<number | null>[]): Beside {
  const wrong = lengths.flat().find((n) => n !== null && !(Number.isInteger(n) && n > 0));
  if (wrong !== undefined) throw new ArgumentError(`pad: statLength is integers above 0, got ${String(wrong)}`);
  const summary = summaries[mode];
  return (x, axis, count, before) => {
    const n = x.shape[axis];
    const taken = Math.min(lengths[axis][before ? 0 : 1] ?? n, n);
    const value = summary(part(x, axis, before ? 0 : n - taken, taken), { axis, keepdims: true });
    const exact = x.dtype.kind === 'float' ? value : round(value);
    return broadcastTo(
      astype(exact, x.dtype, { copy: false }),
      x.shape.map((size, i) => (i === axis ? count : size)),
    );
  };
}

/** From the edge towards a value, which is the outermost element. */
export function ramp(ends: readonly Sides<number>[]): Beside {
  return (x, axis, count, before) => {
    const end = ends[axis][before ? 0 : 1];
    const edge = part(x, axis, before ? 0 : x.shape[axis] - 1, 1);
    const steps = reshape(
      before ? arange(count) : arange(count - 1, -1, -1),
      x.shape.map((_, i) => (i === axis ? count : 1)),
    );
    // As NumPy's linspace: of integers the integer below.
    const exact = add(multiply(steps, divide(subtract(edge, end), count)), end);
    return astype(x.dtype.kind === 'float' ? exact : floor(exact), x.dtype, { copy: false });
  };
}

/**
 * A line continued by its odd reflection, `2 edge - element`, in NumPy's rounds: each reflects as many whole periods as there are, at both ends.
 * A single element is continued by itself about its place, as NumPy has it.
 */
export function oddlyReflected(x: NDArray, axis: number, [before, after]: Sides<number>, withEdge: boolean): NDArray {
  const n = x.shape[axis];
  const skipped = withEdge ? 0 : 1;
  const period = Math.max(1, n - skipped);
  let [left, right, whole] = [before, after, x];
  while (left + right > 0) {
    const size = whole.shape[axis];
    const most = n === 1 && !withEdge ? Number.POSITIVE_INFINITY : Math.floor((size - skipped) / period) * period;
    const reflected = (count: number, isFirst: boolean, of: NDArray): NDArray => {
      const total = of.shape[axis];
      const edge = part(of, axis, isFirst ? 0 : total - 1, 1);
      if (most === Number.POSITIVE_INFINITY)
        return broadcastTo(
          edge,
          of.shape.map((m, i) => (i === axis ? count : m)),
        );
      const chunk = part(of, axis, isFirst ? skipped : total - skipped - count, count);
      return astype(subtract(multiply(edge, 2), flip(chunk, { axis })), x.dtype, { copy: false });
    };
    const [l, r] = [Math.min(most, left), Math.min(most, right)];
    if (l > 0) whole = concat([reflected(l, true, whole), whole], { axis });
    if (r > 0) whole = concat([whole, reflected(r, false, whole)], { axis });
    [left, right] = [left - l, right - r];
  }
  return whole;
}
