/**
 * Differential fuzz of everything at once: each combination of {no fusion, prefixes, clusters; tracing; graphs compiled to actors;
 * separate memories} on 1 to 7 processors has programs of its own, on a runtime of its own.
 */
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';
import type { Config } from '../../lib/runtime/index.js';
import { fuzzEach } from './fuzz.js';

const configs: Partial<Config>[] = [];
for (const procs of [1, 2, 3, 4, 5, 6, 7])
  for (const fused of [{ fusion: false }, { clusters: 'prefix' }, { clusters: 'greedy' }] as const)
    for (const tracing of ['inline', 'off'] as const)
      for (const graphs of ['on', 'off'] as const)
        for (const memories of [1, 3])
          configs.push({
            device: 'cpu',
            tier: 'block',
            grain: 1,
            procs,
            ...fused,
            tracing,
            graphs,
            memories,
            inline: procs % 2 === 0,
            ...(procs % 3 === 0 ? { small: 0 } : {}),
          });

if (loadAddon() === null) t.test('combinations', { skip: 'the addon did not load' }, async () => undefined);
else fuzzEach({ name: `${configs.length} combinations`, seed: 90_001, programs: 2, repeat: 3, replays: true, configs });
