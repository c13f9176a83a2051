/**
 * Images of known values (thesis 3.1.3): the elements of an argument that each point touches, so that no more is copied to its memory.
 * Values are known when the host gave them, or when they are used for the second time: an index that was just computed is not waited for,
 * but a structure that an iteration comes back to is, once. Contents have versions; an image through a new version is a new partition, and
 * its rectangles are found once for each.
 *
 *     A @ x, rows in halves      col -> x    version 3 of col, tiles of its image by ranges: [0,5) and [3,8) of x
 */
import { Generations, invariant } from '../../base/index.js';
import { type Bounds, numberOf, pointAt } from '../../dependence/index.js';
import type { TypedArray } from '../../dtype/index.js';
import type { ImageOf } from '../../fusion/index.js';
import {
  type ImagePartition,
  image,
  imageOf,
  none,
  type Partition,
  type Pointers,
  plainNumbers,
  type Rect,
  rectOf,
  rectSize,
  spanning,
} from '../../partition/index.js';
import { internView, type Shape, sameShape, sizeOf, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { ContentsBook } from './root-contents.js';

/** An argument of a step: its root and view, and its tiles or image. */
export interface Part {
  readonly root: Root;
  readonly view: View;
  /** Used where it has no image. */
  readonly tiles: Partition;
  readonly image: ImageOf | null;
}

/** Partitions with remembered rectangles, and remembered values. */
const KEPT = 512;

/** An image's rectangles by point of a launch, in coordinates of the view; null where nothing is gained by knowing them. */
interface Rects {
  readonly launch: Shape;
  readonly at: readonly Rect[] | null;
}

export class Images {
  readonly #contents: (root: Root, view: View) => TypedArray;
  readonly #book: ContentsBook;
  /** Numbers of values: a version through a view, or two for ranges. */
  readonly #sources = new Generations<string, number>(KEPT);
  readonly #rects = new Generations<string, Rects>(KEPT);
  /** Values that this window has read. */
  readonly #read = new Map<number, Pointers>();
  #count = 0;
  #window = 1;

  /** `book`: of the roots' contents; `contents`: a view's elements, row-major, waited for. */
  constructor(book: ContentsBook, contents: (root: Root, view: View) => TypedArray) {
    this.#book = book;
    this.#contents = contents;
  }

  /** A window begins. */
  begin(): void {
    this.#window++;
    if (this.#read.size > 0) this.#read.clear();
  }

  /** A root gets other contents, by an engine; `given`: by the host's program. */
  written(root: Root, engine: number, given = false): void {
    const contents = this.#book.fill(root, engine);
    contents.version = ++this.#count;
    contents.asked = given ? 0 : -1;
  }

  /** How argument `k` of a step is cut now; `none` where values are not known, point outside, or at everything. */
  partitionOf(parts: readonly Part[], k: number, launch: Shape): Partition {
    const { image: of, tiles, view } = parts[k];
    if (of === null) return tiles;
    const from = parts[of.from];
    const until = of.until === null ? null : parts[of.until];
    if (until !== null && !sameShape(until.view.shape, from.view.shape)) return none;
    const source = this.#sourceOf(from, until);
    if (source < 0) return none;
    const through = this.partitionOf(parts, of.from, launch);
    if (through === none && from.image !== null) return none;
    const found = image(through, until !== null, source, of.axis);
    const key = nameOf(found, view.shape);
    let rects = this.#rects.get(key);
    if (rects === undefined || !sameShape(rects.launch, launch)) {
      rects = { launch, at: this.#find(found, this.#pointers(source, from, until), from.view.shape, view.shape, launch) };
      this.#rects.set(key, rects);
    }
    return rects.at === null ? none : found;
  }

  /** Bounds, for coherence, of images that `partitionOf` returned. */
  readonly bounds: Bounds = ({ partition, view }, point) => {
    invariant(partition.kind === 'image', 'only images have bounds');
    const rects = this.#rects.get(nameOf(partition, view.shape));
    invariant(rects !== undefined && rects.at !== null, 'bounds are asked for when an image was just found');
    return rects.at[numberOf(point, rects.launch)];
  };

  /** The number of the values that point; -1 while they are not known. */
  #sourceOf(from: Part, until: Part | null): number {
    const names: string[] = [];
    for (const { root, view } of until === null ? [from] : [from, until]) {
      const contents = this.#book.keyOf(root);
      if (contents.version === 0) return -1;
      if (contents.asked < 0) contents.asked = this.#window;
      if (contents.asked === this.#window) return -1;
      names.push(`${contents.version},${view.id}`);
    }
    const key = names.join(';');
    let source = this.#sources.get(key);
    if (source === undefined) this.#sources.set(key, (source = ++this.#count));
    return source;
  }

  #pointers(source: number, from: Part, until: Part | null): Pointers {
    let found = this.#read.get(source);
    if (found === undefined) {
      const low = plainNumbers(this.#contents(from.root, once(from.view)));
      const high = until === null ? null : plainNumbers(this.#contents(until.root, once(until.view)));
      this.#read.set(source, (found = { shape: once(from.view).shape, low, high }));
    }
    return found;
  }

  #find({ from, axis }: ImagePartition, pointers: Pointers, source: Shape, shape: Shape, launch: Shape): Rect[] | null {
    const through = from.kind === 'image' ? (this.#rects.get(nameOf(from, source))?.at ?? null) : null;
    const found: Rect[] = [];
    for (let p = 0; p < sizeOf(launch); p++) {
      const interval = imageOf(pointers, through?.[p] ?? rectOf(from, pointAt(p, launch), source), shape[axis]);
      if (interval === null) return null;
      found.push(spanning(shape, axis, interval));
    }
    return found.every((rect) => rectSize(rect) === sizeOf(shape)) ? null : found;
  }
}

/** A view with the axes along which it repeats its elements cut to one. */
function once(view: View): View {
  const repeats = view.strides.some((s, k) => s === 0 && view.shape[k] > 1);
  if (!repeats) return view;
  return internView(
    view.shape.map((n, k) => (view.strides[k] === 0 ? Math.min(n, 1) : n)),
    view.strides,
    view.offset,
  );
}

function nameOf(partition: ImagePartition, shape: Shape): string {
  return `${partition.id};${shape.join()}`;
}
