/**
 * Makes the parts of a runtime and connects them: memory asks for garbage, garbage for memory, both for launches to end. They are made in
 * one place, each with the parts that it calls.
 */
import type { ManipleError } from '../base/index.js';
import type { Device } from '../device/index.js';
import type { Weak } from '../native/index.js';
import { type Ending, SpyWriter } from '../spy/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Config } from './config.js';
import { type Issuer, Reader, WindowLauncher } from './dispatch/index.js';
import type { Entry } from './issue/index.js';
import { machineOf, Tracing } from './issue/index.js';
import type { Execution } from './launch/index.js';
import { FailureLog } from './launch/index.js';
import type { MakeMapper } from './memories/index.js';
import { MemoriesLauncher, Restarting } from './memories/index.js';
import { type ChunkMemory, isMedium, isRoot, Liveness, Pool, Reclaimer, type Watching } from './memory/index.js';
import { Launcher } from './one-memory/index.js';
import { Counters, type Stats } from './stats.js';

export class CompositionRoot {
  readonly counters = new Counters();
  readonly spy: SpyWriter | null;
  readonly reclaimer: Reclaimer;
  readonly pool: Pool;
  readonly failureLog: FailureLog;
  readonly execution: Execution;
  readonly reader: Reader;
  readonly tracing: Tracing;
  readonly windows: WindowLauncher;
  readonly #device: Device;

  /** `open`: the tasks of the open window; `mapper`: the policy for separate memories. */
  constructor(
    config: Config,
    device: Device,
    weak: Weak | null,
    issuer: Issuer,
    open: () => readonly Task[],
    entry: Entry,
    mapper?: MakeMapper,
  ) {
    this.#device = device;
    const held = (root: Root): boolean => root.bytes > config.small && !isMedium(root);
    const memory = {
      small: config.small,
      held,
      live: () => this.pool.live,
      handedOut: () => this.pool.handedOut,
      died: (root: Root) => this.windows.died(root),
      reclaim: (chunk: ChunkMemory) => this.execution.reclaim(chunk),
      launched: () => this.execution.last,
      busySince: (launch: number) => device.procs > 1 && !device.isOver() && device.completed() >= launch,
      catchUp: () => this.catchUp(),
      relieve: () => this.windows.rematerializer.relieve(),
    };
    this.reclaimer = new Reclaimer(new Liveness(weak), memory, config.scavenge);
    const facts = { device: device.name, procs: config.procs, fusion: config.fusion, memories: config.memories };
    this.spy = config.spy === '' ? null : new SpyWriter(config.spy, facts, () => this.#ending(open(), config));
    const watching: Watching = {
      chunk: (chunk) => this.reclaimer.watchChunk(chunk),
      plot: (plot) => this.reclaimer.watchPlot(plot),
      forget: (plot) => this.reclaimer.liveness.forget(plot),
    };
    this.pool = new Pool(
      device,
      config.small,
      (launch) => {
        this.execution.submit();
        device.wait(launch);
      },
      (hard) => this.reclaimer.collect(hard ? 'major' : 'minor'),
      watching,
      this.spy,
    );
    this.failureLog = new FailureLog(device);
    const machine = machineOf(config);
    const isSpent = (root: Root): boolean => this.windows.isSpent(root);
    const { pool, failureLog, spy } = this;
    const neighbours = { isSpent, held, watching, spy, mapper };
    this.execution =
      config.memories > 1
        ? new Restarting(entry, (last) => new MemoriesLauncher(device, pool, failureLog, config, neighbours, last))
        : new Launcher(device, this.pool, this.failureLog, { ...config, machine }, isSpent, this.spy);
    this.reader = new Reader(issuer, device, this.execution, this.failureLog, this.reclaimer);
    this.tracing = new Tracing(config.tracing);
    this.windows = new WindowLauncher(
      {
        fuse: config.fusion,
        clusters: config.clusters,
        columns: this.execution.takesColumns,
        machine,
        held,
        defersHeld: this.reclaimer.watches,
        remembers: config.plans !== 'fresh',
        hesitates: config.plans === 'auto' && config.graphs !== 'on',
      },
      { execution: this.execution, failureLog: this.failureLog, reader: this.reader, tracing: this.tracing },
      { counters: this.counters, spy: this.spy, reclaimer: this.reclaimer, entry },
    );
  }

  /** The spy's last entry, when the program ends with `open` tasks. */
  #ending(open: readonly Task[], { scavenge }: Config): Ending {
    const waiting = open.flatMap((task) => task.roots);
    const watched = scavenge ? this.reclaimer.liveness.watched(isRoot) : null;
    const others = [...waiting, ...this.windows.rematerializer.kept()].map((root) => root.id);
    return { live: this.pool.live, reachable: watched === null ? null : [...watched, ...others] };
  }

  /** Goes on after an interruption; `error` poisons the results that were being computed. Can be interrupted itself, and repeated. */
  recover(error: ManipleError): void {
    // A launch may have been noted by its roots before it was counted.
    const last = this.#device.recover(this.execution.last + 1);
    this.failureLog.recover();
    this.execution.recover(last);
    this.pool.recount();
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
    this.failureLog.settle();
    return late;
  }

  /** The runtime's counters. */
  stats(): Stats {
    const { counters, execution } = this;
    const { live, cached, peak } = this.pool;
    const { minor, major } = this.reclaimer.liveness;
    counters.launches = execution.launches;
    counters.materialized = this.windows.rematerializer.materialized;
    return { ...counters.snapshot({ minor, major }, { live, cached, peak }), ...execution.traffic };
  }
}
