/** Programs compiled for replay (thesis ch. 6): see `replay.ts`. */
export { Replay } from './replay.js';
export { Report } from './report.js';
export { comparisonsOf, isWorthwhile } from './worth.js';
