/** Arrays with elements added around them. */

import {
  ArgumentError,
  byPlace,
  NUMBER,
  type OptionKinds,
  oneOf,
  options,
  SCALAR,
  ShapeError,
  takes,
  zeroed,
} from '../../base/index.js';
import { formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { assign, copy } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray } from '../creation.js';
import { take } from '../gather.js';
import { concat } from '../join.js';
import { ARRAY } from '../kinds.js';
import { allocate, type NDArray } from '../ndarray.js';
import type { Scalar } from '../operand.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { type Beside, oddlyReflected, ramp, type SummaryMode, summaries, summaryOf } from './pad-beside.js';
import { type Continuing, gatheredPad, isGathered } from './pad-kernel.js';
import { type BySides, bySides, PAD_WIDTH, type PadWidth, type Sides, sidesOf, widthsOf } from './pad-sides.js';

export type { BySides, PadWidth };

/** The elements that `pad` puts around an array: a value, or its own elements. */
export type PadMode = 'constant' | 'edge' | 'reflect' | 'symmetric' | 'wrap' | SummaryMode | 'linear_ramp' | 'empty';

/** Options of `pad`. */
export interface PadOptions {
  /**
   * Default 'constant'. 'reflect' mirrors about the edge elements, 'symmetric' about the edges themselves; 'maximum', 'minimum', 'mean' and
   * 'median' are computed of each line, 'linear_ramp' goes from the edge to `endValues`, 'empty' holds zeros.
   */
  readonly mode?: PadMode;
  /** The value of 'constant', one or by sides as widths are; default 0. */
  readonly constantValues?: BySides<Scalar>;
  /** Where 'linear_ramp' ends, one or by sides; default 0. */
  readonly endValues?: BySides<number>;
  /** How many elements next to an edge 'maximum', 'minimum', 'mean' and 'median' are of, one or by sides; default all. */
  readonly statLength?: BySides<number>;
  /** The elements that 'reflect' and 'symmetric' add: the elements themselves ('even', the default), or twice the edge less each ('odd'). */
  readonly reflectType?: 'even' | 'odd';
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
const PAD_OPTIONS: OptionKinds<PadOptions> = {
  mode: PAD_MODE,
  constantValues: bySides(SCALAR),
  endValues: bySides(NUMBER),
  statLength: bySides(NUMBER),
  reflectType: oneOf('even', 'odd'),
};

/**
 * `x` with elements added around it. Widths, and the values of options, are one for all sides, `[before, after]`, or such a pair for each
 * axis; widths may be by axes, too, `{ 0: [1, 2] }`. Throws `ArgumentError` for widths that are no integers of at least 0, an unknown mode,
 * or an option of another mode, and `ShapeError` when an axis without elements is to be continued.
 *
 * @example
 * await np.pad([1, 2, 3], 1).tolist();                          // [0, 1, 2, 3, 0]
 * await np.pad([1, 2, 3], [2, 1], { mode: 'reflect' }).tolist(); // [3, 2, 1, 2, 3, 2]
 * await np.pad([1, 2, 4], 2, { mode: 'reflect', reflectType: 'odd' }).tolist(); // [-2, 0, 1, 2, 4, 6, 7]
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
  const widths = widthsOf(width, a.ndim);
  if (a.ndim === 0) return copy(a);
  const mode = options?.mode ?? 'constant';
  checkOptions(mode, options ?? {});
  if (mode === 'constant' || mode === 'empty')
    return framed(a, widths, sidesOf(options?.constantValues ?? 0, a.ndim, 'constantValues'));
  if (mode === 'linear_ramp') return extended(a, widths, ramp(sidesOf(options?.endValues ?? 0, a.ndim, 'endValues')));
  if (Object.hasOwn(summaries, mode)) {
    const lengths = sidesOf<number | null>(options?.statLength ?? null, a.ndim, 'statLength');
    return extended(a, widths, summaryOf(mode as SummaryMode, lengths));
  }
  if (!isContinuing(mode)) {
    const modes = ['constant', 'empty', 'linear_ramp', ...Object.keys(summaries), ...Object.keys(sources)];
    throw new ArgumentError(`pad: expected a mode among ${modes.join(', ')}, got '${mode}'`);
  }
  return options?.reflectType === 'odd' ? oddly(a, widths, mode === 'symmetric') : continued(a, widths, mode);
});

/** Continued by odd reflections, axis by axis. */
function oddly(a: NDArray, widths: readonly Widths[], withEdge: boolean): NDArray {
  checkContinued(a, widths);
  const whole = widths.reduce((x, sides, axis) => oddlyReflected(x, axis, sides, withEdge), a);
  return whole === a ? copy(a) : whole;
}

function checkContinued(a: NDArray, widths: readonly Widths[]): void {
  const without = widths.findIndex(([before, after], i) => before + after > 0 && a.shape[i] === 0);
  if (without >= 0) throw new ShapeError(`pad: axis ${without} of shape ${formatShape(a.shape)} has no elements to continue`);
}

/** Throws `ArgumentError` for an option that the mode does not look at. */
function checkOptions(mode: PadMode, given: PadOptions): void {
  const own = {
    constantValues: ['constant'],
    endValues: ['linear_ramp'],
    statLength: Object.keys(summaries),
    reflectType: ['reflect', 'symmetric'],
  };
  for (const [name, modes] of Object.entries(own)) {
    if (given[name as keyof PadOptions] === undefined || modes.includes(mode)) continue;
    throw new ArgumentError(
      `pad: ${name} is of the mode ${modes.join(', ')}, and not of '${mode}'; leave it out, or give that mode`,
    );
  }
}

/** Around a copy of the array, axis by axis, so that corners are continued from borders: only borders are gathered. */
function continued(a: NDArray, widths: readonly Widths[], mode: Continuing): NDArray {
  const source = sources[mode];
  checkContinued(a, widths);
  const shape = paddedShape(a, widths);
  if (a.size > 0 && isGathered(sizeOf(shape))) {
    const before = widths.map(([first]) => first);
    return gatheredPad(a, shape, before, mode);
  }
  // Found before a task is issued: there may be no memory for them.
  const places = widths.map(([before, after], axis) => placesOf(source, a.shape[axis], before, after));
  const out = allocate(a.dtype, shape);
  if (out.size === 0) return out;
  assign(insideOf(out, widths, a.shape, 0), a);
  widths.forEach(([before, after], axis) => {
    if (before + after === 0) return;
    const n = a.shape[axis];
    const lines = insideOf(out, widths, a.shape, axis + 1);
    const found = take(part(lines, axis, before, n), asarray(places[axis]), { axis });
    if (before > 0) assign(part(lines, axis, 0, before), part(found, axis, 0, before));
    if (after > 0) assign(part(lines, axis, before + n, after), part(found, axis, before, after));
  });
  return out;
}

/** A padded array without the elements added along the axes from `first` on. */
function insideOf(out: NDArray, widths: readonly Widths[], shape: Shape, first: number): NDArray {
  return widths.reduce((view, [before], axis) => (axis < first ? view : part(view, axis, before, shape[axis])), out);
}

/** How many elements are added before and after. */
type Widths = Sides<number>;

/** The places that continue an axis of n elements; of a long axis in 64 bits. Throws `OutOfMemoryError`. */
function placesOf(source: Source, n: number, before: number, after: number): Int32Array | BigInt64Array {
  const at = (i: number): number => source(i < before ? i - before : n + i - before, n);
  const count = before + after;
  if (n > 2 ** 31) {
    const long = zeroed(BigInt64Array, count, 'pad');
    for (let i = 0; i < count; i++) long[i] = BigInt(at(i));
    return long;
  }
  const places = zeroed(Int32Array, count, 'pad');
  for (let i = 0; i < count; i++) places[i] = at(i);
  return places;
}

/** The element of n at position i, from below 0 to beyond n. */
type Source = (i: number, n: number) => number;
const sources: Readonly<Record<Continuing, Source>> = {
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

function paddedShape(a: NDArray, widths: readonly Widths[]): Shape {
  return a.shape.map((n, i) => widths[i][0] + n + widths[i][1]);
}

function extended(a: NDArray, widths: readonly Widths[], beside: Beside): NDArray {
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

/** A copy of the array in a frame of one value, or of one for each side. */
function framed(a: NDArray, widths: readonly Widths[], values: readonly Sides<Scalar>[]): NDArray {
  const out = allocate(a.dtype, paddedShape(a, widths));
  const [[value]] = values;
  const isOne = values.flat().every((other) => Object.is(other, value));
  if (isOne && (out.size < LARGE || a.size === 0)) assign(out, value);
  else fillFrame(out, widths, a.shape, values);
  if (a.size > 0) assign(insideOf(out, widths, a.shape, 0), a);
  return out;
}

/** Fills the boxes around an array, from the last axis on: the corners are of the last axis, as NumPy's are. */
function fillFrame(out: NDArray, widths: readonly Widths[], shape: Shape, values: readonly Sides<Scalar>[]): void {
  widths.reduceRight((lines, [before, after], axis) => {
    if (before > 0) assign(part(lines, axis, 0, before), values[axis][0]);
    if (after > 0) assign(part(lines, axis, before + shape[axis], after), values[axis][1]);
    return part(lines, axis, before, shape[axis]);
  }, out);
}
