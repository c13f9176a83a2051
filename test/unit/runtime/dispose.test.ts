/** Memory given back by hand while somebody still waits to read it. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { verify } from '../../../lib/spy/index.js';
import { spied } from '../../support/spied.js';

const N = 400_000;

t.test('a read that was begun before its array was disposed of has its contents', async (t) => {
  const log = await spied(async () => {
    for (const flushed of [true, false]) {
      const x = np.arange(N).multiply(2);
      const y = x.add(1);
      if (flushed) np.runtime.flush();
      const reading = y.data();
      const also = y.slice(':10').sum().data();
      y.dispose();
      const other = np.full(N, 9);
      await other.data();
      const data = await reading;
      t.same([data[0], data[5], data[N - 1]], [1, 11, 2 * N - 1]);
      t.same([...(await also)], [100]);
      await t.rejects(async () => y.data(), { name: 'DisposedError' });
    }
  });
  t.same(verify(log).problems, []);
});

t.test('a large read that was begun before its array is overwritten has the contents of before', async (t) => {
  const log = await spied(async () => {
    for (let round = 0; round < 5; round++) {
      const x = np.arange(N).multiply(2);
      const y = x.add(round);
      np.runtime.flush();
      const reading = y.data();
      y.fill(7);
      const z = y.add(1);
      np.runtime.flush();
      t.equal((await reading)[N - 1], 2 * (N - 1) + round);
      t.same([(await y.data())[N - 1], (await z.data())[0]], [7, 8], 'the window that overwrites is whole');
    }
  });
  t.same(verify(log).problems, []);
});
