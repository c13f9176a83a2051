/** Room `partition`: interned partitions, constraints, the solver. */
export * from './constraint.js';
