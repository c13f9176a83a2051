/**
 * Writes in place. Libraries keep answers about an array's contents (a mask's) and use them again while the count of writes is the same;
 * and they keep contents themselves, by a loan, which costs a copy only if the array is written afterwards.
 */
import type { Store } from './store.js';

/** How often arrays were written in place. */
export const writes = { count: 0 };

/** Called before an array that its caller holds is written in place, or its memory given back: counts, and ends the root's loan. */
export function beforeWrite(store: Store): void {
  writes.count++;
  const { source } = store;
  // A store without a root has lent nothing.
  if (typeof source === 'number') return;
  const { loan } = source;
  if (loan === null) return;
  source.loan = null;
  loan.end(store);
}
