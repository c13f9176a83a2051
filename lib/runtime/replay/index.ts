/** Replay (thesis ch. 6): windows as plain data, lowered to programs of the device and chained. */
export { Chain } from './chain.js';
export {
  type Arrival,
  type BlockForm,
  type BlockUse,
  type Crossings,
  coordinatesOf,
  type LaunchForm,
  NO_CROSSINGS,
  type Place,
  type ReplayForm,
} from './form.js';
export { type GraphNode, graphOf } from './graph.js';
export { type LastUses, lastUsesOf, noteUses } from './last-uses.js';
export { Scratch } from './lower.js';
export { type Means, Replay } from './replay.js';
export { Report } from './report.js';
export { type Told, tellLaunch } from './told.js';
