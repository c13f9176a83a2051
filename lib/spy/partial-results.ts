/**
 * The columns of partial results: which elements of its root a fold may make of them. A launch leaves a column for each element of its
 * argument's view, in row-major order; a fold makes the elements of some columns.
 *
 *     sum over the rows of x into s [0,6), in memories 0 and 1      columns 0 to 6, in each memory for its own rows
 *     fold of s[0:3] in memory 0                                    of an instance with columns 0 to 3 of all rows
 */
import { sizeOf } from './elements.js';
import type { Holding } from './holding.js';
import type { LogEvent, LogView } from './log.js';
import { partOf } from './reach.js';

export class PartialResults {
  /** By root: the view for which launches left partial results last. */
  readonly #views = new Map<number, LogView>();

  /** A launch leaves partial results for the elements of a view. */
  note(root: number, view: LogView): void {
    this.#views.set(root, view);
  }

  /** Why a fold's elements do not lie in an instance's columns; null where they do. */
  fault(event: Extract<LogEvent, { event: 'fold' }>, from: Holding): string | null {
    const view = this.#views.get(event.root);
    if (view === undefined) return 'no launch left partial results of it';
    const { columns } = from;
    if (columns === null) return `instance ${from.id} has no rows of partial results`;
    const [made, wanted] = [elementsOf(event), elementsOf(view, columns)];
    const isSame = made.length === wanted.length && made.every((element, i) => element === wanted[i]);
    return isSame ? null : `columns ${columns.join(' to ')} are not for the elements that it makes`;
  }
}

/** The elements of a view, or of some of its row-major indices. */
export function elementsOf(view: LogView, [from, to]: readonly [number, number] = [0, sizeOf(view)]): number[] {
  const found: number[] = [];
  partOf({ ...view, access: 'elementwise' }, [sizeOf(view)], { from, to }, (element) => found.push(element));
  return found;
}
