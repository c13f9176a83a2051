/** A segment of a recorded window, ready to be carried out again. */
import type { Instance } from '../../dependence/index.js';
import type { Step } from '../../fusion/index.js';
import type { Window } from '../issue/index.js';
import type { StepLaunches } from '../launch/index.js';
import type { LastUses } from '../replay/index.js';
import type { Engine, Engines } from './engines.js';
import type { Noted } from './recording.js';

export interface SegmentProgram {
  /** Its queue, and the number there of the first launch that it made last; it makes `count` in a row. */
  readonly queue: number;
  readonly first: number;
  readonly count: number;
  /** Takes the memory that it needs besides instances, so that `run` is not refused. Throws `OutOfMemoryError`. */
  reserve(): void;
  /** Gives that back: there is no `run`. */
  cancel(): void;
  /** Launches it on a table of instances. */
  run(window: Window, table: readonly Instance[]): void;
}

/** The launches of other queues that launches of an engine follow, by the instances that they use this time. */
export function followsOf(rows: readonly LastUses[], table: readonly Instance[], engine: Engine, engines: Engines): number[] {
  const follows: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const { at, lastWrite } = rows[i];
    if (table[at].foreign !== null) follows.push(...engines.followUses(engine, table[at], lastWrite >= 0));
  }
  return follows;
}

/** The steps of launches at these positions of a recording. */
export function stepsOf(positions: readonly number[], noted: readonly Noted[]): StepLaunches {
  const steps: Step[] = [];
  const of = new Int32Array(positions.length).fill(-1);
  for (const { step, first, last } of noted) {
    const [begin, end] = [positions.indexOf(first), positions.indexOf(last)];
    if (begin < 0) continue;
    of.fill(steps.length, begin, end + 1);
    steps.push(step);
  }
  return { steps, of };
}
