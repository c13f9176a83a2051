/**
 * Which launches of a recorded window must wait for which: those that touch the same elements of the same instance, when one
 * of them writes. What roots the elements belong to does not matter, so this also orders those who take an instance over.
 *
 *     0 writes y [0,4) in instance 2     1 copies y [3,4) from instance 2 to 3     2 reads y [3,8) in instance 3
 *     0 → 1 → 2
 */
import { contains, intersects, isEmpty, type Rect } from '../../partition/index.js';
import type { Captured } from './captured.js';

/** A launch that touches an instance. */
export interface Touch {
  readonly launch: number;
  readonly rect: Rect;
  readonly writes: boolean;
}

/** The order of a window's launches. */
export interface Ordered {
  /** By launch: those before it that must be over, each once; not those for which others of them wait. */
  readonly waits: readonly (readonly number[])[];
  /** By place: those who touched the instance last, for whom whoever comes later has to wait when they conflict. */
  readonly touched: ReadonlyMap<number, readonly Touch[]>;
}

export function orderOf(launches: readonly Pick<Captured, 'uses'>[]): Ordered {
  const touched = new Map<number, Touch[]>();
  const waits: number[][] = [];
  launches.forEach(({ uses }, launch) => {
    const found = new Set<number>();
    for (const { place, rect, writes } of uses) {
      for (const t of touched.get(place) ?? []) if (conflict(t, rect, writes)) found.add(t.launch);
    }
    for (const { place, rect, writes } of uses) {
      if (isEmpty(rect)) continue;
      // Who comes later and meets those that a writer waited for meets the writer.
      const kept = (touched.get(place) ?? []).filter((t) => t.launch === launch || !writes || !contains(rect, t.rect));
      touched.set(place, [...kept, { launch, rect, writes }]);
    }
    waits.push(reduced(found, waits));
  });
  return { waits, touched };
}

/** Must one who touches the instance so come after the other? */
export function conflict(earlier: Touch, rect: Rect, writes: boolean): boolean {
  return (writes || earlier.writes) && intersects(earlier.rect, rect);
}

function reduced(found: ReadonlySet<number>, waits: readonly (readonly number[])[]): number[] {
  const implied = new Set<number>();
  for (const p of found) for (const q of waits[p]) implied.add(q);
  return [...found].filter((p) => !implied.has(p));
}
