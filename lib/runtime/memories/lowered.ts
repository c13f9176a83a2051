/**
 * Lowers a recorded window to a program of the device (thesis 6.4.4): a step for each launch, whose parameters are as they
 * were recorded but for what a launch of the program fills in. Its arguments are the addresses of instances by place, the
 * address of scratch memory, scalars; behind them come the kernels' numbers. Instances that nobody has when the window
 * is over are scratch memory.
 */
import type { Executable } from '../../device/index.js';
import { LAUNCH_INLINE, type ProgramSource, RECORD } from '../../native/index.js';
import type { ScalarSlot } from '../template.js';
import type { Captured } from './captured.js';
import { type Ordered, orderOf } from './edges.js';
import { type Nodes, nodesOf } from './nodes.js';

/** Kernels whose tier is chosen alike. */
export interface Tier {
  readonly executable: Executable | null;
  /** Where there is no executable. */
  readonly number: number;
  readonly elements: number;
  readonly part: boolean;
  /** Launches that run it. */
  readonly launches: readonly number[];
}

export interface Lowered extends Nodes {
  readonly source: ProgramSource;
  readonly order: Ordered;
  readonly scalars: readonly ScalarSlot[];
  readonly tiers: readonly Tier[];
  /** The argument that is the address of scratch memory, and how much of that there is. */
  readonly scratch: number;
  readonly scratchBytes: number;
  /** By launch: its own scratch memory; by place: where in it an instance is, -1 for those that are not. */
  readonly own: readonly (readonly { readonly offset: number; readonly bytes: number }[])[];
  readonly offsets: Float64Array;
}

const LINE = 64;
/** Elements of a copy that the calling thread makes with the small steps of a program. */
const FEW = 8192;

/** `bytesOf`: of an instance that is scratch memory, by place; -1 for others. */
export function lower(
  launches: readonly Captured[],
  places: number,
  bytesOf: (place: number) => number,
  procs: number,
  memories: number,
): Lowered {
  const scratch = new Scratch(places, bytesOf);
  const fills: number[] = [];
  const steps: number[] = [];
  const params: number[] = [];
  const scalars = new Scalars(places + 1);
  const own = launches.map((launch) => {
    const { record, pointers } = launch;
    const shift = params.length - RECORD.PARAMS;
    steps.push(params.length, record[RECORD.UNITS]);
    const start = params.length;
    for (let i: number = RECORD.PARAMS; i < record.length; i++) params.push(record[i]);
    params[start] = 0;
    for (const { at, place, offset } of pointers) {
      if (place < 0) params[at + shift] = offset;
      else if (scratch.offsets[place] < 0) fills.push(at + shift, place, 1, offset);
      else fills.push(at + shift, places, 1, scratch.offsets[place] + offset);
    }
    for (const s of launch.scalars) fills.push(s.at + shift, scalars.argOf(s), 0, 0);
    return launch.scratch.map(({ at, bytes }) => {
      const offset = scratch.take(bytes);
      fills.push(at + shift, places, 1, offset);
      return { offset, bytes };
    });
  });
  const here = launches.every(isSmall);
  const order = orderOf(launches);
  const graph = here || procs === 1 ? NO_NODES : nodesOf(launches, order.waits, procs, memories);
  const source: ProgramSource = {
    params: Float64Array.from(params),
    steps: Float64Array.from(steps),
    fills: Float64Array.from(fills),
    ...rowsOf(graph, exitsOf(launches, order)),
    args: places + 1 + scalars.all.length,
    here,
    brief: here,
  };
  const { offsets, bytes: scratchBytes } = scratch;
  return { ...graph, source, order, scalars: scalars.all, tiers: tiersOf(launches), scratch: places, scratchBytes, own, offsets };
}

const NO_NODES: Nodes = { nodes: [], edges: [], firsts: [], ends: [] };

function rowsOf({ nodes, edges, ends }: Nodes, exits: ReadonlySet<number>): Pick<ProgramSource, 'nodes' | 'edges'> {
  const rows = nodes.flatMap(({ launch, processor, from, to, finishes }, n) => {
    return [launch, processor, from, to, finishes ? 1 : 0, exits.has(launch) && ends[launch] === n ? 1 : 0];
  });
  return { nodes: Float64Array.from(rows), edges: Int32Array.from(edges.flat()) };
}

/** Launches that those of a window which follows may wait for. */
function exitsOf(launches: readonly Captured[], { touched }: Ordered): Set<number> {
  const exits = new Set<number>();
  for (const touches of touched.values()) for (const { launch } of touches) exits.add(launch);
  launches.forEach(({ scratch }, launch) => {
    if (scratch.length > 0) exits.add(launch);
  });
  return exits;
}

function isSmall({ record, told, elements }: Captured): boolean {
  return told.event === 'point' ? (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0 : elements <= FEW;
}

/** Scratch memory as it is given out. */
class Scratch {
  readonly offsets: Float64Array;
  bytes = 0;

  constructor(places: number, bytesOf: (place: number) => number) {
    this.offsets = Float64Array.from({ length: places }, (_, place) => {
      const bytes = bytesOf(place);
      return bytes < 0 ? -1 : this.take(bytes);
    });
  }

  take(bytes: number): number {
    const offset = this.bytes;
    this.bytes += Math.ceil(bytes / LINE) * LINE;
    return offset;
  }
}

/** Scalars that launches share, as arguments from `first` on. */
class Scalars {
  readonly all: ScalarSlot[] = [];
  readonly #first: number;
  readonly #args = new Map<string, number>();

  constructor(first: number) {
    this.#first = first;
  }

  argOf(slot: ScalarSlot): number {
    const key = `${slot.task},${slot.index},${slot.int64}`;
    let at = this.#args.get(key);
    if (at === undefined) {
      at = this.#first + this.all.length;
      this.all.push({ ...slot, at });
      this.#args.set(key, at);
    }
    return at;
  }
}

function tiersOf(launches: readonly Captured[]): Tier[] {
  const tiers: (Tier & { readonly launches: number[] })[] = [];
  launches.forEach(({ executable, elements, part, record }, launch) => {
    const number = executable === null ? record[RECORD.KERNEL] : -1;
    const same = (t: Tier): boolean =>
      t.executable === executable && t.number === number && t.part === part && (executable === null || t.elements === elements);
    const known = tiers.find(same);
    if (known === undefined) tiers.push({ executable, number, elements, part, launches: [launch] });
    else known.launches.push(launch);
  });
  return tiers;
}
