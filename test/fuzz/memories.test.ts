/** Differential fuzz with separate memories: every copy that is needed is made, on both devices, with and without fusion. */
import t from 'tap';
import { addonProblem, loadAddon } from '../../lib/native/index.js';
import { fuzz } from './fuzz.js';

if (loadAddon() === null) t.test('separate memories', { skip: addonProblem() ?? 'no addon' }, async () => undefined);
else
  fuzz({
    name: 'separate memories',
    seed: 50_000,
    programs: 180,
    each: 2,
    configs: [
      { device: 'js', procs: 1, memories: 2, grain: 1, tracing: 'off' },
      { device: 'cpu', tier: 'block', procs: 2, memories: 3, grain: 1, tracing: 'off' },
      { device: 'js', procs: 1, memories: 3, grain: 1, fusion: false, tracing: 'off' },
      { device: 'cpu', tier: 'block', procs: 1, memories: 2, grain: 1, window: 3, tracing: 'off' },
      { device: 'cpu', tier: 'block', procs: 2, memories: 2, grain: 1, tracing: 'off', plans: 'auto' },
      { device: 'cpu', tier: 'block', procs: 4, memories: 4, grain: 1, tracing: 'off', graphs: 'on' },
    ],
  });
