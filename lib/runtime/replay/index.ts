/** Replay (thesis ch. 6): windows as plain data, lowered to programs of the device, chained one behind another. */
export { Chain, type Launched } from './chain.js';
export {
  type BlockForm,
  type BlockUse,
  type Box,
  coordinatesOf,
  type LaunchForm,
  type Place,
  type ReplayForm,
} from './form.js';
export { type GraphNode, graphOf, type ProgramGraph } from './graph.js';
export { type Binder, type Block, type BlockRow, type Means, Replay } from './replay.js';
export { Report } from './report.js';
export { type Told, tellLaunch } from './told.js';
