/**
 * Decides which windows over separate memories are carried out as traces: windows with a program that began under the same preconditions
 * often enough before. The rest is carried out step by step, and counted by reason. `on`: from the second time on.
 */
import type { Partition } from '../../partition/index.js';
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import { type Graphs, Heat, Rungs } from '../tiering/index.js';
import type { Parts } from './parts.js';
import { type ConditionOf, Recording, type Start } from './recording.js';
import { Trace } from './trace.js';

/** Sets of preconditions that are kept for one program. */
const MOST = 6;

/** Preconditions of a program: the conditions of its roots, and the partitions of its images. */
interface PreconditionSet {
  readonly before: readonly Start[];
  readonly images: readonly Partition[];
  readonly heat: Heat;
  /** Undefined until it is recorded; null where it cannot be. */
  trace: Trace | null | undefined;
}

/** A program's sets of preconditions; null where it has a step that no graph has. */
export type PreconditionSets = PreconditionSet[] | null;

const nobody = (): number => -1;

export class TraceCache {
  readonly rungs = new Rungs();
  readonly #graphs: Graphs;
  readonly #with: Parts;
  /** Points of the windows that were replayed. */
  points = 0;

  constructor(graphs: Graphs, parts: Parts) {
    this.#graphs = graphs;
    this.#with = parts;
  }

  readonly #conditionOf: ConditionOf = (root, placeOf) =>
    this.#with.coherence.conditions.of(this.#with.book.keyOf(root), placeOf);

  get off(): boolean {
    return this.#graphs === 'off';
  }

  /** The way in which a window that uses these slots begins: one that is known, or a new one; null where it does not matter. */
  preconditionsOf(
    sets: PreconditionSets,
    images: readonly Partition[],
    slots: readonly Root[],
    used: readonly number[],
  ): PreconditionSet | null {
    if (this.off) return null;
    if (sets === null) {
      this.rungs.stepwise.unfit++;
      return null;
    }
    const known = sets.find((preconditions) => this.#isMet(preconditions, images, slots));
    if (known !== undefined) return known;
    const before = used.map((slot) => ({ slot, condition: this.#conditionOf(slots[slot], nobody) }));
    const preconditions: PreconditionSet = { before, images, heat: new Heat(), trace: undefined };
    if (sets.length >= MOST) {
      this.rungs.stepwise.varies++;
      sets.splice(
        Math.max(
          0,
          sets.findIndex((w) => w.trace === undefined || w.trace === null),
        ),
        1,
      );
    }
    sets.push(preconditions);
    return preconditions;
  }

  #isMet({ before, images, trace }: PreconditionSet, now: readonly Partition[], slots: readonly Root[]): boolean {
    const { coherence, book } = this.#with;
    const { conditions } = coherence;
    for (const { slot, condition } of before) if (!conditions.met(book.keyOf(slots[slot]), condition)) return false;
    for (let i = 0; i < images.length; i++) if (images[i] !== now[i]) return false;
    return trace === undefined || trace === null || trace.fits(slots);
  }

  /** Carries a window out as a graph; null where it has to be done step by step. */
  replay({ trace }: PreconditionSet, window: Window): Trace | null {
    if (trace === undefined) return null;
    if (trace === null) this.rungs.stepwise.unfit++;
    else if (trace.run(window)) {
      this.rungs.replays++;
      this.points += trace.points;
      return trace;
    } else this.rungs.stepwise.memory++;
    return null;
  }

  /** A recording for a window that is about to be carried out step by step, if it is worth one; `last`: the last launches, by queue. */
  record(preconditions: PreconditionSet, slots: readonly Root[], last: readonly number[]): Recording | null {
    if (preconditions.trace !== undefined) return null;
    this.rungs.stepwise.new++;
    if (!preconditions.heat.warms(this.#graphs)) return null;
    const used = preconditions.before.map(({ slot }) => slot);
    return new Recording(last, slots, this.#conditionOf, used);
  }

  /** The window that was recorded is over, launches `last` being its last, by queue. */
  keep(preconditions: PreconditionSet, recording: Recording, last: readonly number[]): void {
    if (recording.end(last)) preconditions.trace = Trace.compile(recording, this.#with);
    else if (!recording.isSpoilt || !preconditions.heat.compiles()) preconditions.trace = null;
  }
}
