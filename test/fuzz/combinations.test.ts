/** Differential fuzz of every combination of fusion, tracing, actors and separate memories, on 1 to 7 processors. */
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';
import type { Config } from '../../lib/runtime/index.js';
import { fuzz } from './fuzz.js';

const common: Partial<Config> = { device: 'cpu', tier: 'block', grain: 1 };
const PROGRAMS = 12;

if (loadAddon() === null) t.test('combinations', { skip: 'the addon did not load' }, async () => undefined);
else {
  for (let procs = 1; procs <= 7; procs++) {
    for (const fusion of [true, false]) {
      for (const memories of [1, 3]) {
        const configs = (['off', 'inline'] as const).flatMap((tracing) =>
          (['on', 'off'] as const).map((graphs) => ({
            ...common,
            ...{ procs, fusion, memories, tracing, graphs },
            inline: (procs + memories) % 3 === 0,
          })),
        );
        fuzz({
          name: `${procs} processors, ${memories} memories, fusion ${fusion ? 'on' : 'off'}`,
          seed: 70_000 + procs * 1000 + memories * 100 + (fusion ? 50 : 0),
          programs: PROGRAMS,
          each: configs.length,
          repeat: 3,
          configs,
        });
      }
    }
  }
}
