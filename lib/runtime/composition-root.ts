/**
 * Makes the parts of a runtime and connects them: memory asks for garbage, garbage for memory, both for launches to end. They are made in
 * one place, each with the parts that it calls.
 */
import type { ManipleError } from '../base/index.js';
import { nativeStats } from '../compile/index.js';
import { type Accelerator, type Device, withinQueue } from '../device/index.js';
import type { TypedArray } from '../dtype/index.js';
import type { Weak } from '../native/index.js';
import { type Figures, Placer, STATED, type Wish } from '../placement/index.js';
import type { View } from '../shape/index.js';
import { type Ending, SpyWriter } from '../spy/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Config } from './config.js';
import { type Issuer, Reader, WindowLauncher } from './dispatch/index.js';
import type { Entry } from './issue/index.js';
import { machineOf, Tracing } from './issue/index.js';
import type { Execution, Refusal } from './launch/index.js';
import { FailureLog, type Progress, Queues } from './launch/index.js';
import type { MakeMapper, Neighbours, Remote } from './memories/index.js';
import { MemoriesLauncher } from './memories/index.js';
import { type ChunkMemory, isMedium, Liveness, Pool, Reclaimer } from './memory/index.js';
import { Launcher } from './one-memory/index.js';
import type { Rules } from './plans/index.js';
import { Counters, type Stats } from './stats.js';

/** The accelerators and policies of a runtime, beside its settings and the host's device. */
export interface Given {
  readonly accelerators?: readonly Accelerator[];
  /** The policy for separate memories. */
  readonly mapper?: MakeMapper;
  readonly place?: Wish;
}

/** Rewrites that plans lack over several memories. */
const OFF: readonly string[] = ['steps in columns', 'reads through producers', 'one plan for views that move'];
/** Bytes of a memory of which nothing is known. */
const UNLIMITED = Number.POSITIVE_INFINITY;

export class CompositionRoot {
  readonly counters = new Counters();
  readonly spy: SpyWriter | null;
  readonly reclaimer: Reclaimer;
  readonly pool: Pool;
  /** By device. */
  readonly pools: readonly Pool[];
  readonly failureLog: FailureLog;
  readonly execution: Execution;
  readonly reader: Reader;
  readonly tracing: Tracing;
  readonly windows: WindowLauncher;
  readonly placer: Placer | null;
  readonly #device: Device;
  readonly #accelerators: readonly Accelerator[];
  readonly #progress: Progress;

