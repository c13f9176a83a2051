/** Differential fuzz of the JavaScript tier: fusion on and off, several windows. */
import { fuzz } from './fuzz.js';

fuzz({
  name: 'emitted JavaScript',
  seed: 1,
  programs: 600,
  each: 1,
  configs: [
    { device: 'js', procs: 1, window: 0 },
    { device: 'js', procs: 1, window: 3 },
    { device: 'js', procs: 1, fusion: false },
    { device: 'js', procs: 1, plans: 'auto' },
    { device: 'js', procs: 1, window: 1000, scavenge: false },
  ],
});
