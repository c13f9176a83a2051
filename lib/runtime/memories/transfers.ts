/**
 * Copies between memories with queues of their own, complete when they return: the source's writers are waited for, and elements go through
 * the host. A box that does not lie in one piece in an accelerator's memory is packed there by a kernel, into memory of its own.
 *
 *     host ──► gpu0     rows gathered here     upload      unpacked by a kernel of gpu0, in order
 *     gpu0 ──► host     packed by a kernel     download    waited for, rows scattered here
 */
import { OutOfMemoryError } from '../../base/index.js';
import { type Instance, makeInstance } from '../../dependence/index.js';
import type { Accelerator, Device } from '../../device/index.js';
import { uint8 } from '../../dtype/index.js';
import { type Rect, rectSize, sameRect } from '../../partition/index.js';
import type { SpyWriter } from '../../spy/index.js';
import { eachRow, type Far, pieceIn } from './contents.js';
import type { Engine, Engines } from './engines.js';
import { type Holdings, noteInstance } from './holdings.js';
import type { Launches } from './launches.js';

/** Numbers of scratch memory, beyond the numbers of instances and folds. */
const SCRATCH = 2 ** 41;

/** Copies and bytes, by link. */
type LinkTraffic = Map<string, { copies: number; bytes: number }>;

export class Transfers implements Far {
  readonly #device: Device;
  readonly #engines: Engines;
  readonly #launches: Launches;
  readonly #holdings: Holdings;
  readonly #settle: () => void;
  readonly #spy: SpyWriter | null;
  readonly traffic: LinkTraffic = new Map();
  #scratch = SCRATCH;

  /** `settle` notes failures, since a failed launch's results may have been copied. */
  constructor(
    device: Device,
    engines: Engines,
    launches: Launches,
    holdings: Holdings,
    settle: () => void,
    spy: SpyWriter | null,
  ) {
    this.#holdings = holdings;
    this.#spy = spy;
    this.#device = device;
    this.#engines = engines;
    this.#launches = launches;
    this.#settle = settle;
  }

  /** Whether an instance is in a memory that the host does not see. */
  has({ memory }: Instance): boolean {
    return this.#engines.of(memory).link !== null;
  }

