/** Settings that random programs are tried under, whatever they are about. */
import type { Config } from '../../lib/runtime/config.js';
import type { Policies } from '../../lib/runtime/index.js';

export const ASSORTED: readonly Partial<Config>[] = [
  {},
  { procs: 1, clusters: 'prefix' },
  { procs: 4, grain: 16, inline: false },
  { procs: 2, memories: 2, grain: 1, small: 0 },
  { procs: 3, memories: 3, grain: 4 },
  { device: 'js' },
  { procs: 2, window: 3 },
  { procs: 2, played: 2 },
];

/** A placement on all devices of a machine with so many accelerators; some tasks are left to the runtime. */
export const byTurns =
  (accelerators: number): Policies['place'] =>
  ({ kind }, position) =>
    ((kind.id * 5 + position * 3) % (accelerators + 2)) - 1;
