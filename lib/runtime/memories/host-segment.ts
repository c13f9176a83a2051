/** The host's launches of a recorded window as a program of its device, which follows launches of other queues as a whole. */
import type { Instance } from '../../dependence/index.js';
import type { Window } from '../issue/index.js';
import type { FailureLog, Queue, StepLaunches } from '../launch/index.js';
import { type Binder, type BlockRow, type Chain, type Means, Replay } from '../replay/index.js';
import type { Engines } from './engines.js';
import type { ListedLaunch } from './listed-launch.js';
import { formOfLaunches } from './recorded-form.js';
import { followsOf, type InstanceRow, noteUses, rowsOf, type SegmentProgram } from './segment-program.js';

/** The parts that carry out programs of the host's device. */
export interface HostMeans extends Means {
  readonly engines: Engines;
  readonly queue: Queue;
  readonly failureLog: FailureLog;
  readonly chain: Chain;
  /** Memories of the host. */
  readonly memories: number;
}

const NO_LAUNCHES: readonly number[] = [];
const NO_INSTANCES: readonly Instance[] = [];

export class HostSegment implements SegmentProgram {
  readonly queue = 0;
  first = 0;
  readonly count: number;
  readonly #with: HostMeans;
  readonly #steps: StepLaunches;
  readonly #binder: SegmentBinder;
  readonly #replay: Replay<Instance>;
  /** `scratch`: instances that have memory only while the segment runs. Null where the device prepares no such program. */
  static compile(
    launches: readonly ListedLaunch[],
    steps: StepLaunches,
    instances: readonly Instance[],
    scratch: ReadonlySet<number>,
    means: HostMeans,
  ): HostSegment | null {
    const { form, places } = formOfLaunches(launches, instances, scratch, means.device.procs, means.memories);
    const rows = rowsOf(launches).filter(({ at }) => !scratch.has(at));
    const binder = new SegmentBinder(rows, means.engines);
    const replay = Replay.compile(means, form, places, binder);
    return replay === null ? null : new HostSegment(replay, binder, steps, launches.length, means);
  }

  private constructor(replay: Replay<Instance>, binder: SegmentBinder, steps: StepLaunches, count: number, means: HostMeans) {
    this.count = count;
    this.#with = means;
    this.#steps = steps;
    this.#replay = replay;
    this.#binder = binder;
  }

  reserve(): void {
    this.#replay.reserve();
  }

  cancel(): void {
    this.#replay.cancel();
  }

  run(window: Window, table: readonly Instance[]): void {
    const { queue, chain, failureLog } = this.#with;
    this.#binder.table = table;
    chain.follow(queue.last);
    this.first = this.#replay.run(window, chain);
    queue.skip(this.count);
    failureLog.noteLaunches(this.first, window, this.#steps);
  }
}

/** The instances are bound for the window as a whole. */
class SegmentBinder implements Binder<Instance> {
  readonly #rows: readonly InstanceRow[];
  readonly #engines: Engines;
  table = NO_INSTANCES;
  follows = NO_LAUNCHES;

  constructor(rows: readonly InstanceRow[], engines: Engines) {
    this.#rows = rows;
    this.#engines = engines;
  }

  bind(): readonly Instance[] {
    this.follows = followsOf(this.#rows, this.table, this.#engines.host, this.#engines);
    return this.table;
  }

  unbind(): void {}

  note(table: readonly Instance[], rows: readonly BlockRow[], first: number): void {
    noteUses(rows, table, first);
  }

  conclude(): void {}
}
