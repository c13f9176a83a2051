/**
 * The ratio of two medians, with an interval. What is drawn again is whole rounds (a round is a few processes of either side, one right
 * behind the other), since a slow minute of the machine slows both sides of a round: Efron and Tibshirani, "An Introduction to the
 * Bootstrap", 1993, percentile intervals.
 */
import { quantile } from '../harness/samples.js';

/** A number a process, by side. */
export interface Round {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface Comparison {
  /** Medians over all processes. */
  readonly before: number;
  readonly after: number;
  /** The median after over that before: above 1 it became slower. */
  readonly ratio: number;
  /** The interval in which the ratio lies, in 95 of 100 runs. */
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;
/** The share of resamples below the interval, and above it. */
const TAIL = 0.025;

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** Compares the sides of some rounds, at least one. Equal seeds give equal intervals. */
export function compare(rounds: readonly Round[], seed = 1): Comparison {
  const draw = drawing(seed);
  const ratios = Array.from({ length: RESAMPLES }, () => ratioOf(rounds.map(() => rounds[draw(rounds.length)])));
  ratios.sort((a, b) => a - b);
  const [before, after] = [median(rounds.flatMap((r) => r.before)), median(rounds.flatMap((r) => r.after))];
  return { before, after, ratio: after / before, low: quantile(ratios, TAIL), high: quantile(ratios, 1 - TAIL) };
}

function ratioOf(rounds: readonly Round[]): number {
  return median(rounds.flatMap((r) => r.after)) / median(rounds.flatMap((r) => r.before));
}

export type Outcome = 'slower' | 'within the bound' | 'no slower' | 'not decided' | 'not decided, above 1.00';

/** Rounds from which an interval says something: of fewer there are too few ways to draw them again. */
export const LEAST_ROUNDS = 4;

/**
 * Where an interval lies, to 1.00 and to the bound. Within the bound: all of it is between the two, so that *after* is slower by a
 * little; no slower: it reaches 1.00.
 *
 *     1.00    bound
 *       |       | [---]    slower
 *       | [---] |          within the bound
 *     [---]     |          no slower
 *     [-----------]        not decided
 *       |   [-----]        not decided, above 1.00
 */
export function outcomeOf({ low, high }: Comparison, bound: number, rounds: number): Outcome {
  if (rounds < LEAST_ROUNDS) return 'not decided';
  if (low > bound) return 'slower';
  if (high <= bound) return low <= 1 ? 'no slower' : 'within the bound';
  return low <= 1 ? 'not decided' : 'not decided, above 1.00';
}

/** Numbers below a limit: mulberry32, a generator of 32 bits. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
