/**
 * The program that was launched last, and the numbers of its launches: the next program overlaps it when it comes right behind (replay
 * chaining).
 */
import type { DeviceProgram } from '../../device/index.js';
import { UNKNOWN } from './gates.js';
import type { Lowered } from './lower.js';

/** A program that was launched. */
export interface Launched {
  readonly program: DeviceProgram;
  readonly lowered: Lowered;
}

export class Chain {
  /** The last program, its first and last launches, and its scratch memory. */
  latest: Launched | null = null;
  first = 0;
  last = 0;
  scratch = 0;
  #addresses = new Float64Array(16);
  #count = 0;

  /** The next program's launches come behind launch `last`: right behind the latest program, or not. */
  follow(last: number): void {
    if (last !== this.last) this.latest = null;
  }

  /** A program was launched that the next one does not overlap. */
  interrupt(): void {
    this.latest = null;
  }

  /** Notes a launch of a program; its blocks' addresses are the first of `addresses`. */
  note(launched: Launched, first: number, addresses: Float64Array, scratch: number): void {
    this.latest = launched;
    this.first = first;
    this.last = first + launched.program.span - 1;
    this.scratch = scratch;
    const count = (this.#count = launched.lowered.scratch);
    if (count > this.#addresses.length) this.#addresses = new Float64Array(2 * count);
    for (let i = 0; i < count; i++) this.#addresses[i] = addresses[i];
  }

  /** The block of the last program at an address, if it has at least `bytes`; else `UNKNOWN`. `hint`: the last answer. */
  blockAt(address: number, bytes: number, hint: number): number {
    if (this.latest === null) return UNKNOWN;
    const block = hint >= 0 && hint < this.#count && this.#addresses[hint] === address ? hint : this.#find(address);
    return block >= 0 && bytes <= this.latest.lowered.form.blocks[block].bytes ? block : UNKNOWN;
  }

  #find(address: number): number {
    for (let i = 0; i < this.#count; i++) if (this.#addresses[i] === address) return i;
    return -1;
  }
}
