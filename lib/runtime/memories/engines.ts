/**
 * Engines, which carry out launches, by memory: the queue, the writer and the compiler of the memory's launches, and the pool of its
 * blocks. The host's memories are parts of its device's memory, with one queue; accelerators' memories are numbered behind them.
 *
 *     --memories 2, one accelerator      memory 0, 1: engine 0, cpu      memory 2: engine 1, gpu0
 */
import { invariant } from '../../base/index.js';
import { type Accelerator, type Device, type LaunchQueue, onQueue, type Processor } from '../../device/index.js';
import { Executables, kernelTemplate, Queue, RecordWriter, type Template, TemplateCompiler } from '../launch/index.js';
import type { Pool } from '../memory/index.js';
import { Moves } from './moves.js';

/** An accelerator, and the pool of its memory. */
export interface Remote {
  readonly device: Accelerator;
  readonly pool: Pool;
}

export class Engine {
  /** Its number among the machine's engines, and its queue's among the machine's queues. */
  readonly number: number;
  readonly queue: Queue;
  readonly writer: RecordWriter;
  readonly pool: Pool;
  readonly moves: Moves;
  readonly templates: Pick<TemplateCompiler, 'of'>;
  /** The way to its memory; null for the host's. */
  readonly link: Accelerator | null;
  readonly #device: LaunchQueue;

  constructor(
    number: number,
    device: LaunchQueue & Processor,
    link: Accelerator | null,
    pool: Pool,
    templates: Pick<TemplateCompiler, 'of'>,
  ) {
    this.number = number;
    this.queue = new Queue(device);
    this.writer = new RecordWriter(device, this.queue, pool);
    this.pool = pool;
    this.moves = new Moves(device);
    this.templates = templates;
    this.link = link;
    this.#device = device;
  }

  /** The machine's number of a launch of its queue. */
  launch(number: number): number {
    return onQueue(this.number, number);
  }

  completed(): number {
    return this.#device.completed();
  }
}

export class Engines {
  readonly host: Engine;
  readonly all: readonly Engine[];
  /** Memories of the host. */
  readonly #host: number;

  constructor(
    device: Device,
    pool: Pool,
    remotes: readonly Remote[],
    config: { readonly memories: number; readonly inline: boolean },
    last: number,
  ) {
    this.host = new Engine(0, device, null, pool, new TemplateCompiler(device, config.inline));
    const others = remotes.map(
      (remote, i) => new Engine(i + 1, remote.device, remote.device, remote.pool, kernelsOf(remote.device)),
    );
    this.all = [this.host, ...others];
    this.#host = config.memories;
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

  /** The last launches of the queues that are not the host's. */
  get others(): number[] {
    return this.all.slice(1).map((engine) => engine.launch(engine.queue.last));
  }
}

/** Templates of kernels, whole: an accelerator's only launches. */
function kernelsOf(device: Accelerator): Pick<TemplateCompiler, 'of'> {
  const executables = new Executables(device);
  return {
    of: (step, _tasks, sizes): Template => {
      invariant(step.kernel !== null, 'accelerators run kernels');
      return kernelTemplate(step, executables.of(step.kernel), sizes, false);
    },
  };
}
