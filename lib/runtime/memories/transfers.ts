/**
 * Copies between memories with queues of their own. A transfer is a launch of an accelerator's queue, which follows the launches of other
 * queues that use its two ends, and is followed by them: the thread that issues does not wait. A box that does not lie in one piece in a
 * memory is packed there by a kernel, into memory of its own.
 *
 *     host ──► gpu0     packed by a kernel     upload, which follows it          unpacked by a kernel of gpu0, in order
 *     gpu0 ──► host     packed by a kernel     download                          unpacked by a kernel, which follows it
 *     gpu0 ──► gpu1     a copy by gpu1, which follows gpu0; through the host where gpu1 does not reach gpu0's memory
 */
import { invariant, OutOfMemoryError } from '../../base/index.js';
import { type Instance, makeInstance, passingId } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import { uint8 } from '../../dtype/index.js';
import { type Rect, rectSize } from '../../partition/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { FailureLog } from '../launch/index.js';
import { type Far, pieceIn } from './contents.js';
import { type Engine, type Engines, goesDirectly } from './engines.js';
import { type Holdings, noteForeign, noteInstance } from './holdings.js';
import type { Launches } from './launches.js';
import type { ListedPiece, ListedTransfer } from './listed-launch.js';

/** Elements that are brought to the host's program by a launch. */
interface Fetch {
  readonly bytes: Uint8Array;
  readonly launch: number;
  /** Launches of other queues that it follows. */
  readonly follows: readonly number[];
  /** The instance that they come from in one piece. */
  readonly of: Instance;
}

/** Copies and bytes, by link. */
type LinkTraffic = Map<string, { copies: number; bytes: number }>;

/** Elements in one piece of an instance, from `offset` bytes on. */
interface Piece {
  readonly of: Instance;
  readonly offset: number;
}

/** A box that is moved, of the elements of a root, which is known within windows. */
interface Box {
  readonly rect: Rect;
  readonly bytes: number;
  readonly root: Root | null;
}

/** The parts that transfers need. */
interface Means {
  readonly device: Device;
  readonly engines: Engines;
  readonly launches: Launches;
  readonly holdings: Holdings;
  readonly failureLog: FailureLog;
  readonly spy: SpyWriter | null;
}

export class Transfers implements Far {
  readonly #with: Means;
  readonly traffic: LinkTraffic = new Map();

  constructor(parts: Means) {
    this.#with = parts;
  }

  /** Whether an instance is in a memory that the host does not see. */
  has({ memory }: Instance): boolean {
    return this.#with.engines.of(memory).link !== null;
  }

  /**
   * Copies a box between instances in different engines' memories, in parts where a memory has no room for a piece of all of it; returns its last
   * launch. Throws `OutOfMemoryError`.
   */
  copy(from: Instance, to: Instance, rect: Rect, root: Root | null): number {
    return this.#inParts(rect, (box) => this.#copyPiece(from, to, { rect: box, bytes: rectSize(box) * itemSizeOf(from), root }));
  }

  #copyPiece(from: Instance, to: Instance, box: Box): number {
    const [source, target] = [this.#with.engines.of(from.memory), this.#with.engines.of(to.memory)];
    const packed = this.#pack(from, box, source);
    let into: Piece | null = null;
    try {
      into = this.#pieceOf(to, box.rect) ?? { of: this.#take(to.memory, from, box.rect), offset: 0 };
      const launch = this.#between(packed, into, box, source, target);
      return into.of === to ? launch : this.#move(into.of, to, box.rect, target);
    } finally {
      if (packed.of !== from) this.#with.holdings.free(packed.of);
      if (into !== null && into.of !== to) this.#with.holdings.free(into.of);
    }
  }

