/**
 * Room for an access (thesis 3.2.3): when no instance of a root can hold what a memory needs, the mapper says how large a
 * new one should be; smaller instances that it contains are copied into it and given back.
 *
 *     slots  [0,4)             read [0,5)
 *     slots  [0,5)             the new instance has grown around the old one; [0,4) is copied within the memory
 */
import { contains, type Rect } from '../partition/index.js';
import type { Ledger } from './ledger.js';
import type { RootRecord } from './record.js';
import { add, missing, remove } from './region.js';
import { boxFootprint, type Footprint, type Part } from './span.js';
import { copiesOf, hasRoom, type Piece, slotFor } from './state.js';

/** Gives each extent of the footprint a slot. What `overwritten` says will be written without being read is not carried over. */
export function makeRoom(ledger: Ledger, record: RootRecord, footprint: Footprint, overwritten: boolean): void {
  if (hasRoom(record.state, footprint)) return;
  const first = record.instances.length;
  const acquired: number[] = [];
  for (const extent of footprint.extents) {
    if (slotFor(record.state, extent) < 0 && addSlot(ledger, record, extent)) acquired.push(record.instances.length - 1);
  }
  if (acquired.length > 0) ledger.acquire(record, acquired);
  replaceSmaller(ledger, record, first, overwritten ? footprint.parts : []);
}

/** Adds an instance; true when it was another root's. */
function addSlot(ledger: Ledger, record: RootRecord, extent: Part): boolean {
  const { memory } = extent;
  const { state } = record;
  const existing = state.slots.filter((s) => s.memory === memory).map((s) => s.rect);
  const wanted = ledger.mapper.extent(extent.rect, existing);
  const { instance, history } = ledger.instances.take(record.kind, record.key.itemSize, memory, wanted);
  record.instances = [...record.instances, instance];
  record.state = ledger.states.intern([...state.slots, { memory, rect: instance.rect }], [...state.valid, []]);
  if (history !== null) ledger.inherit(history);
  return history !== null;
}

/** Moves what is current in slots that a new one contains, and gives them back. */
function replaceSmaller(ledger: Ledger, record: RootRecord, first: number, overwritten: readonly Part[]): void {
  const { slots } = record.state;
  const into = slots.map((slot, i) => (i < first ? slots.findIndex((s, j) => j >= first && s.memory === slot.memory && contains(s.rect, slot.rect)) : -1));
  if (into.every((i) => i < 0)) return;
  const valid = [...record.state.valid];
  const pieces: Piece[] = [];
  into.forEach((to, from) => {
    if (to < 0) return;
    let carried = valid[from];
    for (const part of overwritten) carried = remove(carried, part.rect);
    for (const rect of carried.flatMap((r) => missing(valid[to], r))) {
      pieces.push({ from, to, rect });
      valid[to] = add(valid[to], rect);
    }
  });
  const copies = copiesOf(slots, pieces);
  if (copies !== null) ledger.copy(record, copies);
  const dropped = record.instances.filter((_, i) => into[i] >= 0);
  record.instances = record.instances.filter((_, i) => into[i] < 0);
  record.state = ledger.states.intern(slots.filter((_, i) => into[i] < 0), valid.filter((_, i) => into[i] < 0));
  for (const instance of dropped) ledger.instances.drop(instance);
}

/** The footprint of all of a rectangle at one point in one memory. */
export function boxAt(ledger: Ledger, record: RootRecord, rect: Rect, memory: number): Footprint {
  const key = `${record.key.shape.join()};${rect.low.join()};${rect.high.join()};${memory}`;
  let found = ledger.boxes.get(key);
  if (found === undefined) {
    found = boxFootprint(rect, ledger.placements.single(memory), record.key.shape);
    ledger.boxes.set(key, found);
  }
  return found;
}
