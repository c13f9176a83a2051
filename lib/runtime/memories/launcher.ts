/**
 * Carries out plans on several memories (thesis 3.2): every step is an index task for coherence, which says what instances
 * its points use and what has to be copied first; points and copies become launches of their own. What waits for what is
 * coherence's decision alone. The memories are parts of the one that the device has, so this is for tests: it shows that
 * no decision is wrong on programs that nobody thought of.
 *
 *     step     point 0 in memory 0      point 1 in memory 1
 *     before   copy row 4 from 1 to 0   copy row 3 from 0 to 1
 *     records  copy  copy  units of rows [0,4)  units of rows [4,8)
 */
import { Coherence } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import type { Plan } from '../../fusion/index.js';
import type { Partition } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import type { FailureLog } from '../launch/index.js';
import { type Execution, emptyOf, type Program, Queue, RecordWriter, TemplateCompiler } from '../launch/index.js';
import type { ChunkMemory, Pool, Watching } from '../memory/index.js';
import { Chain, Report } from '../replay/index.js';
import type { Graphs } from '../tiering/index.js';
import { Copies } from './copies.js';
import { cutOf, hasImages, imagesIn } from './cut.js';
import { Holdings } from './holdings.js';
import { Host } from './host.js';
import { Images } from './images.js';
import { LaunchMap } from './launch-map.js';
import { Launches } from './launches.js';
import { type MakeMapper, mapperOf } from './mapper.js';
import { Points } from './points.js';
import { Recording } from './recording.js';
import { ContentsBook } from './root-contents.js';
import { separate } from './separate.js';
import { type Part, Stepwise } from './stepwise.js';
import type { Trace } from './trace.js';
import { type PreconditionSets, TraceCache } from './trace-cache.js';

const NO_IMAGES: readonly Partition[] = [];

interface CutProgram extends Program {
  /** By step of the plan: the steps that it became. */
  readonly parts: readonly (readonly Part[])[];
  /** Values say what points touch. */
  readonly hasImages: boolean;
  readonly sets: PreconditionSets;
  /** Slots that it uses, and those that it writes. */
  readonly used: readonly number[];
  readonly written: readonly number[];
  /** Slots that it reads and that nobody wrote before: their tasks were lost when the program was interrupted. */
  readonly empty: readonly number[];
}

/** What the launcher asks, and tells. */
interface Neighbours {
  /** A root is dead, and no later window uses it. */
  readonly isSpent: (root: Root) => boolean;
  /** A root's memory is given back by hand. */
  readonly held: (root: Root) => boolean;
  readonly watching: Watching;
  readonly spy: SpyWriter | null;
  readonly mapper: MakeMapper | undefined;
}

export class MemoriesLauncher implements Omit<Execution, 'recover'> {
  readonly #device: Device;
  readonly #failureLog: FailureLog;
  readonly #pool: Pool;
  readonly #templates: TemplateCompiler;
  readonly #coherence: Coherence;
  readonly #holdings: Holdings;
  readonly #queue: Queue;
  readonly #order = new LaunchMap();
  readonly #launches: Launches;
  readonly #stepwise: Stepwise;
  readonly #book: ContentsBook;
  readonly #images: Images;
  readonly #host: Host;
  readonly #spy: SpyWriter | null;
  readonly #isSpent: (root: Root) => boolean;
  readonly #traces: TraceCache;
  readonly #watching: Watching;
  /** Points that were launched within graphs. */
  #replayed = 0;
  readonly takesAnyMemory = false;
  readonly takesPieces = false;
  readonly takesColumns = false;

