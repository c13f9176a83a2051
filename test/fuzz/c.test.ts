/** Differential fuzz of compiled C: few programs, since every new kernel is a run of the compiler. */
import t from 'tap';
import { whyNoNative } from '../support/native.js';
import { fuzz } from './fuzz.js';

const why = whyNoNative();
if (why !== false) t.test('compiled C', { skip: why }, async () => undefined);
else {
  fuzz({
    name: 'compiled C',
    seed: 70_001,
    programs: 12,
    each: 1,
    configs: [
      { device: 'cpu', tier: 'c', procs: 1, grain: 1 },
      { device: 'cpu', tier: 'c', procs: 3, grain: 1, inline: false, tracing: 'inline', graphs: 'on' },
      { device: 'cpu', tier: 'auto', procs: 2, grain: 1 },
    ],
  });
}
