/** Room `task`: task kinds, privileges, and the stream that every library writes. */
export * from './kind.js';
