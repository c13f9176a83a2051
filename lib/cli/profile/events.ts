/** When launches ran, with the tasks that they ran. */
import type { Group, Recorder } from '../../profile/index.js';

/** When a launch ran on a thread, in milliseconds of the recorder's clock. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
  readonly launch: number;
  readonly thread: number;
}

/** A stretch with the tasks that it ran; null for copies between memories, and for launches of the device itself. */
export interface Ran extends Stretch {
  readonly group: Group | null;
}

/** The group of each stretch, by the programs' launch numbers. */
export function ranOf({ programs }: Recorder, stretches: readonly Stretch[]): Ran[] {
  const sorted = [...programs].sort((a, b) => a.first - b.first);
  return stretches.map((stretch) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle].first <= stretch.launch) low = middle + 1;
      else high = middle;
    }
    const program = sorted[low - 1];
    return { ...stretch, group: program?.groups[stretch.launch - program.first] ?? null };
  });
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
