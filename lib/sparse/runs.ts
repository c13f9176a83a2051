/**
 * Runs of rows with equal columns relative to the row, as matrices of stencils and bands have them. Products over such rows read no
 * columns (`RowRuns` in `ir/kernel.ts`), a third of all bytes otherwise.
 *
 *     row     4         5         6         7            three runs of the Poisson matrix on a line of 8 points:
 *     columns 3 4 5     4 5 6     5 6 7     6 7          row 0: 0 1; rows 1 to 6: -1 0 1; row 7: -1 0
 */
import type { Pattern } from './coordinates.js';

/** Rows that a run has at least, unless it lies among few rows between two such runs, as at the borders of grids. */
const SHORTEST = 16;

/** Words of a run in the table, before the offsets. */
const WORDS = 4;

interface Run {
  readonly first: number;
  end: number;
  /** Entries in a row; 0 where nothing is said of them. */
  width: number;
}

/** The share of rows in runs below which they are not worth their table. */
const WORTH = 1 / 2;

/** The table of a matrix's runs, or null where few rows are in any. Takes at most one look at each entry. */
export function findRuns(matrix: Pattern): Int32Array | null {
  const { shape, ptr } = matrix;
  const runs: Run[] = [];
  let known = 0;
  // Short runs since the last long one.
  let short: Run[] = [];
  const settle = (next: number): void => {
    const [first] = short;
    if (first === undefined) return;
    if (next - first.first < SHORTEST) runs.push(...short);
    else runs.push({ first: first.first, end: next, width: 0 });
    short = [];
  };
  for (let row = 0, end = 0; row < shape[0]; row = end) {
    // Where too few rows are left, the rest need not be looked at.
    if (known + shape[0] - row <= WORTH * shape[0]) return null;
    end = runEnd(matrix, row);
    const run = { first: row, end, width: ptr[row + 1] - ptr[row] };
    if (end - row < SHORTEST) {
      addShort(short, run);
      continue;
    }
    settle(row);
    runs.push(run);
    if (run.width > 0) known += end - row;
  }
  settle(shape[0]);
  return known > WORTH * shape[0] ? tableOf(matrix, runs) : null;
}

/** Adds to short runs; of so many rows that they will not be told apart, one run is kept. */
function addShort(short: Run[], run: Run): void {
  const last = short.at(-1);
  if (last !== undefined && run.end - short[0].first >= SHORTEST) last.end = run.end;
  else short.push(run);
}

/** The first row after `row` that is unlike the one before it. */
function runEnd({ shape, ptr, col }: Pattern, row: number): number {
  const width = ptr[row + 1] - ptr[row];
  let next = row + 1;
  for (; next < shape[0] && ptr[next + 1] - ptr[next] === width; next++) {
    const end = ptr[next + 1];
    for (let k = ptr[next]; k < end; k++) if (col[k] !== col[k - width] + 1) return next;
  }
  return next;
}

/** The words that `RowRuns` describes; runs with the same offsets share them. */
function tableOf({ ptr, col }: Pattern, runs: readonly Run[]): Int32Array {
  const words: number[] = [runs.length];
  const offsets: number[] = [];
  const places = new Map<string, number>();
  for (const { end, width, first } of runs) {
    let key = '';
    for (let k = ptr[first]; k < ptr[first] + width; k++) key += `${col[k] - first},`;
    let place = places.get(key);
    if (place === undefined) {
      places.set(key, (place = 1 + WORDS * runs.length + offsets.length));
      for (let k = ptr[first]; k < ptr[first] + width; k++) offsets.push(col[k] - first);
    }
    words.push(end, width, place, ptr[end]);
  }
  return Int32Array.from([...words, ...offsets]);
}
