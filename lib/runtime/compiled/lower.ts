/**
 * Lowers the templates of a plan to a program of the device (thesis 6.4.4): parameters as they are, what a launch fills in,
 * nodes and edges. A launch's arguments are the addresses of slots, the address of scratch memory, scalars.
 */
import type { Plan } from '../../fusion/index.js';
import { LAUNCH_INLINE, type ProgramSource, RECORD } from '../../native/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { ScalarSlot, Template } from '../template.js';
import type { Blocks } from './blocks.js';
import { type GraphNode, graphOf, type ProgramGraph } from './graph.js';
import { exitsOf } from './link.js';
import { costOf, placed } from './place.js';

export interface Lowered {
  readonly source: ProgramSource;
  /** Null where the steps run in order. */
  readonly graph: ProgramGraph | null;
  /** Slots whose addresses are the first arguments, and which argument that of scratch memory is. */
  readonly addresses: readonly number[];
  /** By address: bytes that its slot has. */
  readonly sizes: readonly number[];
  readonly scratch: number;
  /** Scalar arguments. */
  readonly scalars: readonly ScalarSlot[];
  /** Bytes of scratch memory, and each step's part of it. */
  readonly scratchBytes: number;
  readonly partials: readonly (readonly { readonly offset: number; readonly bytes: number }[])[];
}

/** Ranges for each processor of a step that no partition cuts. */
export const RANGES_A_PROCESSOR = 2;
/** Nanoseconds of a program whose end is not worth being told of. */
const BRIEF = 1_000_000;
const LINE = 64;

/** Whether every step is small enough for the calling thread. */
export function isSmall(templates: readonly Template[]): boolean {
  return templates.every(({ record }) => (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0);
}

/** `procs` 1: the steps run in order. */
export function lower(
  plan: Plan,
  templates: readonly Template[],
  tasks: readonly Task[],
  slots: readonly Root[],
  blocks: Blocks,
  procs: number,
): Lowered {
  const addresses = [...new Set(plan.steps.flatMap((step) => [...step.writes, ...step.reads]))];
  const argOf = new Map(addresses.map((slot, i) => [slot, i]));
  const here = isSmall(templates);
  const graph = here || procs === 1 ? null : graphOf(templates, tasks, slots, blocks, procs * RANGES_A_PROCESSOR);
  const scratch = addresses.length;
  const scalars: ScalarSlot[] = [];
  const fills: number[] = [];
  const steps: number[] = [];
  const params: number[] = [];
  const partials: { offset: number; bytes: number }[][] = [];
  let scratchBytes = 0;
  for (const { record, pointers, scalars: own, partials: folds } of templates) {
    const shift = params.length - RECORD.PARAMS;
    steps.push(params.length, record[RECORD.UNITS]);
    for (let i: number = RECORD.PARAMS; i < record.length; i++) params.push(record[i]);
    for (const p of pointers) fills.push(p.at + shift, argOf.get(p.slot) ?? -1, 1, p.offset);
    for (const s of own) {
      const at = scratch + 1 + scalars.length;
      scalars.push({ ...s, at });
      fills.push(s.at + shift, at, 0, 0);
    }
    partials.push(
      folds.map(({ at, bytes }) => {
        const offset = scratchBytes;
        fills.push(at + shift, scratch, 1, offset);
        scratchBytes += Math.ceil(bytes / LINE) * LINE;
        return { offset, bytes };
      }),
    );
  }
  const source: ProgramSource = {
    params: Float64Array.from(params),
    steps: Float64Array.from(steps),
    fills: Float64Array.from(fills),
    ...(graph === null ? NO_ROWS : rowsOf(graph, placed(graph.nodes, templates, procs))),
    args: scratch + 1 + scalars.length,
    here,
    brief: here || templates.reduce((sum, template) => sum + costOf(template), 0) <= BRIEF,
  };
  const sizes = addresses.map((slot) => slots[slot].bytes);
  return { source, graph, addresses, sizes, scratch, scalars, scratchBytes, partials };
}

type Rows = Pick<ProgramSource, 'nodes' | 'edges'>;
const NO_ROWS: Rows = { nodes: new Float64Array(0), edges: new Int32Array(0) };

function rowsOf(graph: ProgramGraph, processor: Int32Array): Rows {
  const rows: number[] = [];
  const edges: number[] = [];
  const exits = exitsOf(graph);
  graph.nodes.forEach(({ step, from, to, finishes, after }: GraphNode, n) => {
    rows.push(step, processor[n], from, to, finishes ? 1 : 0, exits[n]);
    for (const a of after) edges.push(a, n);
  });
  return { nodes: Float64Array.from(rows), edges: Int32Array.from(edges) };
}
