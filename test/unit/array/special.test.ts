/** Functions of SciPy's special, at values that SciPy gives. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

t.test('expit has the values of scipy.special.expit, on both sides of 0 and at the ends', async (t) => {
  const x = [-1000, -745, -1, 0, 0.5, 1, 40, np.inf, -np.inf, np.nan];
  const wanted = [0, 5e-324, 0.2689414213699951, 0.5, 0.6224593312018546, 0.7310585786300049, 1, 1, 0, np.nan];
  const found = await np.special.expit(x).data();
  for (const [i, value] of wanted.entries()) {
    const near = Object.is(found[i], value) || Math.abs(Number(found[i]) - value) <= 3 * 2 ** -53 * Math.abs(value);
    t.ok(near, `expit(${x[i]}) is ${found[i]}, SciPy's ${value}`);
  }
});

t.test('expit takes integers as float64, keeps float32, and writes to out', async (t) => {
  t.equal(np.special.expit(np.asarray([1n])).dtype, np.float64);
  const single = np.asarray([-1, 1], { dtype: 'float32' });
  t.same(await np.special.expit(single).data(), Float32Array.of(0.26894142, 0.7310586));
  const out = np.zeros([2]);
  np.special.expit([0, np.inf], { out });
  t.same(await out.tolist(), [0.5, 1]);
});
