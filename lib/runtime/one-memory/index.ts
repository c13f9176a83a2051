/** Carries out plans over one memory. */
export { Launcher } from './launcher.js';
