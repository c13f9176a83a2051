/** Room `store`: roots, stores and their views. */
export { type ChunkOwner, type KeyPartition, placeOf, type RecipeOf, Root, type RootsOf, Token } from './root.js';
export * from './store.js';
export { writes } from './writes.js';
