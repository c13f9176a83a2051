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
export { UNKNOWN, UNUSED } from './gates.js';
export { type GraphNode, graphOf, type ProgramGraph } from './graph.js';
export { Links } from './links.js';
export { type Lowered, lower } from './lower.js';
