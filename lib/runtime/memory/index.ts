/** Memory of roots: a pool over the device, arenas for small roots, liveness, and the reclaimer of dead memory. */
export { type Block, Chunk, type ChunkMemory, Plot, sizeClass, type Watching } from './arena.js';
export { FinalizerWeak } from './finalizer-weak.js';
export { Liveness } from './liveness.js';
export { Pool } from './pool.js';
export { Reclaimer, WORTH_A_COLLECTION } from './reclaim.js';
export { isMedium, noteUse, noteWrite, transfer, waitOf } from './root-memory.js';
