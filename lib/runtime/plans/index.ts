/** Plans that are known: what was learnt of windows of one form, programs for each choice, which window comes next. */
export type { KnownForm, Situation, Slices, Variant } from './cached-form.js';
export { type Chosen, KnownForms, type Rules, writtenBy } from './plan-cache.js';
export { Forecast } from './predictor.js';
