/**
 * A window over separate memories that is carried out again (thesis ch. 5, 6.4): the launches of a window that was carried out step by step,
 * for all windows that begin under the same preconditions. They are cut into segments by queue (`segments.ts`): the host's are one program of its
 * device, with edges found from the boxes of instances that they touch and asynchronous nodes for the work of other queues
 * (`host-program.ts`), an accelerator's are handed over whole, and segments follow each other's launches without a wait of this thread. A replay
 * checks the preconditions, binds the table of instances (the roots' own; instances that dead roots of the same kind left; new ones),
 * launches the program, hands each accelerator's segments over, and tells coherence of the postconditions.
 *
 *     before    x: 0: memory 0 [0,5) …        launches     copy 1→0   copy 0→1   points 0, 1
 *     after     y: 2: memory 0 [0,4) …        program      cpu: all of them, as a graph
 *
 * The mapper's answers at the recording stay valid: they are functions of their arguments. A window that does not fit (roots in different
 * conditions, images of different values, too little memory) is carried out step by step (`trace-cache.ts`).
 */
import { OutOfMemoryError } from '../../base/index.js';
import { onQueue } from '../../device/index.js';
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import type { Arrival } from '../replay/index.js';
import { Instances } from './bind-instances.js';
import { HostProgram } from './host-program.js';
import { isTransfer, type Listed, type ListedLaunch } from './listed-launch.js';
import type { Parts } from './parts.js';
import { type Postconditions, postconditionsOf } from './postconditions.js';
import { QueueSegment } from './queue-segment.js';
import { countTraffic, type Recording, type Traffic } from './recording.js';
import { type SegmentProgram, stepsOf } from './segment-program.js';
import { type Segment, segmentsOf } from './segments.js';

/** A root in the memory of an accelerator. */
interface Resident {
  readonly slot: number;
  readonly memory: number;
}

export class Trace {
  readonly traffic: Traffic;
  readonly points: number;
  readonly #with: Parts;
  readonly #instances: Instances;
  readonly #segments: readonly SegmentProgram[];
  /** The program of all host's segments; null where each of them is launched in its turn. */
  readonly #whole: HostProgram | null;
  /** By launch: its segment, and its number there. */
  readonly #where: readonly { readonly segment: SegmentProgram; readonly at: number }[];
  /** The last segment of each queue. */
  readonly #last: readonly SegmentProgram[];
  readonly #used: readonly number[];
  readonly #residents: readonly Resident[];
  /** Slots with instances that pass to later roots within the window. */
  readonly #passed: readonly number[];

  /** Null for a window without launches. */
  static compile(recording: Recording, parts: Parts): Trace | null {
    const { launches, instances } = recording;
    if (launches.length === 0) return null;
    const { engines } = parts;
    const postconditions = postconditionsOf(recording);
    const { segments: cut, arrivals } = segmentsOf(launches, instances.length, (memory) => engines.of(memory).number);
    const used = usedBy(cut, launches);
    const passing = new Set([...postconditions.scratch].filter((place) => used.has(place)));
    const compile = (together: readonly Segment[], awaited: readonly Arrival[]): HostProgram | null => {
      const elsewhere = usedBy(
        cut.filter((segment) => !together.includes(segment)),
        launches,
      );
      const scratch = new Set([...usedBy(together, launches)].filter((place) => passing.has(place) && !elsewhere.has(place)));
      const own = together.map(({ launches: positions }) => ({
        launches: positions.map((position) => launches[position]).filter(isLaunch),
        steps: stepsOf(positions, recording.steps),
      }));
      const program = HostProgram.compile(own, awaited, instances, scratch, parts);
      if (program !== null) for (const place of scratch) passing.delete(place);
      return program;
    };
    const host = cut.filter(({ queue }) => queue === 0);
    const whole = host.length > 1 && engines.tellEachOther ? compile(host, arrivals) : null;
    const segments = cut.map((segment): SegmentProgram => {
      const { queue, launches: positions } = segment;
      const program = queue > 0 ? null : whole === null ? compile([segment], []) : whole;
      if (program !== null) return program.segments[whole === null ? 0 : host.indexOf(segment)];
      const own = positions.map((position) => launches[position]);
      return new QueueSegment(own, stepsOf(positions, recording.steps), engines.all[queue], parts);
    });
    return new Trace(recording, parts, postconditions, cut, segments, whole, [...passing]);
  }

