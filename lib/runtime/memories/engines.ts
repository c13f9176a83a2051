/**
 * Engines, which carry out launches, by memory: the queue, the writer and the compiler of the memory's launches, and the pool of its
 * blocks. The host's memories are parts of its device's memory, with one queue; accelerators' memories are numbered behind them.
 *
 *     --memories 2, one accelerator      memory 0, 1: engine 0, cpu      memory 2: engine 1, gpu0
 */
import { invariant } from '../../base/index.js';
import type { Instance } from '../../dependence/index.js';
import {
  type Accelerator,
  type Device,
  type ForeignQueue,
  type LaunchQueue,
  onQueue,
  type Processor,
} from '../../device/index.js';
import type { Step } from '../../fusion/index.js';
import type { Rect } from '../../partition/index.js';
import type { SpyWriter } from '../../spy/index.js';
import { Executables, kernelTemplate, ofRoutine, Queue, RecordWriter, type Template, TemplateCompiler } from '../launch/index.js';
import type { Pool } from '../memory/index.js';
import type { Move } from './listed-launch.js';
import { moveOf } from './moves.js';

/** What makes the launches of steps, and the kernels that it compiled. */
interface Templates extends Pick<TemplateCompiler, 'of' | 'executables'> {
  /** Of an accelerator: whether a step's launch is not held up by the compilation of its kernel, which the question begins. */
  isCompiled?(step: Step): boolean;
}

/** An accelerator, and the pool of its memory. */
export interface Remote {
  readonly device: Accelerator;
  readonly pool: Pool;
}

export class Engine implements ForeignQueue {
  /** Its number among the machine's engines, and its queue's among the machine's queues. */
  readonly number: number;
  readonly queue: Queue;
  readonly writer: RecordWriter;
  readonly pool: Pool;
  readonly templates: Templates;
  /** The way to its memory; null for the host's. */
  readonly link: Accelerator | null;
  readonly device: LaunchQueue;
  readonly #hold: (other: Engine, launch: number) => void;

  /** `hold`: holds its next launch back until a launch of another queue is complete. */
  constructor(
    number: number,
    device: LaunchQueue & Processor,
    link: Accelerator | null,
    pool: Pool,
    templates: Templates,
    hold: (engine: Engine, other: Engine, launch: number) => void,
  ) {
    this.number = number;
    this.queue = new Queue(device);
    this.writer = new RecordWriter(device, this.queue, pool);
    this.pool = pool;
    this.templates = templates;
    this.link = link;
    this.device = device;
    this.#hold = (other, launch) => hold(this, other, launch);
  }

  /** The next launch, a transfer or a record for which there is room, begins when a launch of another queue is complete, too. */
  follow(other: Engine, launch: number): void {
    if (launch <= other.completed()) return;
    other.queue.submit();
    this.#hold(other, launch);
  }

  /** The launch that moves elements of `size` bytes each between boxes in its memory. */
  move(from: Rect, to: Rect, rect: Rect, size: number): Move {
    return moveOf(this.templates.executables, from, to, rect, size);
  }

  /** The machine's number of a launch of its queue. */
  launch(number: number): number {
    return onQueue(this.number, number);
  }

  completed(): number {
    return this.device.completed();
  }
}

/** The cost of a copy between accelerators by two links. */
const THROUGH_HOST = 2;

export class Engines {
  readonly host: Engine;
  readonly all: readonly Engine[];
  /** Elements of a point, at least. */
  readonly grain: number;
  /** Memories of the host. */
  readonly #host: number;

  constructor(
    device: Device,
    pool: Pool,
    remotes: readonly Remote[],
    config: { readonly memories: number; readonly inline: boolean; readonly grain: number },
    last: number,
  ) {
    this.host = new Engine(0, device, null, pool, new TemplateCompiler(device, config.inline), ({ queue }, other, launch) => {
      if (other.link?.tell === undefined) other.queue.wait(launch);
      else {
        device.follow(queue.written, other, launch);
        other.link.followed?.(launch);
      }
    });
    const others = remotes.map((remote, i) => {
      remote.device.tell?.((launch) => device.reached(i + 1, launch));
      return new Engine(i + 1, remote.device, remote.device, remote.pool, templatesOf(remote.device), follow);
    });
    this.all = [this.host, ...others];
    this.#host = config.memories;
    this.grain = config.grain;
    this.host.queue.recover(last);
    remotes.forEach((remote, i) => this.all[i + 1].queue.recover(remote.device.recover(0)));
  }

  /** Whether the host has one memory, where every step is one point. */
  get hostIsOne(): boolean {
    return this.#host === 1;
  }