  /** `last`: the device's last launch. */
  constructor(
    device: Device,
    pool: Pool,
    failureLog: FailureLog,
    config: { readonly inline: boolean; readonly memories: number; readonly graphs: Graphs },
    { isSpent, held, watching, spy, mapper }: Neighbours,
    last = 0,
  ) {
    this.#spy = spy;
    this.#device = device;
    this.#failureLog = failureLog;
    this.#pool = pool;
    this.#isSpent = isSpent;
    this.#watching = watching;
    this.#book = new ContentsBook(this, held, spy === null ? null : (plot) => watching.plot(plot));
    this.#images = new Images(this.#book, (root, view) => this.#host.contents(root, view));
    this.#queue = new Queue(device);
    this.#queue.recover(last);
    this.#templates = new TemplateCompiler(device, config.inline);
    this.#holdings = new Holdings(pool, (op) => this.#queue.wait(this.#order.latest(op)), spy);
    this.#coherence = new Coherence({
      mapper: mapperOf(mapper, config.memories),
      backing: this.#holdings,
      bounds: this.#images.bounds,
    });
    const [queue, order, images, book, coherence] = [this.#queue, this.#order, this.#images, this.#book, this.#coherence];
    const launches = new Launches(new RecordWriter(device, queue, pool), queue, spy);
    const copies = new Copies(device, launches, this.#holdings, order);
    this.#launches = launches;
    this.#host = new Host({ device, book, coherence, queue, order, copies, spy });
    const written = (root: Root): void => this.#written(root, false);
    const release = (root: Root): void => this.release(root);
    const parts = { device, queue, failureLog, coherence, order, images, book, copies, launches, isSpent, written, release };
    this.#stepwise = new Stepwise(parts);
    this.#traces = new TraceCache(config.graphs, {
      device,
      pool,
      failureLog,
      isSpent,
      conditions: coherence.conditions,
      book,
      order,
      queue,
      memories: config.memories,
      chain: new Chain(),
      report: spy === null ? null : new Report(spy),
    });
  }

  get last(): number {
    return this.#queue.last;
  }

  get launches(): number {
    return this.#stepwise.points + this.#replayed;
  }

  get traffic(): NonNullable<Execution['traffic']> {
    const { copies, bytes: copiedBytes, folds } = this.#launches.traffic;
    const { replays, stepwise } = this.#traces;
    return { copies, copiedBytes, folds, graphs: { replays, stepwise: { ...stepwise } } };
  }

  prepare(plan: Plan, tasks: readonly Task[], slots: readonly Root[]): CutProgram {
    const parts = plan.steps.map((whole) =>
      separate(whole).map((step): Part => {
        const privileges = (step.kernel?.args ?? tasks[step.tasks[0]].kind.args).map((a) => a.privilege);
        const cut = cutOf(step, privileges, slots);
        return { step, points: new Points(step, cut, privileges, tasks, slots, this.#templates) };
      }),
    );
    const all = parts.flat();
    const sets = all.some(({ points }) => points.inJavaScript) ? null : [];
    const used = [...new Set(plan.steps.flatMap(({ reads, writes }) => [...reads, ...writes]))];
    const written = [...new Set(all.flatMap(({ step }) => step.writes))];
    return {
      plan,
      parts,
      sets,
      used,
      written,
      hasImages: all.some(({ points }) => hasImages(points.cut)),
      empty: emptyOf(plan, slots),
    };
  }

  run(program: CutProgram, window: Window): void {
    const { slots } = window;
    this.#spy?.planned(slots, program.plan.eliminated);
    this.#images.begin();
    this.#launches.begin(null);
    this.#noteLost(program, slots);
    try {
      const preconditions = this.#traces.off
        ? null
        : this.#traces.preconditionsOf(program.sets, this.#imagesOf(program, slots), slots, program.used);
      const trace = preconditions === null ? null : this.#traces.replay(preconditions, window);
      if (trace !== null) this.#noteReplay(trace, program, slots);
      else {
        const recording = preconditions === null ? null : this.#traces.record(preconditions, slots, this.last);
        this.#launches.begin(recording ?? new Recording(this.last, slots));
        this.#stepwise.run(program.plan, program.parts, window);
        if (preconditions !== null && recording !== null) this.#traces.keep(preconditions, recording, this.last);
      }
    } finally {
      this.#launches.begin(null);
      this.submit();
      const launch = this.#device.completed();
      this.#spy?.memories({ event: 'complete', launch });
      this.#coherence.retire(this.#order.retire(launch));
    }
  }

  /** How images are cut in a window that begins; looks at values where they are known. */
  #imagesOf(program: CutProgram, slots: readonly Root[]): readonly Partition[] {
    if (!program.hasImages) return NO_IMAGES;
    const found: Partition[] = [];
    for (const { step, points } of program.parts.flat()) {
      imagesIn(points.cut, slots, this.#images, found);
      for (const slot of step.writes) this.#written(slots[slot], false);
    }
    return found;
  }

  /** What had contents and has none here lost them, and so did what is read before it was written; who overwrites all of it mends it. */
  #noteLost({ used, empty }: CutProgram, slots: readonly Root[]): void {
    for (const slot of used) if (slots[slot].address !== 0 && !this.holds(slots[slot])) this.#failureLog.noteLost(slots[slot]);
    for (const slot of empty) this.#failureLog.noteLost(slots[slot]);
  }

  /** A window was carried out as a graph. */
  #noteReplay({ points, traffic }: Trace, { plan, written, hasImages: changed }: CutProgram, slots: readonly Root[]): void {
    if (!changed) for (const slot of written) this.#written(slots[slot], false);
    for (const last of plan.lastUses) for (const slot of last) if (this.#isSpent(slots[slot])) this.release(slots[slot]);
    this.#replayed += points;
    this.#launches.count(traffic);
  }

  /** A root gets other contents; `given`: by the host. */
  #written(root: Root, given: boolean): void {
    this.#images.changed(this.#book.fill(root), given);
  }

  holds(root: Root): boolean {
    return root.bytes === 0 || this.#book.holds(root);
  }

  /** All launches are over, and another launcher takes over: gives back what this one has. */
  abandon(): void {
    this.#holdings.abandon();
  }

  submit(): void {
    this.#queue.submit();
  }

  upload(root: Root, data: TypedArray): void {
    this.#written(root, true);
    this.#host.upload(root, data);
  }

  copyOut(root: Root, view: View, out: TypedArray): void {
    this.#host.copyOut(root, view, out);
    this.#failureLog.settle();
    this.#failureLog.checkStrays();
  }

  release(root: Root): void {
    const contents = this.#book.take(root);
    if (contents.trace !== null) this.#watching.forget(contents.trace);
    this.#spy?.memories({ event: 'leave', root: root.id });
    this.#coherence.release(contents);
  }

  reclaim(memory: ChunkMemory): void {
    if (memory.root === undefined) this.#pool.releaseChunk(memory);
    else this.#spy?.memories({ event: 'leave', root: memory.root });
  }
}
