/** Kernels in compilation overlap, as they wait for their turn: they are spread over a few lanes, the later ones below. */
import type { Span } from '../../profile/index.js';

const LANES = 6;
/** Lanes from above; kernels for which none is free lie in the last. */
export const AWAITED: readonly string[] = Array.from(
  { length: LANES },
  (_, i) => `kernels in compilation${i === 0 ? '' : ` (${i + 1})`}`,
);

/** The kernels in compilation among spans, each with its lane. */
export function awaitedOf(spans: readonly Span[]): (readonly [lane: string, span: Span])[] {
  const ends = AWAITED.map(() => Number.NEGATIVE_INFINITY);
  return spans
    .filter(({ lane }) => lane === 'awaited')
    .toSorted((a, b) => a.begin - b.begin)
    .map((span) => {
      const free = ends.findIndex((end) => end <= span.begin);
      const at = free < 0 ? LANES - 1 : free;
      ends[at] = Math.max(ends[at], span.end);
      return [AWAITED[at], span] as const;
    });
}
