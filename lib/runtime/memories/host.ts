/** The host's accesses to roots with elements in several memories: uploads and reads of contents. */
import type { Coherence, Instance } from '../../dependence/index.js';
import { onQueue, queueOf, withinQueue } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import { intersect, intersects, none, type Rect, rectOfShape, rectShape, rectSize, subPartition } from '../../partition/index.js';
import { internView, ONE_POINT, rowMajor, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Fetched } from '../launch/index.js';
import { awayIn, boxOf, gatherContents } from './contents.js';
import { FetchedBoxes } from './fetched-boxes.js';
import type { Parts } from './parts.js';

export class Host {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Gives a root its contents, as a task of one point would. */
  upload(root: Root, data: TypedArray): void {
    const { device, book, coherence, images, queue, order, copies, spy, launches } = this.#parts;
    images.written(root, 0, true);
    const sub = subPartition(root.view, none);
    const mapping = coherence.map({ launch: ONE_POINT, args: [{ root: book.keyOf(root), sub, privilege: 'write' }] });
    const instance = mapping.args[0].instanceAt(0);
    copies.run(mapping.before);
    order.note(mapping.number, [0]);
    if (instance === null) return;
    queue.wait(Math.max(instance.ready, order.launchBefore(0, mapping.waits)));
    launches.await(instance, true);
    device.copyIn(instance.address, data);
    spy?.upload(root, device.completed(), instance.id);
  }

  /** A view's elements, row-major, for a reader outside, of which some may have been brought since they were written. */
  copyOut(root: Root, view: View, out: TypedArray, begun: Fetched | null): void {
    const { device, spy } = this.#parts;
    const fetched = begun instanceof FetchedBoxes ? begun : new FetchedBoxes(this.#parts.device, root, view, false);
    const places = this.#gather(fetched, out, true);
    if (spy === null) return;
    const { box } = boxOf(root, view);
    const told = this.#nearIn(places, box).map(({ instance, rect }) => ({ instance: instance.id, ...rect }));
    if (fetched.boxes.length === 0) spy.read(root, view, device.completed(), told);
    else for (const piece of told) spy.read(root, viewOf(root, piece), device.completed(), [piece]);
  }

  /** A view's elements, row-major, waited for, in the midst of a window. */
  contents(root: Root, view: View): TypedArray {
    const out = new root.dtype.Typed(view.size);
    if (view.size > 0) this.#gather(new FetchedBoxes(this.#parts.device, root, view, false), out, false);
    return out;
  }

  /** Copies the elements of a view, of which the ones that are away are brought and waited for; returns where all are. */
  #gather(fetched: FetchedBoxes, out: TypedArray, isTold: boolean): ReturnType<Coherence['whereabouts']> {
    const { device, transfers } = this.#parts;
    const { root, view, boxes } = fetched;
    const places = this.#places(root);
    const near = places.filter(({ instance }) => !transfers.has(instance));
    if (near.length < places.length) {
      const away = awayIn(places, boxOf(root, view).box, transfers, boxes);
      for (const { instance, rect } of away) this.#begin(fetched, instance, rect, isTold);
      if (away.length > 0) this.#wait(fetched);
    }
    gatherContents(device, root, view, near, out, boxes);
    return places;
  }

  /** Waits for the boxes that are brought. Throws the error of their computation, or of their transfer. */
  #wait(fetched: FetchedBoxes): void {
    const { engines, failureLog, spy } = this.#parts;
    for (const launch of fetched.launches) engines.all[queueOf(launch)].queue.wait(withinQueue(launch));
    engines.tellComplete(spy);
    failureLog.settle();
    if (fetched.error !== null) throw fetched.error;
  }

  /** The parts of a box that instances of the host's memory have. */
  #nearIn(places: ReturnType<Coherence['whereabouts']>, box: Rect): { readonly instance: Instance; readonly rect: Rect }[] {
    return places.flatMap(({ instance, current }) =>
      this.#parts.transfers.has(instance)
        ? []
        : current.filter((rect) => intersects(rect, box)).map((rect) => ({ instance, rect: intersect(rect, box) })),
    );
  }

  /** Whether elements of a root that holds contents are in the memories of accelerators alone. */
  isAway(root: Root): boolean {
    const { book, coherence, transfers } = this.#parts;
    if (!book.holds(root)) return false;
    const places = coherence.whereabouts(book.keyOf(root));
    return (
      places.some(({ instance }) => transfers.has(instance)) && awayIn(places, rectOfShape(root.view.shape), transfers).length > 0
    );
  }

  /**
   * Has a view's elements brought from the memories of accelerators, as they are behind the launches so far, without a wait; null where none of
   * them is there alone.
   */
  fetch(root: Root, view: View): Fetched | null {
    if (view.size === 0) return null;
    const places = this.#whereabouts(root);
    const { box } = boxOf(root, view);
    const away = awayIn(places, box, this.#parts.transfers);
    if (away.length === 0) return null;
    const near = this.#nearIn(places, box);
    const fetched = new FetchedBoxes(this.#parts.device, root, view, near.length === 0);
    for (const { instance } of near) this.#awaitIn(fetched, instance);
    for (const { instance, rect } of away) this.#begin(fetched, instance, rect, true);
    return fetched;
  }

  /** The contents wait for the writers of an instance in the host's memory. */
  #awaitIn(fetched: FetchedBoxes, { lastWrite, foreign }: Instance): void {
    fetched.await(lastWrite);
    foreign?.write.forEach((launch, queue) => {
      if (launch > 0) fetched.await(onQueue(queue, launch));
    });
  }

  #begin(fetched: FetchedBoxes, from: Instance, rect: Rect, isTold: boolean): void {
    const { device, transfers, failureLog, spy } = this.#parts;
    const { root, view } = fetched;
    transfers.begin(from, rect, ({ bytes, launch, follows, of }, part) => {
      fetched.bring(part, bytes, launch);
      failureLog.noteRead(launch, root, fetched);
      if (!isTold) return;
      const isAll = rectSize(part) === rectSize(boxOf(root, view).box);
      const seen = isAll ? view : viewOf(root, part);
      spy?.read(root, seen, device.completed(), [{ instance: of.id, ...part }], { launch, follows });
    });
  }

  /** Where the elements of a root are; the ones in the host's memory are complete. */
  #places(root: Root): ReturnType<Coherence['whereabouts']> {
    const { queue, transfers, launches } = this.#parts;
    const places = this.#whereabouts(root);
    queue.wait(places.reduce((n, { instance }) => (transfers.has(instance) ? n : Math.max(n, instance.lastWrite)), 0));
    for (const { instance } of places) if (!transfers.has(instance)) launches.await(instance, false);
    return places;
  }

  /** Where the elements of a root are, folded. */
  #whereabouts(root: Root): ReturnType<Coherence['whereabouts']> {
    const { book, coherence, copies, evictor } = this.#parts;
    const key = book.keyOf(root);
    // To bring a part of it in one piece may take memory there, for which it must not leave.
    evictor.pin([key]);
    copies.run(coherence.fold(key));
    return coherence.whereabouts(key);
  }
}

/** A box of a root as a view. */
function viewOf({ view: { shape } }: Root, rect: Rect): View {
  const strides = rowMajor(shape);
  const offset = rect.low.reduce((sum, n, axis) => sum + n * strides[axis], 0);
  return internView(rectShape(rect), strides, offset);
}
