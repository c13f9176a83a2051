/**
 * Tracing in the runtime (thesis ch. 5): full windows are cut where traces begin and end, so that a loop of a length that does not divide
 * the window becomes the same few windows again and again, and their plans are known. Windows that end at a read are cut by the program
 * itself.
 */
import type { Task } from '../../task/index.js';
import { type Candidate, InlineMiner, type Miner, Recency, ThreadMiner, Tracer } from '../../trace/index.js';
import type { Stats } from '../stats.js';
import type { PredictedWindow } from './predicted-window.js';
import type { Window } from './window.js';

/** Tasks for which the report remembers whether they were replayed (Fig. 5.11). */
const REPORTED = 5000;
const SAMPLES = 64;
/** Tasks replayed in a row after which cuts are left as they are. */
const SETTLED = 1024;
/** Tasks between two reads at most for all of them to be one window; and where there were as many between the two reads before. */
const SOON = 1024;
const SOON_AGAIN = 4096;
/** The least share of traces in a window without a plan that is launched in pieces. */
const REPLAYED_SHARE = 0.5;

/** Windows to launch, and the number of waiting tasks at which to look for cuts again. */
interface Cut {
  readonly windows: readonly (readonly Task[])[];
  readonly wait: number;
}

/** The traces that were found, and how much of the stream was replayed. */
export interface TraceReport {
  /** Of the last 5,000 tasks: the share in windows with a known plan. */
  readonly share: number;
  /** That share over time, oldest first: task count and share. */
  readonly series: readonly { readonly tasks: number; readonly share: number }[];
  readonly traces: readonly { readonly id: number; readonly length: number; readonly replays: number }[];
  /** With several memories: windows that were replayed as graphs, and windows that were planned step by step, by reason. */
  readonly graphs?: NonNullable<Stats['graphs']>;
}

export class Tracing {
  #recency: Recency;
  readonly #moves: boolean;
  #tracer: Tracer | null;
  readonly #miner: Miner | null;
  #tokens = new Int32Array(256);
  /** Tasks at the head of the window that have been encoded as tokens. */
  #known = 0;
  /** The last tasks, as runs of tasks that were replayed or not, and the number of tasks in all runs. */
  #runs: { readonly replayed: boolean; tasks: number }[] = [];
  #remembered = 0;
  #tasks = 0;
  /** Tasks in a row that were replayed. */
  #replayedRun = 0;
  /** Tasks launched since the last read, or end of a job; tasks between the two reads before, which are one window if they are few enough. */
  #since = 0;
  #interval = 0;
  #isWhole = false;
  #limit = 0;
  #hits = 0;
  #series: { tasks: number; share: number }[] = [];
  #nextSample = 256;

  /** `moves`: plans serve views that move. */
  constructor(mode: 'auto' | 'inline' | 'off', moves = false) {
    this.#moves = moves;
    this.#recency = new Recency(moves);
    this.#miner = mode === 'auto' ? new ThreadMiner() : mode === 'inline' ? new InlineMiner() : null;
    this.#tracer = this.#makeTracer();
  }

