/**
 * The runs of a fold's partial results by the memories that have them: a run belongs where its first partial result is.
 *
 *     rows [0, 3000) of two instances    [0, 1500)                              [1500, 3000)
 *     runs that begin there              0 whole; 1, which goes on to 2048      2, which ends at 3000
 */
import type { Instance } from '../../dependence/index.js';
import { BLOCK } from '../../ir/index.js';
import type { Rect } from '../../partition/index.js';

/** Runs of equal length in one memory, whose partial results follow each other in one instance. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
  /** The instance that has the first partial result. */
  readonly owner: Instance;
  /** The rows to be brought together for the only run; null where the owner has all of them. */
  readonly gathered: Rect | null;
}

/** The runs of `rows` partial results, of which each is in one of the instances. */
export function stretchesOf(buffers: readonly Instance[], rows: number): Stretch[] {
  return buffers.flatMap((owner): Stretch[] => {
    const [from, to] = [owner.rect.low[0], owner.rect.high[0]];
    const [first, end] = [Math.ceil(from / BLOCK), Math.ceil(to / BLOCK)];
    const last = Math.max(first, Math.floor(to / BLOCK));
    const gathered: Rect | null = to === rows ? null : { low: [last * BLOCK, 0], high: [Math.min(end * BLOCK, rows), 1] };
    return [
      ...(first < last ? [{ first, end: last, owner, gathered: null }] : []),
      ...(last < end ? [{ first: last, end, owner, gathered }] : []),
    ];
  });
}
