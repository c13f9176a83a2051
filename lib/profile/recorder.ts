/**
 * A record of a program's runtime while a profile is taken: spans on lanes, launches by number with the tasks in them, reads, memory.
 * Rooms note what they do if there is a recorder; without one a flush and a read cost a comparison each. Times are milliseconds of `now`.
 *
 *     launch 7..9 ──► program 3 ──► groups  [mul … add, at app.js:4]  [sum, at app.js:5]  [take, at app.js:9]
 */
import { now, type Site } from '../base/index.js';

/** Spans that are not launches: work of the issuing thread, compilers, kernels that wait for these or are in them, and the engine's collections. */
type Lane = 'issue' | 'compile' | 'awaited' | 'collect';

/** A task of a launch. */
export interface GroupTask {
  readonly name: string;
  readonly site: Site | null;
}

/** The tasks of one launch, fused or not. */
export interface Group {
  readonly tasks: readonly GroupTask[];
  readonly elements: number;
}

/** Two tasks that did not get into one kernel, and why. */
export interface Apart {
  readonly reason: string;
  readonly before: GroupTask;
  readonly after: GroupTask;
}

export interface Span {
  readonly lane: Lane;
  readonly text: string;
  readonly begin: number;
  readonly end: number;
  readonly site: Site | null;
}

/** A stretch of an accelerator's queue: launches that follow each other, by the machine's numbers. */
export interface QueueRun {
  readonly queue: string;
  /** What it is, where it runs no task. */
  readonly text: string | null;
  readonly first: number;
  readonly launches: number;
  readonly begin: number;
  readonly end: number;
  /** The number by which a device of the host ran it in the accelerator's stead; 0 for none. */
  readonly played: number;
}

/** The groups of launches that follow each other, the first of which has this number. */
interface LaunchedProgram {
  readonly first: number;
  readonly groups: readonly Group[];
}

/** Spans and launched programs that are kept, at most. */
const MOST = 2_000_000;

export class Recorder {
  readonly begin = now();
  readonly spans: Span[] = [];
  readonly programs: LaunchedProgram[] = [];
  /** When launches ran on this thread, where the device does not note it: their numbers, begins and ends. */
  readonly runs: { readonly launch: number; readonly begin: number; readonly end: number }[] = [];
  readonly queues: QueueRun[] = [];
  readonly memory: { readonly time: number; readonly bytes: number }[] = [];
  /** By line: how often it read, and how many elements. */
  readonly reads = new Map<string, { count: number; elements: number }>();
  readonly apart = new Map<string, Apart & { count: number }>();
  /** Windows whose tasks were launched one by one: whether they would fuse was not looked at. */
  unplanned = 0;
  /** Notes that found no room. */
  dropped = 0;
  readonly #most: number;
  readonly #groups = new WeakMap<object, readonly Group[]>();
  readonly #aparts = new WeakMap<object, readonly string[]>();
  readonly #fetching: (() => void)[] = [];

  /** `most`: spans that are kept, and launched programs, and so on. */
  constructor(most = MOST) {
    this.#most = most;
  }

  #hasRoom({ length }: readonly unknown[]): boolean {
    if (length < this.#most) return true;
    this.dropped++;
    return false;
  }

  /** A window's tasks were launched one by one. */
  unplannedWindow(): void {
    this.unplanned++;
  }

  /** A span that ends now. */
  span(lane: Lane, text: string, begin: number, site: Site | null = null): void {
    if (this.#hasRoom(this.spans)) this.spans.push({ lane, text, begin, end: now(), site });
  }

  /** Launches `first` and those after it run these steps; `make` is called the first time that they are launched. */
  launched(first: number, steps: object, make: () => readonly Group[]): void {
    if (!this.#hasRoom(this.programs)) return;
    let groups = this.#groups.get(steps);
    if (groups === undefined) this.#groups.set(steps, (groups = make()));
    this.programs.push({ first, groups });
  }

  /** A launch ends now that ran on this thread. */
  ran(launch: number, begin: number): void {
    if (this.#hasRoom(this.runs)) this.runs.push({ launch, begin, end: now() });
  }

  /** An accelerator's queue carried launches out. */
  ranInQueue(run: QueueRun): void {
    if (this.#hasRoom(this.queues)) this.queues.push(run);
  }

  /** `fetch` notes stretches that a different thread knows, and is called at the end. */
  fetchAtEnd(fetch: () => void): void {
    this.#fetching.push(fetch);
  }

  /** The profile ends: nothing is under way any more. */
  end(): void {
    for (const fetch of this.#fetching) fetch();
  }

  /** A plan is used once more: its kernels are apart for these reasons. */
  planned(plan: object, make: () => readonly Apart[]): void {
    let keys = this.#aparts.get(plan);
    if (keys === undefined) {
      keys = make().map((apart) => this.#enter(apart));
      this.#aparts.set(plan, keys);
    }
    for (const key of keys) {
      const known = this.apart.get(key);
      if (known !== undefined) known.count++;
    }
  }

  #enter(apart: Apart): string {
    const [a, b] = [apart.before, apart.after].map(({ name, site }) => `${name} ${site?.where}`);
    const key = `${apart.reason} ${a} ${b}`;
    if (!this.apart.has(key)) this.apart.set(key, { ...apart, count: 0 });
    return key;
  }

  read(site: Site | null, elements: number): void {
    const where = site?.where ?? '';
    const known = this.reads.get(where);
    if (known === undefined) this.reads.set(where, { count: 1, elements });
    else {
      known.count++;
      known.elements += elements;
    }
  }

  used(bytes: number): void {
    if (this.#hasRoom(this.memory)) this.memory.push({ time: now(), bytes });
  }
}

let current: Recorder | null = null;

/** The recorder, while a profile is taken. */
export function recorder(): Recorder | null {
  return current;
}

/** Takes a profile from now on. */
export function startRecorder(): Recorder {
  return (current = new Recorder());
}
