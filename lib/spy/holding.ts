/**
 * The verifier's record of one instance: for each element of its box, row-major, the version that it holds and the launches that used it.
 */
import { queueOf } from './launches.js';
import type { LogPiece } from './log.js';
import { EMPTY } from './uses.js';

/** A launch, and the launch that it waits for; 0 for the host. */
interface Waiting {
  readonly launch: number;
  readonly wait: number;
}

/** The order of launches that graphs give, besides their waits. */
export interface Among {
  /** Whether it is a launch of a graph, which edges order. */
  has(launch: number): boolean;
  leads(earlier: number, later: number): boolean;
}

/** The facts that an instance is made with. */
interface HoldingFacts {
  readonly instance: number;
  readonly memory: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly bytes: number;
}

export class Holding {
  readonly id: number;
  readonly memory: number;
  readonly #bytes: number;
  /** Bytes at one place: of an element, or of a partial result. */
  each = 0;
  readonly #low: readonly number[];
  readonly #size: readonly number[];
  /** Versions; `EMPTY` where nothing was put. */
  readonly holds: Int32Array;
  /** By place, the last launches that wrote and read it; 0 for none. */
  readonly wrote: Float64Array;
  readonly read: Float64Array;
  /** By place: launches of other queues than that of `read` that read it since it was written. */
  readonly #foreign = new Map<number, number[]>();
  /** By place: launches of the latest graph that read it since it was written. */
  readonly #readers = new Map<number, number[]>();
  readonly #among: Among;

  constructor({ instance, memory, low, high, bytes }: HoldingFacts, among: Among) {
    this.id = instance;
    this.memory = memory;
    this.#bytes = bytes;
    this.#among = among;
    this.#low = low;
    this.#size = low.map((n, i) => Math.max(0, high[i] - n));
    const count = this.#size.reduce((a, n) => a * n, 1);
    this.holds = new Int32Array(count).fill(EMPTY);
    this.wrote = new Float64Array(count);
    this.read = new Float64Array(count);
  }

  get rank(): number {
    return this.#low.length;
  }

  /** Why things of that many bytes, counted along so many axes, cannot be at its places; null when they can. */
  misfit(each: number, rank: number): string | null {
    this.each = each;
    if (rank !== this.rank) return `instance ${this.id} has ${this.rank} axes, and needs ${rank}`;
    const needed = each * this.holds.length;
    return needed <= this.#bytes ? null : `instance ${this.id} has ${this.#bytes} bytes, and needs ${needed}`;
  }

  /** Why it does not have just these rows of partial results, of so many columns; null when it does. */
  misplaced([from, to]: readonly [number, number], columns: number): string | null {
    const [rows, width] = this.#size;
    const fits = this.#low[0] === from && rows === to - from && this.#low[1] === 0 && width === columns;
    return fits ? null : `instance ${this.id} is not rows ${from} to ${to} of ${columns} columns`;
  }

