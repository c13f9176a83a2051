/**
 * Reductions whose points share elements (thesis 3.2.1): each point has a buffer of its own in its own memory, of elements
 * that begin as the operator's identity, or of partial results. Nothing is combined until somebody reads: the next access
 * that is not such a reduction folds the buffers, in the order of tasks and points, into one instance. So results do
 * not depend on which point came first; and where buffers are partial results that are combined in a fixed tree, not
 * on how many points or memories there were.
 */

import type { FoldOp } from '../ir/index.js';
import { isEmpty, type Rect } from '../partition/index.js';
import type { Footprint } from './footprint.js';
import type { Instance } from './instance.js';
import { boxAt, makeRoom } from './layout.js';
import type { Ledger } from './ledger.js';
import type { Partials } from './operation.js';
import { around } from './pieces.js';
import type { Open, RootRecord } from './record.js';

/** The buffers for a task's reduction, and whether they are new. */
export function openReduction(
  ledger: Ledger,
  record: RootRecord,
  footprint: Footprint,
  op: FoldOp,
): { open: Open; fresh: boolean } {
  if (record.open.length > 0 && record.open[0].how !== op) foldAll(ledger, record);
  const known = record.open.find((o) => o.footprint === footprint);
  if (known !== undefined) return { open: known, fresh: false };
  const buffers = createBuffers(ledger, footprint, record.key.itemSize, (p) => footprint.rectAt(p));
  const open: Open = { how: op, footprint, buffers, lastTask: 0 };
  record.open.push(open);
  return { open, fresh: true };
}

/** The buffers for partial results, of which all that the footprint has will be made. */
export function openPartials(ledger: Ledger, record: RootRecord, footprint: Footprint, partials: Partials): Open {
  const buffers = createBuffers(ledger, footprint, partials.itemSize, (p) => partials.rowsAt(p));
  if (footprint.covers) discardReductions(ledger, record);
  else foldAll(ledger, record);
  const open: Open = { how: partials, footprint, buffers, lastTask: 0 };
  record.open = [open];
  return open;
}

/** A buffer for each point that has something to put there. All or none. */
function createBuffers(
  ledger: Ledger,
  footprint: Footprint,
  itemSize: number,
  rectAt: (point: number) => Rect,
): (Instance | null)[] {
  const buffers: (Instance | null)[] = [];
  try {
    const { items } = footprint;
    for (let k = 0; k < (items?.length ?? footprint.count); k++) {
      const p = items?.[k] ?? k;
      const rect = rectAt(p);
      buffers.push(isEmpty(rect) ? null : ledger.instances.create(itemSize, footprint.memoryAt(p), rect));
    }
  } catch (error) {
    for (const buffer of buffers) if (buffer !== null) ledger.instances.drop(buffer);
    throw error;
  }
  return buffers;
}

/** Folds all open reductions of a root into one instance, which alone is current afterwards where they reached. */
export function foldAll(ledger: Ledger, record: RootRecord): void {
  const { open } = record;
  if (open.length === 0) return;
  const made = typeof open[0].how !== 'string';
  const reached = open.filter(({ buffers }) => ledger.own !== null || buffers.some((buffer) => buffer !== null));
  const rects = reached.map(({ footprint }) => footprint.bounds).filter((rect) => !isEmpty(rect));
  if (rects.length > 0) {
    const box = boxAt(ledger, record, around(rects), ledger.mapper.home());
    const overwritten = made && open[0].footprint.exact;
    makeRoom(ledger, record, box, overwritten);
    const read = ledger.states.read(record.state, box);
    if (read.copies !== null && !overwritten) {
      ledger.copy(record, read.copies);
      record.state = read.next;
    }
    const write = ledger.states.write(record.state, box);
    const [slot] = write.slotOf;
    ledger.fold(record, open[0].how, open, box, slot === undefined ? null : record.instances[slot]);
    record.state = write.next;
  }
  discardReductions(ledger, record);
}

/** Forgets open reductions: they are folded, or all of the root is about to be overwritten. */
export function discardReductions(ledger: Ledger, record: RootRecord): void {
  for (const o of record.open) {
    for (const buffer of o.buffers) if (buffer !== null) ledger.instances.drop(buffer);
  }
  record.open = [];
}