  /** `open`: the tasks of the open window. */
  constructor(
    config: Config,
    device: Device,
    weak: Weak | null,
    issuer: Issuer,
    open: () => readonly Task[],
    entry: Entry,
    { accelerators = [], mapper, place = (): number => -1 }: Given,
  ) {
    this.#device = device;
    this.#accelerators = accelerators;
    const capacities = accelerators.map(({ capacity = UNLIMITED }) => Math.min(capacity, config.deviceMemory || UNLIMITED));
    // An array can be evicted from a memory where its death is known at once.
    const evicts = capacities.some((capacity) => capacity < UNLIMITED);
    const held = (root: Root): boolean => root.bytes > config.small && (evicts || !isMedium(root));
    this.reclaimer = this.#makeReclaimer(config, weak, held);
    this.spy = this.#makeSpy(config, open);
    this.pool = this.#makePool(config.small, device, 0);
    const remotes = accelerators.map((accelerator, i) => {
      const pool = this.#makePool(config.small, accelerator, i + 1, capacities[i]);
      return { device: accelerator, pool };
    });
    this.pools = [this.pool, ...remotes.map((remote) => remote.pool)];
    this.#progress = accelerators.length === 0 ? device : new Queues(device, accelerators);
    this.failureLog = new FailureLog(this.#progress, (root, view) => this.#peek(root, view));
    const figures = (): Figures[] => accelerators.map((device) => (config.placement === 'stated' ? STATED : device.figures()));
    const weighing = { all: config.placement !== 'size', figures };
    const placer = accelerators.length === 0 ? null : new Placer(accelerators, place, weighing, capacities);
    this.placer = placer;
    const weighs = (): boolean => placer?.weighs === true;
    this.execution = this.#makeExecution(config, entry, remotes, { held, watching: this.reclaimer.liveness, mapper, weighs });
    this.reader = new Reader(issuer, this.#progress, this.execution, this.failureLog, this.reclaimer);
    this.tracing = new Tracing(config.tracing, this.execution.hasOneMemory);
    const { execution, failureLog, reader, tracing, counters, spy, reclaimer } = this;
    const parts = { execution, failureLog, reader, tracing, counters, spy, reclaimer, entry };
    this.windows = new WindowLauncher(this.#rules(config, held, placer), parts);
  }

  #makeReclaimer({ small, scavenge }: Config, weak: Weak | null, held: (root: Root) => boolean): Reclaimer {
    const device = this.#device;
    const memory = {
      small,
      held,
      live: () => this.#inPools(({ live }) => live) - this.#idle,
      idle: () => this.#idle,
      trimIdle: (limit: number) => this.execution.trim?.(limit),
      handedOut: () => this.#inPools(({ handedOut }) => handedOut),
      died: (root: Root) => this.windows.died(root),
      reclaim: (chunk: ChunkMemory) => this.execution.reclaim(chunk),
      launched: () => this.execution.last,
      busySince: (launch: number) => device.procs > 1 && !device.isOver() && device.completed() >= launch,
      catchUp: () => this.catchUp(),
      relieve: () => this.windows.rematerializer.relieve(),
    };
    return new Reclaimer(new Liveness(weak), memory, scavenge);
  }

  #makeSpy(config: Config, open: () => readonly Task[]): SpyWriter | null {
    if (config.spy === '') return null;
    const { procs, fusion, memories: hosts } = config;
    const memories = hosts + this.#accelerators.length;
    const facts = { device: this.#device.name, procs, fusion, memories, hosts };
    return new SpyWriter(config.spy, facts, () => this.#ending(open(), config));
  }

  /** The pool of a device's memory; `number`: of its queue. */
  #makePool(small: number, of: Device | Accelerator, number: number, capacity?: number): Pool {
    const wait = (launch: number): void => {
      this.execution.submit();
      of.wait(launch);
    };
    const collect = (hard: boolean): void => this.reclaimer.collect(hard ? 'major' : 'minor');
    return new Pool(of, small, wait, collect, this.reclaimer.liveness, this.spy, number, capacity);
  }

  #makeExecution(
    config: Config,
    entry: Entry,
    remotes: readonly Remote[],
    known: Pick<Neighbours, 'held' | 'watching' | 'mapper' | 'weighs'>,
  ): Execution {
    const device = this.#device;
    const { pool, failureLog, spy } = this;
    const isSpent = (root: Root): boolean => this.windows.isSpent(root);
    const refused = (refusal: Refusal): void => this.windows.refusals.refused(refusal);
    if (config.memories === 1 && remotes.length === 0)
      return new Launcher(device, pool, failureLog, { ...config, machine: machineOf(config) }, isSpent, refused, spy);
    return new MemoriesLauncher(config, { ...known, device, pool, failureLog, entry, isSpent, refused, spy, remotes });
  }

  #rules(config: Config, held: (root: Root) => boolean, placer: Placer | null): Rules {
    return {
      fuse: config.fusion,
      clusters: config.clusters,
      shifts: config.shifts,
      oneMemory: this.execution.hasOneMemory,
      machine: machineOf(config),
      held,
      placer,
      defersHeld: this.reclaimer.watches,
      remembers: config.plans !== 'fresh',
      hesitates: config.plans === 'auto' && config.graphs !== 'on',
    };
  }

