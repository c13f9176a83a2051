/** Differential fuzz of the block tier: 1 to 7 processors, fusion on and off, traced and not. */
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';
import { fuzz } from './fuzz.js';

const common = { device: 'cpu', tier: 'block', grain: 1 } as const;
if (loadAddon() === null) t.test('block tier', { skip: 'the addon did not load' }, async () => undefined);
else {
  fuzz({
    name: 'block tier',
    seed: 20_001,
    programs: 600,
    each: 1,
    configs: [
      { ...common, procs: 1, inline: true },
      { ...common, procs: 1, fusion: false, window: 5 },
      { ...common, procs: 2, inline: false, graphs: 'on' },
      { ...common, procs: 3, inline: false, tracing: 'inline', window: 0 },
      { ...common, procs: 4, inline: true, window: 7, graphs: 'on' },
      { ...common, procs: 5, fusion: false },
      { ...common, procs: 3, inline: false, plans: 'auto' },
      { ...common, procs: 7, inline: false, graphs: 'on' },
      { ...common, procs: 2, tracing: 'off', plans: 'fresh', scavenge: false },
    ],
  });
}
