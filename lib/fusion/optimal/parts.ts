/**
 * Windows of too many tasks for one question, in parts: runs of kernels of the clustering that is known, each of so few tasks that the solver
 * answers in time. Each task stays in its part, so that the parts' levels, one part's behind the other's, are levels of the window.
 *
 *     kernels by their tasks     30  20 | 40  10 | 70 | 5  12       a kernel of more tasks than a part has is not asked for
 */
import type { Cluster } from '../cluster.js';

/** A task of which nothing is left, by its position; the tasks that it has to come behind, if it runs after all. */
export interface GoneTask {
  readonly position: number;
  readonly behind: readonly number[];
}

/** Levels of some tasks of a window, by their positions there, in order. */
interface PartLevels {
  readonly positions: readonly number[];
  readonly levels: readonly number[];
  readonly gone?: readonly GoneTask[];
}

/** Runs of clusters of at most `most` tasks each; a larger cluster is one by itself. */
export function runsOf(clusters: readonly Cluster[], most: number): Cluster[][] {
  const runs: Cluster[][] = [];
  let room = 0;
  for (const cluster of clusters) {
    const { length } = cluster.positions;
    if (runs.length > 0 && length <= room) runs[runs.length - 1].push(cluster);
    else {
      runs.push([cluster]);
      room = most;
    }
    room -= length;
  }
  return runs;
}

/** Levels of a window's tasks; each part's begin behind those of the part before. Tasks that are gone have levels of their own between. */
export function joined(parts: readonly PartLevels[]): number[] {
  const all: number[] = [];
  let first = 0;
  for (const { positions, levels } of parts) {
    positions.forEach((t, i) => {
      all[t] = first + levels[i];
    });
    first += Math.max(...levels, -1) + 1;
  }
  const gone = parts.flatMap((part) => part.gone ?? []).sort((a, b) => a.position - b.position);
  if (gone.length === 0) return all;
  for (const { position, behind } of gone) all[position] = Math.floor(Math.max(-1, ...behind.map((t) => all[t]))) + 0.5;
  const order = [...new Set(all)].sort((a, b) => a - b);
  return all.map((level) => order.indexOf(level));
}
