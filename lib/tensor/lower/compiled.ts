/** Schedules that are lowered: what they cost, and what they launch. */
import { declareMethods } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { formatPartition } from '../../partition/index.js';
import { formatConcrete } from '../concrete/concrete.js';
import type { TensorSymbol } from '../notation/terms.js';
import { execute } from './execute.js';
import type { Launch, Program, Work } from './program.js';
import { type Cost, type Message, simulate } from './simulate.js';
import { routineFault } from './tasks.js';

/** Launches that `explain` shows. */
const SHOWN = 8;

/**
 * A schedule ready to run; made by `schedule.compile()`.
 *
 * @example
 * const { i, j } = indices();
 * const [A, s] = [tensor('A', np.asarray([[1, 2], [3, 4]])), tensor('s', [2])];
 * const compiled = s.at(i).assign(A.at(i, j).times(1)).schedule().compile();
 * await compiled.run().array().tolist(); // [3, 7]
 */
export class Compiled {
  readonly #program: Program;
  readonly #commands: string;
  #cost: Cost | null = null;

  /** `commands`: the schedule's own explanation. */
  constructor(program: Program, commands: string) {
    this.#program = program;
    this.#commands = commands;
  }

  /**
   * Concrete index notation behind each command, and the index launches that the statement became, with the routine of each, or why loops compute
   * it. A device without the routine (JavaScript) runs loops, too.
   */
  explain(): string {
    const { launches } = this.#program;
    const more = launches.length > SHOWN ? [`… and ${launches.length - SHOWN} more launches`] : [];
    return [
      this.#commands,
      ...launches.slice(0, SHOWN).map((launch) => formatLaunch(launch, this.#program.compute)),
      ...more,
    ].join('\n');
  }

  /**
   * Runs the schedule, deferred like any array operation, and returns the tensor on the left, which has its elements now. Operands that are not
   * where their distributions say are copied there first. Throws `ScheduleError` for a grid that is larger than the machine (`--memories`),
   * `ArgumentError` for an operand without elements.
   */
  run(): TensorSymbol {
    return execute(this.#program);
  }

  /**
   * The messages between processors, the bytes that each sends, receives and holds at most, and the additions and multiplications, as the
   * runtime's analysis decides them; nothing runs. Tensors begin where their distributions say, and the result ends there; a tensor without a
   * distribution is at processor 0, a result without one where it is computed.
   */
  cost(): Cost {
    return (this.#cost ??= simulate(this.#program));
  }

  /**
   * The messages that `cost()` counts, launch by launch, those of one by tensor, sender and receiver: which processor sends how many bytes of which
   * tensor to which.
   *
   * @example
   * const m = new Grid(2, 2);
   * const tiles = { on: m, as: 'xy -> xy', dtype: 'float64' };
   * const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [8, 8], tiles));
   * cannon(A, B, C, m).compile().messages()[0];   // { launch: 0, tensor: 'B', from: 2, to: 3, bytes: 128 }
   */
  messages(): readonly Message[] {
    const told: Message[] = [];
    simulate(this.#program, false, told);
    return told.sort((a, b) => a.launch - b.launch || compareText(a.tensor, b.tensor) || a.from - b.from || a.to - b.to);
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function formatLaunch(launch: Launch, compute: DType): string {
  const { domain, grid, args, work } = launch;
  const at = `base ${grid.base}, strides (${grid.strides.join(', ')})`;
  const lines = args.map(({ tensor, privilege, partition, ends }) => {
    return `  ${privilege} ${tensor.name}: ${formatPartition(partition)}${ends && privilege === 'read' ? ', copies end' : ''}`;
  });
  return [
    `launch (${domain.join(', ')}) on processors from ${at}: ${formatWork(work)}${formatRoutine(launch, compute)}`,
    ...lines,
  ].join('\n');
}

function formatWork(work: Work): string {
  if (work.kind !== 'leaf') return work.kind;
  const { nest } = work;
  const standing = [...work.at].map(([loop, value]) => `${loop} = ${value}`);
  const leaf = { ...nest, loops: nest.loops.filter((loop) => !work.at.has(loop) && !work.distributed.includes(loop)) };
  const text = formatConcrete({ nests: [{ ...leaf, accumulates: work.adds }], relations: [] });
  return standing.length === 0 ? text : `${standing.join(', ')}: ${text}`;
}

function formatRoutine(launch: Launch, compute: DType): string {
  const { routine } = launch.work;
  if (routine === null) return '';
  const fault = routineFault(launch, compute);
  return fault === null ? `, by ${routine.name}` : `, by loops: ${fault}`;
}

declareMethods<Compiled>(Compiled, { explain: [], run: [], cost: [], messages: [] });
