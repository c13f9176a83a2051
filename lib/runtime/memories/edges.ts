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
interface Touch {
  readonly launch: number;
  readonly rect: Rect;
  readonly writes: boolean;
}

/** By launch: those before it that must be over, each once; not those for which others of them wait. */
export function waitsOf(launches: readonly Pick<Captured, 'uses'>[]): number[][] {
  const touched = new Map<number, Touch[]>();
  const waits: number[][] = [];
  launches.forEach(({ uses }, launch) => {
    const found = new Set<number>();
    for (const { place, rect, writes } of uses) {
      for (const t of touched.get(place) ?? []) if ((writes || t.writes) && intersects(t.rect, rect)) found.add(t.launch);
    }
    for (const { place, rect, writes } of uses) {
      if (isEmpty(rect)) continue;
      // Who comes later and meets those that a writer waited for meets the writer.
      const kept = (touched.get(place) ?? []).filter((t) => t.launch === launch || !writes || !contains(rect, t.rect));
      touched.set(place, [...kept, { launch, rect, writes }]);
    }
    waits.push(reduced(found, waits));
  });
  return waits;
}

function reduced(found: ReadonlySet<number>, waits: readonly (readonly number[])[]): number[] {
  const implied = new Set<number>();
  for (const p of found) for (const q of waits[p]) implied.add(q);
  return [...found].filter((p) => !implied.has(p));
}
