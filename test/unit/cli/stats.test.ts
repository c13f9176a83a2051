/** What --stats prints of machines with several memories. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { formatStats } from '../../../lib/cli/stats.js';
import { type Config, createRuntime } from '../../../lib/runtime/index.js';
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
