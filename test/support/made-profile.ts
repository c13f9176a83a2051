/** A profile of events that never happened, of any number, for the page's tests and its frame time. */
import type { ProfileData } from '../../lib/cli/profile/data.js';

const LANES = 8;
const NAMES = 40;

/** Events one behind the other on eight lanes, with forty names, at lines of one file; lengths of one to some hundred microseconds. */
export function madeProfile(events: number): ProfileData {
  const texts = Array.from({ length: NAMES }, (_, i) => `multiply, add ×${i}`);
  const where = Array.from({ length: NAMES }, (_, i) => `made.mjs:${i + 1}:1`);
  const columns = {
    begin: [] as number[],
    length: [] as number[],
    lane: [] as number[],
    text: [] as number[],
    where: [] as number[],
  };
  const ends = new Array<number>(LANES).fill(0);
  for (let i = 0; i < events; i++) {
    const lane = i % LANES;
    const length = 10 + ((i * 7919) % 3000);
    columns.begin.push(ends[lane] + ((i * 31) % 400));
    columns.length.push(length);
    columns.lane.push(lane);
    columns.text.push((i * 13) % NAMES);
    columns.where.push(NAMES + ((i * 13) % NAMES));
    ends[lane] += 400 + length;
  }
  return {
    program: 'made.mjs',
    facts: [`${events} events`],
    milliseconds: Math.max(...ends) / 10_000,
    lanes: Array.from({ length: LANES }, (_, i) => `processor ${i}`),
    texts: [...texts, ...where],
    ...columns,
    memory: Array.from({ length: 1000 }, (_, i) => [i * 1000, i * 4096] as const),
    lines: [],
    kernels: [],
    apart: [],
    unplanned: 0,
    missing: [],
  };
}
