/** fast-check, where MANIPLE_TEST_SEED and MANIPLE_TEST_RUNS come before the seed and the count that a test gives. */
import fc from 'fast-check';
import { runsOf, seedOf } from './seeds.js';

export * from 'fast-check';

/** fast-check's `assert`, by the environment. Overrides the one that `export *` names. */
export const assert = ((property: fc.IRawProperty<unknown>, { seed, numRuns, ...given }: fc.Parameters<unknown> = {}) =>
  fc.assert(property, {
    ...given,
    ...(seed === undefined ? {} : { seed: seedOf(seed) }),
    ...(numRuns === undefined ? {} : { numRuns: runsOf(numRuns) }),
  })) as typeof fc.assert;
