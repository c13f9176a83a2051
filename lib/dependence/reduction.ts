/**
 * Reductions with elements that points share (thesis 3.2.1): each point has a buffer of its own in its own memory, of elements that begin
 * as the operator's identity, or of partial results. Nothing is combined until the root is read: the next access that is not such a
 * reduction folds the buffers, in the order of tasks and points, each tile where its owner is (`owners.ts`). So results do not depend on
 * which point came first; and where buffers are partial results that are combined in a fixed tree, not on the numbers of points and
 * memories.
 */

import type { FoldOp } from '../ir/index.js';
import { isEmpty, type Rect } from '../partition/index.js';
import type { AnalysisContext } from './analysis-context.js';
import type { Footprint } from './footprint.js';
import type { Instance } from './instance.js';
import { makeRoom } from './layout.js';
import type { Partials } from './operation.js';
import { boxOf, tilesAmong, tilesOf } from './owners.js';
import type { Open, Owners, RootRecord } from './record.js';

/** The buffers for a task's reduction, and whether they are new. */
export function openReduction(
  context: AnalysisContext,
  record: RootRecord,
  footprint: Footprint,
  op: FoldOp,
): { open: Open; fresh: boolean } {
  if (record.open.length > 0 && record.open[0].how !== op) foldAll(context, record);
  const known = record.open.find((o) => o.footprint === footprint);
  if (known !== undefined) return { open: known, fresh: false };
  const buffers = createBuffers(context, record, footprint, record.key.itemSize, (p) => footprint.rectAt(p));
  const open: Open = { how: op, footprint, buffers, lastTask: 0, ordinal: record.reductions++ };
  record.open.push(open);
  return { open, fresh: true };
}

/** The buffers for partial results, of which all that the footprint has will be made. */
export function openPartials(context: AnalysisContext, record: RootRecord, footprint: Footprint, partials: Partials): Open {
  const buffers = createBuffers(context, record, footprint, partials.itemSize, (p) => partials.rowsAt(p));
  if (footprint.covers) discardReductions(context, record);
  else foldAll(context, record);
  const open: Open = { how: partials, footprint, buffers, lastTask: 0, ordinal: record.reductions++ };
  record.open = [open];
  return open;
}

/** A buffer for each point that has something to put there. All or none. */
function createBuffers(
  context: AnalysisContext,
  { key }: RootRecord,
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
      buffers.push(isEmpty(rect) ? null : context.instances.create(itemSize, footprint.memoryAt(p), rect, key.collected));
    }
  } catch (error) {
    for (const buffer of buffers) if (buffer !== null) context.instances.drop(buffer);
    throw error;
  }
  return buffers;
}

/**
 * Folds all open reductions of a root. Afterwards only the instances that they are folded into are current, where the reductions reached.
 */
export function foldAll(context: AnalysisContext, record: RootRecord): void {
  const reached = record.open.filter(({ footprint }) => !isEmpty(footprint.bounds));
  const [first] = reached;
  if (first !== undefined && typeof first.how !== 'string') foldPartials(context, record, first, first.how);
  else if (first !== undefined) {
    const tiles = reached.map((o) => tilesOf(context, record, o.footprint));
    const apart = tiles.filter((owners) => owners !== null);
    if (apart.length === reached.length) apart.forEach((owners, i) => combine(context, record, [reached[i]], owners));
    else
      combine(
        context,
        record,
        reached,
        boxOf(
          context,
          record,
          reached.map((o) => o.footprint),
        ),
      );
  }
  discardReductions(context, record);
}

/** Makes elements of partial results: each tile where its owner is, or all at the mapper's home. */
function foldPartials(context: AnalysisContext, record: RootRecord, open: Open, partials: Partials): void {
  const { footprint, buffers } = open;
  if (context.own === null && buffers.every((buffer) => buffer === null)) return;
  const tiles = tilesAmong(context, record, open, partials);
  const span = tiles ?? boxOf(context, record, [footprint]).footprint;
  makeRoom(context, record, span, footprint.exact);
  if (!footprint.exact) makeCurrent(context, record, span);
  const { slotOf, next } = context.states.write(record.state, span);
  const { instances } = record;
  const intoAt = (item: number): Instance | null => instances[slotOf[span.extentOf(item)]] ?? null;
  context.fold(record, partials, open, { span, tiles: tiles?.sub ?? null, intoAt });
  record.state = next;
}

/** Combines the buffers of points with the elements that were there, tile by tile. */
function combine(context: AnalysisContext, record: RootRecord, open: readonly Open[], owners: Owners): void {
  const { footprint } = owners;
  makeRoom(context, record, footprint, false);
  makeCurrent(context, record, footprint);
  const { slotOf, next } = context.states.write(record.state, footprint);
  context.combine(record, open, owners, slotOf);
  record.state = next;
}

function makeCurrent(context: AnalysisContext, record: RootRecord, footprint: Footprint): void {
  const { copies, next } = context.states.read(record.state, footprint);
  if (copies !== null) context.copy(record, copies);
  record.state = next;
}

/** Forgets open reductions: they are folded, or all of the root is about to be overwritten. */
export function discardReductions(context: AnalysisContext, record: RootRecord): void {
  for (const o of record.open) {
    for (const buffer of o.buffers) if (buffer !== null) context.instances.drop(buffer);
  }
  record.open = [];
}
