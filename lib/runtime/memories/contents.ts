/** A root's contents put together from the instances that have them. */
import type { Instance, RectSet } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import {
  intersect,
  intersects,
  localView,
  none,
  type Rect,
  rectShape,
  rectSize,
  rootRectOf,
  subPartition,
  subtract,
} from '../../partition/index.js';
import { internView, rowMajor, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import { gatherView } from '../launch/index.js';
import { Chunk } from '../memory/index.js';

/** Elements that a loop copies sooner than a call. */
const SHORT = 32;

type Place = { readonly instance: Instance; readonly current: RectSet };

/** Called with a run of `count` elements that lie in a row in two boxes: their first places in both. */
type Row = (from: number, to: number, count: number) => void;

/** The rows of `rect` in row-major boxes that contain it. */
function eachRow(from: Rect, to: Rect, rect: Rect, row: Row): void {
  const [fromStrides, toStrides] = [stridesOf(from), stridesOf(to)];
  const rank = rect.low.length;
  const count = rank === 0 ? 1 : rect.high[rank - 1] - rect.low[rank - 1];
  const rows = rect.low.slice(0, Math.max(0, rank - 1)).reduce((n, low, i) => n * (rect.high[i] - low), 1);
  for (let r = 0, at = [...rect.low]; r < rows; r++) {
    row(offsetOf(at, from.low, fromStrides), offsetOf(at, to.low, toStrides), count);
    at = next(at, rect);
  }
}

/** The number of the first element of `rect` in a row-major box that it lies in in one piece; else -1. */
export function pieceIn(box: Rect, rect: Rect): number {
  let whole = true;
  for (let axis = rect.low.length - 1; axis >= 0; axis--) {
    const length = rect.high[axis] - rect.low[axis];
    if (!whole && length !== 1) return -1;
    if (length !== box.high[axis] - box.low[axis]) whole = false;
  }
  return offsetOf(rect.low, box.low, stridesOf(box));
}

function stridesOf(rect: Rect): readonly number[] {
  return rowMajor(rectShape(rect));
}

/** Elements of an instance: the box `box`, row-major, from `first` on. */
interface Source {
  readonly values: TypedArray;
  readonly first: number;
  readonly box: Rect;
}

/** Tells instances with elements that the host does not see. */
export interface Far {
  has(instance: Instance): boolean;
}

/** A box of an instance. */
interface Piece {
  readonly instance: Instance;
  readonly rect: Rect;
}

/** The elements of a box of a root, row-major. */
export interface Box {
  readonly rect: Rect;
  readonly values: TypedArray;
}

const NO_BOXES: readonly Box[] = [];

/**
 * Copies a view's elements, row-major, into `out`: from boxes that were brought, and from instances in the host's memory. Elements that were
 * never written are zeros.
 */
export function gatherContents(
  device: Device,
  root: Root,
  view: View,
  places: readonly Place[],
  out: TypedArray,
  boxes: readonly Box[] = NO_BOXES,
): void {
  if (places.length === 1 && view.contiguous && isWhole(places[0], root)) {
    const { values, first } = seen(device, root, places[0].instance);
    copyRun(values, first + view.offset, out, 0, view.size);
    return;
  }
  const { box, local } = boxOf(root, view);
  if (places.length === 0 && boxes.length === 1 && rectSize(boxes[0].rect) === rectSize(box)) {
    takeFrom(boxes[0].values, local, box, out);
    return;
  }
  const scratch = isDirect(local, box, out) ? out : new root.dtype.Typed(rectSize(box));
  for (const { rect, values } of boxes) copyBox({ values, first: 0, box: rect }, rect, scratch, box);
  for (const { instance, current } of places) {
    const source = seen(device, root, instance);
    for (const set of current) if (intersects(set, box)) copyBox(source, intersect(set, box), scratch, box);
  }
  if (scratch !== out) takeFrom(scratch, local, box, out);
}

/** The box of a root with the elements of a view, and the view within it. */
export function boxOf(root: Root, view: View): { readonly box: Rect; readonly local: View } {
  const { rect: box } = rootRectOf(subPartition(view, none), [], root.view.shape);
  const all = localView(view, { low: view.shape.map(() => 0), high: view.shape }, root.view.shape, box);
  return { box, local: internView(view.shape, all.strides, all.offset) };
}

/** Whether a view is all of its box, in the box's order. */
function isDirect(local: View, box: Rect, out: TypedArray): boolean {
  return local.contiguous && local.offset === 0 && out.length === rectSize(box);
}

/** Copies a view's elements out of its box. */
function takeFrom(values: TypedArray, local: View, box: Rect, out: TypedArray): void {
  if (isDirect(local, box, out)) copyRun(values, 0, out, 0, out.length);
  else gatherView(values.subarray(local.low, local.high), local, out);
}

/** Whether an instance has all elements of a root. */
function isWhole({ instance, current }: Place, { view }: Root): boolean {
  return current.length === 1 && rectSize(current[0]) === view.size && rectSize(instance.rect) === view.size;
}

/** The parts of a box that are in no instance that the host sees, and in none of the boxes `begun`, each with an instance that has it. */
export function awayIn(places: readonly Place[], box: Rect, far: Far, begun: readonly Box[] = NO_BOXES): Piece[] {
  const found: Piece[] = [];
  let left: readonly Rect[] = [box];
  for (const { rect } of begun) left = without(left, rect);
  for (const { instance, current } of places) if (!far.has(instance)) for (const set of current) left = without(left, set);
  for (const { instance, current } of places) {
    if (left.length === 0) break;
    if (!far.has(instance)) continue;
    for (const set of current) {
      for (const rect of left) if (intersects(rect, set)) found.push({ instance, rect: intersect(rect, set) });
      left = without(left, set);
    }
  }
  return found;
}

function without(rects: readonly Rect[], rect: Rect): Rect[] {
  const left: Rect[] = [];
  for (const r of rects) subtract(r, rect, left);
  return left;
}

/** The elements of an instance in the host's memory. */
function seen(device: Device, { dtype }: Root, { chunk, address, rect }: Instance): Source {
  const inChunk = chunk instanceof Chunk;
  const values = inChunk ? chunk.window(device, dtype) : device.window(address, dtype.Typed, rectSize(rect));
  return { values, first: inChunk ? (address - chunk.memory.address) / dtype.size : 0, box: rect };
}

/** Copies `rect` into an array that holds a box. */
function copyBox({ values, first, box }: Source, rect: Rect, into: TypedArray, to: Rect): void {
  eachRow(box, to, rect, (from, at, count) => copyRun(values, first + from, into, at, count));
}

function copyRun(source: TypedArray, from: number, target: TypedArray, to: number, count: number): void {
  if (count > SHORT) {
    bytesOf(target, to, count).set(bytesOf(source, from, count));
    return;
  }
  for (let i = 0; i < count; i++) target[to + i] = source[from + i];
}

/** Both arrays are of the root's type: no element is looked at. */
function bytesOf(array: TypedArray, from: number, count: number): Uint8Array {
  const { buffer, byteOffset, BYTES_PER_ELEMENT: size } = array;
  return new Uint8Array(buffer, byteOffset + from * size, count * size);
}

function offsetOf(at: readonly number[], low: readonly number[], strides: readonly number[]): number {
  return at.reduce((n, x, i) => n + (x - low[i]) * strides[i], 0);
}

/** The first element of the next row of a rectangle. */
function next(at: number[], rect: Rect): number[] {
  for (let axis = at.length - 2; axis >= 0; axis--) {
    if (++at[axis] < rect.high[axis]) break;
    at[axis] = rect.low[axis];
  }
  return at;
}
