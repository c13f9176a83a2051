/** What --stats prints of machines with several memories. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { formatStats } from '../../../lib/cli/stats.js';
import { JsDevice, PlayedAccelerator } from '../../../lib/device/index.js';
import { type Config, createRuntime, defaults, Runtime } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const ONE: Partial<Config> = { device: 'js', procs: 1 };
const ALL = ['steps in columns', 'reads through producers', 'one plan for views that move'];

const told = (config: Partial<Config>): Promise<{ readonly off: readonly string[] | undefined; readonly text: string }> =>
  onRuntime(createRuntime({ ...ONE, ...config }), async (rt) => {
    await np.arange(10).add(1).data();
    const stats = rt.stats();
    return { off: stats.off, text: formatStats(stats) };
  });

t.test('what plans do without is told where arrays are in several memories', async (t) => {
  const alone = await told({});
  t.equal(alone.off, undefined);
  t.notMatch(alone.text, /\boff\b/);
  const beside = await told({ played: 1 });
  t.same(beside.off, ALL);
  t.match(beside.text, /off beside an accelerator/);
  for (const name of ALL) t.match(beside.text, name);
  const several = await told({ memories: 2 });
  t.same(several.off, ALL);
  t.match(several.text, /off with several memories/);
});

t.test('what left a full memory, and kernels that a device has dropped, are told where there are any', async (t) => {
  const player = new JsDevice();
  const gpu = Object.assign(new PlayedAccelerator(0, player, {}), { dropped: { kernels: 0, pipelines: 0 } });
  const rt = new Runtime({ ...defaults(), ...ONE }, new JsDevice(), null, { accelerators: [gpu] });
  await onRuntime(rt, async () => {
    await np.asarray(Float32Array.of(1, 2)).add(1).data();
    const before = rt.stats();
    t.same(before.dropped, { gpu0: { kernels: 0, pipelines: 0 } });
    t.notMatch(formatStats(before), /dropped|left a full|want of memory/);
    gpu.dropped = { kernels: 3, pipelines: 2 };
    const text = formatStats({ ...rt.stats(), evicted: { arrays: 4, bytes: 4096, kernels: 5 } });
    t.match(text, /kernels that gpu0 has dropped +│ 3 \(2 pipelines\)/);
    t.match(text, /arrays that left a full memory +│ 4 \(/);
    t.match(text, /kernels that ran on the cpu for want of memory +│ 5 /);
  });
  t.equal(createRuntime(ONE).stats().dropped, undefined, 'not of a machine with the host alone');
});
