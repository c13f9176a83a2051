/**
 * Which window was carried out as a graph last, and how others follow it: by a link of the device, which depends on which
 * instances both have. Loops settle on a few, which are remembered.
 */
import type { Instance } from '../../dependence/index.js';
import type { Device, DeviceProgram, Following } from '../../device/index.js';
import { gatesBetween, NOBODY, UNKNOWN, type Window } from './gates.js';

/** Links behind one window, at most. */
const MOST = 8;

export interface Replayed extends Window {
  readonly program: DeviceProgram;
}

interface Known {
  /** By place, then that of launches' own scratch memory. */
  readonly places: Int32Array;
  /** Of the device; -1 for none; undefined until it comes again. */
  link: number | undefined;
  gates: Int32Array | null;
}

/** What a window follows, and point by point how. */
export interface Behind extends Following {
  readonly gates: Int32Array;
  /** The launch that all of it waits for. */
  readonly wait: number;
}

export class Followers {
  readonly #device: Device;
  /** By the later window, and the earlier one. */
  readonly #known = new WeakMap<Replayed, WeakMap<Replayed, Known[]>>();
  #latest: Replayed | null = null;
  #first = 0;
  #last = 0;
  #scratch = 0;
  /** Places of the latest window by instance. */
  readonly #places = new Map<Instance, number>();

  constructor(device: Device) {
    this.#device = device;
  }

  /** A window was carried out, launches `first` to `last` being its own. */
  note(window: Replayed, first: number, last: number, table: readonly Instance[], scratch: number): void {
    this.#latest = window;
    this.#first = first;
    this.#last = last;
    this.#scratch = scratch;
    this.#places.clear();
    const { offsets } = window.lowered;
    table.forEach((instance, place) => {
      if (offsets[place] < 0) this.#places.set(instance, place);
    });
  }

  /**
   * How a window follows the latest one, `last` being the last launch so far; null when it is not right behind, or has to wait
   * for all of it or for nothing. `needs`: by place, the launch that must be over before the instance is used.
   */
  find(
    window: Replayed,
    last: number,
    table: readonly Instance[],
    needs: Float64Array,
    block: { address: number; ready: number },
  ): Behind | null {
    const before = this.#latest;
    if (before === null || last !== this.#last || before.lowered.nodes.length === 0 || window.lowered.nodes.length === 0)
      return null;
    const { offsets } = window.lowered;
    const count = table.length;
    const same = window === before && block.address === this.#scratch;
    const inScratch = (place: number): number => (block.ready < this.#first ? NOBODY : same ? place : UNKNOWN);
    const places = new Int32Array(count + 1);
    let any = false;
    for (let place = 0; place < count; place++) {
      if (offsets[place] >= 0) places[place] = inScratch(place);
      else places[place] = needs[place] < this.#first ? NOBODY : (this.#places.get(table[place]) ?? UNKNOWN);
      any ||= places[place] !== NOBODY;
    }
    places[count] = inScratch(0);
    if (!any && places[count] === NOBODY) return null;
    const known = this.#remembered(window, before, places);
    if (known === null) return null;
    if (known.link === undefined) {
      known.gates = gatesBetween(before, window, places, places[count]);
      known.link = known.gates === null ? -1 : this.#device.link(before.program, window.program, known.gates);
    }
    const { link, gates } = known;
    return link < 0 || gates === null ? null : { before: before.program, link, gates, wait: this.#first - 1 };
  }

  /** What is known of these places; null when they come for the first time, or too many have come. */
  #remembered(window: Replayed, before: Replayed, places: Int32Array): Known | null {
    let table = this.#known.get(window);
    if (table === undefined) this.#known.set(window, (table = new WeakMap()));
    let known = table.get(before);
    if (known === undefined) table.set(before, (known = []));
    for (const one of known) if (one.places.every((p, i) => p === places[i])) return one;
    if (known.length < MOST) known.push({ places, link: undefined, gates: null });
    return null;
  }
}
