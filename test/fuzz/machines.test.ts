/** Differential fuzz of machines with accelerators: tasks on all devices by turns, every copy between them that is needed made. */
import t from 'tap';
import { addonProblem, loadAddon } from '../../lib/native/index.js';
import { fuzz } from './fuzz.js';

if (loadAddon() === null) t.test('accelerators', { skip: addonProblem() ?? 'no addon' }, async () => undefined);
else
  fuzz({
    name: 'accelerators',
    seed: 70_000,
    programs: 80,
    each: 2,
    repeat: 3,
    configs: [
      { device: 'cpu', tier: 'block', procs: 2, played: 2, inline: false, tracing: 'off', graphs: 'on' },
      { device: 'cpu', tier: 'block', procs: 2, played: 1, inline: false, tracing: 'off', graphs: 'on' },
      { device: 'cpu', tier: 'block', procs: 2, memories: 4, grain: 1, played: 1, small: 0, tracing: 'off' },
      { device: 'cpu', tier: 'block', procs: 2, played: 1, inline: false, tracing: 'off', plans: 'auto' },
      { device: 'js', procs: 1, played: 2, fusion: false, tracing: 'off', graphs: 'on' },
      { device: 'cpu', tier: 'block', procs: 2, memories: 2, grain: 1, played: 3, tracing: 'off', graphs: 'on' },
      { device: 'cpu', tier: 'block', procs: 1, played: 2, small: 0, window: 3, tracing: 'off' },
      { device: 'cpu', tier: 'block', procs: 2, played: 3, small: 64, deviceMemory: 60_000, tracing: 'off', graphs: 'on' },
    ],
  });
