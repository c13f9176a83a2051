/**
 * The program that was launched last, and where: the next one overlaps it when it comes right behind.
 */
import type { DeviceProgram } from '../../device/index.js';
import { UNKNOWN } from './link.js';
import type { Lowered } from './lower.js';
import type { Report } from './report.js';

/** A program that was launched. */
export interface Launched {
  readonly program: DeviceProgram;
  readonly lowered: Lowered;
}

export class Series<P extends Launched> {
  /** Null where no spy is told. */
  readonly report: Report | null;
  /** The last program, its first and last launches, and its scratch memory. */
  latest: P | null = null;
  first = 0;
  last = 0;
  scratch = 0;
  #addresses = new Float64Array(16);
  #count = 0;

  constructor(report: Report | null) {
    this.report = report;
  }

  /** The next program's launches come behind launch `last`: right behind the latest program, or not. */
  follow(last: number): void {
    if (last !== this.last) this.latest = null;
  }

  /** A program was launched that others do not overlap. */
  interrupt(): void {
    this.latest = null;
  }

  /** Notes a launch of a program, whose slots' addresses are at the start of the device's records. */
  note(launched: P, first: number, records: Float64Array, scratch: number): void {
    this.latest = launched;
    this.first = first;
    this.last = first + launched.program.span - 1;
    this.scratch = scratch;
    const count = (this.#count = launched.lowered.scratch);
    if (count > this.#addresses.length) this.#addresses = new Float64Array(2 * count);
    for (let i = 0; i < count; i++) this.#addresses[i] = records[i];
  }

  /** Which of the last program's addresses a root of `bytes` has; `hint`: the answer of last time. */
  placeOf(address: number, bytes: number, hint: number): number {
    const sizes = this.latest?.lowered.sizes;
    if (sizes === undefined) return UNKNOWN;
    const place = hint >= 0 && hint < this.#count && this.#addresses[hint] === address ? hint : this.#find(address);
    return place >= 0 && bytes <= sizes[place] ? place : UNKNOWN;
  }

  #find(address: number): number {
    for (let i = 0; i < this.#count; i++) if (this.#addresses[i] === address) return i;
    return -1;
  }
}
