/** Room `trace`: repeats in the stream of tasks. */
export { InlineMiner, ThreadMiner } from './miner.js';
export { findRepeats, periodOf, type Repeat } from './repeats.js';
export { Recency } from './tokens.js';
export { type Miner, type Segment, Tracer, type TracerOptions } from './tracer.js';
export type { Candidate } from './trie.js';
