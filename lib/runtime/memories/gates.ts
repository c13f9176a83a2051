/**
 * What a window's launches wait for when it is carried out right behind another one (thesis 6.4.1: external pre- and
 * postconditions): those of the other that touched the same elements of the same instances last, so that the head of one
 * overlaps the tail of the other. What came before the other is over.
 *
 *     … 7 writes y [0,4) in instance 2     8 writes y [4,8) in instance 3        end of one window
 *       0 copies y [3,4) from 2 to 3                                             gates 7 → 0, 8 → 0
 */
import type { Captured } from './captured.js';
import { conflict } from './edges.js';
import type { Lowered } from './lowered.js';

/** In place of a place of the earlier window: it did not use the instance; it may have used the memory, but it is not known who. */
export const NOBODY = -1;
export const UNKNOWN = -2;

/** In place of a node of the earlier window: all of it. */
const WHOLE = -1;
/** Pairs of nodes beyond which a window waits for all of the other. */
const MOST = 1 << 15;

/** A window's launches, in an order. */
export interface Window {
  readonly launches: readonly Captured[];
  readonly lowered: Lowered;
}

/**
 * Pairs: a node of `before`, or `WHOLE`, and one of `window` that waits for it; null when they are too many. `places`: for those
 * of `window`, which one of `before` they were. `own`: the same for launches' own scratch memory, 0 where each has its own of
 * before.
 */
export function gatesBetween(before: Window, window: Window, places: Int32Array, own: number): Int32Array | null {
  const { order, firsts, ends } = window.lowered;
  const pairs: number[] = [];
  /** By launch: all that it and those for which it waits have waited for. */
  const known: Set<number>[] = [];
  for (let n = 0; n < window.launches.length; n++) {
    const earlier = new Set<number>();
    for (const w of order.waits[n]) for (const gate of known[w]) earlier.add(gate);
    const gates = earlier.has(WHOLE) ? [] : reduced(gatesOf(before, window.launches[n], n, places, own), before);
    for (const gate of gates) {
      if (earlier.has(gate)) continue;
      earlier.add(gate);
      const from = gate === WHOLE ? WHOLE : before.lowered.ends[gate];
      for (let node = firsts[n]; node === firsts[n] || node < ends[n]; node++) pairs.push(from, node);
    }
    known.push(earlier);
    if (pairs.length > 2 * MOST) return null;
  }
  return Int32Array.from(pairs);
}

/** Launches of the earlier window, or `WHOLE`. */
function gatesOf(before: Window, { uses, scratch }: Captured, launch: number, places: Int32Array, own: number): Set<number> {
  const gates = new Set<number>();
  if (scratch.length > 0 && own !== NOBODY) gates.add(own === UNKNOWN ? WHOLE : launch);
  for (const { place, rect, writes } of uses) {
    const was = places[place];
    if (was === UNKNOWN) gates.add(WHOLE);
    else if (was >= 0)
      for (const t of before.lowered.order.touched.get(was) ?? []) if (conflict(t, rect, writes)) gates.add(t.launch);
  }
  return gates;
}

/** Without those for which others of them wait. */
function reduced(gates: ReadonlySet<number>, { lowered }: Window): number[] {
  if (gates.has(WHOLE)) return [WHOLE];
  const implied = new Set<number>();
  for (const gate of gates) for (const w of lowered.order.waits[gate]) implied.add(w);
  return [...gates].filter((gate) => !implied.has(gate));
}
