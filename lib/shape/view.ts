/**
 * Views: affine maps from a logical shape to the elements of one allocation. Interned: equal views that are in use at the
 * same time are the same object, all but always. A view that was not asked for while many thousands of different ones were is forgotten,
 * so that a server may slice at ever changing offsets; its holders keep it, and asking for an equal view then gives a new object
 * (`sameView` compares both). An `id` is never given twice, and serves canonical forms; nor is the `form` of views that differ in their
 * offsets alone.
 *
 *     x = arange(6)          shape (6,)  strides (1)  offset 0
 *     x.slice('1::2')        shape (3,)  strides (2)  offset 1      elements 1 3 5
 *     broadcast to (2, 3)    shape (2,3) strides (0,2) offset 1
 */
import { Generations, notCloned } from '../base/index.js';
import { checkShape, rowMajor, type Shape, sameShape, sizeOf } from './shape.js';

export interface View {
  readonly id: number;
  /** A number for the shape with the strides. */
  readonly form: number;
  readonly shape: Shape;
  /** In elements; 0 on broadcast axes, negative on reversed ones. */
  readonly strides: readonly number[];
  /** In elements from the start of the allocation. */
  readonly offset: number;
  /** Number of logical elements. */
  readonly size: number;
  /** True when row-major without gaps (`offset` may be anything). */
  readonly contiguous: boolean;
  /** Smallest and one past the largest element that the view touches; equal when it is empty. */
  readonly low: number;
  readonly high: number;
  readonly made: Made;
}

/** The last view that each transformation made of a view, for programs that repeat them (`store/`). */
interface Made {
  readonly guard: typeof notCloned;
  broadcast: View | null;
  transposed: View | null;
  promoted: View | null;
  reshaped: View | null;
  slices: Slices | null;
  whole: View | null;
  /** Calls on arrays with this view (`array/call.ts`). */
  called: object[] | null;
}

/** Views by the texts that they were sliced with (`array/slice.ts`), one level for each text: the first few side by side. */
export interface Slices {
  view: View | null;
  readonly texts: string[];
  readonly next: Slices[];
  more: Map<string, Slices> | null;
}

/** Views asked for lately, by hash; on a collision, at the next free number. */
const KEPT = 16_384;
const interned = new Generations<number, View>(KEPT);
const PRIME = 0x01000193;
let count = 0;

/** Shapes with strides, by hash, as views are kept. */
interface Form {
  readonly id: number;
  readonly shape: Shape;
  readonly strides: readonly number[];
}
const forms = new Generations<number, Form>(KEPT);
let formCount = 0;

/** The view with this shape, these strides and this offset. */
export function internView(shape: Shape, strides: readonly number[], offset: number): View {
  let key = shape.length;
  for (let i = 0; i < shape.length; i++) key = Math.imul(Math.imul(key ^ shape[i], PRIME) ^ strides[i], PRIME);
  const own = key;
  key = Math.imul(key ^ offset, PRIME);
  for (;;) {
    const view = interned.get(key);
    if (view === undefined) break;
    if (view.offset === offset && sameShape(view.shape, shape) && sameShape(view.strides, strides)) return view;
    key = (key + 1) | 0;
  }
  const made = makeView(shape, strides, offset, own);
  interned.set(key, made);
  return made;
}

/** The number of a shape with strides; `key`: their hash. */
function formOf(shape: Shape, strides: readonly number[], key: number): number {
  for (;;) {
    const form = forms.get(key);
    if (form === undefined) break;
    if (sameShape(form.shape, shape) && sameShape(form.strides, strides)) return form.id;
    key = (key + 1) | 0;
  }
  const id = formCount++;
  forms.set(key, { id, shape, strides });
  return id;
}

/** Do two views map every index to the same element? */
export function sameView(a: View, b: View): boolean {
  return a === b || (a.offset === b.offset && sameShape(a.shape, b.shape) && sameShape(a.strides, b.strides));
}

/** Whole allocations lately asked for, by a hash of their shapes. */
const whole: View[] = [];
const WHOLE = 64;

/** The whole of a row-major allocation of this shape. */
export function identityView(shape: Shape): View {
  let at = shape.length;
  for (let i = 0; i < shape.length; i++) at = (Math.imul(at, 31) + shape[i]) & (WHOLE - 1);
  const known = whole[at];
  if (known !== undefined && sameShape(known.shape, shape)) return known;
  const view = internView(shape, rowMajor(shape), 0);
  whole[at] = view;
  return view;
}

/** The whole of a row-major allocation of a view's shape. */
export function wholeLike(view: View): View {
  return (view.made.whole ??= identityView(view.shape));
}

/** Whether the view's own sizes were not written: freezing them would prevent it, but slow every loop. */
export function isIntact({ shape, strides, offset, size, low, high }: View): boolean {
  let count = 1;
  let least = offset;
  let most = offset + 1;
  for (let i = 0; i < shape.length; i++) {
    const reach = (shape[i] - 1) * strides[i];
    count *= shape[i];
    if (reach < 0) least += reach;
    else most += reach;
  }
  return count === size && (size === 0 || (least === low && most === high));
}

function makeView(given: Shape, givenStrides: readonly number[], offset: number, key: number): View {
  checkShape(given, 'view');
  // Not frozen: optimized code reads elements of frozen arrays by a call each.
  const shape = [...given];
  const strides = [...givenStrides];
  const size = sizeOf(shape);
  let low = offset;
  let high = offset + 1;
  let contiguous = true;
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    const reach = (shape[i] - 1) * strides[i];
    if (reach < 0) low += reach;
    else high += reach;
    if (shape[i] !== 1) {
      if (strides[i] !== step) contiguous = false;
      step *= shape[i];
    }
  }
  return {
    id: count++,
    form: formOf([...shape], [...strides], key),
    shape,
    strides,
    offset,
    size,
    contiguous: contiguous || size === 0,
    low: size === 0 ? offset : low,
    high: size === 0 ? offset : high,
    made: {
      guard: notCloned,
      broadcast: null,
      transposed: null,
      promoted: null,
      reshaped: null,
      slices: null,
      whole: null,
      called: null,
    },
  };
}

/** May two views of one allocation share an element? Conservative: never a false "no". */
export function mayOverlap(a: View, b: View): boolean {
  if (a === b) return a.size > 0;
  if (a.low >= b.high || b.low >= a.high) return false;
  return !separatedByStride(a, b);
}

/** Interleaved views such as `x[::2]` and `x[1::2]`: all strides share a divisor that the offsets do not. */
function separatedByStride(a: View, b: View): boolean {
  let g = 0;
  for (const v of [a, b]) {
    for (let i = 0; i < v.shape.length; i++) if (v.shape[i] > 1) g = gcd(g, Math.abs(v.strides[i]));
  }
  return g > 1 && (a.offset - b.offset) % g !== 0;
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