  private constructor(
    recording: Recording,
    parts: Parts,
    postconditions: Postconditions,
    cut: readonly Segment[],
    segments: readonly SegmentProgram[],
    whole: HostProgram | null,
    passing: readonly number[],
  ) {
    this.#whole = whole;
    const { launches, instances, before } = recording;
    this.traffic = countTraffic({ copies: 0, bytes: 0, folds: 0 }, launches, instances);
    this.points = launches.filter((l) => l.told.event === 'point').length;
    this.#with = parts;
    this.#instances = new Instances(recording, postconditions, passing, parts);
    this.#segments = segments;
    const where: { segment: SegmentProgram; at: number }[] = [];
    cut.forEach((segment, s) => {
      segment.launches.forEach((position, at) => {
        where[position] = { segment: segments[s], at };
      });
    });
    this.#where = where;
    this.#last = segments.filter(({ queue }, s) => !segments.slice(s + 1).some((later) => later.queue === queue));
    this.#used = before.map(({ slot }) => slot);
    this.#residents = residentsOf(launches, parts);
    this.#passed = postconditions.outcomes.flatMap(({ slot, passed: left }) => (left === null ? [] : [slot]));
  }

  /** Whether these roots pass their instances on as the recorded roots did. */
  fits(slots: readonly Root[]): boolean {
    for (const slot of this.#passed) if (!this.#with.isSpent(slots[slot])) return false;
    return true;
  }

  /** Carries it out for roots that meet its conditions; false when the memory for it cannot be had. */
  run(window: Window): boolean {
    const segments = this.#segments;
    this.#with.engines.submit();
    if (this.#residents.length > 0) this.#stay(window.slots);
    const table = this.#instances.bind(window);
    if (table === null) return false;
    if (!this.#reserve()) {
      this.#instances.unbind(window);
      return false;
    }
    this.#whole?.run(window, table);
    for (let s = 0; s < segments.length; s++) segments[s].run(window, table);
    const last: number[] = [];
    for (let s = 0; s < this.#last.length; s++) {
      const { queue, first, count } = this.#last[s];
      last.push(onQueue(queue, first + count - 1));
    }
    this.#instances.conclude(window, this.#numberOf, last);
    return true;
  }

  readonly #numberOf = (launch: number): number => {
    const { segment, at } = this.#where[launch];
    return onQueue(segment.queue, segment.first + at);
  };

  /** The window's roots stay where they are while room is made for it; the roots that it uses are the last to leave afterwards. */
  #stay(slots: readonly Root[]): void {
    const { evictor, book } = this.#with;
    evictor.pin(this.#used.map((slot) => book.keyOf(slots[slot])));
    for (const { slot, memory } of this.#residents) evictor.use(book.keyOf(slots[slot]), memory);
  }

  #reserve(): boolean {
    try {
      for (const segment of this.#segments) segment.reserve();
      return true;
    } catch (error) {
      for (const segment of this.#segments) segment.cancel();
      if (error instanceof OutOfMemoryError) return false;
      throw error;
    }
  }
}

function isLaunch(listed: Listed): listed is ListedLaunch {
  return !isTransfer(listed);
}

/** The instances that segments use. */
function usedBy(segments: readonly Segment[], launches: readonly Listed[]): Set<number> {
  const used = new Set<number>();
  for (const segment of segments)
    for (const position of segment.launches) for (const { block } of launches[position].uses) used.add(block);
  return used;
}

/** The roots that accelerators use, in the order of their last uses. */
function residentsOf(launches: readonly Listed[], { engines }: Pick<Parts, 'engines'>): Resident[] {
  const found = new Map<string, Resident>();
  for (const { told, memory } of launches) {
    if (told.event !== 'point' || engines.of(memory).number === 0) continue;
    for (const { slot } of told.uses) {
      const key = `${slot},${memory}`;
      found.delete(key);
      found.set(key, { slot, memory });
    }
  }
  return [...found.values()];
}
