/** Arrays with elements added around them. */

import {
  ArgumentError,
  byPlace,
  either,
  type Kind,
  listOf,
  NUMBER,
  type OptionKinds,
  oneOf,
  options,
  SCALAR,
  ShapeError,
  takes,
} from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { add, divide, multiply, subtract } from '../arithmetic.js';
import { assign, astype, copy } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray } from '../creation.js';
import { take } from '../gather.js';
import { concat } from '../join.js';
import { ARRAY, NUMBERS } from '../kinds.js';
import { broadcastTo } from '../manipulate.js';
import { allocate, type NDArray } from '../ndarray.js';
import type { Scalar } from '../operand.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { arange } from '../ranges.js';
import { max, min } from '../reductions.js';
import { reshape } from '../reshape.js';
import { floor, round } from '../rounding.js';
import { mean } from '../statistics.js';
import { median } from './order.js';
import { type Continuing, gatheredPad, isGathered } from './pad-kernel.js';

/** The elements that `pad` puts around an array: a value, or its own elements. */
export type PadMode = 'constant' | 'edge' | 'reflect' | 'symmetric' | 'wrap' | SummaryMode | 'linear_ramp' | 'empty';
type SummaryMode = 'maximum' | 'minimum' | 'mean' | 'median';

/** Options of `pad`. */
export interface PadOptions {
  /**
   * Default 'constant'. 'reflect' mirrors about the edge elements, 'symmetric' about the edges themselves; 'maximum', 'minimum', 'mean' and
   * 'median' are computed of each line, 'linear_ramp' goes from the edge to `endValues`, 'empty' holds zeros.
   */
  readonly mode?: PadMode;
  /** The value of 'constant'; default 0. */
  readonly constantValues?: Scalar;
  /** Where 'linear_ramp' ends; default 0. */
  readonly endValues?: number;
  /** How many elements next to an edge 'maximum', 'minimum', 'mean' and 'median' are of; default all. */
  readonly statLength?: number;
}
const PAD_MODE = oneOf(
  'constant',
  'edge',
  'reflect',
  'symmetric',
  'wrap',
  'maximum',
  'minimum',
  'mean',
  'median',
  'linear_ramp',
  'empty',
);
const PAD_OPTIONS: OptionKinds<PadOptions> = { mode: PAD_MODE, constantValues: SCALAR, endValues: NUMBER, statLength: NUMBER };

/** Elements added before and after: one number for all sides, two for all axes, or two for each axis. */
export type PadWidth = number | readonly [number, number] | readonly (readonly [number, number])[];

const PAD_WIDTH: Kind<PadWidth> = either(NUMBER, listOf(either(NUMBER, NUMBERS)));

/**
 * `x` with elements added around it. Throws `ArgumentError` for widths that are no integers of at least 0, an unknown mode, or an option of another mode, and
 * `ShapeError` when an axis without elements is to be continued.
 *
 * @example
 * await np.pad([1, 2, 3], 1).tolist();                          // [0, 1, 2, 3, 0]
 * await np.pad([1, 2, 3], [2, 1], { mode: 'reflect' }).tolist(); // [3, 2, 1, 2, 3, 2]
 */
export const pad = takes(
  'pad',
  ARRAY,
  PAD_WIDTH,
  byPlace(PAD_OPTIONS, 'mode'),
  options(PAD_OPTIONS),
)((x: ArrayLike, width: PadWidth, how?: Positional<PadOptions, 'mode'>, more?: Omit<PadOptions, 'mode'>): NDArray => {
  const options = byName('pad', how, 'mode', more);
  const a = toArray(x, 'pad');
  const widths = widthsOf(width, a);
  if (a.ndim === 0) return copy(a);
  const mode = options?.mode ?? 'constant';
  checkOptions(mode, options ?? {});
  if (mode === 'constant' || mode === 'empty') return framed(a, widths, mode === 'empty' ? 0 : (options?.constantValues ?? 0));
  const beside = mode === 'linear_ramp' ? ramp(options?.endValues ?? 0) : summaryOf(mode, options?.statLength);
  if (beside !== null) return extended(a, widths, beside);
  if (!isContinuing(mode)) {
    const modes = ['constant', 'empty', 'linear_ramp', ...Object.keys(summaries), ...Object.keys(sources)];
    throw new ArgumentError(`pad: expected a mode among ${modes.join(', ')}, got '${mode}'`);
  }
  return continued(a, widths, mode);
});

/** Throws `ArgumentError` for an option that the mode does not look at. */
function checkOptions(mode: PadMode, given: PadOptions): void {
  const own = { constantValues: ['constant'], endValues: ['linear_ramp'], statLength: Object.keys(summaries) };
  for (const [name, modes] of Object.entries(own)) {
    if (given[name as keyof PadOptions] === undefined || modes.includes(mode)) continue;
    throw new ArgumentError(
      `pad: ${name} is of the mode ${modes.join(', ')}, and not of '${mode}'; leave it out, or give that mode`,
    );
  }
}

