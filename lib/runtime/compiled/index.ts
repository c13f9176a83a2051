/** Programs compiled for replay (thesis ch. 6): see `replay.ts`. */
export { PlanReplay } from './replay.js';
