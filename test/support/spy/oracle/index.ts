/**
 * Carries a log out, and says what goes wrong: an oracle for the verifier, with which it shares no code. Memory is a map of cells
 * that hold versions; launches load and store them as their tasks say; the order of launches is a set of predecessors for each. A log
 * in which every pair of conflicting accesses is ordered, and every value that the host reads is the program's, is right in every
 * order that it allows.
 */
import type { LogEvent, LogLaunch } from '../../../../lib/spy/index.js';
import { Cells, Race } from './cells.js';
import { Fault } from './fault.js';
import { Graphs } from './graphs.js';
import { Order, queueOf } from './order.js';
import { computing, Program, type Stage, volume } from './program.js';
import { addressIn, Separate } from './separate.js';
import { Shared } from './shared.js';

const BYTES: Readonly<Record<string, number>> = { float64: 8, int64: 8, float32: 4, int32: 4, uint8: 1, bool: 1 };

/** What goes wrong when a log is carried out; null for nothing. */
export function faultOf(log: readonly LogEvent[]): string | null {
  const machine = new Machine(log);
  try {
    for (const event of log) machine.take(event);
    return null;
  } catch (error) {
    if (error instanceof Fault || error instanceof Race) return error.message;
    throw error;
  }
}

class Machine {
  readonly #order = new Order();
  readonly #graphs = new Graphs(this.#order);
  readonly #program = new Program();
  readonly #shapes = new Map<number, readonly number[]>();
  readonly #bytes = new Map<number, number>();
  readonly #cells: Cells;
  readonly #shared: Shared;
  readonly #separate: Separate;
  #launched = new Set<number>();

  constructor(log: readonly LogEvent[]) {
    this.#cells = new Cells(this.#order, grainOf(log));
    const parts = {
      order: this.#order,
      cells: this.#cells,
      graphs: this.#graphs,
      program: this.#program,
      bytesOf: (root: number) => this.#known(this.#bytes, root),
      shapeOf: (root: number) => this.#known(this.#shapes, root),
    };
    this.#shared = new Shared(parts);
    this.#separate = new Separate(parts);
  }

  #known<T>(map: ReadonlyMap<number, T>, root: number): T {
    const found = map.get(root);
    if (found === undefined) throw new Fault(`root ${root} is not known`);
    return found;
  }

  /** `through`: tasks with the producers that they compute themselves. */
  #stages(tasks: readonly number[], through: LogLaunch['through'] = []): Stage[] {
    const known = (task: number): Stage => {
      const stage = this.#program.stages.get(task);
      if (stage === undefined) throw new Fault(`task ${task} is not known`);
      return stage;
    };
    return tasks
      .toSorted((a, b) => a - b)
      .map((task) => {
        const stage = known(task);
        this.#launched.add(task);
        const [, ...producers] = through.find(([of]) => of === task) ?? [];
        return computing(stage, producers.map(known));
      });
  }

  take(event: LogEvent): void {
    switch (event.event) {
      case 'root':
        this.#shapes.set(event.root, event.shape);
        this.#bytes.set(event.root, BYTES[event.dtype] ?? 1);
        this.#program.root(event.root, volume(event.shape));
        return;
      case 'task':
        this.#program.task(event);
        return;
      case 'failed':
        for (let task = event.first; task < event.end; task++) {
          const stage = this.#program.stages.get(task);
          if (stage !== undefined && !this.#launched.has(task)) this.#program.forget(stage.task);
        }
        return;
      case 'launch':
        this.#shared.launch(event, this.#stages(event.tasks, event.through));
        return;
      case 'point':
        this.#separate.point(event, this.#stages(event.tasks));
        return;
      case 'copy':
        this.#separate.copy(event);
        return;
      case 'runs':
        this.#separate.runs(event);
        return;
      case 'fold':
        this.#separate.fold(event);
        return;
      case 'graph':
        this.#graphs.graph(event);
        return;
      case 'link':
        this.#graphs.link(event);
        return;
      case 'replay':
        this.#graphs.replay(event);
        return;
      case 'allocate':
        this.#shared.allocate(event);
        return;
      case 'release':
        this.#shared.release(event);
        return;
      case 'instance':
        this.#separate.instance(event);
        return;
      case 'instanceFree':
        this.#separate.instanceFree(event);
        return;
      case 'upload':
        if (event.instance === undefined) this.#shared.upload(event);
        else this.#separate.upload(event);
        return;
      case 'read':
        if (event.pieces === undefined) this.#shared.read(event);
        else this.#separate.read(event);
        return;
      case 'free': {
        const run = { name: 'the system', single: true };
        const queue = queueOf(event.completed);
        // The memory of an accelerator is given back behind its launches, which need not be complete.
        const unit = queue > 0 ? this.#order.unit(this.#order.upTo(event.completed)) : this.#order.act(event.completed);
        this.#cells.free(addressIn(queue, event.address), event.bytes, { run, units: [unit], part: 0 });
        return;
      }
      case 'complete':
        this.#order.learn(event.launch);
        return;
      case 'begin':
        this.#separate.hosts = event.hosts;
        return;
      case 'window':
      case 'chunk':
      case 'chunkRelease':
      case 'leave':
      case 'end':
        return;
      default:
        event satisfies never;
    }
  }
}

/** Bytes that divide all addresses and sizes. */
function grainOf(log: readonly LogEvent[]): number {
  let odd = 8;
  const note = (n: number): void => {
    while (n % odd !== 0) odd /= 2;
  };
  for (const event of log) {
    if (event.event === 'root') note(BYTES[event.dtype] ?? 1);
    if ('address' in event) note(event.address);
    if ('scratch' in event) for (const [address, bytes] of event.scratch) [address, bytes].forEach(note);
  }
  return odd;
}
