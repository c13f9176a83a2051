/** The smallest end-to-end truth: a program, its parts fused and run, its result read. Start reading here. */
import t from 'tap';
import * as np from '../lib/array/index.js';

t.test('a sum of squares', async (t) => {
  const x = np.arange(5);
  const y = x.multiply(x).sum();
  t.equal(await y.item(), 30);
});

t.test('a stencil: views of one array, written in place', async (t) => {
  const u = np.zeros(6);
  u.slice(0).assign(32);
  for (let i = 0; i < 3; i++) u.slice('1:-1').assign(u.slice(':-2').add(u.slice('2:')).divide(2));
  t.same(await u.tolist(), [32, 20, 8, 4, 0, 0]);
});
