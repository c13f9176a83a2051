/**
 * Reductions whose points share elements: each point has a buffer of its own, filled with the operator's identity, in its
 * own memory. The next access that is not such a reduction folds the buffers, in the order of tasks and points, into
 * one instance: so results do not depend on which point came first.
 */

import { invariant } from '../base/index.js';
import type { FoldOp } from '../ir/index.js';
import { isEmpty } from '../partition/index.js';
import type { Instance } from './instance.js';
import { boxAt, makeRoom } from './layout.js';
import type { Ledger } from './ledger.js';
import type { Open, RootRecord } from './record.js';
import type { Footprint } from './span.js';
import { around } from './state.js';

/** The buffers for a task's reduction, and whether they are new. */
export function openReduction(
  ledger: Ledger,
  record: RootRecord,
  footprint: Footprint,
  op: FoldOp,
): { open: Open; fresh: boolean } {
  if (record.open.length > 0 && record.open[0].op !== op) foldAll(ledger, record);
  const known = record.open.find((o) => o.footprint === footprint);
  if (known !== undefined) return { open: known, fresh: false };
  const buffers = createBuffers(ledger, record, footprint);
  const open: Open = { op, footprint, buffers, lastTask: 0 };
  record.open.push(open);
  return { open, fresh: true };
}

/** A buffer for each point that has elements. All or none. */
function createBuffers(ledger: Ledger, record: RootRecord, footprint: Footprint): (Instance | null)[] {
  const buffers: (Instance | null)[] = [];
  try {
    for (let p = 0; p < footprint.count; p++) {
      const rect = footprint.rectAt(p);
      buffers.push(isEmpty(rect) ? null : ledger.instances.create(record.key.itemSize, footprint.memoryAt(p), rect));
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
  const rects = open
    .flatMap((o) => o.buffers)
    .filter((b) => b !== null)
    .map((b) => b.rect);
  if (rects.length > 0) {
    const box = boxAt(ledger, record, around(rects), ledger.mapper.home());
    makeRoom(ledger, record, box, false);
    const read = ledger.states.read(record.state, box);
    if (read.copies !== null) ledger.copy(record, read.copies);
    record.state = read.next;
    const write = ledger.states.write(record.state, box);
    invariant(write.slotOf.length === 1, 'a box has one extent');
    ledger.fold(record, open[0].op, open, box, record.instances[write.slotOf[0]]);
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
