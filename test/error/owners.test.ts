/** Arrays belong to the runtime in which they were made: another one refuses them, and neither is harmed. */

import t from 'tap';
import * as np from '../../lib/array/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { createRuntime, type Runtime, useRuntime } from '../../lib/runtime/index.js';

const N = 50_000;

/** Two runtimes, of which the one that is asked for is in use while `fn` runs. */
async function between(fn: (within: <T>(which: 0 | 1, fn: () => T) => T) => Promise<void>): Promise<void> {
  const device = loadAddon() === null ? 'js' : 'auto';
  const runtimes: Runtime[] = [createRuntime({ procs: 2, device }), createRuntime({ procs: 1, device })];
  const within = <T>(which: 0 | 1, job: () => T): T => {
    const before = useRuntime(runtimes[which]);
    try {
      return job();
    } finally {
      useRuntime(before);
    }
  };
  await fn(within);
  for (const runtime of runtimes) await runtime.close();
}

const foreign = { name: 'ArgumentError', message: /belongs to another runtime/ };

for (const n of [3, N]) {
  t.test(`arrays of ${n} under another runtime`, (t) =>
    between(async (within) => {
      const x = within(0, () => np.arange(n).add(1));
      t.throws(() => within(1, () => x.dataSync()), foreign, 'read');
      await t.rejects(async () => within(1, () => x.item(2)), foreign, 'an element');
      t.throws(() => within(1, () => x.add(1)), foreign, 'used');
      t.throws(() => within(1, () => x.addAssign(1)), foreign, 'written');
      t.throws(() => within(1, () => np.ones([n]).assign(x)), foreign, 'copied from');
      t.throws(() => within(1, () => x.dispose()), foreign, 'disposed of');
      const sums = within(1, () => np.ones([n]).add(1).sum().itemSync());
      t.equal(sums, 2 * n, 'the other runtime goes on');
      t.equal(
        within(0, () => x.add(1).dataSync()[2]),
        4,
        'and so does its own',
      );
    }),
  );
}

t.test('windows that are expected take no foreign arrays', (t) =>
  between(async (within) => {
    const x = within(0, () => np.arange(100));
    const mine = within(1, () => np.arange(100));
    for (let i = 0; i < 40; i++)
      t.equal(
        within(1, () => mine.multiply(2).add(mine).sum().itemSync()),
        3 * 4950,
      );
    t.throws(() => within(1, () => mine.multiply(2).add(x)), foreign);
    t.throws(() => within(1, () => x.multiply(2)), foreign);
    t.equal(
      within(1, () => mine.multiply(2).add(mine).sum().itemSync()),
      3 * 4950,
    );
    t.equal(
      within(0, () => x.sum().itemSync()),
      4950,
    );
  }),
);
