/** Settings that random programs are tried under, whatever they are about. */
import type { Config } from '../../lib/runtime/config.js';

export const ASSORTED: readonly Partial<Config>[] = [
  {},
  { procs: 1, clusters: 'prefix' },
  { procs: 4, grain: 16, inline: false },
  { procs: 2, memories: 2, grain: 1, small: 0 },
  { procs: 3, memories: 3, grain: 4 },
  { device: 'js' },
  { procs: 2, window: 3 },
];
