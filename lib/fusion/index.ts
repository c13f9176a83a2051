/** Room `fusion`: the window's canonical form, which of its tasks become one, plans. */
export { type Candidate, type Slice, sliceOf } from './candidates.js';
export { Canonical, FormCache } from './canonical.js';
export type { Barrier } from './constraint-barrier.js';
export { ACCESS, type AccessList, accessList, Prefix, pushAccess } from './constraints.js';
export { type ImageOf, keptImages } from './images.js';
export type { Binding } from './part.js';
export type { Plan, Step } from './plan.js';
export { type CutWindow, cutWindow, type Planning } from './planner.js';
export { canBeSingle, type Single, singleOf, singleStep, unitsEach } from './single.js';
