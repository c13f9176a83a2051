/**
 * Writes in place. Libraries keep answers about an array's contents (a mask's) and use them again while the count of writes is the same;
 * and they keep contents themselves, by a loan, which costs a copy only if the array is written afterwards.
 */
import type { Root } from './root.js';
import type { Store } from './store.js';

/** How often arrays were written in place. */
export const writes = { count: 0 };

/** Writes in place of one root, for contents that are kept over writes of others. */
interface OwnWrites {
  count: number;
}

/** Roots of which writes are counted one by one; a write of any looks there once there is one. */
const counted = new WeakMap<Root, OwnWrites>();
let isCounting = false;

/** The writes of a root from now on. */
export function writesOf(root: Root): OwnWrites {
  isCounting = true;
  let own = counted.get(root);
  if (own === undefined) counted.set(root, (own = { count: 0 }));
  return own;
}

/** Called before an array that its caller holds is written in place, or its memory given back: counts, and ends the root's loan. */
export function beforeWrite(store: Store): void {
  writes.count++;
  const { source } = store;
  // A store without a root has lent nothing.
  if (typeof source === 'number') return;
  if (isCounting) countOwn(source);
  const { loan } = source;
  if (loan === null) return;
  source.loan = null;
  loan.end(store);
}

function countOwn(root: Root): void {
  const own = counted.get(root);
  if (own !== undefined) own.count++;
}
