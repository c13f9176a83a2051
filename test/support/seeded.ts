/**
 * fast-check with a seed of the project's own: each run of the suite tries the same inputs. MANIPLE_TEST_SEED chooses the inputs of
 * a run that searches.
 */
import fc from 'fast-check';

/** Where tests of random inputs begin. */
export const SEED = Number(process.env.MANIPLE_TEST_SEED ?? 20_261);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export default fc;
