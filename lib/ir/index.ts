/** Room `ir`: the kernel language, its rules, and how kernels are called. */

export * from './build.js';
export { type Extent, extentOf } from './extent.js';
export * from './folds.js';
export * from './kernel.js';
export * from './layout.js';
export { firstFolded, MOST_SUMS, nestProblem, rowsWalked, sumsOf } from './nest.js';
export {
  argsOf,
  hasBody,
  mapBody,
  mapOperands,
  mapSlots,
  mapUsed,
  operandsOf,
  type Rewritten,
  resultsOf,
  uniformNodes,
  usedBy,
  workOfNode,
} from './nodes.js';
export * from './operations/index.js';
export { printKernel } from './print.js';
export { foldRules } from './rules.js';
export { pointersOf, routineSignature, signatureOf } from './signature.js';
export { kernelRules, verify } from './spec.js';
export { indexOfFloat, unwholeIndex } from './unwhole.js';
export { type AnyBuilder, LoopBuilder, RepeatBuilder, type Rounds, SegmentBuilder, type Value } from './values.js';
export { operationsOf, weightOf } from './weights.js';