  /** Contents that are in the one memory and complete; null for all others. Runs within a flush: nothing is launched for it. */
  #peek(root: Root, view: View): TypedArray | null {
    if (this.spy !== null || !(this.execution instanceof Launcher) || root.address === 0 || root.dead || root.error !== null)
      return null;
    const values = new root.dtype.Typed(view.size);
    if (view.size > 0) this.execution.copyOut(root, view, values);
    return values;
  }

  /** The sum of a number of bytes over the pools of all memories: arrays of accelerators are garbage, too. */
  #inPools(bytes: (pool: Pool) => number): number {
    return this.pools.length === 1 ? bytes(this.pool) : this.pools.reduce((sum, pool) => sum + bytes(pool), 0);
  }

  /** Bytes that pools count as in use and that no root has. */
  get #idle(): number {
    return this.execution.idleBytes ?? 0;
  }

  /** The spy's last entry, when the program ends with `open` tasks. */
  #ending(open: readonly Task[], { scavenge }: Config): Ending {
    const waiting = open.flatMap((task) => task.roots);
    const watched = scavenge ? this.reclaimer.liveness.watched() : null;
    const others = [...waiting, ...this.windows.rematerializer.kept()].map((root) => root.id);
    return {
      live: this.pools.reduce((bytes, { live }) => bytes + live, 0),
      reachable: watched === null ? null : [...watched, ...others],
    };
  }

  /** Goes on after an interruption; `error` poisons the results that were being computed. Can be interrupted itself, and repeated. */
  recover(error: ManipleError): void {
    // A launch may have been noted by its roots before it was counted.
    const last = this.#device.recover(this.execution.last + 1);
    this.#accelerators.forEach((accelerator, i) => {
      accelerator.recover(withinQueue(this.execution.others?.[i] ?? 0) + 1);
    });
    this.failureLog.recover();
    this.execution.recover(last);
    for (const pool of this.pools) pool.recount();
    this.reclaimer.recover();
    this.tracing.recover();
    this.windows.recover(error);
  }

  /** Waits for all launches; whether there was one to wait for. */
  catchUp(): boolean {
    this.execution.submit();
    const { last } = this.execution;
    const late = last > this.#device.completed();
    if (late) this.#device.wait(last);
    for (const launch of this.execution.others ?? []) this.#progress.wait(launch);
    this.failureLog.settle();
    return late;
  }

  /** Where tasks ran, of a machine with accelerators, and what these keep no longer. */
  #placed(): Pick<Stats, 'devices' | 'stayed' | 'dropped'> {
    if (this.#accelerators.length === 0) return {};
    const { devices, stayed } = this.counters;
    const names = ['cpu', ...this.#accelerators.map(({ name }) => name)];
    return {
      devices: Object.fromEntries(names.map((name, i) => [name, devices[i] ?? 0])),
      stayed: Object.fromEntries(stayed),
      dropped: Object.fromEntries(
        this.#accelerators.flatMap(({ name, dropped }) => (dropped === undefined ? [] : [[name, dropped]])),
      ),
    };
  }

  /** The runtime's counters. */
  stats(): Stats {
    const { counters, execution } = this;
    const { live, cached, peak } = this.pool;
    const { minor, major } = this.reclaimer.liveness;
    const { replays, stepwise } = execution.graphs;
    counters.launches = execution.launches;
    counters.materialized = this.windows.rematerializer.materialized;
    return {
      ...counters.snapshot({ minor, major }, { live, cached, peak }),
      graphs: { replays, stepwise: { ...stepwise } },
      kernels: inC(),
      ...execution.traffic,
      ...(execution.hasOneMemory ? {} : { off: OFF }),
      ...this.#placed(),
    };
  }
}

/** Counts of the C tier so far. */
function inC(): Stats['kernels'] {
  const { compiled, milliseconds, fromDisk, refused, failed, problems, waiting } = nativeStats();
  return { compiled, milliseconds, fromDisk, refused, failed, problems, waiting };
}
