/** Carries out plans over several memories (thesis 3.2). */
export type { Remote } from './engines.js';
export { MemoriesLauncher, type Neighbours } from './launcher.js';
export type { MakeMapper } from './mapper.js';
