/** Room `trace`: repeats in the stream of tasks. */
export { InlineMiner, ThreadMiner } from './miner.js';
export { findRepeats, periodOf } from './repeats.js';
export { Recency } from './tokens.js';
export { type Miner, Tracer } from './tracer.js';
export type { Candidate } from './trie.js';
