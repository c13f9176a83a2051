/** Launches of a played accelerator that were submitted and have not run. */
import { now } from '../../base/index.js';
import { recorder } from '../../profile/index.js';
import type { ForeignQueue } from '../machine.js';

/** A launch of another queue. */
export interface Followed {
  readonly queue: ForeignQueue;
  readonly launch: number;
}

/** A launch that was submitted: the launches that it follows, and its work, which returns a status; `text`: for a transfer. */
export interface Waiting {
  readonly follows: readonly Followed[];
  readonly text: string | null;
  readonly run: () => number;
}

export const NOTHING: readonly Followed[] = [];

/** Runs a launch, and notes when in a profile. `played`: the number that the player gave it, where it is no transfer. */
export function timed(queue: string, first: number, text: string | null, run: () => number, played: () => number): number {
  const recording = recorder();
  if (recording === null) return run();
  const begin = now();
  const status = run();
  recording.ranInQueue({ queue, text, first, launches: 1, begin, end: now(), played: text === null ? played() : 0 });
  return status;
}
