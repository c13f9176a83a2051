/** Room `fusion`: the window's canonical form, which of its tasks become one, plans. */
export { type Candidate, type Slice, sliceOf } from './candidates.js';
export { Canonical, FormCache } from './canonical.js';
export type { Barrier } from './constraint-barrier.js';
export { ACCESS, accessList, Prefix, pushAccess } from './constraints.js';
export { type CostName, costNamed } from './cost.js';
export { ExtentClass } from './extent-class.js';
export { type ImageOf, keptImages } from './images.js';
export { isAbsent, solverProblem } from './optimal/highs.js';
export { Optimizer } from './optimal/optimizer.js';
export { MOST_TASKS, questionOf } from './optimal/question.js';
export { type BestGathering, bestOf, type Gathering, type Review, type ReviewedShift, reviewOf } from './optimal/review.js';
export type { Binding } from './part.js';
export { Places } from './places.js';
export type { Plan, Step } from './plan.js';
export { type CutWindow, cutWindow, type Planning, watchPlanning } from './planner.js';
export { isResizable, resized } from './resize.js';
export { canBeSingle, type Single, singleOf, singleStep, unitsEach } from './single.js';
