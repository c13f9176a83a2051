/** Room `partition`: interned partitions, constraints, the solver. */
export * from './constraint.js';
export * from './geometry.js';
export * from './image.js';
export { viewsMayOverlap } from './overlap.js';
export * from './partition.js';
export type { Machine, Problem, Solution, SolverArg } from './problem.js';
export { identity, type Projection, projection } from './projection.js';
export * from './rect.js';
export { solve } from './solve.js';
export * from './sub.js';
export { pointsWanted } from './tile.js';