  /**
   * Does something with a box, or, where memory for that is refused, with its halves, of which the second's result is given: a run of elements
   * lies in one piece and takes none.
   */
  #inParts<T>(rect: Rect, act: (rect: Rect) => T): T {
    try {
      return act(rect);
    } catch (error) {
      const halves = error instanceof OutOfMemoryError ? halvesOf(rect) : null;
      if (halves === null) throw error;
      // Pieces that were refused are part of the window's list by now.
      this.#with.launches.list.spoil();
      const [first, second] = halves;
      this.#inParts(first, act);
      return this.#inParts(second, act);
    }
  }

  /** Moves a piece to a piece; returns the machine's number of the launch that does. */
  #between(from: Piece, to: Piece, box: Box, source: Engine, target: Engine): number {
    const { host } = this.#with.engines;
    if (source === host || target === host || goesDirectly(source, target)) {
      const by = target === host ? source : target;
      this.#with.launches.list.transfer([from.of, to.of], [from.offset, to.offset], box, this.#with.engines.memoryOf(by.number));
      return this.#carry(by, from, to, box);
    }
    const staging = { of: this.#take(0, from.of, box.rect, box.bytes), offset: 0 };
    this.#between(from, staging, box, source, host);
    const launch = this.#between(staging, to, box, host, target);
    this.#with.holdings.free(staging.of);
    return launch;
  }

  /** Moves a piece by a transfer of the engine `by`; returns the machine's number of it. */
  #carry(by: Engine, from: Piece, to: Piece, { bytes, root, rect }: Box): number {
    const [source, target] = [this.#with.engines.of(from.of.memory), this.#with.engines.of(to.of.memory)];
    const follows = [...this.#with.engines.followUses(by, from.of, false), ...this.#with.engines.followUses(by, to.of, true)];
    by.queue.submit();
    const [at, into] = [from.of.address + from.offset, to.of.address + to.offset];
    if (source.link === null) by.link?.upload(into, this.#bytesAt(from, bytes), to.offset === 0 && bytes === to.of.bytes);
    else if (target.link === null) by.link?.download(this.#bytesAt(to, bytes), at);
    else {
      invariant(by.link?.copyFrom !== undefined, 'an engine that is reached directly copies between accelerators');
      by.link.copyFrom(into, source.link, at, bytes);
    }
    by.queue.skip(1);
    const { last } = by.queue;
    if (by === source) noteInstance(from.of, last, false);
    else noteForeign(from.of, by.number, last, false);
    if (by === target) noteInstance(to.of, last, true);
    else noteForeign(to.of, by.number, last, true);
    const launch = by.launch(last);
    this.#with.failureLog.noteTransfer(launch, root, source.link === null);
    const { low, high } = rect;
    this.#with.spy?.memories({ event: 'copy', launch, wait: 0, follows, from: from.of.id, to: to.of.id, low, high });
    this.#count(source, target, bytes);
    return launch;
  }

  /** Makes a transfer of a recorded window once more, on these instances and roots. */
  again({ from, to, bytes, rect, slot, memory }: ListedTransfer, table: readonly Instance[], slots: readonly Root[]): void {
    const pieceOf = ({ block, offset }: ListedPiece): Piece => ({ of: table[block], offset });
    this.#carry(this.#with.engines.of(memory), pieceOf(from), pieceOf(to), { rect, bytes, root: slot < 0 ? null : slots[slot] });
  }

  /**
   * Has the elements of a box brought, behind all launches of its queue so far, in parts where memory for a piece of all of it is refused:
   * row-major, and there when the launches are complete. Calls `note` with each part. Throws `OutOfMemoryError`.
   */
  begin(from: Instance, rect: Rect, note: (fetch: Fetch, part: Rect) => void): void {
    this.#inParts(rect, (part) => {
      const fetch = this.#begin(from, part);
      note(fetch, part);
      // Its launch may be under way.
      if (fetch.of !== from) this.#with.holdings.free(fetch.of);
    });
  }

  #begin(from: Instance, rect: Rect): Fetch {
    const engine = this.#with.engines.of(from.memory);
    const { queue, link } = engine;
    this.#with.launches.list.spoil();
    const bytes = new Uint8Array(rectSize(rect) * itemSizeOf(from));
    const { of, offset } = this.#pack(from, { rect, bytes: bytes.length, root: null }, engine);
    const follows = this.#with.engines.followUses(engine, of, false);
    queue.submit();
    link?.download(bytes, of.address + offset);
    queue.skip(1);
    noteInstance(of, queue.last, false);
    return { bytes, launch: engine.launch(queue.last), follows, of };
  }

  /** Where a box lies in one piece in an instance; null where it does not. */
  #pieceOf(of: Instance, rect: Rect): Piece | null {
    const first = pieceIn(of.rect, rect);
    return first < 0 ? null : { of, offset: first * itemSizeOf(of) };
  }

  /** A box in one piece: where it is, or in memory of its own, to which a kernel moves it. */
  #pack(from: Instance, { rect }: Box, engine: Engine): Piece {
    const found = this.#pieceOf(from, rect);
    if (found !== null) return found;
    const packed = this.#take(from.memory, from, rect);
    this.#move(from, packed, rect, engine);
    return { of: packed, offset: 0 };
  }

  /** Memory for a box of elements, as large as an instance's. Throws `OutOfMemoryError`. */
  #take(memory: number, like: Instance, rect: Rect, bytes = rectSize(rect) * itemSizeOf(like)): Instance {
    const packed = makeInstance(passingId(), bytes / rectSize(rect), memory, rect);
    if (this.#with.holdings.obtain(packed)) return packed;
    throw new OutOfMemoryError(
      `copying between devices: ${packed.bytes} bytes for a part of an array were refused; use smaller arrays`,
    );
  }

  /** Copies the box between two instances in the engine's memory, by a kernel of the engine; returns the machine's number of the launch. */
  #move(from: Instance, to: Instance, rect: Rect, engine: Engine): number {
    const { list } = this.#with.launches;
    const move = engine.move(from.rect, to.rect, rect, itemSizeOf(from));
    const wait = Math.max(from.lastWrite, to.lastUse);
    return engine.launch(this.#with.launches.run(list.copy(from, to, rect, move), engine.number === 0 ? wait : 0));
  }

  /** Bytes of a piece in the host's memory. */
  #bytesAt({ of, offset }: Piece, bytes: number): Uint8Array {
    const all = this.#with.device.window(of.address, uint8.Typed, of.bytes) as Uint8Array;
    return all.subarray(offset, offset + bytes);
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

/** The two halves of a box along its first axis of more than one element, row-major; null for one element. */
function halvesOf({ low, high }: Rect): readonly [Rect, Rect] | null {
  const axis = low.findIndex((first, d) => high[d] - first > 1);
  if (axis < 0) return null;
  const middle = Math.floor((low[axis] + high[axis]) / 2);
  return [
    { low, high: high.map((n, d) => (d === axis ? middle : n)) },
    { low: low.map((n, d) => (d === axis ? middle : n)), high },
  ];
}
