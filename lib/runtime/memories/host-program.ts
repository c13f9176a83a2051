/**
 * The host's launches of a recorded window as a program of its device, launched with one call: one segment, which follows launches of other
 * queues as a whole, or all of the host's segments. Then work of other queues between them makes asynchronous nodes: launches wait for the
 * launches of other queues that they need, which are submitted behind the program, and each segment but the last is complete on its own, so
 * that other queues can follow it.
 *
 *     segments   host 0 2        gpu0 1 3                 host 4
 *     program    0 2 ─► release                           4 ◄─ arrival of gpu0's first
 *     gpu0               └─► 1 3, which follows 2, ────────┘
 *
 * Uses, failures and the log are noted segment by segment, each in its turn among those of other queues: a launch of another queue finds the
 * launches of the host that come before it in the window, and none that waits for it.
 */
import { invariant } from '../../base/index.js';
import type { Instance } from '../../dependence/index.js';
import type { Window } from '../issue/index.js';
import type { StepLaunches } from '../launch/index.js';
import { type Arrival, type LastUses, lastUsesOf, noteUses, Replay } from '../replay/index.js';
import type { Engines } from './engines.js';
import type { ListedLaunch } from './listed-launch.js';
import type { Parts } from './parts.js';
import { formOfLaunches } from './recorded-form.js';
import { followsOf, type SegmentProgram } from './segment-program.js';

/** The launches of a segment. */
interface HostLaunches {
  readonly launches: readonly ListedLaunch[];
  readonly steps: StepLaunches;
}

export class HostProgram {
  readonly segments: readonly HostSegment[];
  readonly #with: Parts;
  readonly #replay: Replay;
  /** Uses by launches that may have to wait for launches of earlier windows. */
  readonly #early: readonly LastUses[];
  #first = 0;
  /** By queue, the first launch of the window. */
  readonly #firsts = new Map<number, number>();

  /**
   * `scratch`: instances that have memory only while the program runs; `arrivals` of its launches, counted from 0. Null where the device
   * prepares no such program.
   */
  static compile(
    segments: readonly HostLaunches[],
    arrivals: readonly Arrival[],
    instances: readonly Instance[],
    scratch: ReadonlySet<number>,
    parts: Parts,
  ): HostProgram | null {
    const launches = segments.flatMap((segment) => segment.launches);
    let count = 0;
    const releases = segments.slice(0, -1).map((segment) => (count += segment.launches.length) - 1);
    const form = formOfLaunches(launches, instances, scratch, parts.device.procs, parts.memories, {
      arrivals,
      releases,
    });
    const replay = Replay.compile(parts, form, [...instances.keys()]);
    if (replay === null) return null;
    const usesOf = (of: readonly ListedLaunch[]): LastUses[] => lastUsesOf(of).filter(({ at }) => !scratch.has(at));
    return new HostProgram(replay, usesOf(early(launches, arrivals, parts.engines)), segments, usesOf, arrivals, parts);
  }

  private constructor(
    replay: Replay,
    earlyUses: readonly LastUses[],
    segments: readonly HostLaunches[],
    usesOf: (launches: readonly ListedLaunch[]) => readonly LastUses[],
    arrivals: readonly Arrival[],
    parts: Parts,
  ) {
    this.#with = parts;
    this.#early = earlyUses;
    this.#replay = replay;
    let count = 0;
    this.segments = segments.map(({ launches, steps }) => {
      const begin = count;
      count += launches.length;
      const own = arrivals.filter(({ launch }) => launch >= begin && launch < count);
      const distinct = [...new Map(own.map((arrival) => [`${arrival.queue},${arrival.at}`, arrival])).values()];
      return new HostSegment(this, { begin, count: launches.length, steps, uses: usesOf(launches), arrivals: distinct });
    });
  }

  reserve(): void {
    this.#replay.reserve();
  }

  cancel(): void {
    this.#replay.cancel();
  }

  /** Launches all of it, in front of the launches of other queues that it waits for. */
  run(window: Window, table: readonly Instance[]): void {
    const { queue, chain, engines } = this.#with;
    chain.follow(queue.last);
    const follows = followsOf(this.#early, table, engines.host, engines);
    const queues = this.#replay.lowered.queues.map((number) => {
      const first = engines.all[number].queue.last + 1;
      this.#firsts.set(number, first);
      return { queue: engines.all[number], first };
    });
    this.#first = this.#replay.run(window, table, chain, null, { follows, queues, inTurns: this.segments.length > 1 });
    queue.skip(this.#replay.program.span);
  }

  /** The turn of a segment; returns its first launch. */
  note({ begin, count, steps, uses, arrivals }: SegmentLaunches, window: Window, table: readonly Instance[]): number {
    const first = this.#first + begin;
    if (this.segments.length > 1) {
      noteUses(uses, table, first);
      this.#replay.tell(count);
      this.#follow(arrivals);
    }
    this.#with.failureLog.noteProgram(first, window, steps);
    return first;
  }

  /** The launches that a segment waits for were submitted by now. */
  #follow(arrivals: readonly Arrival[]): void {
    const { all } = this.#with.engines;
    for (const { queue, at } of arrivals) {
      const launch = (this.#firsts.get(queue) ?? 0) + at;
      invariant(launch <= all[queue].queue.last, 'a segment comes behind the launches that it waits for');
      all[queue].link?.followed?.(launch);
    }
  }
}

/** A segment of a program: its first launch there, and the launches of other queues that it waits for. */
interface SegmentLaunches {
  readonly begin: number;
  readonly count: number;
  readonly steps: StepLaunches;
  readonly uses: readonly LastUses[];
  readonly arrivals: readonly Arrival[];
}

class HostSegment implements SegmentProgram {
  readonly queue = 0;
  first = 0;
  readonly count: number;
  readonly #program: HostProgram;
  readonly #part: SegmentLaunches;

  constructor(program: HostProgram, part: SegmentLaunches) {
    this.count = part.count;
    this.#program = program;
    this.#part = part;
  }

  get #isFirst(): boolean {
    return this.#part.begin === 0;
  }

  reserve(): void {
    if (this.#isFirst) this.#program.reserve();
  }

  cancel(): void {
    if (this.#isFirst) this.#program.cancel();
  }

  run(window: Window, table: readonly Instance[]): void {
    if (this.#program.segments.length === 1) this.#program.run(window, table);
    this.first = this.#program.note(this.#part, window, table);
  }
}

/** Launches that may have to wait for launches of earlier windows: a launch with arrivals of every other queue comes behind all of these. */
function early(launches: readonly ListedLaunch[], arrivals: readonly Arrival[], { all }: Engines): ListedLaunch[] {
  const counts = new Int32Array(launches.length);
  for (const { launch } of arrivals) counts[launch]++;
  return launches.filter((_, i) => counts[i] < all.length - 1 || all.length === 1);
}
