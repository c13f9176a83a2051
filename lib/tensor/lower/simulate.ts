/**
 * The cost of a program, by the runtime's own analysis of dependences and copies, with nothing run: tensors are put where their distributions say,
 * then the program's launches are mapped one after the other, and the result is brought to where its distribution says.
 */
import { Coherence, type IndexTask, type Instance, Mapper, type Operation, type RootKey } from '../../dependence/index.js';
import { float64 } from '../../dtype/index.js';
import { rectSize, subPartition } from '../../partition/index.js';
import { identityView } from '../../shape/index.js';
import type { TensorSymbol } from '../notation/terms.js';
import { placingOf } from './placing.js';
import type { Launch, Program } from './program.js';

/** Bytes at one processor. */
export interface ProcessorCost {
  readonly sent: number;
  readonly received: number;
  /** The most that its memory holds at a time: its parts of tensors, and copies. */
  readonly peakBytes: number;
}

/** The messages, bytes and operations of a program. */
export interface Cost {
  /** Copies between two processors. */
  readonly messages: number;
  readonly bytes: number;
  readonly perProcessor: readonly ProcessorCost[];
  /** Additions and multiplications. */
  readonly flops: number;
}

export function simulate(program: Program): Cost {
  const simulation = new Simulation(program.processors, program);
  for (const input of program.inputs) simulation.place(input);
  simulation.begin();
  for (const launch of program.launches) simulation.map(taskOf(launch, (tensor) => simulation.keyOf(tensor)));
  for (const tensor of program.temporaries) simulation.drop(tensor);
  simulation.collect(program.target);
  return { ...simulation.cost(), flops: program.flops };
}

/** A launch as the analysis takes it; accesses to equal parts of a tensor are one argument. */
function taskOf(
  { domain, grid, args }: Pick<Launch, 'domain' | 'grid' | 'args'>,
  keyOf: (tensor: TensorSymbol) => RootKey,
): IndexTask {
  return {
    launch: domain,
    grid,
    args: args
      .filter((arg, k) => args.findIndex((a) => a.tensor === arg.tensor && a.partition === arg.partition) === k)
      .map(({ tensor, privilege, partition, ends }) => {
        const root = keyOf(tensor);
        return { root, sub: subPartition(identityView(root.shape), partition), privilege, ends };
      }),
  };
}

class Simulation {
  readonly #sent: number[];
  readonly #received: number[];
  readonly #held: number[];
  readonly #peak: number[];
  readonly #coherence: Coherence;
  readonly #roots = new Map<TensorSymbol, RootKey>();
  #messages = 0;
  #counts = false;

  constructor(processors: number, { inputs, target }: Program) {
    const grids = [...inputs, target].map(({ distribution }) => distribution?.grid.size ?? 1);
    const all = Math.max(processors, ...grids);
    const zeros = (): number[] => new Array<number>(all).fill(0);
    [this.#sent, this.#received, this.#held, this.#peak] = [zeros(), zeros(), zeros(), zeros()];
    const allocate = ({ memory, bytes }: Instance): boolean => {
      this.#held[memory] += bytes;
      this.#peak[memory] = Math.max(this.#peak[memory], this.#held[memory]);
      return true;
    };
    const free = ({ memory, bytes }: Instance): void => {
      this.#held[memory] -= bytes;
    };
    this.#coherence = new Coherence({ mapper: new Mapper(all), backing: { allocate, free } });
  }

  keyOf(tensor: TensorSymbol): RootKey {
    let key = this.#roots.get(tensor);
    const { shape, dtype } = tensor;
    if (key === undefined) this.#roots.set(tensor, (key = { id: this.#roots.size, shape, itemSize: (dtype ?? float64).size }));
    return key;
  }

  /** Puts a tensor where it is distributed to: each part is written once, and read where it is repeated. */
  place(tensor: TensorSymbol): void {
    this.#mapPlacing(tensor, true, 'write');
    this.#mapPlacing(tensor, false, 'read');
  }

  /** Messages count from now on. */
  begin(): void {
    this.#counts = true;
    this.#peak.splice(0, this.#peak.length, ...this.#held);
  }

  /** Brings the result to where it is distributed to. */
  collect(target: TensorSymbol): void {
    if (target.distribution !== null) this.#mapPlacing(target, false, 'read');
  }

  #mapPlacing(tensor: TensorSymbol, once: boolean, privilege: 'read' | 'write'): void {
    const { domain, grid, partition } = placingOf(tensor, once);
    this.map(taskOf({ domain, grid, args: [{ tensor, indices: [], privilege, partition, ends: false }] }, (t) => this.keyOf(t)));
  }

  /** Maps a task; what comes next begins when it is over. */
  map(task: IndexTask): void {
    const mapping = this.#coherence.map(task);
    for (const operation of mapping.before) this.#note(operation);
    this.#coherence.retire(mapping.number);
    this.#coherence.collect();
  }

  drop(tensor: TensorSymbol): void {
    this.#coherence.release(this.keyOf(tensor));
    this.#coherence.collect();
  }

  #note(operation: Operation): void {
    if (operation.kind !== 'copy') return;
    const root = [...this.#roots.values()].find(({ id }) => id === operation.root);
    for (const { rect, fromMemory, toMemory } of operation.pieces) {
      if (fromMemory === toMemory || !this.#counts) continue;
      const bytes = rectSize(rect) * (root?.itemSize ?? 0);
      this.#messages++;
      this.#sent[fromMemory] += bytes;
      this.#received[toMemory] += bytes;
    }
  }

  cost(): Omit<Cost, 'flops'> {
    const perProcessor = this.#sent.map((sent, p) => ({ sent, received: this.#received[p], peakBytes: this.#peak[p] }));
    return { messages: this.#messages, bytes: this.#sent.reduce((a, b) => a + b, 0), perProcessor };
  }
}
