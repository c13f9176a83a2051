/**
 * Happens-before, exactly: each *unit* (a node of a graph, a launch, an act of the host) has the set of all units that are over when
 * it begins, as the bits of a big integer. Two units of which neither is in the set of the other may run in either order, or at once.
 */

/** Launches of an accelerator's queue are numbered from a multiple of this on. */
const QUEUE = 2 ** 44;

/** The queue of a launch: 0 is the host's device, whose launches run in any order that waits allow; other queues keep their order. */
export function queueOf(launch: number): number {
  return Math.floor(launch / QUEUE);
}

export class Order {
  /** By unit: itself and all that are over before it. */
  readonly #closure: bigint[] = [];
  /** By queue and launch, in order: all units of its launches up to it, with the units before them. */
  readonly #launches: { readonly launch: number; readonly all: bigint }[][] = [];
  /** The units that the host knows to be over. */
  #host = 0n;

  /** All launches of a queue up to a number, as far as they came. */
  upTo(launch: number): bigint {
    const launches = this.#launches[queueOf(launch)] ?? [];
    let [low, high] = [0, launches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (launches[middle].launch <= launch) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0n : launches[low - 1].all;
  }

  /** Launches of other queues, and all before them in these. */
  following(launches: readonly number[] = []): bigint {
    return launches.reduce((all, launch) => all | this.upTo(launch), 0n);
  }

  /** A unit turns out to be behind the units of the set. */
  hold(unit: number, before: bigint): void {
    this.#closure[unit] |= before;
  }

  /** A unit that is submitted now, behind the units of the set. */
  unit(before: bigint): number {
    const unit = this.#closure.length;
    this.#closure.push(before | this.#host | (1n << BigInt(unit)));
    return unit;
  }

  closure(unit: number): bigint {
    return this.#closure[unit];
  }

  /** Units of a launch. Returns false for a number that does not count up. */
  launched(launch: number, units: readonly number[]): boolean {
    const launches = (this.#launches[queueOf(launch)] ??= []);
    const last = launches.at(-1);
    if (launch <= (last?.launch ?? 0)) return false;
    launches.push({ launch, all: units.reduce((all, unit) => all | this.#closure[unit], last?.all ?? 0n) });
    return true;
  }

  /** The host goes on when launches up to a number are over. */
  learn(launch: number): void {
    this.#host |= this.upTo(launch);
  }

  /** An act of the host, which is over when the host goes on. */
  act(completed: number): number {
    this.learn(completed);
    const unit = this.unit(0n);
    this.#host |= this.#closure[unit];
    return unit;
  }

  /** Whether a unit is over before another begins. */
  before(earlier: number, later: number): boolean {
    return earlier !== later && ((this.#closure[later] >> BigInt(earlier)) & 1n) === 1n;
  }
}
