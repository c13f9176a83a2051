/** Several folds that fuse into one kernel keep their partial results apart. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

t.test('two folds of different values in one window', async (t) => {
  for (const n of [3, 5000]) {
    const a = np.arange(n).astype('float64');
    const results = [a.sum(), a.multiply(2).sum(), np.max(a), np.min(a.subtract(7))];
    const expected = [(n * (n - 1)) / 2, n * (n - 1), n - 1, -7];
    t.same(await Promise.all(results.map((r) => r.item())), expected);
  }
});
