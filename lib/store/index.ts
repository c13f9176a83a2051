/** Room `store`: roots, stores and their views. */
export { type ChunkOwner, Root, Token } from './root.js';
export * from './store.js';
