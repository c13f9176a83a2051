/**
 * Carries out plans on several memories (thesis 3.2): every step is an index task for coherence, which decides the instances of its points
 * and the copies to make first; points and copies become launches of their own. Their waits are coherence's decision alone. The host's
 * memories are parts of the one that its device has, which is for tests: it shows that decisions are right on random programs. Steps that
 * are placed on an accelerator are one point in its memory (`engines.ts`).
 *
 *     step     point 0 in memory 0      point 1 in memory 1
 *     before   copy row 4 from 1 to 0   copy row 3 from 0 to 1
 *     records  copy  copy  units of rows [0,4)  units of rows [4,8)
 */
import { Coherence, type Operation } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import type { Plan } from '../../fusion/index.js';
import type { Partition } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import type { Execution, FailureLog, Fetched, Queue } from '../launch/index.js';
import type { ChunkMemory, Pool, Watching } from '../memory/index.js';
import { Chain, Report } from '../replay/index.js';
import type { Graphs } from '../tiering/index.js';
import { Copies } from './copies.js';
import { imagesIn } from './cut.js';
import { type CutProgram, cutProgram } from './cut-program.js';
import { costBetween, Engines, type Remote } from './engines.js';
import { Evictor } from './evictor.js';
import { Holdings } from './holdings.js';
import { Host } from './host.js';
import { Images } from './images.js';
import { LaunchMap } from './launch-map.js';
import { Launches } from './launches.js';
import { type MakeMapper, mapperOf } from './mapper.js';
import { Recording } from './recording.js';
import { ContentsBook } from './root-contents.js';
import { Stepwise } from './stepwise.js';
import type { Trace } from './trace.js';
import { TraceCache } from './trace-cache.js';
import { Transfers } from './transfers.js';

const NO_IMAGES: readonly Partition[] = [];

/** The parts of the runtime that the launcher uses. */
export interface Neighbours {
  /** A root is dead, and no later window uses it. */
  readonly isSpent: (root: Root) => boolean;
  /** A root's memory is given back by hand. */
  readonly held: (root: Root) => boolean;
  readonly watching: Watching;
  readonly spy: SpyWriter | null;
  readonly mapper: MakeMapper | undefined;
  /** Whether windows are placed by costs, for which copies count. */
  readonly weighs: () => boolean;
}

export class MemoriesLauncher implements Omit<Execution, 'recover'> {
  readonly #failureLog: FailureLog;
  readonly #engines: Engines;
  readonly #transfers: Transfers;
  readonly #coherence: Coherence;
  readonly #holdings: Holdings;
  readonly #evictor: Evictor;
  readonly #queue: Queue;
  readonly #order: LaunchMap;
  readonly #launches: Launches;
  readonly #copies: Copies;
  readonly #stepwise: Stepwise;
  readonly #book: ContentsBook;
  readonly #images: Images;
  readonly #host: Host;
  readonly #spy: SpyWriter | null;
  readonly #isSpent: (root: Root) => boolean;
  readonly #traces: TraceCache;
  readonly #watching: Watching;
  /** Memories of the machine. */
  readonly #memories: number;
  /** Points that were launched within graphs. */
  #replayed = 0;
  readonly takesAnyMemory = false;
  readonly takesPieces = false;
  readonly takesColumns = false;
  readonly takesMoves = false;

