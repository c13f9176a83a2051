/**
 * A window over separate memories as a graph (thesis ch. 5, 6.4): the launches of a window that was carried out step by step, compiled to
 * actors, for all windows that begin under the same preconditions. A replay checks the preconditions, binds the table of instances (the
 * roots' own; instances that dead roots of the same kind left; new ones), makes one call of the device, and tells coherence of the
 * postconditions.
 *
 *     before    x: 0: memory 0 [0,5) …        launches     copy 1→0   copy 0→1   points 0, 1
 *     after     y: 2: memory 0 [0,4) …        as a graph, with edges found from the boxes of instances that they touch
 *
 * The mapper's answers at the recording stay valid: they are functions of their arguments. A window that does not fit (roots in different
 * conditions, images of different values, too little memory) is carried out step by step (`trace-cache.ts`).
 */
import type { Instance } from '../../dependence/index.js';
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import type { FailureLog, Queue } from '../launch/index.js';
import { type Chain, type Means, Replay } from '../replay/index.js';
import { type Coherent, Instances } from './bind-instances.js';
import { postconditionsOf } from './postconditions.js';
import { formOfRecording } from './recorded-form.js';
import { countTraffic, type Noted, type Recording, type Traffic } from './recording.js';

/** The parts that carry out traces. */
export interface Surroundings extends Means, Coherent {
  readonly failureLog: FailureLog;
  readonly queue: Queue;
  readonly memories: number;
  readonly chain: Chain;
}

export class Trace {
  readonly traffic: Traffic;
  readonly points: number;
  readonly #with: Surroundings;
  readonly #steps: readonly Noted[];
  readonly #replay: Replay<Instance>;
  /** Slots with instances that pass to later roots within the window. */
  readonly #passed: readonly number[];

  /** Null where the device prepares no such program. */
  static compile(recording: Recording, surroundings: Surroundings): Trace | null {
    const { launches, instances } = recording;
    if (launches.length === 0) return null;
    const postconditions = postconditionsOf(recording);
    const form = formOfRecording(recording, postconditions.scratch, surroundings.device.procs, surroundings.memories);
    const places = [...instances.keys()];
    const replay = Replay.compile(surroundings, form, places, new Instances(recording, postconditions, surroundings));
    const passed = postconditions.outcomes.flatMap(({ slot, passed: left }) => (left === null ? [] : [slot]));
    return replay === null ? null : new Trace(recording, surroundings, replay, passed);
  }

  private constructor(
    { launches, steps, instances }: Recording,
    surroundings: Surroundings,
    replay: Replay<Instance>,
    passed: readonly number[],
  ) {
    this.traffic = countTraffic({ copies: 0, bytes: 0, folds: 0 }, launches, instances);
    this.points = launches.filter((l) => l.told.event === 'point').length;
    this.#with = surroundings;
    this.#steps = steps;
    this.#replay = replay;
    this.#passed = passed;
  }

  /** Whether these roots pass their instances on as the recorded roots did. */
  fits(slots: readonly Root[]): boolean {
    for (const slot of this.#passed) if (!this.#with.isSpent(slots[slot])) return false;
    return true;
  }

  /** Carries it out for roots that meet its conditions; false when the memory for it cannot be had. */
  run(window: Window): boolean {
    const { queue, failureLog, chain } = this.#with;
    queue.submit();
    chain.follow(queue.last);
    const first = this.#replay.run(window, chain);
    if (first === 0) return false;
    queue.skip(this.#replay.program.span);
    for (const { step, first: from, last: to } of this.#steps) failureLog.note(first + to, window, step, first + from);
    return true;
  }
}
