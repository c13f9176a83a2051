/** Room `task`: task kinds, privileges, and the stream that every library writes. */
export { fromBox } from './from-box.js';
export * from './kind.js';
