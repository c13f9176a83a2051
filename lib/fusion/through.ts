/** Tasks of a window that compute elements which they would read from results of the window: gathered, or read through shifted views. */
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import type { Growth } from './cluster.js';
import type { ClustererName } from './clusterers.js';
import type { ThroughTask } from './producers.js';
import { gatherWays } from './through-gathers.js';
import { addShifts, type Shifted } from './through-shifts.js';

/** The settings that decide whether tasks are rewritten: not with several memories, nor where windows are cut in order. */
interface Rules extends Pick<Growth, 'machine' | 'oneMemory'> {
  readonly fuse: boolean;
  readonly clusters: ClustererName;
  readonly shifts: boolean;
  /** Whether a root's memory is given back by hand. */
  readonly held: (root: Root) => boolean;
}

/** By position: the rewritten tasks, null where a task stays; `isKept`: slots that have to be in memory. */
export function waysThrough(tasks: readonly Task[], rules: Rules, isKept: (slot: number) => boolean): (ThroughTask | null)[] {
  return ways(tasks, rules, isKept).found;
}

/** Tasks as they are planned, and the results that they read shifted. */
interface Planned {
  readonly tasks: readonly Task[];
  /** Producers that are gone through and of which nothing is left, by position: no task that is left uses their results. */
  readonly gone: ReadonlySet<number>;
  readonly shifted: readonly Shifted[];
}

export function asPlanned(tasks: readonly Task[], rules: Rules, isKept: (slot: number) => boolean): Planned {
  const { found, shifted } = ways(tasks, rules, isKept);
  const planned = tasks.map((task, t) => found[t]?.task ?? task);
  return { tasks: planned, gone: goneIn(planned, found), shifted };
}

/** The producers of rewritten tasks of which nothing is left; `planned`: tasks as they are planned. */
export function goneIn(planned: readonly Task[], through: readonly (ThroughTask | null)[]): ReadonlySet<number> {
  return goneOf(planned, new Set(through.flatMap((way) => way?.producers ?? [])));
}

/** The producers that no task behind them which is left reads from: a result that is gone through may have readers beside. */
function goneOf(tasks: readonly Task[], producers: ReadonlySet<number>): Set<number> {
  const used = new Set<Root>();
  const gone = new Set<number>();
  for (let t = tasks.length - 1; t >= 0; t--) {
    const { kind, roots } = tasks[t];
    if (producers.has(t) && roots.every((root, k) => kind.args[k].privilege === 'read' || !used.has(root))) gone.add(t);
    else for (const root of roots) used.add(root);
  }
  return gone;
}

interface Ways {
  readonly found: (ThroughTask | null)[];
  readonly shifted: readonly Shifted[];
}

function ways(
  tasks: readonly Task[],
  { fuse, clusters, shifts, machine, oneMemory, held }: Rules,
  isKept: (slot: number) => boolean,
): Ways {
  if (!fuse || !oneMemory || clusters === 'prefix') return { found: tasks.map(() => null), shifted: [] };
  const found = gatherWays(tasks, { isKept, held }, { machine, oneMemory, devices: null });
  return { found, shifted: shifts ? addShifts(tasks, found, isKept) : [] };
}
