/** Random programs under the spy: whatever they do, what the runtime decides is right, by the verifier and byte by byte. */
import { join } from 'node:path';
import t from 'tap';
import { NullDevice, PlayedAccelerator } from '../../lib/device/index.js';
import { type Config, createRuntime, defaults, Runtime } from '../../lib/runtime/index.js';
import { readLog, verify } from '../../lib/spy/index.js';
import { byTurns } from '../support/configs.js';
import { neededWaits } from '../support/spied.js';
import { makeProgram } from './program.js';
import { executeOn } from './run.js';

const SEED = Number(process.env.FUZZ_SEED ?? 71_000);
const PROGRAMS = Number(process.env.FUZZ_PROGRAMS ?? 16);
const folder = t.testdir();
const common = { tier: 'block', grain: 1 } as const;

/** The GPUs of null machines: few bindings, little memory, every dtype, small allocations. */
const LIMITS = [{ bindings: 3 }, { capacity: 60_000 }, { wide: true }, { largest: 10_000 }];

const configs: Readonly<Record<string, Partial<Config>>> = {
  'fused, windows of any size': { ...common, procs: 3, inline: false, tracing: 'inline' },
  'small windows': { ...common, procs: 2, window: 7 },
  'compiled to graphs': { ...common, procs: 3, inline: false, graphs: 'on' },
  'one launch a task': { ...common, procs: 2, fusion: false, window: 5 },
  'task by task until a plan pays': { ...common, procs: 3, inline: false, plans: 'auto' },
  'in JavaScript': { device: 'js', procs: 1, grain: 1 },
  'three memories': { ...common, procs: 2, memories: 3, inline: false, tracing: 'inline' },
  'two memories, one launch a task': { device: 'js', procs: 1, memories: 2, grain: 1, fusion: false },
  accelerators: { ...common, procs: 2, played: 2, inline: false },
  'accelerators that are full': { ...common, procs: 2, played: 2, small: 64, deviceMemory: 60_000 },
  'four memories, compiled to graphs': { ...common, procs: 4, memories: 4, inline: false, graphs: 'on' },
  'one accelerator': { ...common, procs: 2, played: 1, inline: false },
  'four memories and an accelerator that is full': {
    ...common,
    procs: 2,
    memories: 4,
    played: 1,
    small: 64,
    deviceMemory: 60_000,
  },
  'two memories, task by task until a plan pays': { ...common, procs: 2, memories: 2, inline: false, plans: 'auto' },
  'an accelerator, task by task on the host until a plan pays': { ...common, procs: 2, played: 1, inline: false, plans: 'auto' },
  'a null machine with GPUs of four kinds': { device: 'null', procs: 8, memories: 2, grain: 1, small: 64, played: LIMITS.length },
  'two memories and accelerators': { device: 'js', procs: 1, memories: 2, grain: 1, played: 2, window: 9 },
};

/** The runtime of a configuration; the parts of a null machine run nothing. */
function runtimeOf(config: Partial<Config>): Runtime {
  const settings: Partial<Config> = { small: 16 << 10, plans: 'kept', ...config };
  const place = byTurns(config.played ?? 0);
  if (config.device !== 'null') return createRuntime(settings, { place });
  const accelerators = LIMITS.map((limits, i) => new PlayedAccelerator(i, new NullDevice(), limits));
  return new Runtime({ ...defaults(), ...settings }, new NullDevice(config.procs), null, { accelerators, place });
}

for (const [name, config] of Object.entries(configs)) {
  t.test(name, async (t) => {
    const spy = join(folder, name.replaceAll(/\W/g, '-'));
    const rt = runtimeOf({ ...config, spy });
    for (let p = 0; p < PROGRAMS; p++) {
      for (let n = config.graphs === 'on' ? 4 : 1; n > 0; n--) executeOn(rt, makeProgram(SEED + p, 8 + (p % 25)));
      if (p % 32 === 31) await new Promise((resolve) => setImmediate(resolve));
    }
    await rt.close();
    const log = await readLog(spy);
    const linked = log.filter((event) => event.event === 'replay' && event.link !== 0).length;
    if (config.graphs === 'on') t.ok(linked > 0, `${linked} launches follow others point by point`);
    const { problems, summary } = verify(log);
    t.same(
      problems,
      [],
      `seeds ${SEED} to ${SEED + PROGRAMS - 1} (FUZZ_SEED and FUZZ_PROGRAMS choose others): ${JSON.stringify(summary)}`,
    );
    const short = [...neededWaits(log)].filter(([launch, least]) => launch.wait < least);
    t.same(short, [], 'no launch waits for less than it needs');
  });
}
