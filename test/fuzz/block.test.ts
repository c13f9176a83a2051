/** Differential fuzz of the native device: tiers as they come, 1 to 7 processors, fusion on and off. */
import { loadAddon } from '../../lib/native/index.js';
import { fuzz } from './fuzz.js';

if (loadAddon() === null) console.log('1..0 # SKIP the addon did not load');
else {
  fuzz({
    name: 'native',
    seed: 20_001,
    programs: 200,
    each: 2,
    configs: [1, 2, 3, 5, 7].flatMap((procs) => [
      { device: 'cpu' as const, tier: 'block' as const, procs, grain: 1, inline: procs % 2 === 1 },
      { device: 'cpu' as const, tier: 'block' as const, procs, grain: 1, fusion: false, window: 5 },
    ]),
  });
}