  /** Copies a box between instances in different engines' memories; returns its last launch, 0 for none. Throws `OutOfMemoryError`. */
  copy(from: Instance, to: Instance, rect: Rect): number {
    const target = this.#engines.of(to.memory);
    return this.#fetched(from, rect, (bytes, source) => {
      this.#count(this.#engines.of(from.memory), target, bytes.length);
      if (target.link !== null) return this.#put(bytes, source, to, rect, target, target.link);
      this.#scatter(bytes, to, rect);
      this.#tell(0, source, to, rect);
      return 0;
    });
  }

  /** The elements of a box, row-major and complete; the bytes are not kept beyond the next launch. Throws `OutOfMemoryError`. */
  fetch(from: Instance, rect: Rect): Uint8Array {
    return this.#fetched(from, rect, (bytes) => bytes);
  }

  /** Calls `use` with the elements of a box, and the instance that they come from in one piece. */
  #fetched<T>(from: Instance, rect: Rect, use: (bytes: Uint8Array, source: Instance) => T): T {
    const engine = this.#engines.of(from.memory);
    const { queue, link } = engine;
    if (link === null) {
      queue.wait(from.lastWrite);
      this.#tellComplete(engine);
      return use(this.#gather(from, rect), from);
    }
    const bytes = new Uint8Array(rectSize(rect) * itemSizeOf(from));
    const first = offsetOf(from, rect);
    const packed = first >= 0 ? null : this.#take(from, rect);
    if (packed !== null) this.#move(from, packed, rect, engine);
    queue.submit();
    link.download(bytes, packed === null ? from.address + first : packed.address);
    queue.skip(1);
    noteInstance(packed ?? from, queue.last, false);
    queue.wait(queue.last);
    this.#tellComplete(engine);
    this.#settle();
    const result = use(bytes, packed ?? from);
    if (packed !== null) this.#holdings.free(packed);
    return result;
  }

  #put(bytes: Uint8Array, source: Instance, to: Instance, rect: Rect, engine: Engine, link: Accelerator): number {
    const { queue } = engine;
    const first = offsetOf(to, rect);
    const packed = first >= 0 ? null : this.#take(to, rect);
    queue.submit();
    link.upload(packed === null ? to.address + first : packed.address, bytes);
    queue.skip(1);
    noteInstance(packed ?? to, queue.last, true);
    this.#tell(engine.launch(queue.last), source, packed ?? to, rect);
    if (packed !== null) {
      this.#move(packed, to, rect, engine);
      this.#holdings.free(packed);
    }
    return engine.launch(queue.last);
  }

  /** Memory for a box in one piece, beside an instance that has it in several. Throws `OutOfMemoryError`. */
  #take(beside: Instance, rect: Rect): Instance {
    const packed = makeInstance(this.#scratch++, itemSizeOf(beside), beside.memory, rect);
    if (this.#holdings.allocate(packed, false)) return packed;
    throw new OutOfMemoryError(
      `copying between devices: ${packed.bytes} bytes for a part of an array were refused; use smaller arrays`,
    );
  }

  /** Tells the spy of a copy; launch 0: the host makes it. */
  #tell(launch: number, from: Instance, to: Instance, { low, high }: Rect): void {
    const wait = launch === 0 ? this.#engines.host.completed() : 0;
    this.#spy?.memories({ event: 'copy', launch, wait, from: from.id, to: to.id, low, high });
  }

  #tellComplete(engine: Engine): void {
    this.#spy?.memories({ event: 'complete', launch: engine.launch(engine.completed()) });
  }

  /** Copies the box between two instances in the engine's memory, by a kernel of the engine. */
  #move(from: Instance, to: Instance, rect: Rect, { moves }: Engine): void {
    const { list } = this.#launches;
    this.#launches.run(list.copy(from, to, rect, moves.of(from.rect, to.rect, rect, itemSizeOf(from))), 0);
  }

  /** The bytes of a box of an instance in the host's memory. */
  #gather(from: Instance, rect: Rect): Uint8Array {
    const all = this.#bytesOf(from);
    if (sameRect(from.rect, rect)) return all;
    const size = itemSizeOf(from);
    const bytes = new Uint8Array(rectSize(rect) * size);
    copyRows(all, from.rect, bytes, rect, rect, size);
    return bytes;
  }

  #scatter(bytes: Uint8Array, to: Instance, rect: Rect): void {
    this.#engines.host.queue.wait(Math.max(to.lastUse, to.ready));
    const all = this.#bytesOf(to);
    copyRows(bytes, rect, all, to.rect, rect, itemSizeOf(to));
  }

  #bytesOf({ address, bytes }: Instance): Uint8Array {
    return this.#device.window(address, uint8.Typed, bytes) as Uint8Array;
  }

  #count(from: Engine, to: Engine, bytes: number): void {
    const name = `${nameOf(from)} to ${nameOf(to)}`;
    const known = this.traffic.get(name) ?? { copies: 0, bytes: 0 };
    this.traffic.set(name, { copies: known.copies + 1, bytes: known.bytes + bytes });
  }
}

function nameOf({ link }: Engine): string {
  return link === null ? 'cpu' : link.name;
}

function itemSizeOf({ bytes, rect }: Pick<Instance, 'bytes' | 'rect'>): number {
  return bytes / rectSize(rect);
}

/** Where in an instance a box begins, in bytes, if it lies there in one piece; else -1. */
function offsetOf(of: Instance, rect: Rect): number {
  const first = pieceIn(of.rect, rect);
  return first < 0 ? first : first * itemSizeOf(of);
}

/** Copies the elements of `rect`, of `size` bytes each, between boxes. */
function copyRows(bytes: Uint8Array, from: Rect, into: Uint8Array, to: Rect, rect: Rect, size: number): void {
  eachRow(from, to, rect, (source, target, count) => {
    into.set(bytes.subarray(source * size, (source + count) * size), target * size);
  });
}
