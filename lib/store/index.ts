/** Room `store`: roots, stores and their views. */
export { type ChunkOwner, type KeyPartition, type RecipeOf, Root, type RootsOf, Token, type VersionOf } from './root.js';
export * from './store.js';
