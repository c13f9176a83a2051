/** The plan cache: forms, their specializations, and the predictor of the next window. */
export type { CachedForm, Situation, Slices, Specialization } from './cached-form.js';
export { type Chosen, PlanCache, type Rules, writtenBy } from './plan-cache.js';
export { Predictor } from './predictor.js';
