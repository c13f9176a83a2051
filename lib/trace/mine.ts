/** The repeats of a string of tokens as candidate traces. */
import { findRepeats, periodOf } from './repeats.js';

export interface Found {
  readonly tokens: number[];
  readonly count: number;
}

/** A short loop is taken several times over, up to this many tasks, for fewer and longer windows. */
const UNROLLED = 128;

/** The repeats of a string as candidate traces: of one that is itself periodic, a few periods. */
export function mine(tokens: Int32Array, shortest: number, longest: number): Found[] {
  return findRepeats(tokens, shortest, longest).map(({ start, length, count }) => {
    const text = tokens.subarray(start, start + length);
    const period = periodOf(text);
    const times = Math.max(1, Math.floor(Math.min(UNROLLED, length) / period));
    const keep = period * times >= shortest ? period * times : length;
    return { tokens: Array.from(text.subarray(0, keep)), count: count * (length / keep) };
  });
}
