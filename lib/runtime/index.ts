/** Room `runtime`: configuration, scheduling, statistics: the only mutable global state. */
export { type Runtime, runtime } from './runtime.js';
