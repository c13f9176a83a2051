/** About how long a run takes, said before it begins: processes are started, warmed up and asked for samples. */
import type { Case } from './cases.js';
import type { Effort } from './measure.js';
import type { SideSpec } from './rivals.js';

/** Seconds until a side has prepared its data and run once. */
const START: Readonly<Record<SideSpec['kind'], number>> = { maniple: 0.9, python: 2.2, npm: 1.3, c: 0.4 };
/** Warm-up and samples last longer than they must: a run cannot be cut short. */
const OVERRUN = 1.4;
/** The share of their budget that slow sides take beyond that, on average over all. */
const SLOW = 0.1;

/** Seconds for a case with its sides. */
export function secondsFor(what: Case, effort: Effort): number {
  const kinds = ['maniple' as const, ...what.sides.map((s) => s.spec.kind)];
  const each = OVERRUN * (effort.warmUp + effort.rounds * effort.sample) + SLOW * effort.budget;
  return kinds.reduce((sum, kind) => sum + START[kind] + each, 0);
}

/** Seconds as people say them. */
export function formatSeconds(seconds: number): string {
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
