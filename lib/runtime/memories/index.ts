/** Carries out plans over several memories (thesis 3.2). */
export { MemoriesLauncher } from './launcher.js';
export type { MakeMapper } from './mapper.js';
export { Restarting } from './restarting.js';