  #makeTracer(): Tracer | null {
    return this.#miner === null ? null : new Tracer(this.#miner);
  }

  /** Begins anew after an interruption; the report's counts stay. */
  recover(): void {
    this.#recency = new Recency(this.#moves);
    this.#tracer = this.#makeTracer();
    this.#known = this.#limit = 0;
    this.#since = this.#interval = this.#replayedRun = 0;
    this.#isWhole = false;
  }

  /**
   * Whether nothing is to be cut yet: at how many tasks to look, or 0 for now. A program that was at its next read, or the end of
   * its job, soon after the last is given time to get there again: it cuts windows itself.
   */
  awaits(tasks: number): number {
    return this.#isWhole && this.#since + tasks <= this.#interval ? this.#interval - this.#since + 1 : 0;
  }

  /** Whether every window replays as things are: cuts are left as they are. */
  get isSettled(): boolean {
    return this.#replayedRun >= SETTLED;
  }

  /** Cuts the tasks that wait, in windows of `limit`; tasks beyond the cuts stay. `fixed` windows are launched whole. */
  cut(tasks: readonly Task[], limit: number, fixed: boolean): Cut {
    if (this.#tracer === null || fixed) {
      if (tasks.length < limit) return { windows: [], wait: limit };
      this.#since += tasks.length;
      return { windows: [tasks], wait: limit };
    }
    if (limit !== this.#limit) {
      this.#limit = limit;
      this.#tracer.restart();
      const enough = Math.ceil(limit / 2);
      if (tasks.length < enough) return { windows: [], wait: enough };
    }
    const { segments, wait } = this.#parsed(this.#tracer, tasks);
    const end = segments.at(-1)?.end ?? 0;
    this.#tracer.observe(this.#tokens, segments);
    this.#tokens.copyWithin(0, end, tasks.length);
    this.#known = tasks.length - end;
    this.#since += end;
    return { windows: segments.map((s) => tasks.slice(s.start, s.end)), wait };
  }

  /** The segments of tasks, of which the first `#known` are encoded already. */
  #parsed(tracer: Tracer, tasks: readonly Task[]): ReturnType<Tracer['parse']> {
    if (this.#tokens.length < tasks.length) this.#tokens = grown(this.#tokens, tasks.length);
    this.#recency.encode(tasks, this.#tokens, this.#known);
    tracer.settled = this.isSettled;
    return tracer.parse(this.#tokens, tasks.length, this.#limit);
  }

  /**
   * Pieces of a window that a read ended and that has no plan: the traces in it, and the tasks between them. Null where traces are a small share.
   */
  pieces(tasks: readonly Task[]): readonly (readonly Task[])[] | null {
    const { length } = tasks;
    if (this.#tracer === null || this.#limit === 0 || length <= this.#limit) return null;
    const { segments } = this.#parsed(this.#tracer, tasks);
    const end = segments.at(-1)?.end ?? 0;
    const all = end < length ? [...segments, { start: end, end: length, trace: null }] : segments;
    this.#tracer.observe(this.#tokens, all);
    const traced = all.reduce((n, { start, end, trace }) => (trace === null ? n : n + end - start), 0);
    return traced < REPLAYED_SHARE * length ? null : all.map(({ start, end }) => tasks.slice(start, end));
  }

  /** Goes past a window that is cut where the one before it of its form was: only the first has its tokens encoded. */
  pass(expected: PredictedWindow, window: Window): void {
    const { length } = window;
    this.#since += length;
    if (this.#tracer === null) return;
    if (expected.passage === null) {
      const tokens = new Int32Array(length);
      this.#recency.encode(window.tasks, tokens);
      expected.passage = this.#tracer.passageOf(tokens);
    } else this.#recency.skip(length, expected.lastUses, window.slots, window.shifts);
    this.#tracer.pass(expected.passage);
  }

  /** All `tasks` that waited are launched by a read or the end of the job: the next window starts afresh. */
  restart(tasks: number): void {
    const interval = this.#since + tasks;
    this.#isWhole = interval <= (interval === this.#interval ? SOON_AGAIN : SOON);
    this.#interval = interval;
    this.#since = 0;
    this.#known = 0;
  }

  /** Counts a window's tasks as replayed or not. */
  noteReplay(tasks: number, replayed: boolean): void {
    this.#replayedRun = replayed ? this.#replayedRun + tasks : 0;
    this.#tasks += tasks;
    this.#remembered += tasks;
    if (replayed) this.#hits += tasks;
    const last = this.#runs.at(-1);
    if (last?.replayed === replayed) last.tasks += tasks;
    else this.#runs.push({ replayed, tasks });
    while (this.#remembered > REPORTED) this.#forgetFirst();
    if (this.#tasks >= this.#nextSample) this.#sample();
  }

  /** Forgets as many of the oldest tasks as are too many, or all of their run. */
  #forgetFirst(): void {
    const [first] = this.#runs;
    const tasks = Math.min(first.tasks, this.#remembered - REPORTED);
    first.tasks -= tasks;
    this.#remembered -= tasks;
    if (first.replayed) this.#hits -= tasks;
    if (first.tasks === 0) this.#runs.shift();
  }

  #sample(): void {
    this.#series.push({ tasks: this.#tasks, share: this.share });
    if (this.#series.length > SAMPLES) this.#series = this.#series.filter((_, i) => i % 2 === 1);
    this.#nextSample = this.#tasks + Math.max(256, Math.floor(this.#tasks / SAMPLES));
  }

  get share(): number {
    return this.#remembered === 0 ? 0 : this.#hits / this.#remembered;
  }

  report(): TraceReport {
    const traces = (this.#tracer?.candidates ?? [])
      .filter((c: Candidate) => c.replays > 0)
      .map(({ id, tokens, replays }) => ({ id, length: tokens.length, replays }));
    return { share: this.share, series: [...this.#series, { tasks: this.#tasks, share: this.share }], traces };
  }

  async close(): Promise<void> {
    await this.#miner?.close?.();
  }
}

function grown(old: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(size, old.length * 2));
  larger.set(old);
  return larger;
}
