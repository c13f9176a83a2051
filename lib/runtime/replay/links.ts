/**
 * How a program follows the one that was launched right before it. A link depends on the pairs of blocks, one of each program, that have
 * equal memory; loops settle on a few links, which are remembered.
 */
import type { Device, Following } from '../../device/index.js';
import type { Chain, Launched } from './chain.js';
import { gatesBetween, UNKNOWN, UNUSED } from './gates.js';

/** Links behind one program, at most: where blocks move about all the time, launches wait for whole programs. */
const MOST = 8;

interface Known {
  /** As `Links.#was`. */
  readonly was: Int32Array;
  /** Of the device; -1 for none; undefined until it comes again. */
  link: number | undefined;
  gates: Int32Array | null;
}

export class Links {
  readonly #device: Device;
  readonly #program: Launched;
  readonly #known = new WeakMap<Launched, Known[]>();
  /**
   * By block of the program: the block of the earlier one that had its memory, `UNUSED` or `UNKNOWN`; last, the entry for scratch memory.
   */
  readonly #was: Int32Array;
  /** Blocks in scratch memory. */
  readonly #inScratch: readonly number[];
  /** The earlier program's first launch: waits from here on are for that program. */
  #since = Number.POSITIVE_INFINITY;
  #any = false;

  constructor(device: Device, program: Launched) {
    this.#device = device;
    this.#program = program;
    const { scratch, offsets } = program.lowered;
    this.#was = new Int32Array(scratch + 1).fill(UNUSED);
    this.#inScratch = [...offsets.keys()].filter((block) => offsets[block] >= 0);
  }

  /** Begins a launch behind the chain's latest program. */
  begin({ latest, first }: Chain): void {
    const follows = latest !== null && latest.lowered.graph !== null && this.#program.lowered.graph !== null;
    this.#since = follows ? first : Number.POSITIVE_INFINITY;
    this.#any = false;
  }

  /** Notes the launch that a block waits for. */
  note(block: number, launch: number, { address, bytes }: { address: number; bytes: number }, chain: Chain): void {
    if (launch < this.#since) this.#was[block] = UNUSED;
    else {
      this.#was[block] = chain.blockAt(address, bytes, this.#was[block]);
      this.#any = true;
    }
  }

  /** Notes the launch that scratch memory waits for, and whether it is the program's own of last time. */
  noteScratch({ address, ready }: { address: number; ready: number }, chain: Chain): void {
    const used = ready >= this.#since;
    const own = used && chain.latest === this.#program && chain.scratch === address;
    this.#was[this.#was.length - 1] = used ? (own ? 0 : UNKNOWN) : UNUSED;
    for (const block of this.#inScratch) this.#was[block] = used ? (own ? block : UNKNOWN) : UNUSED;
    this.#any ||= used;
  }

  /** The link to the earlier program; null when the launch waits for whole programs. */
  find({ latest }: Chain): (Following & { readonly gates: Int32Array }) | null {
    if (!this.#any || latest === null) return null;
    const found = this.#remembered(latest);
    if (found === null) return null;
    if (found.link === undefined) this.#make(latest, found);
    const { link = -1, gates } = found;
    if (link < 0 || gates === null) return null;
    return { before: latest.program, link, gates };
  }

  /** The link that is remembered for the present blocks; null when they come for the first time, or too many have come. */
  #remembered(latest: Launched): Known | null {
    let known = this.#known.get(latest);
    if (known === undefined) this.#known.set(latest, (known = []));
    const was = this.#was;
    for (const one of known) if (same(one.was, was)) return one;
    if (known.length < MOST) known.push({ was: was.slice(), link: undefined, gates: null });
    return null;
  }

  #make(latest: Launched, known: Known): void {
    known.link = -1;
    const before = latest.lowered.graph;
    const { graph } = this.#program.lowered;
    if (before === null || graph === null) return;
    known.gates = gatesBetween(before, graph, known.was);
    if (known.gates !== null) known.link = this.#device.link(latest.program, this.#program.program, known.gates);
  }
}

function same(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
