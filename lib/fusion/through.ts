/** Tasks of a window that compute elements which they would read from results of the window: gathered, or read through shifted views. */
import type { Task } from '../task/index.js';
import type { ClustererName } from './clusterers.js';
import type { ThroughTask } from './producers.js';
import { gatherWays } from './through-gathers.js';
import { addShifts, type Shifted } from './through-shifts.js';

/** The settings that decide whether tasks are rewritten: not where tasks are placed on several devices, nor where windows are cut in order. */
interface Rules {
  readonly fuse: boolean;
  readonly clusters: ClustererName;
  readonly through: boolean;
  readonly shifts: boolean;
  readonly placer: object | null;
}

/** By position: the rewritten tasks, null where a task stays; `isKept`: slots that have to be in memory. */
export function waysThrough(tasks: readonly Task[], rules: Rules, isKept: (slot: number) => boolean): (ThroughTask | null)[] {
  return ways(tasks, rules, isKept).found;
}

/** Tasks as they are planned, and the results that they read shifted. */
interface Planned {
  readonly tasks: readonly Task[];
  /** Producers that are gone through, by position: nothing is left of them where their results are not needed. */
  readonly gone: ReadonlySet<number>;
  readonly shifted: readonly Shifted[];
}

export function asPlanned(tasks: readonly Task[], rules: Rules, isKept: (slot: number) => boolean): Planned {
  const { found, shifted } = ways(tasks, rules, isKept);
  const gone = new Set(found.flatMap((way) => way?.producers ?? []));
  return { tasks: tasks.map((task, t) => found[t]?.task ?? task), gone, shifted };
}

interface Ways {
  readonly found: (ThroughTask | null)[];
  readonly shifted: readonly Shifted[];
}

function ways(
  tasks: readonly Task[],
  { fuse, clusters, through, shifts, placer }: Rules,
  isKept: (slot: number) => boolean,
): Ways {
  if (!fuse || !through || clusters === 'prefix' || placer !== null) return { found: tasks.map(() => null), shifted: [] };
  const found = gatherWays(tasks, isKept);
  return { found, shifted: shifts ? addShifts(tasks, found, isKept) : [] };
}
