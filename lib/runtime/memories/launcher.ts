/**
 * Carries out plans on several memories (thesis 3.2): every step is an index task for coherence, which decides the instances of its points
 * and the copies to make first; points and copies become launches of their own. Their waits are coherence's decision alone. The host's
 * memories are parts of the one that its device has, which is for tests: it shows that decisions are right on random programs. Steps that
 * are placed on an accelerator are one point in its memory (`engines.ts`).
 *
 * Coherence's facts depend on each other: after an interruption all parts are made anew rather than mended, and arrays made before have no
 * contents (`holds`).
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
import type { Config } from '../config.js';
import type { Entry, Window } from '../issue/index.js';
import type { Execution, FailureLog, Fetched, Refused } from '../launch/index.js';
import type { ChunkMemory, Pool, Watching } from '../memory/index.js';
import { Chain, Report } from '../replay/index.js';
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
import type { Parts } from './parts.js';
import { Recording } from './recording.js';
import { ContentsBook } from './root-contents.js';
import { Stepwise } from './stepwise.js';
import type { Trace } from './trace.js';
import { TraceCache } from './trace-cache.js';
import { Transfers } from './transfers.js';

/** The parts of the runtime that the launcher uses. */
export interface Neighbours {
  readonly device: Device;
  readonly pool: Pool;
  readonly failureLog: FailureLog;
  readonly entry: Entry;
  /** A root is dead, and no later window uses it; `refused` is told of steps that find no memory. */
  readonly isSpent: (root: Root) => boolean;
  readonly refused: Refused;
  /** A root's memory is given back by hand. */
  readonly held: (root: Root) => boolean;
  readonly watching: Watching;
  readonly spy: SpyWriter | null;
  readonly mapper: MakeMapper | undefined;
  /** Whether windows are placed by costs, for which copies count. */
  readonly weighs: () => boolean;
  /** The machine's accelerators. */
  readonly remotes: readonly Remote[];
}

/** The parts, and the ways in which they carry out windows and the host's accesses. */
interface Ways extends Parts {
  readonly host: Host;
  readonly stepwise: Stepwise;
  readonly traces: TraceCache;
}

export class MemoriesLauncher implements Execution {
  readonly #config: Readonly<Config>;
  readonly #with: Neighbours;
  #parts: Ways;
  readonly takesAnyMemory = false;
  readonly hasOneMemory = false;

  constructor(config: Readonly<Config>, neighbours: Neighbours) {
    this.#config = config;
    this.#with = neighbours;
    this.#parts = this.#make(0);
  }

