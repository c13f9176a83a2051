/**
 * Room for an access (thesis 3.2.3): when no instance of a root can hold the elements that a memory needs, the mapper decides the extent of
 * a new one; smaller instances that it contains are copied into it and given back.
 *
 *     slots  [0,4)             read [0,5)
 *     slots  [0,5)             the new instance has grown around the old one; [0,4) is copied within the memory
 */
import { contains, intersect, type Rect, rectOfShape } from '../partition/index.js';
import type { AnalysisContext } from './analysis-context.js';
import { boxFootprint, type Footprint } from './footprint.js';
import type { Instance } from './instance.js';
import { copiesOf, type Piece, pieceOf } from './pieces.js';
import type { RootRecord } from './record.js';
import { add, missing, type RectSet, remove } from './rect-set.js';
import type { Part } from './span.js';
import { slotsByMemory } from './state.js';

/** Slots under construction. */
interface Draft {
  slots: Part[];
  valid: RectSet[];
  instances: Instance[];
  readonly byMemory: Map<number, number[]>;
}

/**
 * Gives each extent of the footprint a slot; returns the instances that are new to the root. With `overwritten`, elements that will be
 * written without being read are not carried over.
 */
export function makeRoom(
  context: AnalysisContext,
  record: RootRecord,
  footprint: Footprint,
  overwritten: boolean,
  ends = false,
): readonly Instance[] {
  const { state } = record;
  if (context.states.hasRoom(state, footprint)) return NO_INSTANCES;
  const byMemory = slotsByMemory(state.slots);
  const draft: Draft = { slots: [...state.slots], valid: [...state.valid], instances: [...record.instances], byMemory };
  const first = draft.slots.length;
  const acquired = addSlots(context, record, draft, footprint.extents, ends);
  record.instances = draft.instances;
  const made = draft.instances.slice(first);
  if (acquired.length > 0) context.acquire(record, acquired, draft.slots);
  const grown = context.states.grown(state, footprint, draft.slots);
  if (grown !== null) {
    record.state = grown;
    return made;
  }
  if (first > 0 && !ends) replaceSmaller(context, record, draft, first, overwritten ? footprint : null);
  record.state = ends
    ? context.states.lend(state, draft.slots, draft.valid)
    : context.states.intern(draft.slots, draft.valid, state.layers);
  if (draft.slots.length === first + made.length) context.states.noteGrown(state, footprint, record.state);
  return made;
}

const NO_INSTANCES: readonly Instance[] = Object.freeze([]);

/** Slots for extents that have none; returns the slots with instances of dead roots. All or none. */
function addSlots(context: AnalysisContext, record: RootRecord, draft: Draft, extents: readonly Part[], ends: boolean): number[] {
  const acquired: number[] = [];
  try {
    for (const extent of extents) {
      const known = draft.byMemory.get(extent.memory) ?? [];
      if (!known.some((i) => contains(draft.slots[i].rect, extent.rect)) && addSlot(context, record, draft, extent, ends))
        acquired.push(draft.slots.length - 1);
    }
  } catch (error) {
    for (const instance of draft.instances.slice(record.instances.length)) context.instances.drop(instance);
    throw error;
  }
  return acquired;
}

/**
 * Adds an instance; true when it was a dead root's. One that grows around existing instances is always new: dead roots' instances keep
 * their extents for new roots, which begin with the extents that instances of their kind grew to. One for a copy that ends with its task
 * has the elements of the task alone.
 */
function addSlot(context: AnalysisContext, record: RootRecord, draft: Draft, extent: Part, ends: boolean): boolean {
  const { memory } = extent;
  const known = draft.byMemory.get(memory) ?? [];
  const existing = known.map((i) => draft.slots[i].rect);
  const around = [...existing, ...context.instances.grown(record.kind, memory)];
  const wanted = ends ? extent.rect : extentOf(context, record, extent, around);
  const grows = !ends && existing.some((rect) => contains(wanted, rect));
  if (grows) context.instances.noteGrown(record.kind, memory, wanted);
  const { instance, history } = context.instances.take(grows ? '' : record.kind, record.key, memory, wanted);
  draft.instances.push(instance);
  draft.slots.push({ memory, rect: instance.rect });
  draft.valid.push([]);
  draft.byMemory.set(memory, [...known, draft.slots.length - 1]);
  if (history !== null) context.inherit(history);
  return history !== null;
}

/** The extent of a new instance; the same object for the same instances around, so that states with it are found by that. */
function extentOf(context: AnalysisContext, record: RootRecord, extent: Part, around: readonly Rect[]): Rect {
  const known = context.extents.get(extent);
  if (known?.around.length === around.length && around.every((rect, i) => rect === known.around[i])) return known.rect;
  const rect = intersect(context.mapper.extent(extent.rect, around), rectOfShape(record.key.shape));
  context.extents.set(extent, { around, rect });
  return rect;
}

/** Moves the current elements of slots that a new one contains, and gives these slots back. */
function replaceSmaller(
  context: AnalysisContext,
  record: RootRecord,
  draft: Draft,
  first: number,
  overwritten: Footprint | null,
): void {
  const { slots, valid, instances, byMemory } = draft;
  const into = slots.map((slot, i) =>
    i < first ? (byMemory.get(slot.memory)?.find((j) => j >= first && contains(slots[j].rect, slot.rect)) ?? -1) : -1,
  );
  if (into.every((i) => i < 0)) return;
  const pieces: Piece[] = [];
  into.forEach((to, from) => {
    if (to < 0) return;
    let carried = valid[from];
    if (overwritten !== null) carried = withoutWritten(carried, slots[from].rect, overwritten);
    for (const rect of carried.flatMap((r) => missing(valid[to], r))) {
      pieces.push(pieceOf(slots, from, to, rect));
      valid[to] = add(valid[to], rect);
    }
  });
  const copies = copiesOf(pieces);
  if (copies !== null) context.copy(record, copies);
  const kept = <T>(list: readonly T[]): T[] => list.filter((_, i) => into[i] < 0);
  draft.slots = kept(slots);
  draft.valid = kept(valid);
  draft.instances = kept(instances);
  record.instances = draft.instances;
  instances.forEach((instance, i) => {
    if (into[i] >= 0) context.instances.drop(record.leaving(instance));
  });
}

/** The rest of a rect set in a rectangle when the points of a footprint have overwritten their elements. */
function withoutWritten(set: RectSet, rect: Rect, written: Footprint): RectSet {
  let left = set;
  for (const p of written.meeting(rect)) left = remove(left, written.rectAt(p));
  return left;
}

/** The footprint of all of a root at one point in the first memory. */
export function wholeOf(context: AnalysisContext, record: RootRecord): Footprint {
  const { shape } = record.key;
  let found = context.wholes.get(shape);
  if (found === undefined) context.wholes.set(shape, (found = boxAt(context, record, rectOfShape(shape), 0)));
  return found;
}

/** The footprint of all of a rectangle at one point in one memory. */
export function boxAt(context: AnalysisContext, record: RootRecord, rect: Rect, memory: number): Footprint {
  const key = `${record.key.shape.join()};${rect.low.join()};${rect.high.join()};${memory}`;
  let found = context.boxes.get(key);
  if (found === undefined) {
    if (context.boxes.size > 10_000) context.boxes.clear();
    found = boxFootprint(rect, context.placements.single(memory), record.key.shape, context.own);
    context.boxes.set(key, found);
  }
  return found;
}
