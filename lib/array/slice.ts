/**
 * Basic indexing: `x.slice('1:-1', 0, null)` is NumPy's `x[1:-1, 0, None]`, always a view. One index an axis:
 *
 *     '1:-1'   '::2'   ':'      as in Python          '...'   all axes not named
 *     3   -1                    fixes an axis         null    a new axis of size 1
 *     [start, stop, step]       as 'start:stop:step'; null or undefined for a part that is left out
 */

import { ANYTHING, ArgumentError, counts, each, IndexError, needStack } from '../base/index.js';
import { formatShape, internView, type Slices, type View } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { OWN } from './kinds.js';
import { type NDArray, viewOf } from './ndarray.js';
import { describe } from './operand.js';

type Bound = number | null | undefined;
/** One index of `slice`; see the file's table. */
export type SliceIndex = number | null | string | readonly [Bound?, Bound?, Bound?];

interface Range {
  readonly start: Bound;
  readonly stop: Bound;
  readonly step: Bound;
}

/** A coordinate that is fixed, elements of an axis, a new axis, or the axes that are not named. */
type Part = number | Range | null | '...';

/**
 * A view of part of `x`; see the table above. Indices may also share one string: `'1:-1, ::2'`. Throws `IndexError` for an index outside
 * its axis or too many of them, `ArgumentError` for arguments that are no indices.
 *
 * @example
 * const x = np.arange(6).reshape([2, 3]);
 * await x.slice(0).tolist();          // [0, 1, 2]
 * await x.slice(':', '::2').tolist(); // [[0, 2], [3, 5]]
 */
export const slice = counts(
  'slice',
  OWN,
  each(ANYTHING),
)((x: NDArray, ...indices: SliceIndex[]): NDArray => {
  checkUsable(x, 'slice');
  const known = knownSlice(x.view, indices);
  if (known === null) return viewOf(x, sliceOf(x.view, partsOf(indices)));
  known.view ??= sliceOf(x.view, partsOf(indices));
  return viewOf(x, known.view);
});

/** Texts that are remembered at each place; the first of them are compared one by one, which is sooner done than to hash one. */
const MOST_TEXTS = 64;
const FIRST_TEXTS = 6;

/** The remembered slices of a view by these texts; null for indices that are not all texts. */
function knownSlice(view: View, indices: readonly SliceIndex[]): Slices | null {
  let at = (view.made.slices ??= noSlices());
  for (let i = 0; i < indices.length; i++) {
    const text = indices[i];
    if (typeof text !== 'string') return null;
    at = nextSlices(at, text);
  }
  return at;
}

const noSlices = (): Slices => ({ view: null, texts: [], next: [], more: null });

function nextSlices(at: Slices, text: string): Slices {
  const { texts } = at;
  for (let k = 0; k < texts.length; k++) if (texts[k] === text) return at.next[k];
  if (texts.length === FIRST_TEXTS) return furtherSlices(at, text);
  const next = noSlices();
  // In this order: an interruption between them leaves a place that the next text takes.
  at.next[texts.length] = next;
  texts.push(text);
  return next;
}

function furtherSlices(at: Slices, text: string): Slices {
  const more = (at.more ??= new Map());
  let next = more.get(text);
  if (next === undefined) {
    if (more.size >= MOST_TEXTS) more.clear();
    more.set(text, (next = noSlices()));
  }
  return next;
}

function partsOf(indices: readonly SliceIndex[]): readonly Part[] {
  if (indices.length === 1 && typeof indices[0] === 'string') return parse(indices[0]);
  const parts: Part[] = [];
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i];
    if (typeof index === 'number' || index === null) parts.push(index);
    else if (typeof index === 'string') parts.push(...parse(index));
    else if (Array.isArray(index) && index.length <= 3) parts.push({ start: index[0], stop: index[1], step: index[2] });
    else throw notIndex(index);
  }
  return parts;
}

/** The indices that a text names. */
export function textIndices(text: string): readonly SliceIndex[] {
  return parse(text).map((part) => (typeof part === 'object' && part !== null ? [part.start, part.stop, part.step] : part));
}

/** The most strings with remembered parts, which keep loops from parsing. */
const MOST_KNOWN = 1024;
const known = new Map<string, readonly Part[]>();