  /** The engine of a memory. */
  of(memory: number): Engine {
    return memory < this.#host ? this.host : this.all[memory - this.#host + 1];
  }

  /**
   * The next launch of an engine uses an instance, or writes it: it follows the launches of other queues that it has to. Returns these, as
   * numbers of the machine, for the log.
   */
  followUses(engine: Engine, instance: Instance, writes: boolean): number[] {
    const found: number[] = [];
    const { memory, lastUse, lastWrite } = instance;
    const owner = this.of(memory);
    const note = (other: Engine, launch: number): void => {
      if (other === engine || launch === 0) return;
      engine.follow(other, launch);
      found.push(other.launch(launch));
    };
    note(owner, writes ? lastUse : lastWrite);
    this.#each(instance, writes, note);
    return found;
  }

  /** Whether all accelerators hold launches back for those of other queues, and tell of their own: then no thread has to wait in their place. */
  get tellEachOther(): boolean {
    return this.all.every(({ link }) => link === null || (link.follow !== undefined && link.tell !== undefined));
  }

  /** Whether an accelerator is lost. */
  get isOneLost(): boolean {
    return this.all.some(({ link }) => link?.isLost === true);
  }

  /** Waits, on this thread, for the launches of other queues than its memory's that write an instance, or that use it. */
  awaitUses(instance: Instance, writes: boolean): void {
    this.#each(instance, writes, (other, launch) => other.queue.wait(launch));
  }

  #each({ foreign }: Instance, writes: boolean, use: (other: Engine, launch: number) => void): void {
    if (foreign === null) return;
    const launches = writes ? foreign.use : foreign.write;
    for (const engine of this.all) if (launches[engine.number] > 0) use(engine, launches[engine.number]);
  }

  /** By queue, the last launch of the complete ones, of which the spy is told: later launches need not wait for these. */
  tellComplete(spy: SpyWriter | null): number[] {
    const completed = this.completed();
    if (spy === null) return completed;
    for (const engine of this.all) {
      const launch = completed[engine.number];
      if (engine === this.host || launch > 0) spy.memories({ event: 'complete', launch: engine.launch(launch) });
    }
    return completed;
  }

  /** Whether a launch of these, by queue, is not known to be complete. */
  isPending(launches: readonly number[]): boolean {
    return this.all.some((engine) => launches[engine.number] > engine.completed());
  }

  /** The memory of an engine that is not the host's. */
  memoryOf(engine: number): number {
    return this.#host + engine - 1;
  }

  submit(): void {
    for (const { queue } of this.all) queue.submit();
  }

  /** By queue. */
  completed(): number[] {
    return this.all.map((engine) => engine.completed());
  }

  /** By queue: the last launch. */
  get last(): number[] {
    return this.all.map(({ queue }) => queue.last);
  }

  /** The last launches of the queues that are not the host's. */
  get others(): number[] {
    return this.all.slice(1).map((engine) => engine.launch(engine.queue.last));
  }
}

/** Whether a copy between two accelerators' memories takes less time than two through the host. */
export function goesDirectly(source: Engine, target: Engine): boolean {
  return costBetween(source, target) < THROUGH_HOST;
}

/** The cost of a copy; 1 by a link between the host and an accelerator. */
export function costBetween(source: Engine, target: Engine): number {
  if (source === target) return 0;
  if (source.link === null || target.link === null) return 1;
  return Math.min(THROUGH_HOST, target.link.costFrom?.(source.link) ?? THROUGH_HOST);
}

/** Holds an accelerator's launches back, or waits where it cannot. */
function follow({ link, queue }: Engine, other: Engine, launch: number): void {
  queue.submit();
  if (link?.follow === undefined) other.queue.wait(launch);
  else link.follow(other, launch);
}

/** Kernels of an accelerator that are known by their texts: it prepares others anew. */
const TEXTS = 4096;

/** Templates of kernels, whole, and of routines: an accelerator's only launches. */
function templatesOf(device: Accelerator): Templates {
  const executables = new Executables(device, TEXTS);
  return {
    executables,
    isCompiled: ({ kernel, domain, bindings }) =>
      kernel === null || (executables.of(kernel).isCompiled?.({ shape: domain, args: bindings.map(({ view }) => view) }) ?? true),
    of: (step, tasks, sizes): Template => {
      if (step.kernel !== null) return kernelTemplate(step, executables.of(step.kernel), sizes, false);
      const { body } = tasks[step.tasks[0]].kind;
      invariant(body.kind === 'native', 'accelerators run kernels and routines');
      return ofRoutine(step, body.routine, false, sizes, (signature) => device.routine(body.routine, signature));
    },
  };
}
