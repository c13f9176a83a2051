/** A machine with one memory: roots have addresses, launches run nodes of graphs, or all of their indices at once. */
import type { LogArg, LogEvent, LogLaunch } from '../../../../lib/spy/index.js';
import { type Cells, END, type Run, SCRATCH } from './cells.js';
import { complete, Execution, type Partial, type Place, type Places, WRONG } from './execute.js';
import { Fault } from './fault.js';
import type { Graphs, Part } from './graphs.js';
import type { Order } from './order.js';
import { type Program, type Stage, viewed, volume } from './program.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** What a machine is made of. */
export interface Parts {
  readonly order: Order;
  readonly cells: Cells;
  readonly graphs: Graphs;
  readonly program: Program;
  /** Bytes of a root's element. */
  readonly bytesOf: (root: number) => number;
  readonly shapeOf: (root: number) => readonly number[];
}

export class Shared {
  readonly #parts: Parts;
  readonly #blocks = new Map<number, { readonly address: number; readonly bytes: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  allocate({ root, address, bytes }: Of<'allocate'>): void {
    if (bytes < volume(this.#parts.shapeOf(root)) * this.#parts.bytesOf(root))
      throw new Fault(`root ${root} does not fit in ${bytes} bytes`);
    this.#blocks.set(root, { address, bytes });
  }

  release({ root }: Of<'release'>): void {
    this.#blocks.delete(root);
  }

  #place(root: number, element: number): Place {
    const block = this.#blocks.get(root);
    if (block === undefined) throw new Fault(`root ${root} is used, and has no memory`);
    const bytes = this.#parts.bytesOf(root);
    return { address: block.address + element * bytes, bytes };
  }

  launch(launch: LogLaunch, stages: readonly Stage[]): void {
    const { order, graphs } = this.#parts;
    const byHost = launch.launch === 0;
    const parts: readonly Part[] = byHost
      ? [{ unit: order.act(launch.wait), node: null }]
      : graphs.parts(launch.launch, launch.wait);
    const places: Places = {
      load: ({ root }, element) => (launch.reads.includes(root) ? this.#place(root, element) : null),
      store: ({ root }, element) => (launch.writes.includes(root) ? this.#place(root, element) : null),
      skips: () => false,
    };
    carryOut({ parts, places, stages, launch, split: launch.split ?? null }, this.#parts);
    const units = parts.map(({ unit }) => unit);
    if (!byHost && !order.launched(launch.launch, units)) throw new Fault(`launch ${launch.launch} does not count up`);
  }

  upload({ root, completed }: Of<'upload'>): void {
    const { order, program, cells } = this.#parts;
    const access = { run: { name: 'an upload', single: true }, units: [order.act(completed)], part: 0 };
    program.fill(root).forEach((version, element) => {
      const { address, bytes } = this.#place(root, element);
      cells.store(address, bytes, version, access);
    });
  }

  read({ root, completed, ...view }: Of<'read'>): void {
    const { order, program, cells } = this.#parts;
    const access = { run: { name: 'a read', single: true }, units: [order.act(completed)], part: 0 };
    const wanted = program.versions(root);
    for (const element of viewed(view)) {
      const { address, bytes } = this.#place(root, element);
      const found = cells.load(address, bytes, access);
      if (found !== wanted[element] && wanted[element] !== 0)
        throw new Fault(`the host reads element ${element} of root ${root} as version ${found}, not ${wanted[element]}`);
    }
  }
}

interface Launched {
  readonly parts: readonly Part[];
  readonly places: Places;
  readonly stages: readonly Stage[];
  readonly launch: { readonly launch: number; readonly scratch: readonly (readonly [number, number])[] };
  readonly split: 'columns' | 'rows' | null;
}

/** Runs all parts of a launch; results that need all indices are stored by the part that ends it. */
function carryOut({ parts, places, stages, launch, split }: Launched, { cells, order }: Parts): void {
  const run: Run = { name: `launch ${launch.launch}`, single: stages.every(({ task }) => volume(task.domain) <= 1) };
  const partials: Partial[] = [];
  const units = parts.map(({ unit }) => unit);
  for (const [address, bytes] of launch.scratch) cells.scratch(address, bytes, WRONG, { run, units, part: SCRATCH });
  for (const { unit, node } of parts) {
    const { from = 0, to = Number.MAX_SAFE_INTEGER, boxes = [], finishes = true } = node ?? {};
    if (node !== null && from === to && !finishes) continue;
    const job = { stages, from, to, split, boxes, run, units: [unit], places, cells };
    const execution = new Execution(node === null ? { ...job, to: new Execution(job).indices } : job);
    const late = execution.execute();
    partials.push(...execution.partials);
    if (!finishes) continue;
    for (const other of units)
      if (other !== unit && !order.before(other, unit)) throw new Fault(`${run.name} ends before all of its nodes`);
    for (const store of late) store();
    const access = { run, units: [unit], part: END };
    for (const { stage, k } of execution.partials) {
      const own = partials.filter((p) => p.stage === stage && p.k === k);
      const sum = own.reduce((all, p) => all + p.sum, 0);
      const whole = complete({ stage, k, sum, good: own.every((p) => p.good) }, execution.indices);
      const arg: LogArg = stage.task.args[k];
      for (const element of viewed(arg)) execution.store(stage, k, element, whole ? stage.left[k][element] : WRONG, access);
    }
  }
}
