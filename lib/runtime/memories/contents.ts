/** A root's contents put together from the instances that have them. */
import type { Instance, Region } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import { intersect, intersects, localView, none, type Rect, rectSize, rootRectOf, subPartition } from '../../partition/index.js';
import { identityView, internView, rowMajor, type Shape, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import { gatherView } from '../launch/index.js';
import { Chunk } from '../memory/index.js';

/** Elements that a loop copies sooner than a call. */
const SHORT = 32;

type Place = { readonly instance: Instance; readonly current: Region };

/** Copies a view's elements, row-major, into `out`. Elements that nobody wrote are zeros. */
export function gatherContents(device: Device, root: Root, view: View, places: readonly Place[], out: TypedArray): void {
  const { rect: box } = rootRectOf(subPartition(view, none), [], root.view.shape);
  const shape = box.low.map((low, i) => box.high[i] - low);
  const all = localView(view, { low: view.shape.map(() => 0), high: view.shape }, root.view.shape, box);
  const local = internView(view.shape, all.strides, all.offset);
  const direct = local.contiguous && local.offset === 0 && out.length === rectSize(box);
  const scratch = direct ? out : new root.dtype.Typed(rectSize(box));
  for (const { instance, current } of places) {
    for (const region of current) {
      if (intersects(region, box)) copyBox(device, root, instance, intersect(region, box), scratch, box.low, shape);
    }
  }
  if (!direct) gatherView(scratch.subarray(local.low, local.high), local, out);
}

/** Copies `rect` from an instance into an array that holds the box of `shape` at `low`. */
function copyBox(
  device: Device,
  root: Root,
  instance: Instance,
  rect: Rect,
  into: TypedArray,
  low: readonly number[],
  shape: Shape,
): void {
  const { Typed, size } = root.dtype;
  const { chunk } = instance;
  const inChunk = chunk instanceof Chunk;
  const source = inChunk ? chunk.window(device, root.dtype) : device.window(instance.address, Typed, rectSize(instance.rect));
  const first = inChunk ? (instance.address - chunk.memory.address) / size : 0;
  const from = rowMajor(instance.rect.low.map((n, i) => instance.rect.high[i] - n));
  const to = rowMajor(shape);
  const rank = shape.length;
  const run = rank === 0 ? 1 : rect.high[rank - 1] - rect.low[rank - 1];
  const rows = identityView(rect.low.slice(0, Math.max(0, rank - 1)).map((n, i) => rect.high[i] - n));
  for (let r = 0, at = [...rect.low]; r < rows.size; r++) {
    const start = first + offsetOf(at, instance.rect.low, from);
    copyRun(source, start, into, offsetOf(at, low, to), run);
    at = next(at, rect);
  }
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
