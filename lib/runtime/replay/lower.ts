/**
 * Lowers a form to a program of the device (thesis 6.4.4): parameters as the launches' records have them, the fills of a replay, nodes and
 * edges. A program's arguments are the addresses of blocks, the address of scratch memory, scalars, and the first launches of other queues that
 * it waits for; behind them come the kernels' numbers.
 */
import { type ProgramSource, RECORD } from '../../native/index.js';
import type { ScalarSlot } from '../launch/index.js';
import type { Arrival, ReplayForm } from './form.js';
import { exitsOf } from './gates.js';
import { type GraphNode, graphOf, type ProgramGraph } from './graph.js';
import { placed } from './place.js';

/** A part of a program's scratch memory. */
interface Part {
  readonly offset: number;
  readonly bytes: number;
}

export interface Lowered {
  readonly form: ReplayForm;
  readonly source: ProgramSource;
  /** Null where the launches run in order. */
  readonly graph: ProgramGraph | null;
  /** The number of the argument that is the address of scratch memory: behind the blocks' arguments. */
  readonly scratch: number;
  readonly scratchBytes: number;
  /** By launch: its own scratch memory. */
  readonly own: readonly (readonly Part[])[];
  /** By block: its offset in scratch memory; -1 where it is an argument. */
  readonly offsets: Float64Array;
  /** Scalar arguments. */
  readonly scalars: readonly ScalarSlot[];
  /** The other queues that it waits for, and the number of the first one's argument. */
  readonly queues: readonly number[];
  readonly queuesAt: number;
}

/** Nanoseconds of a program up to which its end is not reported. */
const BRIEF = 1_000_000;
const LINE = 64;

/** `procs` 1: the launches run in order. */
export function lower(form: ReplayForm, procs: number): Lowered {
  const { blocks, launches, arrivals, releases } = form;
  const crosses = arrivals.length + releases.length > 0;
  const here = !crosses && launches.every(({ small }) => small);
  const graph = here || (procs === 1 && !crosses) ? null : graphOf(form);
  const scratch = new Scratch();
  const offsets = Float64Array.from(blocks, (block) => (block.scratch === null ? -1 : scratch.take(block.bytes)));
  const written = writeLaunches(form, scratch, offsets);
  const queues = [...new Set(arrivals.map(({ queue }) => queue))];
  const queuesAt = blocks.length + 1 + written.scalars.length;
  const source: ProgramSource = {
    params: Float64Array.from(written.params),
    steps: Float64Array.from(written.steps),
    fills: Float64Array.from(written.fills),
    ...(graph === null ? NO_ROWS : rowsOf(graph, placed(graph.nodes, launches, procs))),
    args: queuesAt + queues.length,
    here,
    brief: here || (!crosses && launches.reduce((sum, { cost }) => sum + cost, 0) <= BRIEF),
    arrivals: graph === null ? NO_ROWS.edges : arrivalRows(graph, arrivals, (queue) => queuesAt + queues.indexOf(queue)),
    releases: Int32Array.from(releases),
  };
  const { own, scalars } = written;
  return { form, source, graph, scratch: blocks.length, scratchBytes: scratch.bytes, own, offsets, scalars, queues, queuesAt };
}

/** Nodes of a launch that wait for no node of their own launch wait for its arrivals. */
function arrivalRows({ nodes }: ProgramGraph, arrivals: readonly Arrival[], argOf: (queue: number) => number): Int32Array {
  const rows: number[] = [];
  const begins = new Map<number, number[]>();
  nodes.forEach(({ launch, after }, n) => {
    if (after.some((a) => nodes[a].launch === launch)) return;
    const known = begins.get(launch);
    if (known === undefined) begins.set(launch, [n]);
    else known.push(n);
  });
  for (const { launch, queue, at } of arrivals) for (const n of begins.get(launch) ?? []) rows.push(n, argOf(queue), at);
  return Int32Array.from(rows);
}

interface Written {
  readonly params: number[];
  readonly steps: number[];
  readonly fills: number[];
  readonly scalars: readonly ScalarSlot[];
  readonly own: readonly (readonly Part[])[];
}

function writeLaunches({ blocks, launches }: ReplayForm, scratch: Scratch, offsets: Float64Array): Written {
  const [params, steps, fills]: [number[], number[], number[]] = [[], [], []];
  const memory = blocks.length;
  const scalars = new Scalars(memory + 1);
  const own = launches.map(({ record, pointers, scalars: read, scratch: parts }) => {
    const start = params.length;
    const shift = start - RECORD.PARAMS;
    steps.push(start, record[RECORD.UNITS]);
    for (let i: number = RECORD.PARAMS; i < record.length; i++) params.push(record[i]);
    params[start] = 0;
    for (const { at, block, offset } of pointers) {
      if (block < 0) params[at + shift] = offset;
      else if (offsets[block] < 0) fills.push(at + shift, block, 1, offset);
      else fills.push(at + shift, memory, 1, offsets[block] + offset);
    }
    for (const slot of read) fills.push(slot.at + shift, scalars.argOf(slot), 0, 0);
    return parts.map(({ at, bytes }) => {
      const offset = scratch.take(bytes);
      fills.push(at + shift, memory, 1, offset);
      return { offset, bytes };
    });
  });
  return { params, steps, fills, scalars: scalars.all, own };
}

type Rows = Pick<ProgramSource, 'nodes' | 'edges'>;
const NO_ROWS: Rows = { nodes: new Float64Array(0), edges: new Int32Array(0) };

function rowsOf(graph: ProgramGraph, processor: Int32Array): Rows {
  const rows: number[] = [];
  const edges: number[] = [];
  const exits = exitsOf(graph);
  graph.nodes.forEach(({ launch, from, to, finishes, after }: GraphNode, n) => {
    rows.push(launch, processor[n], from, to, finishes ? 1 : 0, exits[n]);
    for (const a of after) edges.push(a, n);
  });
  return { nodes: Float64Array.from(rows), edges: Int32Array.from(edges) };
}

/** Scratch memory as it is given out. */
export class Scratch {
  bytes = 0;

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
    const key = `${slot.place},${slot.long}`;
    let at = this.#args.get(key);
    if (at === undefined) {
      at = this.#first + this.all.length;
      this.all.push({ ...slot, at });
      this.#args.set(key, at);
    }
    return at;
  }
}
