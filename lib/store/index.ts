/** Room `store`: roots, stores and their views. */
export {
  type ChunkOwner,
  copiedTo,
  type KeyPartition,
  type LoanOf,
  placeOf,
  type RecipeOf,
  Root,
  type RootsOf,
  Token,
  withCopy,
  writtenAt,
} from './root.js';
export * from './store.js';
export { beforeWrite, writes, writesOf } from './writes.js';