  /** All parts, behind the device's launch `last`. */
  #make(last: number): Ways {
    const { device, pool, failureLog, isSpent, refused, held, watching, spy, mapper, weighs, remotes } = this.#with;
    const { memories, graphs } = this.#config;
    const engines = new Engines(device, pool, remotes, this.#config, last);
    const order = new LaunchMap(engines.all.length);
    const book = new ContentsBook(held, weighs, spy === null ? null : (plot) => watching.watchPlot(plot));
    const images = new Images(book, (root, view) => this.#parts.host.contents(root, view));
    const evictor = new Evictor({ coherence: () => coherence, carryOut: (operations) => this.#carryOut(operations) });
    const holdings = new Holdings(engines, (op) => this.#complete(op), evictor, spy);
    const coherence: Coherence = new Coherence({
      mapper: mapperOf(mapper, memories, (from, to) => costBetween(engines.of(from), engines.of(to))),
      backing: holdings,
      bounds: images.bounds,
    });
    const launches = new Launches(engines, holdings, spy);
    const transfers = new Transfers({ device, engines, launches, holdings, failureLog, spy });
    const copies = new Copies(engines, transfers, launches, holdings, order);
    const given = { device, pool, failureLog, spy, memories, isSpent, refused };
    const known = { ...given, queue: engines.host.queue, engines, order, book, images };
    const made = { coherence, evictor, holdings, launches, transfers, copies };
    const parts = { ...known, ...made, chain: new Chain(), report: spy === null ? null : new Report(spy) };
    const stepwise = new Stepwise(parts, (root) => this.release(root));
    return { ...parts, host: new Host(parts), stepwise, traces: new TraceCache(graphs, parts) };
  }

  /** Gives the memory of the parts back that were interrupted, when all launches are over. */
  recover(last: number): void {
    const before = this.#parts;
    this.#parts = this.#make(last);
    before.holdings.abandon();
  }

  get last(): number {
    return this.#parts.queue.last;
  }

  get others(): readonly number[] {
    return this.#parts.engines.others;
  }

  /** Blocks until operations up to this one are complete, of which the last may not be launched yet; returns the last that is. */
  #complete(op: number): number {
    const { engines, order, spy } = this.#parts;
    for (const { queue, number } of engines.all) queue.wait(order.latest(op, number));
    engines.tellComplete(spy);
    return Math.min(op, order.last);
  }

  /**
   * Carries out operations of evictions, and gives back the memory that they free. Evictions come in the midst of a task, too, of which operations
   * with lower numbers are not launched yet: only their own numbers are said to be complete.
   */
  #carryOut(operations: readonly Operation[]): void {
    const { engines, launches, copies, coherence, holdings, order, spy } = this.#parts;
    launches.list.spoil();
    copies.carryOut(operations);
    for (const { queue } of engines.all) queue.wait(queue.last);
    coherence.retire(order.retire(engines.tellComplete(spy)));
    coherence.finish(operations);
    holdings.retire();
  }

  get idleBytes(): number {
    return this.#parts.coherence.idleBytes;
  }

  trim(idleBytes: number): void {
    this.#parts.coherence.trim(idleBytes);
  }

  get launches(): number {
    return this.#parts.stepwise.points + this.#parts.traces.points;
  }

  get graphs(): Execution['graphs'] {
    return this.#parts.traces.rungs;
  }

  get traffic(): NonNullable<Execution['traffic']> {
    const { engines, launches, holdings, transfers, evictor, stepwise, memories } = this.#parts;
    const { copies, bytes: copiedBytes, folds } = launches.traffic;
    const remotes = engines.all.length - 1;
    const own = { copies, copiedBytes, folds, memories: holdings.occupancy.of(memories + remotes) };
    if (remotes === 0) return own;
    const links = Object.fromEntries(transfers.traffic);
    return { ...own, links, evicted: { ...evictor.evicted }, compiling: stepwise.compiling };
  }

  prepare(plan: Plan, tasks: readonly Task[], slots: readonly Root[]): CutProgram {
    return cutProgram(plan, tasks, slots, this.#parts.engines);
  }

  run(program: CutProgram, window: Window): void {
    const { slots } = window;
    const { spy, images, launches, engines, traces, stepwise, holdings, coherence, order } = this.#parts;
    spy?.planned(slots, program.plan.eliminated);
    images.begin();
    launches.begin(null);
    this.#noteLost(program, slots);
    try {
      // What runs on a lost device runs on the host instead: that is decided step by step.
      const preconditions =
        traces.off || engines.isOneLost
          ? null
          : traces.preconditionsOf(program.sets, this.#imagesOf(program, slots), slots, program.used);
      const trace = preconditions === null ? null : traces.replay(preconditions, window);
      if (trace !== null) this.#noteReplay(trace, program, slots);
      else {
        const recording = preconditions === null ? null : traces.record(preconditions, slots, engines.last);
        launches.begin(recording ?? new Recording(engines.last, slots));
        stepwise.run(program.plan, program.parts, window);
        if (preconditions !== null && recording !== null) traces.keep(preconditions, recording, engines.last);
      }
    } finally {
      launches.begin(null);
      engines.submit();
      // What the analysis takes for complete is what the spy is told, not what completes in between.
      const completed = engines.tellComplete(spy);
      holdings.retire();
      coherence.retire(order.retire(completed));
    }
  }

  /** How images are cut in a window that begins; looks at values where they are known. */
  #imagesOf(program: CutProgram, slots: readonly Root[]): readonly Partition[] {
    if (!program.hasImages) return [];
    const { images } = this.#parts;
    const found: Partition[] = [];
    for (const { step, points } of program.parts.flat()) {
      imagesIn(points.cut, slots, images, found);
      for (const slot of step.writes) images.written(slots[slot], points.engine.number);
    }
    return found;
  }

  /**
   * Notes roots without contents, which lost them in an interruption, and roots that are read before they are written; a write of all of a
   * root mends it.
   */
  #noteLost({ used, empty }: CutProgram, slots: readonly Root[]): void {
    const { failureLog } = this.#parts;
    for (const slot of used) if (slots[slot].address !== 0 && !this.holds(slots[slot])) failureLog.noteLost(slots[slot]);
    for (const slot of empty) failureLog.noteLost(slots[slot]);
  }

  /** A window was carried out as a graph. */
  #noteReplay({ traffic }: Trace, program: CutProgram, slots: readonly Root[]): void {
    const { images, book, isSpent, launches } = this.#parts;
    const { plan, written, copied, hasImages: changed } = program;
    if (!changed) for (const [slot, engine] of written) images.written(slots[slot], engine);
    for (const [slot, engine] of copied) book.copy(slots[slot], engine);
    for (const last of plan.lastUses) for (const slot of last) if (isSpent(slots[slot])) this.release(slots[slot]);
    launches.count(traffic);
  }

  holds(root: Root): boolean {
    return root.bytes === 0 || this.#parts.book.holds(root);
  }

  submit(): void {
    this.#parts.engines.submit();
  }

  upload(root: Root, data: TypedArray): void {
    this.#parts.host.upload(root, data);
  }

  fetch(root: Root, view: View): Fetched | null {
    return this.isAway(root) ? this.#with.entry.within(() => this.#parts.host.fetch(root, view)) : null;
  }

  isAway(root: Root): boolean {
    const { engines, host } = this.#parts;
    return engines.all.length > 1 && host.isAway(root);
  }

  /** Folds open reductions, and gathers the contents. */
  copyOut(root: Root, view: View, out: TypedArray, entered = false, fetched: Fetched | null = null): void {
    const { failureLog, entry } = this.#with;
    const copy = (): void => {
      this.#parts.host.copyOut(root, view, out, fetched);
      failureLog.settle();
      failureLog.checkStrays();
    };
    if (entered) {
      copy();
      return;
    }
    try {
      entry.within(copy);
    } catch (error) {
      // Contents failed to move: no array's contents can be trusted, and arrays that are made from here on can.
      if (failureLog.hasStrays) entry.recover(error);
      throw error;
    }
  }

  release(root: Root): void {
    const { book, evictor, spy, coherence } = this.#parts;
    const contents = book.take(root);
    evictor.forget(contents);
    if (contents.trace !== null) this.#with.watching.forget(contents.trace);
    spy?.memories({ event: 'leave', root: root.id });
    coherence.release(contents);
  }

  reclaim(memory: ChunkMemory): void {
    const { holdings, engines, spy } = this.#parts;
    holdings.occupancy.died(memory);
    if (memory.root === undefined) holdings.giveBack(memory.foreign, () => engines.all[memory.memory].pool.releaseChunk(memory));
    else spy?.memories({ event: 'leave', root: memory.root });
  }
}
