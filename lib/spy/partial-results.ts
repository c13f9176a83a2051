/**
 * Partial results: which elements of its root a fold may make of them. A launch leaves a row for each of its units, and in it a column for
 * each element of its argument's view, in row-major order; a fold makes the elements of some columns, of all rows.
 *
 *     sum over the rows of x into s [0,6), in memories 0 and 1      columns 0 to 6, in each memory for its own rows
 *     fold of s[0:3] in memory 0                                    of an instance with columns 0 to 3 of all rows
 *
 * Of one number, runs of 1,024 rows may be folded before: the last fold makes the number of the results of all runs. A result of a run is
 * told from a partial result by its version.
 */
import { sizeOf } from './elements.js';
import type { Holding } from './holding.js';
import type { LogEvent, LogView } from './log.js';
import { partOf } from './reach.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** Rows of a run, as `ir/folds.ts` has them. */
const RUN = 1024;

/** Added to the version of partial results. */
const OF_RUNS = 2 ** 30;

/** The version of partial results, or of those that results of runs are made of. */
export function versionOf(held: number): number {
  return held >= OF_RUNS ? held - OF_RUNS : held;
}

/** The partial results that launches of one task left: for the elements of a view, in so many rows. */
interface Left {
  readonly view: LogView;
  readonly version: number;
  readonly rows: number;
}

export class PartialResults {
  /** By root: what launches left last. */
  readonly #left = new Map<number, Left>();

  /** A launch leaves rows of partial results for the elements of a view. */
  note(root: number, view: LogView, version: number, [, to]: readonly [number, number]): void {
    const known = this.#left.get(root);
    const rows = known?.version === version ? Math.max(known.rows, to) : to;
    this.#left.set(root, { view, version, rows });
  }

  /** Why a fold's elements do not lie in an instance's columns, or not all of its rows do; null where they do. */
  fault(event: Of<'fold'>, from: Holding): string | null {
    const left = this.#left.get(event.root);
    if (left === undefined) return 'no launch left partial results of it';
    const { columns, rows } = from;
    if (columns === null || rows === null) return `instance ${from.id} has no rows of partial results`;
    const all = from.holds[0] >= OF_RUNS ? Math.ceil(left.rows / RUN) : left.rows;
    if (rows[0] !== 0 || rows[1] !== all) return `rows ${rows.join(' to ')} are not all of ${all}`;
    const [made, wanted] = [elementsOf(event), elementsOf(left.view, columns)];
    const isSame = made.length === wanted.length && made.every((element, i) => element === wanted[i]);
    return isSame ? null : `columns ${columns.join(' to ')} are not for the elements that it makes`;
  }

  /** Folds runs of partial results into a result each; says what is wrong with that, or null. */
  runs(event: Of<'runs'>, from: Holding, into: Holding): string | null {
    const left = this.#left.get(event.root);
    if (left === undefined) return 'no launch left partial results of it';
    let fault = runsFault(event, left, from, into);
    if (fault !== null) return fault;
    const [low, target] = [from.rows?.[0] ?? 0, into.rows?.[0] ?? 0];
    for (let run = event.first; run < event.end; run++) {
      for (let row = run * RUN; row < Math.min((run + 1) * RUN, left.rows); row++) {
        if (from.holds[row - low] !== left.version) fault ??= `row ${row} is not of the task that left partial results last`;
        fault ??= from.fault(row - low, event, false);
        from.use(row - low, event.launch);
      }
      fault ??= into.fault(run - target, event, true);
      into.take(run - target, left.version + OF_RUNS, event.launch);
    }
    return fault;
  }
}

/** Why runs of partial results cannot be folded from one instance into the other; null where they can. */
function runsFault({ first, end }: Of<'runs'>, { view, rows }: Left, from: Holding, into: Holding): string | null {
  if (from.memory !== into.memory) return `it is not in the memory of instance ${into.id}`;
  if (sizeOf(view) !== 1) return `its rows have ${sizeOf(view)} columns`;
  const wanted: readonly [Holding, number, number][] = [
    [from, first * RUN, Math.min(end * RUN, rows)],
    [into, first, end],
  ];
  for (const [held, low, high] of wanted)
    if (low >= high || !held.contains([low, 0], [high, 1])) return `instance ${held.id} does not have rows ${low} to ${high}`;
  return null;
}

/** The elements of a view, or of some of its row-major indices. */
export function elementsOf(view: LogView, [from, to]: readonly [number, number] = [0, sizeOf(view)]): number[] {
  const found: number[] = [];
  partOf({ ...view, access: 'elementwise' }, [sizeOf(view)], { from, to }, (element) => found.push(element));
  return found;
}
