/** Assertions that compare objects by their fields tell different arrays apart. */
import { deepStrictEqual, notDeepStrictEqual } from 'node:assert';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

t.test('arrays that were never computed', async () => {
  notDeepStrictEqual(np.ones(3), np.zeros(3));
  notDeepStrictEqual(np.asarray([1, 2]), np.asarray([1, 3]));
  notDeepStrictEqual({ a: [np.ones(3)] }, { a: [np.zeros(3)] });
});

t.test('arrays that were read, of one window or of several, deferred or not', async () => {
  for (let i = 0; i < 40; i++) {
    const [x, y] = [np.ones(3).add(i), np.ones(3).add(i + 1)];
    const z = x.multiply(2).add(1);
    notDeepStrictEqual(x, y);
    await z.data();
    notDeepStrictEqual(x, y);
    notDeepStrictEqual(z, np.ones(3).add(i));
  }
});

t.test('results of a loop', async () => {
  const found: np.NDArray[] = [];
  for (let i = 0; i < 60; i++) {
    const x = np.full(4, i).multiply(2);
    await x.add(1).sum().item();
    found.push(x);
  }
  for (const [i, x] of found.entries()) if (i > 0) notDeepStrictEqual(x, found[i - 1]);
});

t.test('one array is itself', async () => {
  const x = np.ones(3);
  deepStrictEqual(x, x);
  deepStrictEqual([x], [x]);
});
