/**
 * How a program follows those that were launched right before it. A link depends on which slots have blocks that the earlier
 * program used, and which of its slots had them; loops settle on a few, which are remembered.
 */
import type { Device, Following } from '../../device/index.js';
import { gatesBetween, NOBODY, UNKNOWN } from './link.js';
import type { Launched, Series } from './series.js';

/** Links behind one program, at most: where blocks move about all the time, launches wait for whole programs. */
const MOST = 8;

interface Known {
  /** As `Links.#blocks`. */
  readonly blocks: Int32Array;
  /** Of the device; -1 for none; undefined until it comes again. */
  link: number | undefined;
  gates: Int32Array | null;
}

export class Links {
  readonly #device: Device;
  readonly #program: Launched;
  readonly #known = new WeakMap<Launched, Known[]>();
  /** By address of the program: which of the earlier one's it is, `NOBODY` or `UNKNOWN`; then the same for scratch memory. */
  readonly #blocks: Int32Array;
  /** What is waited for from here on is the earlier program. */
  #since = Number.POSITIVE_INFINITY;
  #any = false;

  constructor(device: Device, program: Launched) {
    this.#device = device;
    this.#program = program;
    this.#blocks = new Int32Array(program.lowered.addresses.length + 1).fill(NOBODY);
  }

  /** Begins a launch, behind the program that the series says. */
  begin({ latest, first }: Series<Launched>): void {
    const follows = latest !== null && latest.lowered.graph !== null && this.#program.lowered.graph !== null;
    this.#since = follows ? first : Number.POSITIVE_INFINITY;
    this.#any = false;
  }

  /** That address `i` waits for a launch. */
  note(i: number, launch: number, { address, bytes }: { address: number; bytes: number }, series: Series<Launched>): void {
    if (launch < this.#since) this.#blocks[i] = NOBODY;
    else {
      this.#blocks[i] = series.placeOf(address, bytes, this.#blocks[i]);
      this.#any = true;
    }
  }

  /** The same for scratch memory; 0 in `#blocks`: the program's own of last time. */
  noteScratch({ address, ready }: { address: number; ready: number }, series: Series<Launched>): void {
    const last = this.#blocks.length - 1;
    if (ready < this.#since) this.#blocks[last] = NOBODY;
    else {
      this.#blocks[last] = series.latest === this.#program && series.scratch === address ? 0 : UNKNOWN;
      this.#any = true;
    }
  }

  /** The link to follow the earlier program by; null when all that the launch waits for is waited for as a whole. */
  find({ latest }: Series<Launched>): (Following & { readonly gates: Int32Array }) | null {
    if (!this.#any || latest === null) return null;
    const found = this.#remembered(latest);
    if (found === null) return null;
    if (found.link === undefined) this.#make(latest, found);
    const { link = -1, gates } = found;
    if (link < 0 || gates === null) return null;
    return { before: latest.program, link, gates };
  }

  /** What is known of the present blocks; null when they come for the first time, or too many have come. */
  #remembered(latest: Launched): Known | null {
    let known = this.#known.get(latest);
    if (known === undefined) this.#known.set(latest, (known = []));
    const blocks = this.#blocks;
    for (const one of known) if (same(one.blocks, blocks)) return one;
    if (known.length < MOST) known.push({ blocks: blocks.slice(), link: undefined, gates: null });
    return null;
  }

  #make(latest: Launched, known: Known): void {
    known.link = -1;
    const before = latest.lowered;
    const { graph, addresses, partials } = this.#program.lowered;
    if (before.graph === null || graph === null) return;
    const blocks = new Map<number, number>();
    addresses.forEach((slot, i) => {
      const place = known.blocks[i];
      if (place !== NOBODY) blocks.set(slot, place === UNKNOWN ? UNKNOWN : before.addresses[place]);
    });
    const scratch = known.blocks[addresses.length];
    known.gates = gatesBetween(before.graph, graph, blocks, scratch, (step) => partials[step].length > 0);
    if (known.gates !== null) known.link = this.#device.link(latest.program, this.#program.program, known.gates);
  }
}

function same(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
