/** Room `fusion`: which tasks of the window become one. */
export { type Barrier, BARRIERS } from './constraint-barrier.js';
export { ACCESS, type AccessList, accessList, type Overlap, Prefix, pushAccess } from './constraints.js';
