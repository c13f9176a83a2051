/** Room `store`: roots, stores and their views. */
export { Root, Token } from './root.js';
export * from './store.js';
