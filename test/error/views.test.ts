/** Who writes into the sizes of an array's view, which nobody may, gets a typed error where memory would be left. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { addonProblem } from '../../lib/native/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { onRuntime } from '../support/on-runtime.js';

/** An array of `rows` rows, of which its view says that they are many more. */
function stretched(rows: number): np.NDArray {
  const x = np.ones([rows, 5]);
  x.dataSync();
  (x.view.shape as number[])[0] = 1e6;
  return x;
}

const uses: readonly (readonly [string, (x: np.NDArray) => unknown])[] = [
  ['added to', (x) => x.add(1).dataSync()],
  ['summed', (x) => x.sum().itemSync()],
  ['assigned to', (x) => x.assign(3).dataSync()],
  ['sliced', (x) => x.slice('1:').add(1).dataSync()],
  ['transposed', (x) => x.T.dataSync()],
  ['multiplied', (x) => x.matmul(np.ones([5, 4])).dataSync()],
  ['scanned', (x) => x.cumsum(0).dataSync()],
  ['taken from', (x) => np.take(x, [700], 0).dataSync()],
  ['sorted', (x) => np.sort(x, 0).dataSync()],
  ['broadcast', (x) => np.broadcastTo(x, [2, 1e6, 5]).add(1).dataSync()],
];

const settings: readonly (readonly [string, Partial<Config>])[] = [
  ['as it comes', {}],
  ['separate memories', { procs: 2, memories: 2, grain: 1 }],
  ['one after the other', { fusion: false, procs: 1 }],
  ['emitted JavaScript', { device: 'js' }],
];

let rows = 6;
for (const [label, config] of settings) {
  const skip = config.device === 'js' ? false : (addonProblem() ?? false);
  t.test(`views that were written to: ${label}`, { skip }, async (t) => {
    await onRuntime(createRuntime(config), async () => {
      // Each array has a shape of its own, as others of that shape share the view.
      for (const [use, run] of uses) t.throws(() => run(stretched(rows++)), { code: /^ERR_(ARGUMENT|SHAPE)$/ }, use);
      t.same(
        await np.ones([2, 3]).add(1).tolist(),
        [
          [2, 2, 2],
          [2, 2, 2],
        ],
        'other arrays are as they were',
      );
    });
  });
}

t.test('what was computed before is computed again as it was, or refused', async (t) => {
  const x = np.ones([rows, 5]);
  for (let i = 0; i < 5; i++) x.add(1).dataSync();
  (x.view.shape as number[])[0] = 1e6;
  for (let i = 0; i < 5; i++) {
    try {
      t.equal(x.add(1).dataSync().length, 5 * rows);
    } catch (error) {
      t.ok(error instanceof np.ManipleError);
    }
  }
});
