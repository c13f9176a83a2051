/** Room `trace`: repeats in the stream of tasks. */
export { InlineMiner, ThreadMiner } from './miner.js';
export { findRepeats, periodOf } from './repeats.js';
export { type LastUse, Recency } from './tokens.js';
export { type Miner, type Passage, Tracer } from './tracer.js';
export type { Candidate } from './trie.js';
