/** Statistics say on which rung of the ladder windows were carried out, and why not as graphs, on every machine. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { formatStats } from '../../../lib/cli/stats.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { type Config, createRuntime, type Stats } from '../../../lib/runtime/index.js';
import { defineKind } from '../../../lib/task/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const skip = loadAddon() === null && (addonProblem() ?? 'no addon');
const CONFIG: Partial<Config> = { device: 'cpu', tier: 'block', procs: 2, tracing: 'off', plans: 'kept', grain: 500 };

const HALVE = defineKind({
  name: 'halve',
  args: [
    { privilege: 'read', access: 'elementwise' },
    { privilege: 'write', access: 'elementwise' },
  ],
  body: { kind: 'js', run: ([x, y]) => x.data.forEach((v, i) => (y.data[i] = Number(v) / 2)) },
});

/** Counts after windows that are the same each time. */
function counts(
  config: Partial<Config>,
  rounds: number,
  step = (x: np.NDArray): np.NDArray => x.multiply(0.5).add(1),
): Promise<Stats> {
  return onRuntime(createRuntime({ ...CONFIG, ...config }), async (rt) => {
    let x = np.ones([4000]);
    for (let i = 0; i < rounds; i++) {
      x = step(x);
      rt.flush();
    }
    await x.data();
    return rt.stats();
  });
}

t.test('with one memory and with two, windows that come again are replayed', { skip }, async (t) => {
  for (const memories of [1, 2]) {
    const stats = await counts({ memories, graphs: 'on' }, 12);
    const { replays = 0, stepwise = {} } = stats.graphs ?? {};
    t.ok(replays >= 8, `${memories} memories: ${replays} replays, ${JSON.stringify(stepwise)}`);
    t.match(formatStats(stats), new RegExp(`windows with a plan: ${replays} replayed as graphs`));
    const off = await counts({ memories, graphs: 'off' }, 12);
    t.equal(off.graphs?.replays, 0);
  }
});

t.test('why windows are no graphs', { skip }, async (t) => {
  const few = await counts({ graphs: 'auto' }, 1);
  t.ok((few.graphs?.stepwise.new ?? 0) > 0, 'too few of them so far');
  const inJs = await counts({ device: 'js', procs: 1, graphs: 'on' }, 6);
  t.ok((inJs.graphs?.stepwise.device ?? 0) >= 4, 'on a device without them');
  t.match(formatStats(inJs), /on a device without graphs/);
  const bodies = await onRuntime(createRuntime({ ...CONFIG, graphs: 'on' }), async (rt) => {
    const [x, y] = [rt.upload(Float64Array.of(8, 16), np.float64, [2]), rt.create(np.float64, [2])];
    for (let i = 0; i < 3; i++) {
      rt.launch(HALVE, [2], [x, y]);
      rt.flush();
    }
    t.same([...(await rt.read(y))], [4, 8]);
    return rt.stats();
  });
  t.equal(bodies.graphs?.stepwise.unfit, 3, 'bodies in JavaScript');
});
