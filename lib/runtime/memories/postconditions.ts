/**
 * The sources and the last owners of a recorded window's instances: the work besides the launches when it is carried out again. A root that
 * was released while later roots took its instances over has to be dead again.
 */
import type { Condition, Effect, Instance } from '../../dependence/index.js';
import type { Recording } from './recording.js';

/** An instance that a root has after the window, and none had before. */
interface Wanted {
  readonly place: number;
  readonly memory: number;
  readonly rect: Instance['rect'];
  /** The slot of the root that has it; its element size where it is rows of partial results. */
  readonly slot: number;
  readonly rowSize: number | null;
}

/** The outcome of a slot. */
interface Outcome {
  readonly slot: number;
  readonly effect: Effect;
  readonly condition: Condition;
  /** Its root has to be released: later roots have its instances, but for these. */
  readonly passed: readonly number[] | null;
}

export interface Postconditions {
  readonly wanted: readonly Wanted[];
  /** Places of instances that no root has any more. */
  readonly dropped: readonly number[];
  /** Places that are memory for the time of the window. */
  readonly scratch: ReadonlySet<number>;
  /** The outcomes of slots with elements. */
  readonly outcomes: readonly Outcome[];
}

export function postconditionsOf(recording: Recording): Postconditions {
  const { instances, starts, after, order, before, launches } = recording;
  /** By place: the slot that has it in the end. */
  const owner = new Map<number, number>();
  for (const slot of order) for (const place of after.get(slot)?.condition.instances ?? []) owner.set(place, slot);
  const written = new Set(launches.flatMap(({ uses }) => uses.flatMap(({ block, writes }) => (writes ? [block] : []))));
  const used = new Set(launches.flatMap(({ uses }) => uses.map(({ block }) => block)));
  const outcomes = before.map(({ slot, condition: start }): Outcome => {
    const left = after.get(slot);
    const condition = left?.condition ?? start;
    const mine = condition.instances.filter((place) => owner.get(place) === slot);
    const passed = left?.released === true && mine.length < condition.instances.length ? mine : null;
    return { slot, effect: effectOf(start, condition, used, written), condition, passed };
  });
  /** By place: the slot that has it as partial results. */
  const rows = new Map<number, { slot: number; size: number }>();
  outcomes.forEach(({ slot, condition, passed }) => {
    if (passed !== null) return;
    for (const { how, buffers } of condition.open) {
      const size = typeof how === 'string' ? recording.itemSizeOf(slot) : how.itemSize;
      for (const place of buffers) if (place >= 0) rows.set(place, { slot, size });
    }
  });
  const wanted: Wanted[] = [];
  const dropped: number[] = [];
  const scratch = new Set<number>();
  instances.forEach(({ memory, rect }, place) => {
    const row = rows.get(place);
    const slot = owner.get(place) ?? row?.slot;
    if (place < starts) {
      if (slot === undefined) dropped.push(place);
    } else if (slot === undefined) scratch.add(place);
    else wanted.push({ place, memory, rect, slot, rowSize: row?.size ?? null });
  });
  return { wanted, dropped, scratch, outcomes };
}

function effectOf(before: Condition, after: Condition, used: ReadonlySet<number>, written: ReadonlySet<number>): Effect {
  const same =
    before.state === after.state &&
    before.open.length === 0 &&
    after.open.length === 0 &&
    before.instances.every((place, i) => place === after.instances[i] && !written.has(place));
  if (!same) return 'changed';
  return after.instances.some((place) => used.has(place)) ? 'read' : 'none';
}
