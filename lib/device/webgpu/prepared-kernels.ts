/**
 * Kernels and routines that are prepared for launches, by number: the kernels used last are kept, and one that comes again later is prepared anew, with
 * another number. So programs that make kernels without end take bounded memory here and in the device.
 */
import { invariant } from '../../base/index.js';
import type { Launchable } from '../../compile/index.js';
import { type Layout, layoutOf } from '../../ir/index.js';
import type { LaunchTemplate, Prepared as Source } from './launch-template.js';

export interface Prepared extends Source {
  readonly number: number;
  /** Numbers of pipelines, by program and the arenas that its memories lie in. */
  readonly pipelines: Map<string, number>;
  /** The one that matched last is first. */
  readonly templates: LaunchTemplate[];
  /** Whether the programs of a launch were found to be compiled. */
  isCompiled: boolean;
  /** The period in which it was used last; -1 once it was evicted. */
  used: number;
}

/** A kernel, prepared when it is used. */
interface Preparable {
  /** For records that are submitted next. */
  now(): Prepared;
}

/** The share of kernels that is left by an eviction, so that it is seldom made. */
const LEFT = 3 / 4;

export class PreparedKernels {
  readonly #most: number;
  readonly #dropped: (prepared: Prepared) => void;
  readonly #all = new Map<number, Prepared>();
  #next = 0;
  /** Periods end when all records that name kernels were taken. */
  #period = 0;
  /** Kernels evicted so far. */
  evicted = 0;

  /** `most`: kernels that are kept; `dropped` is called with each that is evicted. */
  constructor(most: number, dropped: (prepared: Prepared) => void) {
    this.#most = most;
    this.#dropped = dropped;
  }

  get size(): number {
    return this.#all.size;
  }

  /** `lower`: lowers it, anew after an eviction. */
  preparable(lower: () => Launchable): Preparable {
    let prepared: Prepared | null = null;
    return {
      now: () => {
        if (prepared === null || prepared.used < 0) prepared = this.#add(lower());
        prepared.used = this.#period;
        return prepared;
      },
    };
  }

  /** The number of a routine, which is kept: records name it for as long as they like. */
  keep(lowered: Launchable): number {
    const prepared = this.#add(lowered);
    prepared.used = Number.POSITIVE_INFINITY;
    return prepared.number;
  }

  #add(lowered: Launchable): Prepared {
    const number = this.#next++;
    const layout: Layout = layoutOf(lowered.kernel);
    const made = { number, lowered, layout, pipelines: new Map(), templates: [], isCompiled: false, used: this.#period };
    this.#all.set(number, made);
    return made;
  }

  /** The kernel of a record. */
  of(number: number): Prepared {
    const found = this.#all.get(number);
    invariant(found !== undefined, `kernel ${number} was compiled by this device`);
    return found;
  }

  /** No record that names a kernel is left: of more than are kept, the ones used longest ago are evicted. */
  endPeriod(): void {
    if (this.#all.size > this.#most) {
      const old = [...this.#all.values()].filter(({ used }) => used < this.#period).sort((a, b) => a.used - b.used);
      for (const prepared of old.slice(0, this.#all.size - Math.floor(this.#most * LEFT))) this.#evict(prepared);
    }
    this.#period++;
  }

  #evict(prepared: Prepared): void {
    this.#all.delete(prepared.number);
    prepared.used = -1;
    this.evicted++;
    this.#dropped(prepared);
  }
}
