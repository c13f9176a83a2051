/**
 * Where the roots of a program get their memory, decided once: from the pool before the launch, or from a root of the program that is not
 * used any more. The plan has the first and last uses of roots; whether a root has memory at the beginning is part of the canonical form.
 *
 *     t0 = a + b    t1 = t0 * 2    t2 = t1 - a         fresh t0, t1;   t2 takes over t0's block after step 1
 */
import type { Plan } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import { isMedium, sizeClass } from '../memory/index.js';

/** A block passes from the slot `from` to the slot `to` before a step. */
interface Transfer {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface Blocks {
  /** Slots that get memory from the pool, in the order of their first use. */
  readonly fresh: readonly number[];
  readonly transfers: readonly Transfer[];
  /** By slot: the slot that hands its block on to it; -1 for none. */
  readonly donor: Int32Array;
  /** Slots with a block that is not passed on, by their last uses. The spent ones among them are given back. */
  readonly rest: readonly number[];
}

/** `isSpent`: no handle is left of a root, and no later window uses it. */
export function blocksOf(plan: Plan, slots: readonly Root[], isSpent: (root: Root) => boolean, small: number): Blocks {
  const has = slots.map((root) => root.address !== 0);
  const donor = new Int32Array(slots.length).fill(-1);
  const free = new Map<number, number[]>();
  const fresh: number[] = [];
  const transfers: Transfer[] = [];
  const given = new Set<number>();
  plan.steps.forEach((step, i) => {
    for (const slot of [...step.writes, ...step.reads]) {
      if (has[slot]) continue;
      has[slot] = true;
      const from = slots[slot].bytes > small ? free.get(kindOf(slots[slot]))?.pop() : undefined;
      if (from === undefined) fresh.push(slot);
      else {
        transfers.push({ from, to: slot, step: i });
        donor[slot] = from;
        given.add(from);
      }
    }
    for (const slot of plan.lastUses[i]) {
      if (slots[slot].bytes <= small || !isSpent(slots[slot])) continue;
      const kind = kindOf(slots[slot]);
      const list = free.get(kind);
      if (list === undefined) free.set(kind, [slot]);
      else list.push(slot);
    }
  });
  return {
    fresh,
    transfers,
    donor,
    rest: plan.lastUses.flat().filter((slot) => !given.has(slot) && slots[slot].bytes > small),
  };
}

/** A number for blocks that are as large and given back in the same way. */
function kindOf(root: Root): number {
  return isMedium(root) ? -sizeClass(root.bytes) : sizeClass(root.bytes);
}