  /** The rows of partial results that it has; null as for columns. */
  get rows(): readonly [from: number, to: number] | null {
    return this.rank === 2 ? [this.#low[0], this.#low[0] + this.#size[0]] : null;
  }

  /** The columns of partial results that it has; null where it has one axis, or more than two. */
  get columns(): readonly [from: number, to: number] | null {
    return this.rank === 2 ? [this.#low[1], this.#low[1] + this.#size[1]] : null;
  }

  /** Whether a box lies within the instance's. */
  contains(low: readonly number[], high: readonly number[]): boolean {
    return (
      low.length === this.rank &&
      high.length === this.rank &&
      this.#low.every((n, i) => low[i] >= n && low[i] <= high[i] && high[i] <= n + this.#size[i])
    );
  }

  /** Where an element of a root of that shape is; -1 when it is not here. */
  placeOf(element: number, shape: readonly number[]): number {
    let at = 0;
    let step = 1;
    for (let i = shape.length - 1; i >= 0; i--) {
      const x = (element % shape[i]) - this.#low[i];
      if (x < 0 || x >= this.#size[i]) return -1;
      at += x * step;
      step *= this.#size[i];
      element = Math.floor(element / shape[i]);
    }
    return at;
  }

  /** Where an element of a root of that shape is; -1 when it is not here, or outside of the box [low, high). */
  placeWithin(element: number, shape: readonly number[], low: readonly number[], high: readonly number[]): number {
    let rest = element;
    for (let i = shape.length - 1; i >= 0; i--) {
      const x = rest % shape[i];
      if (x < low[i] || x >= high[i]) return -1;
      rest = Math.floor(rest / shape[i]);
    }
    return this.placeOf(element, shape);
  }

  /** Calls `found` with places of the box's elements here and in the instance `to`; -1 for elements that are not there. */
  common(to: Holding, low: readonly number[], high: readonly number[], found: (here: number, there: number) => void): void {
    const at = [...low];
    if (low.some((n, i) => high[i] <= n)) return;
    for (;;) {
      found(this.#flat(at), to.#flat(at));
      let axis = at.length - 1;
      while (axis >= 0 && ++at[axis] === high[axis]) {
        at[axis] = low[axis];
        axis--;
      }
      if (axis < 0) return;
    }
  }

  #flat(at: readonly number[]): number {
    let n = 0;
    for (let i = 0; i < at.length; i++) {
      const x = at[i] - this.#low[i];
      if (x < 0 || x >= this.#size[i]) return -1;
      n = n * this.#size[i] + x;
    }
    return n;
  }

  /** Why a launch may not use an element yet; null when it may. */
  fault(at: number, event: Waiting, writes: boolean): string | null {
    if (at < 0) return `an element is not in instance ${this.id}`;
    const wrote = this.wrote[at];
    if (!this.#isOver(wrote, event)) return `launch ${wrote} writes the same element of instance ${this.id}`;
    const read = writes ? this.#readBy(at, event) : undefined;
    return read === undefined ? null : `launch ${read} reads the same element of instance ${this.id}`;
  }

  #isOver(other: number, { launch, wait }: Waiting): boolean {
    return other <= wait || other === launch || this.#among.leads(other, launch);
  }

  /** A launch that may read the place still. */
  #readBy(at: number, event: Waiting): number | undefined {
    if (!this.#isOver(this.read[at], event)) return this.read[at];
    for (const readers of [this.#readers, this.#foreign]) {
      const found = readers.size === 0 ? undefined : readers.get(at)?.find((other) => !this.#isOver(other, event));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A launch writes an element, or the host, 0, when all that used it is complete. */
  take(at: number, version: number, launch: number): void {
    this.holds[at] = version;
    // Launches of different queues are not compared: a writer comes behind all before it.
    if (launch === 0 || launch > this.wrote[at] || (launch > 0 && queueOf(launch) !== queueOf(this.wrote[at])))
      this.wrote[at] = launch;
    if (this.#readers.size > 0) this.#readers.delete(at);
    if (this.#foreign.size > 0) this.#foreign.delete(at);
  }

  use(at: number, launch: number): void {
    if (this.read[at] === 0 || queueOf(launch) === queueOf(this.read[at])) this.read[at] = Math.max(this.read[at], launch);
    else if (launch > 0) this.#foreign.set(at, [...(this.#foreign.get(at) ?? []), launch]);
    if (!this.#among.has(launch)) return;
    const known = this.#readers.get(at);
    if (known !== undefined && this.#among.has(known[0])) known.push(launch);
    else this.#readers.set(at, [launch]);
  }
}

/** The fault of pieces that the host reads, of elements of so many bytes along so many axes; null when there is none. */
export function piecesFault(
  held: ReadonlyMap<number, Holding>,
  pieces: readonly LogPiece[],
  each: number,
  rank: number,
): string | null {
  for (const { instance, low, high } of pieces) {
    const holding = held.get(instance);
    if (holding === undefined) return `instance ${instance} is not there`;
    if (!holding.contains(low, high)) return `elements (${low}) to (${high}) are not all in instance ${instance}`;
    const fault = holding.misfit(each, rank);
    if (fault !== null) return fault;
  }
  return null;
}
