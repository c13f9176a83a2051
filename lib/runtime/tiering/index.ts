/**
 * Tiering: the ladder that windows climb as they come again. A window is launched task by task, until a plan pays (`hotness.ts`); its
 * program's launches are written as records, until a graph pays (`heat.ts`); small steps of a graph get code for their extent
 * (`replay/kernels.ts`). `costs.ts` is the one table of each rung's costs and savings.
 *
 *     single  ->  planned  ->  graph  ->  exact
 */
export { Comparisons } from './comparisons.js';
export { costs } from './costs.js';
export { type Graphs, Heat, isGraphic, isInline, RANGES_A_PROCESSOR } from './heat.js';
export { Hotness } from './hotness.js';
export { Rungs } from './rungs.js';
