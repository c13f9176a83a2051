/** How far the views of a window lie behind the views of the window that its program was planned for. */
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import type { Shifts } from '../launch/index.js';

/** A program's facts of the window that it was planned for. */
export interface Planned {
  /** The bases of the window that was planned. */
  readonly bases: readonly number[] | null;
  /** Some roots have several slots, so that programs before and behind it are not compared with it block by block. */
  readonly apart: boolean;
}

/** Null only for a window that may overlap the programs before and behind it: its views lie where they did, and each root has one slot. */
export function shiftsFor({ bases, apart }: Planned, window: Window): Shifts {
  const shifts = between(bases, window.bases, window.slots);
  return apart ? (shifts ?? new Float64Array(window.slots.length)) : shifts;
}

/** Bytes by which the views of each slot lie behind the views that were planned; null where none does. */
function between(planned: readonly number[] | null, now: readonly number[] | null, slots: readonly Root[]): Shifts {
  if (planned === now) return null;
  let shifts: Float64Array | null = null;
  for (let slot = 0; slot < slots.length; slot++) {
    const by = (now === null ? 0 : now[slot]) - (planned === null ? 0 : planned[slot]);
    if (by === 0) continue;
    shifts ??= new Float64Array(slots.length);
    shifts[slot] = by * slots[slot].dtype.size;
  }
  return shifts;
}
