/**
 * The cost of a program, by the runtime's own analysis of dependences and copies, with nothing run: tensors are put where their distributions say,
 * then the program's launches are mapped one after the other, and the result is brought to where its distribution says.
 */
import { Coherence, type IndexTask, type Instance, Mapper, type Operation, type RootKey } from '../../dependence/index.js';
import { float64 } from '../../dtype/index.js';
import { isEmpty, rectOf, rectSize, subPartition } from '../../partition/index.js';
import { identityView, sizeOf } from '../../shape/index.js';
import type { TensorSymbol } from '../notation/terms.js';
import { isOnePoint, Owners } from './owners.js';
import { coordinatesOf, placingOf } from './placing.js';
import type { Launch, LaunchArg, Program } from './program.js';

/** Bytes at one processor. */
export interface ProcessorCost {
  readonly sent: number;
  readonly received: number;
  /** Messages that it sends, or that it receives if these are more. */
  readonly messages: number;
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

/** A copy of a part of a tensor from one processor to another. */
export interface Message {
  /** The number of the launch that it is for, as `explain()` shows them; the number of launches for copies that bring the result to its distribution. */
  readonly launch: number;
  readonly tensor: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** `every`: coherence decides each copy, and none is counted by its owners; `told`: takes the messages, in order. */
export function simulate(program: Program, every = false, told: Message[] | null = null): Cost {
  const simulation = new Simulation(program.processors, program, told);
  for (const input of program.inputs) simulation.place(input);
  simulation.begin(every);
  for (const launch of program.launches) simulation.run(launch);
  for (const tensor of program.temporaries) simulation.drop(tensor);
  simulation.collect(program.target);
  return { ...simulation.cost(), flops: program.flops };
}

/** The cost of a copy of a tensor from where it is distributed to where `to` is, whose parts it then has: an operand of a program that lies elsewhere. */
export function simulateCopy(from: TensorSymbol, to: TensorSymbol): Cost {
  const simulation = new Simulation(1, { inputs: [from], target: to });
  simulation.place(from);
  simulation.begin(false);
  const { domain, grid, partition } = placingOf(to, true);
  const arg = { indices: [], partition };
  const args: readonly LaunchArg[] = [
    { ...arg, tensor: to, privilege: 'write', ends: false },
    { ...arg, tensor: from, privilege: 'read', ends: true },
  ];
  simulation.run({ domain, grid, args });
  simulation.collect(to);
  return { ...simulation.cost(), flops: 0 };
}

/** A launch as the analysis takes it; accesses to equal parts of a tensor are one argument. */
function taskOf({ domain, grid, args }: Mapped, keyOf: (tensor: TensorSymbol) => RootKey): IndexTask {
  return {
    launch: domain,
    grid,
    args: args.map(({ tensor, privilege, partition, ends }) => {
      const root = keyOf(tensor);
      return { root, sub: subPartition(identityView(root.shape), partition), privilege, ends };
    }),
  };
}

/** What is mapped of a launch. */
type Mapped = Pick<Launch, 'domain' | 'grid' | 'args'>;

/** Without accesses to equal parts of a tensor. */
function once({ domain, grid, args }: Mapped): Mapped {
  const isFirst = ({ tensor, partition }: LaunchArg, k: number): boolean =>
    args.findIndex((arg) => arg.tensor === tensor && arg.partition === partition) === k;
  return { domain, grid, args: args.filter(isFirst) };
}

/** Whether a launch uses a tensor once: else copies do not end with it. */
function isAlone({ args }: Mapped, { tensor }: LaunchArg): boolean {
  return args.filter((arg) => arg.tensor === tensor).length === 1;
}

class Simulation {
  readonly #sent: number[];
  readonly #received: number[];
  /** Messages by sender, and by receiver. */
  readonly #out: number[];
  readonly #in: number[];
  readonly #held: number[];
  readonly #peak: number[];
  readonly #coherence: Coherence;
  readonly #roots = new Map<TensorSymbol, RootKey>();
  /** Of tensors of which each element has been at one processor since it was written; null for all further tensors. */
  readonly #owners = new Map<TensorSymbol, Owners | null>();
  readonly #told: Message[] | null;
  #launches = 0;
  #messages = 0;
  #counts = false;
  #every = false;

