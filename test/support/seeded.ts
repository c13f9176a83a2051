/** fast-check with a seed of the project's own, and with the seeds and counts that the environment chooses (`seeds.ts`). */
import fc from 'fast-check';
import { runsOf, seedOf } from './seeds.js';

/** Where tests of random inputs begin. */
export const SEED = seedOf(20_261);

const known = fc.readConfigureGlobal();
fc.configureGlobal({ ...known, seed: SEED, numRuns: runsOf(known?.numRuns ?? 100) });

export * as default from './checks.js';
