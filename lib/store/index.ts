/** Room `store`: roots, stores and their views. */
export { type ChunkOwner, type KeyPartition, Root, Token } from './root.js';
export * from './store.js';
