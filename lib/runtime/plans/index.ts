/** Plans that are known: what was learnt of windows of one form, programs for each choice, which window comes next. */
export type { CachedForm, Situation, Slices, Specialization } from './cached-form.js';
export { type Chosen, PlanCache, type Rules, writtenBy } from './plan-cache.js';
export { Predictor } from './predictor.js';
