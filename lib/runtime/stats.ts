/** The runtime's counters, for `np.runtime.stats()` and `--stats` (2022 task-fusion paper, tables II and III). */
import type { Barrier, Plan } from '../fusion/index.js';
import type { Placed } from '../placement/index.js';

export interface Stats {
  /** Tasks that libraries issued; launches made for them. */
  readonly tasks: number;
  readonly launches: number;
  /** Tasks of windows without a plan, launched one by one: planning would not have paid yet. */
  readonly single: number;
  /** Windows flushed, and windows among them with a plan that was known, their own or that of their extent class. */
  readonly windows: number;
  readonly planHits: number;
  /**
   * Tasks in a fused launch: fewest, mean and most (0 where nothing was fused), and the share of all tasks that were in one. A task
   * that was launched alone is not fused and counts in none of the first three.
   */
  readonly fused: { readonly min: number; readonly mean: number; readonly max: number; readonly share: number };
  /** How often each constraint ended a fusible prefix. */
  readonly barriers: Readonly<Record<string, number>>;
  /** Arrays that got no memory, and their bytes; the ones of them that were used after all, and computed then. */
  readonly temporaries: { readonly count: number; readonly bytes: number; readonly materialized: number };
  /** Seconds spent planning; collections run to find dead arrays. */
  readonly planSeconds: number;
  readonly collections: { readonly minor: number; readonly major: number };
  /** Bytes in use, kept for reuse, and the most that was in use. */
  readonly memory: { readonly live: number; readonly cached: number; readonly peak: number };
  /** With several memories: copies between memories of the host, and their bytes. */
  readonly copies?: number;
  readonly copiedBytes?: number;
  /** With several memories: reductions that were folded, since their results were used. */
  readonly folds?: number;
  /** With several memories, by memory, accelerators' last: bytes of arrays and of copies in it now, and the most so far. */
  readonly memories?: readonly { readonly live: number; readonly peak: number }[];
  /** With several memories, an accelerator's among them: rewrites that plans lack, since these need all arrays in one memory. */
  readonly off?: readonly string[];
  /** With accelerators: copies between memories and their bytes, by link (`cpu to gpu0`). */
  readonly links?: Readonly<Record<string, { readonly copies: number; readonly bytes: number }>>;
  /**
   * With accelerators: arrays that left the memory of one that was full, their bytes there, and kernels that ran on the host's device, since
   * their arrays had no room in spite of that.
   */
  readonly evicted?: { readonly arrays: number; readonly bytes: number; readonly kernels: number };
  /**
   * With accelerators that keep a bounded number of kernels, by accelerator: kernels and their pipelines that were given back, the ones used longest ago. One
   * that comes again is prepared and compiled anew.
   */
  readonly dropped?: Readonly<Record<string, { readonly kernels: number; readonly pipelines: number }>>;
  /**
   * Kernels in the C tier, of all runtimes in this process: compiled, and the milliseconds of that; taken from disk; refused there, as damaged
   * or not this user's; failed, and why, each reason once; `waiting` are in the compiler now or before it, and run as block programs.
   */
  readonly kernels: {
    readonly compiled: number;
    readonly milliseconds: number;
    readonly fromDisk: number;
    readonly refused: number;
    readonly failed: number;
    readonly problems: readonly string[];
    readonly waiting: number;
  };
  /** With accelerators: kernels that ran on the host's device while they were compiled for an accelerator. */
  readonly compiling?: number;
  /** With accelerators: tasks by the device that they ran on, and tasks that stayed on the host's device, by reason. */
  readonly devices?: Readonly<Record<string, number>>;
  readonly stayed?: Readonly<Record<string, number>>;
  /**
   * Windows with a plan that were replayed as graphs, and windows that were launched step by step, by reason. With several memories, tasks that are
   * launched one by one are such windows.
   */
  readonly graphs?: { readonly replays: number; readonly stepwise: Readonly<Record<string, number>> };
}

/** Counters, added to at flushes. */
export class Counters {
  tasks = 0;
  launches = 0;
  single = 0;
  windows = 0;
  planHits = 0;
  /** Launches of more than one task, and the tasks in them. */
  groups = 0;
  fusedTasks = 0;
  shortest = Number.POSITIVE_INFINITY;
  longest = 0;
  eliminated = 0;
  eliminatedBytes = 0;
  materialized = 0;
  planSeconds = 0;
  readonly barriers = new Map<Barrier, number>();
  /** By device, and by why on the host's. */
  readonly devices: number[] = [];
  readonly stayed = new Map<string, number>();
  /** The last window's plan, and how many in a row had it. */
  #plan: Plan | null = null;
  #times = 0;

  noteWindow(known: boolean): void {
    this.windows++;
    if (known) this.planHits++;
  }

  /** Loops launch the same plan again and again, so it is counted when a different one comes. */
  notePlan(plan: Plan): void {
    if (plan !== this.#plan) this.#countPlan();
    this.#plan = plan;
    this.#times++;
  }

  /** Counts tasks by the devices that they ran on; null: of a machine that has one alone. */
  notePlaced(placed: Placed | null, times = 1): void {
    if (placed === null) return;
    for (const device of placed.devices) this.devices[device] = (this.devices[device] ?? 0) + times;
    for (const why of placed.stayed) this.stayed.set(why, (this.stayed.get(why) ?? 0) + times);
  }

  #countPlan(): void {
    const times = this.#times;
    this.#times = 0;
    if (this.#plan === null || times === 0) return;
    const { barriers, lengths, placed } = this.#plan;
    this.notePlaced(placed, times);
    for (const barrier of barriers) this.barriers.set(barrier, (this.barriers.get(barrier) ?? 0) + times);
    for (const length of lengths) {
      if (length === 1) continue;
      this.groups += times;
      this.fusedTasks += times * length;
      if (length < this.shortest) this.shortest = length;
      if (length > this.longest) this.longest = length;
    }
  }

  snapshot(collections: Stats['collections'], memory: Stats['memory']): Omit<Stats, 'kernels'> {
    this.#countPlan();
    return {
      tasks: this.tasks,
      launches: this.launches,
      single: this.single,
      windows: this.windows,
      planHits: this.planHits,
      fused: {
        min: this.groups === 0 ? 0 : this.shortest,
        mean: this.groups === 0 ? 0 : this.fusedTasks / this.groups,
        max: this.longest,
        share: this.tasks === 0 ? 0 : this.fusedTasks / this.tasks,
      },
      barriers: Object.fromEntries(this.barriers),
      temporaries: { count: this.eliminated, bytes: this.eliminatedBytes, materialized: this.materialized },
      planSeconds: this.planSeconds,
      collections,
      memory,
    };
  }
}
