/**
 * Basic indexing: `x.slice('1:-1', 0, null)` is NumPy's `x[1:-1, 0, None]`, always a view. One index an axis:
 *
 *     '1:-1'   '::2'   ':'      as in Python          '...'   all axes not named
 *     3   -1                    fixes an axis         null    a new axis of size 1
 *     [start, stop, step]       as 'start:stop:step'; null or undefined for a part that is left out
 */
import { ArgumentError, IndexError } from '../base/index.js';
import { formatShape, internView, type View } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { type NDArray, viewOf } from './ndarray.js';
import { describe } from './operand.js';

type Bound = number | null | undefined;
/** One index of `slice`; see the file's table. */
export type SliceIndex = number | null | string | readonly [Bound?, Bound?, Bound?];

type Part =
  | { readonly kind: 'at'; readonly index: number }
  | { readonly kind: 'range'; readonly start: Bound; readonly stop: Bound; readonly step: Bound }
  | { readonly kind: 'new' }
  | { readonly kind: 'rest' };

/**
 * A view of part of `x`; see the table above. Indices may also share one string: `'1:-1, ::2'`. Throws `IndexError` for an
 * index outside its axis or too many of them, `ArgumentError` for what is not an index.
 *
 * @example
 * const x = np.arange(6).reshape([2, 3]);
 * await x.slice(0).tolist();          // [0, 1, 2]
 * await x.slice(':', '::2').tolist(); // [[0, 2], [3, 5]]
 */
export function slice(x: NDArray, ...indices: SliceIndex[]): NDArray {
  checkUsable(x, 'slice');
  const key = keyOf(indices);
  if (key === null) return viewOf(x, sliceOf(x.view, partsOf(indices)));
  let known = views.get(x.view);
  if (known === undefined) views.set(x.view, (known = new Map()));
  else if (known.size > MOST_KNOWN) known.clear();
  let view = known.get(key);
  if (view === undefined) known.set(key, (view = sliceOf(x.view, partsOf(indices))));
  return viewOf(x, view);
}

/** Views that were asked for before, so that loops do not parse: strings and numbers only; so many of each view at most. */
const MOST_KNOWN = 256;
const views = new WeakMap<View, Map<string | number, View>>();

function keyOf(indices: readonly SliceIndex[]): string | number | null {
  if (indices.length === 1) {
    const [only] = indices;
    return typeof only === 'string' || typeof only === 'number' ? only : null;
  }
  let key = '';
  for (const index of indices) {
    if (typeof index !== 'string') return null;
    key += index;
    key += ',';
  }
  return key;
}

function partsOf(indices: readonly SliceIndex[]): Part[] {
  return indices.flatMap((index) => (typeof index === 'string' ? index.split(',').map(parse) : [partOf(index)]));
}

function partOf(index: Exclude<SliceIndex, string>): Part {
  if (index === null) return { kind: 'new' };
  if (typeof index === 'number') return { kind: 'at', index };
  if (Array.isArray(index) && index.length <= 3) return { kind: 'range', start: index[0], stop: index[1], step: index[2] };
  throw notIndex(index);
}

const pattern = /^([+-]?\d+)?:([+-]?\d+)?(?::([+-]?\d+)?)?$/;

function parse(text: string): Part {
  const trimmed = text.replace(/\s+/g, '');
  if (trimmed === '...') return { kind: 'rest' };
  if (trimmed === 'null' || trimmed === 'None' || trimmed === 'newaxis') return { kind: 'new' };
  if (/^[+-]?\d+$/.test(trimmed)) return { kind: 'at', index: Number(trimmed) };
  const found = pattern.exec(trimmed);
  if (found === null) throw notIndex(text);
  const [start, stop, step] = [found[1], found[2], found[3]].map((s) => (s === undefined ? null : Number(s)));
  return { kind: 'range', start, stop, step };
}

function notIndex(index: unknown): ArgumentError {
  return new ArgumentError(
    `slice: expected an index such as 3, '1:-1', '::2', '...', null or [start, stop, step], got ${describe(index)}; index arrays go to take or gather`,
  );
}

function sliceOf(view: View, parts: readonly Part[]): View {
  const named = parts.filter((p) => p.kind === 'at' || p.kind === 'range').length;
  const rests = parts.filter((p) => p.kind === 'rest').length;
  if (rests > 1) throw new IndexError("slice: '...' may stand only once");
  const rank = view.shape.length;
  if (named > rank)
    throw new IndexError(`slice: ${named} indices for an array of ${rank} axes, shape ${formatShape(view.shape)}`);
  const made: Building = { shape: [], strides: [], offset: view.offset };
  let axis = 0;
  for (const part of rests === 0 ? [...parts, { kind: 'rest' } as const] : parts) {
    if (part.kind === 'new') keep(made, 1, 0);
    else if (part.kind === 'rest')
      for (const end = axis + rank - named; axis < end; axis++) keep(made, view.shape[axis], view.strides[axis]);
    else if (part.kind === 'at') fix(made, view, axis++, part.index);
    else cut(made, view, axis++, part);
  }
  return internView(made.shape, made.strides, made.shape.includes(0) ? view.offset : made.offset);
}

interface Building {
  readonly shape: number[];
  readonly strides: number[];
  offset: number;
}

function keep(made: Building, size: number, stride: number): void {
  made.shape.push(size);
  made.strides.push(stride);
}

function fix(made: Building, view: View, axis: number, index: number): void {
  const n = view.shape[axis];
  if (!Number.isInteger(index) || index < -n || index >= n) {
    throw new IndexError(`slice: index ${index} is outside axis ${axis} of size ${n}`);
  }
  made.offset += (index < 0 ? index + n : index) * view.strides[axis];
}

function cut(made: Building, view: View, axis: number, part: Part & { kind: 'range' }): void {
  const n = view.shape[axis];
  const step = part.step ?? 1;
  for (const bound of [part.start ?? 0, part.stop ?? 0, step]) {
    if (!Number.isInteger(bound)) throw new ArgumentError(`slice: bounds and steps are integers, got ${bound}`);
  }
  if (step === 0) throw new ArgumentError('slice: the step must not be 0');
  const [low, high] = step > 0 ? [0, n] : [-1, n - 1];
  const start = bound(part.start, step > 0 ? low : high, n, low, high);
  const stop = bound(part.stop, step > 0 ? high : low, n, low, high);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (count > 0) made.offset += start * view.strides[axis];
  keep(made, count, view.strides[axis] * step);
}

function bound(value: Bound, absent: number, n: number, low: number, high: number): number {
  if (value === null || value === undefined) return absent;
  return Math.min(high, Math.max(low, value < 0 ? value + n : value));
}
