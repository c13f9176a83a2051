/**
 * Where tests of random inputs begin and how many they try: by their own numbers, so that each run of the suite tries the same inputs, or by
 * MANIPLE_TEST_SEED and MANIPLE_TEST_RUNS, for a run that searches. No test reads the two variables elsewhere.
 */

const { MANIPLE_TEST_SEED: seed, MANIPLE_TEST_RUNS: runs } = process.env;

export const seedOf = (own: number): number => Number(seed ?? own);
export const runsOf = (own: number): number => Number(runs ?? own);

/** The seeds of a test with that many runs, from 1. */
export function seeds(own: number): number[] {
  return Array.from({ length: runsOf(own) }, (_, i) => seedOf(1) + i);
}
