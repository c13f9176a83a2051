/** When launches ran, with the tasks that they ran. */
import type { Group, QueueRun, Recorder } from '../../profile/index.js';

/** Milliseconds that the addon's clock and the engine's may differ. */
const CLOCKS = 0.02;

/** When a launch ran on a thread, in milliseconds of the recorder's clock. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
  readonly launch: number;
  readonly thread: number;
}

/**
 * A stretch of a lane with the tasks that it ran; null for copies between memories, and for launches of the device itself. `text`: for
 * transfers of an accelerator.
 */
export interface Ran extends Omit<Stretch, 'thread'> {
  readonly lane: string;
  readonly group: Group | null;
  readonly text: string | null;
}

/** Stretches of processors, then of accelerators' queues, with the tasks of each by the programs' launch numbers. */
export function ranOf({ programs, queues }: Recorder, stretches: readonly Stretch[]): Ran[] {
  const sorted = [...programs].sort((a, b) => a.first - b.first);
  const groupOf = (launch: number): Group | null => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle].first <= launch) low = middle + 1;
      else high = middle;
    }
    const program = sorted[low - 1];
    return program?.groups[launch - program.first] ?? null;
  };
  const own = withoutPlayed(stretches, queues).sort((a, b) => a.thread - b.thread);
  return [
    ...own.map(({ thread, ...stretch }) => ({
      ...stretch,
      lane: `processor ${thread}`,
      group: groupOf(stretch.launch),
      text: null,
    })),
    ...queues.map(({ queue, text, first, launches, begin, end }) => ({
      ...{ begin, end, launch: first, lane: queue, text },
      group: text === null ? together(Array.from({ length: launches }, (_, k) => groupOf(first + k))) : null,
    })),
  ];
}

/** Stretches that are no played accelerator's: a device of the host ran these in its stead, under numbers of its own. */
function withoutPlayed(stretches: readonly Stretch[], queues: readonly QueueRun[]): Stretch[] {
  const played = new Map<number, QueueRun[]>();
  for (const run of queues) if (run.played > 0) played.set(run.played, [...(played.get(run.played) ?? []), run]);
  return stretches.filter(
    ({ launch, begin, end }) => !(played.get(launch) ?? []).some((run) => begin >= run.begin - CLOCKS && end <= run.end + CLOCKS),
  );
}

/** The tasks of launches that one stretch stands for. */
function together(groups: readonly (Group | null)[]): Group | null {
  const there = groups.filter((group) => group !== null);
  if (there.length <= 1) return there[0] ?? null;
  return { tasks: there.flatMap(({ tasks }) => tasks), elements: Math.max(...there.map(({ elements }) => elements)) };
}

/** Names of a group's tasks: `mul, add ×3, sum`. */
export function nameOf(group: Group | null): string {
  if (group === null) return 'copy or fold';
  const runs: { name: string; count: number }[] = [];
  for (const { name } of group.tasks) {
    const last = runs.at(-1);
    if (last?.name === name) last.count++;
    else runs.push({ name, count: 1 });
  }
  const texts = runs.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`));
  return texts.length <= 12 ? texts.join(', ') : `${texts.slice(0, 6).join(', ')}, … ${texts.slice(-5).join(', ')}`;
}

/** The lines of a group's tasks, each once. */
export function placesOf(group: Group | null): string {
  const places = [...new Set((group?.tasks ?? []).flatMap(({ site }) => site?.where ?? []))];
  return places.length <= 6 ? places.join(', ') : `${places.slice(0, 6).join(', ')} and ${places.length - 6} more`;
}
