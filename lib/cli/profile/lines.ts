/** The lines of a program that take most time. */
import type { Recorder } from '../../profile/index.js';
import type { Ran } from './events.js';

export interface LineRow {
  /** File, line and column. */
  readonly where: string;
  /** Milliseconds of processors for tasks that it issued; a kernel's time is shared evenly by the lines of its tasks. */
  readonly computing: number;
  /** Milliseconds for which its reads waited and copied, and its uploads took. */
  readonly waiting: number;
  readonly uploading: number;
  readonly launches: number;
  readonly uploads: number;
  readonly reads: number;
  /** Elements that it read. */
  readonly elements: number;
  /** Names of its operations. */
  readonly names: readonly string[];
}

type Sums = { -readonly [K in keyof LineRow]: LineRow[K] } & { names: string[] };

/** Lines, the ones that take most time first. */
export function linesOf(recorder: Recorder, ran: readonly Ran[]): LineRow[] {
  const rows = new Map<string, Sums>();
  const rowOf = (where: string): Sums => {
    let row = rows.get(where);
    if (row === undefined) {
      row = { where, computing: 0, waiting: 0, uploading: 0, launches: 0, uploads: 0, reads: 0, elements: 0, names: [] };
      rows.set(where, row);
    }
    return row;
  };
  for (const { group, begin, end } of ran) {
    for (const { name, site } of group?.tasks ?? []) {
      if (group === null || site === null) continue;
      const row = rowOf(site.where);
      row.computing += (end - begin) / group.tasks.length;
      row.launches++;
      if (!row.names.includes(name)) row.names.push(name);
    }
  }
  for (const { text, site, begin, end } of recorder.spans) {
    if (site === null) continue;
    const row = rowOf(site.where);
    if (text === 'upload') {
      row.uploading += end - begin;
      row.uploads++;
    } else if (text === 'wait' || text === 'read') row.waiting += end - begin;
  }
  for (const [where, { count, elements }] of recorder.reads) {
    if (where === '') continue;
    const row = rowOf(where);
    row.reads += count;
    row.elements += elements;
  }
  const cost = ({ computing, waiting, uploading }: LineRow): number => computing + waiting + uploading;
  return [...rows.values()].sort((a, b) => cost(b) - cost(a)).slice(0, 200);
}