  /** `last`: the device's last launch; `remotes`: the machine's accelerators. */
  constructor(
    device: Device,
    pool: Pool,
    failureLog: FailureLog,
    config: { readonly inline: boolean; readonly memories: number; readonly grain: number; readonly graphs: Graphs },
    { isSpent, held, watching, spy, mapper, weighs }: Neighbours,
    remotes: readonly Remote[],
    last = 0,
  ) {
    this.#spy = spy;
    this.#failureLog = failureLog;
    this.#isSpent = isSpent;
    this.#watching = watching;
    this.#book = new ContentsBook(this, held, weighs, spy === null ? null : (plot) => watching.plot(plot));
    this.#images = new Images(this.#book, (root, view) => this.#host.contents(root, view));
    const engines = new Engines(device, pool, remotes, config, last);
    this.#memories = config.memories + remotes.length;
    this.#engines = engines;
    this.#queue = engines.host.queue;
    this.#order = new LaunchMap(engines.all.length);
    this.#evictor = new Evictor({ coherence: () => this.#coherence, carryOut: (operations) => this.#carryOut(operations) });
    this.#holdings = new Holdings(engines, (op) => this.#complete(op), this.#evictor, spy);
    this.#coherence = new Coherence({
      mapper: mapperOf(mapper, config.memories, (from, to) => costBetween(engines.of(from), engines.of(to))),
      backing: this.#holdings,
      bounds: this.#images.bounds,
    });
    const [queue, order, images, book, coherence] = [this.#queue, this.#order, this.#images, this.#book, this.#coherence];
    const launches = new Launches(engines, this.#holdings, spy);
    const far = new Transfers(device, engines, launches, this.#holdings, failureLog, spy);
    const copies = new Copies(device, engines, far, launches, this.#holdings, order);
    this.#launches = launches;
    this.#copies = copies;
    this.#transfers = far;
    const shared = { device, queue, failureLog, coherence, order, book, copies, launches, evictor: this.#evictor };
    this.#host = new Host({ ...shared, far, spy });
    const written = (root: Root, engine: number): void => this.#written(root, false, engine);
    const release = (root: Root): void => this.release(root);
    this.#stepwise = new Stepwise({ ...shared, engines, images, isSpent, written, release });
    const replayed = { chain: new Chain(), report: spy === null ? null : new Report(spy) };
    const known = { conditions: coherence.conditions, book, order, isSpent, engines, holdings: this.#holdings };
    const parts = { device, pool, failureLog, queue, memories: config.memories, transfers: far, evictor: this.#evictor, spy };
    this.#traces = new TraceCache(config.graphs, { ...parts, ...known, ...replayed });
  }

  get last(): number {
    return this.#queue.last;
  }

  get others(): readonly number[] {
    return this.#engines.others;
  }

  /** Blocks until operations up to this one are complete, of which the last may not be launched yet; returns the last that is. */
  #complete(op: number): number {
    for (const { queue, number } of this.#engines.all) queue.wait(this.#order.latest(op, number));
    this.#engines.tellComplete(this.#spy);
    return Math.min(op, this.#order.last);
  }

  /**
   * Carries out operations of evictions, and gives back the memory that they free. Evictions come in the midst of a task, too, of which operations
   * with lower numbers are not launched yet: only their own numbers are said to be complete.
   */
  #carryOut(operations: readonly Operation[]): void {
    this.#launches.list.spoil();
    this.#copies.carryOut(operations);
    for (const { queue } of this.#engines.all) queue.wait(queue.last);
    this.#coherence.retire(this.#order.retire(this.#engines.tellComplete(this.#spy)));
    this.#coherence.finish(operations);
    this.#holdings.retire();
  }

  get idleBytes(): number {
    return this.#coherence.idleBytes;
  }

  trim(idleBytes: number): void {
    this.#coherence.trim(idleBytes);
  }

  get launches(): number {
    return this.#stepwise.points + this.#replayed;
  }

  get graphs(): Execution['graphs'] {
    return this.#traces.rungs;
  }

  get traffic(): NonNullable<Execution['traffic']> {
    const { copies, bytes: copiedBytes, folds } = this.#launches.traffic;
    const own = { copies, copiedBytes, folds, memories: this.#holdings.occupancy.of(this.#memories) };
    if (this.#engines.all.length === 1) return own;
    const [links, { compiling }] = [Object.fromEntries(this.#transfers.traffic), this.#stepwise];
    return { ...own, links, evicted: { ...this.#evictor.evicted }, compiling };
  }

  prepare(plan: Plan, tasks: readonly Task[], slots: readonly Root[]): CutProgram {
    return cutProgram(plan, tasks, slots, this.#engines);
  }

  run(program: CutProgram, window: Window): void {
    const { slots } = window;
    this.#spy?.planned(slots, program.plan.eliminated);
    this.#images.begin();
    this.#launches.begin(null);
    this.#noteLost(program, slots);
    try {
      // What runs on a lost device runs on the host instead: that is decided step by step.
      const preconditions =
        this.#traces.off || this.#engines.isOneLost
          ? null
          : this.#traces.preconditionsOf(program.sets, this.#imagesOf(program, slots), slots, program.used);
      const trace = preconditions === null ? null : this.#traces.replay(preconditions, window);
      if (trace !== null) this.#noteReplay(trace, program, slots);
      else {
        const recording = preconditions === null ? null : this.#traces.record(preconditions, slots, this.#engines.last);
        this.#launches.begin(recording ?? new Recording(this.#engines.last, slots));
        this.#stepwise.run(program.plan, program.parts, window);
        if (preconditions !== null && recording !== null) this.#traces.keep(preconditions, recording, this.#engines.last);
      }
    } finally {
      this.#launches.begin(null);
      this.submit();
      // What the analysis takes for complete is what the spy is told, not what completes in between.
      const completed = this.#engines.tellComplete(this.#spy);
      this.#holdings.retire();
      this.#coherence.retire(this.#order.retire(completed));
    }
  }

  /** How images are cut in a window that begins; looks at values where they are known. */
  #imagesOf(program: CutProgram, slots: readonly Root[]): readonly Partition[] {
    if (!program.hasImages) return NO_IMAGES;
    const found: Partition[] = [];
    for (const { step, points } of program.parts.flat()) {
      imagesIn(points.cut, slots, this.#images, found);
      for (const slot of step.writes) this.#written(slots[slot], false, points.engine.number);
    }
    return found;
  }

  /**
   * Notes roots without contents, which lost them in an interruption, and roots that are read before they are written; a write of all of a
   * root mends it.
   */
  #noteLost({ used, empty }: CutProgram, slots: readonly Root[]): void {
    for (const slot of used) if (slots[slot].address !== 0 && !this.holds(slots[slot])) this.#failureLog.noteLost(slots[slot]);
    for (const slot of empty) this.#failureLog.noteLost(slots[slot]);
  }

  /** A window was carried out as a graph. */
  #noteReplay({ points, traffic }: Trace, program: CutProgram, slots: readonly Root[]): void {
    const { plan, written, copied, hasImages: changed } = program;
    if (!changed) for (const [slot, engine] of written) this.#written(slots[slot], false, engine);
    for (const [slot, engine] of copied) this.#book.copy(slots[slot], engine);
    for (const last of plan.lastUses) for (const slot of last) if (this.#isSpent(slots[slot])) this.release(slots[slot]);
    this.#replayed += points;
    this.#launches.count(traffic);
  }

  /** A root gets other contents; `given`: from the host's program. */
  #written(root: Root, given: boolean, engine: number): void {
    this.#images.changed(this.#book.fill(root, engine), given);
  }

  holds(root: Root): boolean {
    return root.bytes === 0 || this.#book.holds(root);
  }

  /** All launches are over, and a new launcher takes over: gives back this one's memory. */
  abandon(): void {
    this.#holdings.abandon();
  }

  submit(): void {
    this.#engines.submit();
  }

  upload(root: Root, data: TypedArray): void {
    this.#written(root, true, 0);
    this.#host.upload(root, data);
  }

  fetch(root: Root, view: View): Fetched | null {
    return this.#host.fetch(root, view);
  }

  isAway(root: Root): boolean {
    return this.#engines.all.length > 1 && this.#host.isAway(root);
  }

  copyOut(root: Root, view: View, out: TypedArray, _entered = false, fetched: Fetched | null = null): void {
    this.#host.copyOut(root, view, out, fetched);
    this.#failureLog.settle();
    this.#failureLog.checkStrays();
  }

  release(root: Root): void {
    const contents = this.#book.take(root);
    this.#evictor.forget(contents);
    if (contents.trace !== null) this.#watching.forget(contents.trace);
    this.#spy?.memories({ event: 'leave', root: root.id });
    this.#coherence.release(contents);
  }

  reclaim(memory: ChunkMemory): void {
    this.#holdings.occupancy.died(memory);
    if (memory.root === undefined)
      this.#holdings.giveBack(memory.foreign, () => this.#engines.all[memory.memory].pool.releaseChunk(memory));
    else this.#spy?.memories({ event: 'leave', root: memory.root });
  }
}
