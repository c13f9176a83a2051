/** Room `base`: errors for callers' mistakes, invariants for ours, and the declarations that arguments are held against. */

export { asFormMethod, asMethod } from './as-method.js';
export { isBuffer, isSharedBuffer, typedArrayName } from './buffers.js';
export { InvariantError, invariant, unreachable } from './check.js';
export { now } from './clock.js';
export { CONTRACTS } from './contracts.js';
export { copies, noteCopy } from './copies.js';
export { describe } from './describe.js';
export { isChosen, setEngineFlag, setFlags, setFlagsThrough, underEngineDefaults } from './engine-flags.js';
export { optimizeLater } from './engine-tiers.js';
export * from './errors.js';
export { type FindForm, FormedArray, formFor, hasNoForms, isFormless, useForms } from './forms.js';
export { isDebugging, type Site, siteHere, siteOf } from './frames.js';
export { Generations } from './generations.js';
export { HELD, isHolder } from './held.js';
export { kernelsMade, noteKernel } from './kernels-made.js';
export * from './kinds.js';
export { later } from './later.js';
export { addMembersLater, growing } from './members.js';
export { likeliest } from './misspelt.js';
export { moduleFile } from './module-file.js';
export { type ByPlace, listed, named } from './named.js';
export { notCloned } from './not-cloned.js';
export { byPlace, givenOptions, isPlain, type OptionKinds, options, orOptions } from './options.js';
export { definePlaces } from './places.js';
export { BRACKETS, putBehind, refuseCalls, refuseReads, refusing } from './refused-names.js';
export { ARRAY_BYTES, hasSpaceForThreads, NO_SPACE, needHeap, needMemory, zeroed } from './room.js';
export { settleWithin } from './settle.js';
export { SideThread } from './side-thread.js';
export { behindCall, isAsynchronous, nextTurn, soon } from './soon.js';
export { isStackOverflow, needStack } from './stack.js';
export {
  countedAs,
  counts,
  type Declaration,
  declarationOf,
  declareChecked,
  declareMethods,
  type MethodKinds,
  mostOf,
  refusedCall,
  stubs,
  takes,
  tooManyFor,
  withoutPlace,
} from './takes.js';
