/**
 * Eviction: a root gives up its instances in a memory that is full. Elements that are current there alone come home first, to the first
 * memory.
 *
 *     x   memory 0 [0,8) current [0,4)   memory 2 [0,8) current [0,8)      copy [4,8) to memory 0, then memory 2 has nothing of x
 */
import type { Rect } from '../partition/index.js';
import type { AnalysisContext } from './analysis-context.js';
import { makeRoom, wholeOf } from './layout.js';
import type { RootRecord } from './record.js';
import { type RectSet, remove } from './rect-set.js';

/** The part of a root that is in a memory. */
export interface Residence {
  readonly bytes: number;
  /** Whether some of its elements are current nowhere else. */
  readonly alone: boolean;
}

/** The part of a root in a memory; null where it has none that can go. */
export function residenceOf({ state, instances, open }: RootRecord, memory: number): Residence | null {
  const here = state.slotsIn(memory);
  if (here.length === 0 || open.length > 0) return null;
  const elsewhere = (rect: Rect): RectSet =>
    state.holdersOf(rect).flatMap((slot) => (state.slots[slot].memory === memory ? [] : state.valid[slot]));
  const isAlone = (rect: Rect): boolean => elsewhere(rect).reduce<RectSet>((left, held) => remove(left, held), [rect]).length > 0;
  return {
    bytes: here.reduce((sum, slot) => sum + instances[slot].bytes, 0),
    alone: here.some((slot) => state.valid[slot].some(isAlone)),
  };
}

/** Takes a root's instances in a memory from it. Throws `OutOfMemoryError` where the first memory has no room for what comes home. */
export function evict(context: AnalysisContext, record: RootRecord, memory: number, { alone }: Residence): void {
  if (alone) {
    const whole = wholeOf(context, record);
    makeRoom(context, record, whole, false);
    const { copies, next } = context.states.read(record.state, whole);
    if (copies !== null) context.copy(record, copies);
    record.state = next;
  }
  const gone = record.state.slotsIn(memory);
  for (const slot of gone) context.instances.drop(record.leaving(record.instances[slot]));
  record.instances = record.instances.filter((_, slot) => !gone.includes(slot));
  record.state = context.states.without(record.state, gone);
}