  constructor(processors: number, { inputs, target }: Pick<Program, 'inputs' | 'target'>, told: Message[] | null = null) {
    this.#told = told;
    const grids = [...inputs, target].map(({ distribution }) => distribution?.grid.size ?? 1);
    const all = Math.max(processors, ...grids);
    const zeros = (): number[] => new Array<number>(all).fill(0);
    [this.#sent, this.#received, this.#out, this.#in] = [zeros(), zeros(), zeros(), zeros()];
    [this.#held, this.#peak] = [zeros(), zeros()];
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
  begin(every: boolean): void {
    this.#counts = true;
    // Instances that grew around replicas are coherence's to know.
    this.#every = every || [...this.#owners.values()].some((owners) => owners === null);
    this.#peak.splice(0, this.#peak.length, ...this.#held);
  }

  /** Brings the result to where it is distributed to. */
  collect(target: TensorSymbol): void {
    if (target.distribution !== null) this.#mapPlacing(target, false, 'read');
  }

  #mapPlacing(tensor: TensorSymbol, isOnce: boolean, privilege: 'read' | 'write'): void {
    const { domain, grid, partition } = placingOf(tensor, isOnce);
    this.#map({ domain, grid, args: [{ tensor, indices: [], privilege, partition, ends: false }] });
  }

  /** Runs a launch; what comes next begins when it is over. */
  run(launch: Mapped): void {
    const task = once(launch);
    const borrowed = task.args.filter(
      (arg) => !this.#every && arg.ends && arg.privilege === 'read' && isAlone(task, arg) && this.#owners.get(arg.tensor) != null,
    );
    const rest = { ...task, args: task.args.filter((arg) => !borrowed.includes(arg)) };
    // An instance that grows has the copies of its launch beside the smaller one: then coherence decides all of them.
    if (borrowed.length === 0 || !isOnePoint(task) || !rest.args.every((arg) => this.#ownersBehind(rest, arg) !== null))
      this.#map(task);
    else {
      this.#map(rest);
      this.#borrow(task, borrowed);
    }
    this.#launches++;
  }

  /** The owners of a tensor's elements behind a launch that uses it; null where these are several, or not known. */
  #ownersBehind(launch: Mapped, arg: LaunchArg): Owners | null {
    const { tensor, privilege, partition, ends } = arg;
    const known = this.#owners.get(tensor);
    if (known === undefined) return privilege === 'write' ? Owners.of(tensor.shape, launch, partition) : null;
    const isSame = known?.isOwnedBy(launch, partition) === true || (privilege === 'read' && ends && isAlone(launch, arg));
    return isSame ? known : null;
  }

  #map(launch: Mapped): void {
    for (const arg of launch.args) {
      const owners = this.#ownersBehind(launch, arg);
      this.#owners.set(arg.tensor, owners);
      // Instances may grow from here on, of which coherence alone knows.
      if (this.#counts && owners === null) this.#every = true;
    }
    const mapping = this.#coherence.map(taskOf(launch, (tensor) => this.keyOf(tensor)));
    for (const operation of mapping.before) this.#note(operation);
    this.#coherence.retire(mapping.number);
    this.#coherence.collect();
  }

  /** Copies for one launch, which are there together and end with it. */
  #borrow({ domain, grid: { base, strides } }: Mapped, args: readonly LaunchArg[]): void {
    const count = sizeOf(domain);
    for (let n = 0; n < count; n++) {
      const point = coordinatesOf(n, domain);
      const at = point.reduce((memory, x, axis) => memory + x * strides[axis], base);
      let held = this.#held[at];
      for (const { tensor, partition } of args) {
        const rect = rectOf(partition, point, tensor.shape);
        if (isEmpty(rect)) continue;
        const { itemSize } = this.keyOf(tensor);
        const send = (from: number, to: number, elements: number): void => this.#send(tensor, from, to, elements * itemSize);
        held += (this.#owners.get(tensor)?.fetch(at, rect, send) ?? 0) * itemSize;
      }
      this.#peak[at] = Math.max(this.#peak[at], held);
    }
  }

  #send({ name }: TensorSymbol, from: number, to: number, bytes: number): void {
    this.#told?.push({ launch: this.#launches, tensor: name, from, to, bytes });
    this.#messages++;
    this.#out[from]++;
    this.#in[to]++;
    this.#sent[from] += bytes;
    this.#received[to] += bytes;
  }

  drop(tensor: TensorSymbol): void {
    this.#coherence.release(this.keyOf(tensor));
    this.#coherence.collect();
  }

  #note(operation: Operation): void {
    if (operation.kind !== 'copy') return;
    const found = [...this.#roots].find(([, { id }]) => id === operation.root);
    if (found === undefined) return;
    const [tensor, { itemSize }] = found;
    for (const { rect, fromMemory, toMemory } of operation.pieces) {
      if (fromMemory === toMemory || !this.#counts) continue;
      this.#send(tensor, fromMemory, toMemory, rectSize(rect) * itemSize);
    }
  }

  cost(): Omit<Cost, 'flops'> {
    const perProcessor = this.#sent.map((sent, p) => ({
      sent,
      received: this.#received[p],
      messages: Math.max(this.#out[p], this.#in[p]),
      peakBytes: this.#peak[p],
    }));
    return { messages: this.#messages, bytes: this.#sent.reduce((a, b) => a + b, 0), perProcessor };
  }
}