function parse(text: string): readonly Part[] {
  let parts = known.get(text);
  if (parts === undefined) {
    parts = text.split(',').map(parseOne);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, parts);
  }
  return parts;
}

const pattern = /^([+-]?\d+)?:([+-]?\d+)?(?::([+-]?\d+)?)?$/;

function parseOne(text: string): Part {
  // The engine compiles regular expressions when they are used, and ends the process where its stack is too small for that.
  needStack(300);
  const trimmed = text.replace(/\s+/g, '');
  if (trimmed === '...') return trimmed;
  if (trimmed === 'null' || trimmed === 'None' || trimmed === 'newaxis') return null;
  if (/^[+-]?\d+$/.test(trimmed)) return Number(trimmed);
  const found = pattern.exec(trimmed);
  if (found === null) throw notIndex(text);
  const [start, stop, step] = [found[1], found[2], found[3]].map((s) => (s === undefined ? null : Number(s)));
  return { start, stop, step };
}

function notIndex(index: unknown): ArgumentError {
  return new ArgumentError(
    `slice: expected an index such as 3, '1:-1', '::2', '...', null or [start, stop, step], got ${describe(index)}; index arrays go to take or gather, masks to x.get or np.where`,
  );
}

function sliceOf(view: View, parts: readonly Part[]): View {
  const rank = view.shape.length;
  const made = building(view, parts);
  const rest = rank - made.named;
  let axis = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === null) keep(made, 1, 0);
    else if (part === '...') for (const end = axis + rest; axis < end; axis++) keep(made, view.shape[axis], view.strides[axis]);
    else if (typeof part === 'number') fix(made, view, axis++, part);
    else cut(made, view, axis++, part);
  }
  for (; axis < rank; axis++) keep(made, view.shape[axis], view.strides[axis]);
  return internView(made.shape, made.strides, made.shape.includes(0) ? view.offset : made.offset);
}

/** A view that is being made, of which `axes` are there. */
interface Building {
  readonly shape: number[];
  readonly strides: number[];
  offset: number;
  axes: number;
  /** Axes of the array that parts name. */
  readonly named: number;
}

function building(view: View, parts: readonly Part[]): Building {
  let named = 0;
  let axes = view.shape.length;
  let rests = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === null) axes++;
    else if (part === '...') rests++;
    else named++;
    if (typeof part === 'number') axes--;
  }
  if (rests > 1) throw new IndexError("slice: '...' may stand only once");
  if (named > view.shape.length)
    throw new IndexError(`slice: ${named} indices for an array of ${view.shape.length} axes, shape ${formatShape(view.shape)}`);
  return { shape: new Array(axes), strides: new Array(axes), offset: view.offset, axes: 0, named };
}

function keep(made: Building, size: number, stride: number): void {
  made.shape[made.axes] = size;
  made.strides[made.axes++] = stride;
}

function fix(made: Building, view: View, axis: number, index: number): void {
  const n = view.shape[axis];
  if (!Number.isInteger(index) || index < -n || index >= n) {
    throw new IndexError(`slice: index ${index} is outside axis ${axis} of size ${n}`);
  }
  made.offset += (index < 0 ? index + n : index) * view.strides[axis];
}

function cut(made: Building, view: View, axis: number, part: Range): void {
  const n = view.shape[axis];
  const step = whole(part.step) ?? 1;
  if (step === 0) throw new ArgumentError('slice: the step must not be 0');
  const low = step > 0 ? 0 : -1;
  const high = step > 0 ? n : n - 1;
  const start = bound(whole(part.start), step > 0 ? low : high, n, low, high);
  const stop = bound(whole(part.stop), step > 0 ? high : low, n, low, high);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (count > 0) made.offset += start * view.strides[axis];
  keep(made, count, view.strides[axis] * step);
}

function whole(value: Bound): Bound {
  if (value === null || value === undefined || Number.isInteger(value)) return value;
  throw new ArgumentError(`slice: bounds and steps are integers, got ${value}`);
}

function bound(value: Bound, absent: number, n: number, low: number, high: number): number {
  if (value === null || value === undefined) return absent;
  return Math.min(high, Math.max(low, value < 0 ? value + n : value));
}