/** Around a copy of the array, axis by axis, so that corners are continued from borders: only borders are gathered. */
function continued(a: NDArray, widths: readonly Sides[], mode: Continuing): NDArray {
  const source = sources[mode];
  const without = widths.findIndex(([before, after], i) => before + after > 0 && a.shape[i] === 0);
  if (without >= 0) throw new ShapeError(`pad: axis ${without} of shape ${formatShape(a.shape)} has no elements to continue`);
  const shape = paddedShape(a, widths);
  if (a.size > 0 && isGathered(sizeOf(shape))) {
    const before = widths.map(([first]) => first);
    return gatheredPad(a, shape, before, mode);
  }
  const out = allocate(a.dtype, shape);
  if (out.size === 0) return out;
  assign(insideOf(out, widths, a.shape, 0), a);
  widths.forEach(([before, after], axis) => {
    if (before + after === 0) return;
    const n = a.shape[axis];
    const lines = insideOf(out, widths, a.shape, axis + 1);
    const positions = Array.from({ length: before + after }, (_, i) => (i < before ? i - before : n + i - before));
    const places = positions.map((i) => BigInt(source(i, n)));
    const found = take(part(lines, axis, before, n), asarray(places, { dtype: int64 }), { axis });
    if (before > 0) assign(part(lines, axis, 0, before), part(found, axis, 0, before));
    if (after > 0) assign(part(lines, axis, before + n, after), part(found, axis, before, after));
  });
  return out;
}

/** A padded array without the elements added along the axes from `first` on. */
function insideOf(out: NDArray, widths: readonly Sides[], shape: Shape, first: number): NDArray {
  return widths.reduce((view, [before], axis) => (axis < first ? view : part(view, axis, before, shape[axis])), out);
}

/** How many elements are added before and after. */
type Sides = readonly [number, number];

/** The element of n at position i, from below 0 to beyond n. */
const sources: Readonly<Record<Continuing, (i: number, n: number) => number>> = {
  edge: (i, n) => Math.min(Math.max(i, 0), n - 1),
  wrap: (i, n) => ((i % n) + n) % n,
  symmetric: (i, n) => {
    const at = ((i % (2 * n)) + 2 * n) % (2 * n);
    return at < n ? at : 2 * n - 1 - at;
  },
  reflect: (i, n) => {
    if (n === 1) return 0;
    const period = 2 * n - 2;
    const at = ((i % period) + period) % period;
    return at < n ? at : period - at;
  },
};

function isContinuing(mode: PadMode): mode is Continuing {
  return Object.hasOwn(sources, mode);
}

function paddedShape(a: NDArray, widths: readonly Sides[]): Shape {
  return a.shape.map((n, i) => widths[i][0] + n + widths[i][1]);
}

/** The elements beside an array along an axis: `count` of them, before it or after. */
type Beside = (x: NDArray, axis: number, count: number, before: boolean) => NDArray;

type Summary = (x: NDArray, options: { readonly axis: number; readonly keepdims: true }) => NDArray;
const summaries: Readonly<Record<SummaryMode, Summary>> = { maximum: max, minimum: min, mean, median };

/** Elements beside a line, all equal to its summary; null for any other mode. */
function summaryOf(mode: PadMode, length: number | undefined): Beside | null {
  const summary = summaries[mode as SummaryMode];
  if (summary === undefined) return null;
  return (x, axis, count, before) => {
    const n = x.shape[axis];
    const taken = Math.min(length ?? n, n);
    const value = summary(part(x, axis, before ? 0 : n - taken, taken), { axis, keepdims: true });
    const exact = x.dtype.kind === 'float' ? value : round(value);
    return broadcastTo(
      astype(exact, x.dtype, { copy: false }),
      x.shape.map((size, i) => (i === axis ? count : size)),
    );
  };
}

/** From the edge towards a value, which is the outermost element. */
function ramp(end: number): Beside {
  return (x, axis, count, before) => {
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

function extended(a: NDArray, widths: readonly Sides[], beside: Beside): NDArray {
  return widths.reduce((x, [before, after], axis) => {
    if (before + after === 0) return x;
    if (x.shape[axis] === 0)
      throw new ShapeError(`pad: axis ${axis} of shape ${formatShape(a.shape)} has no elements to continue`);
    const first = before > 0 ? [beside(x, axis, before, true)] : [];
    const last = after > 0 ? [beside(x, axis, after, false)] : [];
    return concat([...first, x, ...last], { axis });
  }, a);
}

/** From this size on a frame is filled around the array, and not under it. */
const LARGE = 2 ** 14;

/** A copy of the array in a frame of one value. */
function framed(a: NDArray, widths: readonly Sides[], value: Scalar): NDArray {
  const out = allocate(a.dtype, paddedShape(a, widths));
  if (out.size < LARGE || a.size === 0) assign(out, value);
  else fillFrame(out, widths, a.shape, value);
  if (a.size > 0) assign(insideOf(out, widths, a.shape, 0), a);
  return out;
}

/** Fills the boxes around an array, axis by axis: each between the boxes of the axes before. */
function fillFrame(out: NDArray, widths: readonly Sides[], shape: Shape, value: Scalar): void {
  widths.reduce((lines, [before, after], axis) => {
    if (before > 0) assign(part(lines, axis, 0, before), value);
    if (after > 0) assign(part(lines, axis, before + shape[axis], after), value);
    return part(lines, axis, before, shape[axis]);
  }, out);
}

function widthsOf(width: PadWidth, a: NDArray): (readonly [number, number])[] {
  const widths = a.shape.map((_, i) => pairAt(width, i, a.ndim));
  const wrong = widths.flat().find((n) => !Number.isInteger(n) || n < 0);
  if (wrong !== undefined) throw new ArgumentError(`pad: widths are integers of at least 0, got ${String(wrong)}`);
  return widths;
}

function pairAt(width: PadWidth, axis: number, rank: number): readonly [number, number] {
  if (typeof width === 'number') return [width, width];
  const [first, second] = width;
  if (width.length === 2 && typeof first === 'number' && typeof second === 'number') return [first, second];
  const pair: unknown = width[axis];
  if (width.length !== rank || !Array.isArray(pair) || pair.length !== 2) {
    throw new ArgumentError(`pad: expected a number, [before, after], or such a pair for each of ${rank} axes`);
  }
  return [Number(pair[0]), Number(pair[1])];
}
