/** Room `dependence`: the waits between operations, the places of valid elements, the copies to make. */
export { Coherence } from './coherence.js';
export type { Condition, Effect } from './condition.js';
export { type Bounds, type Footprint, makeFootprint, type Visits } from './footprint.js';
export type { Wait } from './history.js';
export { type Backing, type Instance, makeInstance } from './instance.js';
export { Mapper } from './mapper.js';
export type { IndexTask, Mapping, Operation, Partials, TaskArg, Tiles } from './operation.js';
export { passingId } from './passing.js';
export { type Grid, type Placement, together } from './placement.js';
export { leftBehind, type RectSet } from './rect-set.js';
export { all, type Relation, Relations } from './relation.js';
export type { RootKey } from './root-key.js';
export { numberOf, pointAt } from './span.js';
