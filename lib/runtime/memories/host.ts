/** The host's accesses to roots with elements in several memories: uploads and reads of contents. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Coherence } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import { none, subPartition } from '../../partition/index.js';
import { ONE_POINT, type View } from '../../shape/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { FailureLog, Fetched, Queue } from '../launch/index.js';
import { boxOf, type Far, gatherContents, isWhole, takeFrom } from './contents.js';
import type { Copies } from './copies.js';
import type { Evictor } from './evictor.js';
import type { LaunchMap } from './launch-map.js';
import type { Launches } from './launches.js';
import type { ContentsBook } from './root-contents.js';
import type { Transfers } from './transfers.js';

/** The parts that the host's accesses use. */
interface HostParts {
  readonly device: Device;
  readonly coherence: Coherence;
  readonly queue: Queue;
  readonly launches: Launches;
  readonly evictor: Evictor;
  readonly order: LaunchMap;
  readonly copies: Copies;
  readonly book: ContentsBook;
  readonly far: Far & Pick<Transfers, 'begin' | 'end'>;
  readonly failureLog: FailureLog;
  readonly spy: SpyWriter | null;
}

export class Host {
  readonly #parts: HostParts;

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /** Gives a root its contents, as a task of one point would. */
  upload(root: Root, data: TypedArray): void {
    const { device, book, coherence, queue, order, copies, spy, launches } = this.#parts;
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

  /** A view's elements, row-major, for a reader outside. */
  copyOut(root: Root, view: View, out: TypedArray): void {
    const { device, spy, far } = this.#parts;
    const places = this.#places(root);
    const fetched = gatherContents(device, root, view, places, out, far);
    if (spy === null) return;
    const near = places.flatMap(({ instance, current }) =>
      far.has(instance) ? [] : current.map((rect) => ({ instance, rect })),
    );
    const pieces = [...near, ...fetched].map(({ instance, rect }) => ({ instance: instance.id, ...rect }));
    spy.read(root, view, device.completed(), pieces);
  }

  /**
   * Has a view's elements brought from the memory of an accelerator, as they are behind the launches so far, without a wait; null where they are
   * elsewhere, or in parts, or where memory is short.
   */
  fetch(root: Root, view: View): Fetched | null {
    const { device, book, coherence, far, failureLog, spy, evictor } = this.#parts;
    const key = book.keyOf(root);
    const [place, ...rest] = coherence.whereabouts(key);
    if (place === undefined || rest.length > 0 || view.size === 0 || !far.has(place.instance) || !isWhole(place, root))
      return null;
    const { box, local } = boxOf(root, view);
    // To bring a part of it in one piece may take memory there, for which it must not leave.
    evictor.pin([key]);
    try {
      const fetch = far.begin(place.instance, box);
      const { bytes, launch, follows, of } = fetch;
      spy?.read(root, view, device.completed(), [{ instance: of.id, ...box }], { launch, follows });
      far.end(fetch);
      const values = new root.dtype.Typed(bytes.buffer as ArrayBuffer);
      const fetched: Fetched = { launch, error: null, into: (out) => takeFrom(values, local, box, out) };
      failureLog.noteRead(launch, root, fetched);
      return fetched;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return null;
      throw error;
    }
  }

  /** A view's elements, row-major, waited for, in the midst of a window. */
  contents(root: Root, view: View): TypedArray {
    const out = new root.dtype.Typed(view.size);
    const { device, far } = this.#parts;
    if (view.size > 0) gatherContents(device, root, view, this.#places(root), out, far);
    return out;
  }

  /** Where the elements of a root are, complete. */
  #places(root: Root): ReturnType<Coherence['whereabouts']> {
    const { book, coherence, queue, copies, far, launches, evictor } = this.#parts;
    const key = book.keyOf(root);
    evictor.pin([key]);
    copies.run(coherence.fold(key));
    const places = coherence.whereabouts(key);
    queue.wait(places.reduce((n, { instance }) => (far.has(instance) ? n : Math.max(n, instance.lastWrite)), 0));
    for (const { instance } of places) if (!far.has(instance)) launches.await(instance, false);
    return places;
  }
}
