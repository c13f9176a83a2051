/** Graphs as sparse matrices: components, walks, shortest paths, trees, orders and matchings. */
export * from './assignment.js';
export * from './flow.js';
export * from './forms.js';
export type { DirectedOption, Graph } from './graph.js';
export * from './laplacian.js';
export * from './matching.js';
export * from './orders.js';
export type { PathFinder, PathOptions, Paths, Starts } from './paths.js';
export * from './predecessors.js';
export * from './shortest-paths.js';
export {
  breadthFirstOrder,
  type ComponentOptions,
  type Components,
  connectedComponents,
  depthFirstOrder,
  type Walk,
  type WalkFinder,
  type WalkOptions,
} from './traversal.js';
export * from './trees.js';
export * from './yen.js';
