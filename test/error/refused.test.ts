/** A root's address that is no longer an array's: readers of its contents throw, other arrays and later programs are right. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { addonProblem, loadAddon, RECORD } from '../../lib/native/index.js';
import { deviceOf } from '../../lib/runtime/current.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { onRuntime } from '../support/on-runtime.js';

const skip = loadAddon() === null ? (addonProblem() ?? 'no addon') : false;

const REFUSED = { code: 'ERR_TASK', message: /the addon refused the launch/ };
const LARGE = 1 << 18;

/** Launches of each kind: record by record, planned, replayed, and replayed behind one another. */
const CONFIGS: Readonly<Record<string, Partial<Config>>> = {
  'one by one': { plans: 'auto', graphs: 'off', tracing: 'off' },
  planned: { plans: 'kept', graphs: 'off', tracing: 'off' },
  replayed: { plans: 'kept', graphs: 'on', tracing: 'off' },
  'replayed by several threads': { plans: 'kept', graphs: 'on', tracing: 'off', procs: 3, inline: false, grain: 1 },
  traced: { plans: 'kept', graphs: 'on' },
};

for (const [name, config] of Object.entries(CONFIGS)) {
  for (const n of [100, LARGE]) {
    t.test(`${name}, ${n} elements`, { skip }, async (t) => {
      await onRuntime(createRuntime({ device: 'cpu', tier: 'block', procs: 1, ...config }), () => {
        const x = np.arange(n);
        const y = np.ones([n]);
        const step = (): number => Number(x.multiply(2).add(y).sum().itemSync());
        const expected = n * (n - 1) + n;
        for (let i = 0; i < 6; i++) t.equal(step(), expected);
        const { root } = y;
        const { address } = root;
        for (const wrong of [8, 2 ** 46, Number.NaN]) {
          root.address = wrong;
          t.throws(step, REFUSED);
          t.throws(() => y.add(1).dataSync(), REFUSED);
          t.equal(Number(x.add(1).sum().itemSync()), (n * (n + 1)) / 2, 'what has nothing to do with it');
          root.address = address;
          for (let i = 0; i < 6; i++) t.equal(step(), expected, 'and later');
        }
      });
    });
  }
}

t.test('what moves contents between memories', { skip }, async (t) => {
  const config: Partial<Config> = { device: 'cpu', tier: 'block', procs: 2, memories: 2, grain: 1, small: 0, graphs: 'off' };
  for (const [what, isDamaged] of [
    ['a fold', (units: number) => units === 0],
    ['a fold, and copies of partial results', () => true],
  ] as const) {
    await onRuntime(createRuntime(config), (rt) => {
      const x = np.arange(LARGE);
      t.equal(Number(x.sum().itemSync()), (LARGE * (LARGE - 1)) / 2);
      const sum = x.sum();
      rt.flush();
      const device = deviceOf(rt);
      const submit = device.submit.bind(device);
      device.submit = (count) => {
        const { records } = device;
        for (let i = 0, at = 0; i < count; i++, at += records[at + RECORD.LENGTH])
          if (isDamaged(records[at + RECORD.UNITS])) records[at + RECORD.KERNEL] = 0;
        return submit(count);
      };
      t.throws(() => sum.itemSync(), REFUSED, what);
    });
  }
});
