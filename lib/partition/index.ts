/** Room `partition`: interned partitions, constraints, the solver. */
export * from './constraint.js';
export { followDomain } from './derive.js';
export * from './geometry.js';
export * from './image.js';
export { pointsMeeting, pointsWithin } from './inverse.js';
export { viewsMayOverlap } from './overlap.js';
export * from './partition.js';
export type { Machine, Problem, Solution, SolverArg } from './problem.js';
export { identity, type Projection, projection, type Rotation, rotated } from './projection.js';
export { type Reach, reachOf } from './reach.js';
export * from './rect.js';
export { solve } from './solve.js';
export * from './sub.js';
export { pointsWanted } from './tile.js';
export { localView, partInView, type RootRect, rectInRoot } from './view-box.js';
