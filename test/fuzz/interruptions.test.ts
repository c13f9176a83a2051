/**
 * Programs that are interrupted anywhere: by timeouts of the engine, by stacks that overflow, by arguments that throw, by the end of
 * their thread. Each later result is right, or a typed error where the array was being computed then; programs that begin
 * afterwards are right. FUZZ_INTERRUPTIONS chooses how many there are for each configuration, FUZZ_SEED where they begin.
 */
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';
import type { Config } from '../../lib/runtime/config.js';
import { interrupted } from './interrupted.js';

const TIMES = Number(process.env.FUZZ_INTERRUPTIONS ?? 7);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const native: readonly Partial<Config>[] = [
  { device: 'cpu', tier: 'block', procs: 1 },
  { device: 'cpu', tier: 'block', procs: 2, inline: false, graphs: 'on' },
  { device: 'cpu', tier: 'c', procs: 2, plans: 'auto' },
  { device: 'cpu', procs: 2, tracing: 'inline', window: 7, graphs: 'off' },
  { device: 'cpu', procs: 2, memories: 2, grain: 1, small: 0 },
  { device: 'cpu', procs: 3, memories: 3, grain: 4, graphs: 'on' },
  { device: 'cpu', procs: 1, tracing: 'off', plans: 'kept', small: 0 },
  { device: 'cpu', tier: 'block', procs: 2, played: 2 },
];
const portable: readonly Partial<Config>[] = [
  { device: 'js', procs: 1 },
  { device: 'js', procs: 2, inline: false, tracing: 'inline' },
  { device: 'js', procs: 2, memories: 2, grain: 1 },
  { device: 'js', procs: 1, played: 2 },
];
export const configs = loadAddon() === null ? portable : [...native, ...portable];

for (const [c, config] of configs.entries()) {
  t.test(`interruptions under ${JSON.stringify(config)}`, async (t) => {
    const seed = SEED + c * 1_000_000;
    t.comment(`seeds from ${seed} on; FUZZ_SEED and FUZZ_INTERRUPTIONS choose others`);
    const { problems, count } = await interrupted(config, seed, TIMES);
    t.same(problems, [], `${count} interruptions`);
  });
}
