/** Bounded integers, orders and options behind places of NumPy's streams, beside NumPy's own numbers of the seed. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const rng = (): np.random.NumpyStream => np.random.defaultRng(3);

t.test('integers: options behind places, bools, bounds of 64 bits and bounds in arrays', async (t) => {
  t.same(await rng().integers(0, 256, 6, { dtype: np.uint8 }).tolist(), [248, 194, 190, 207, 147, 26]);
  t.same(await rng().integers(0, 2, 4, 'bool').tolist(), [false, false, false, true]);
  t.same(
    await rng()
      .integers(0, { high: [1, 200, 256], dtype: 'uint8' })
      .tolist(),
    [0, 193, 194],
  );
  const wide = rng().integers(np.array([0n, 10n, -(2n ** 62n)]), np.array([2n, 1000n, 2n ** 62n]));
  t.same(await wide.data(), BigInt64Array.of(1n, 94n, -2427494613855507974n));
  t.same(
    await rng()
      .integers(-(2n ** 63n), 2n ** 63n - 1n, 2, 'int64', true)
      .data(),
    BigInt64Array.of(-7643423770429963528n, -4854989227711015947n),
  );
  t.same(
    await rng()
      .integers(0, 2n ** 64n - 1n, 2, { dtype: 'uint64', endpoint: true })
      .data(),
    BigUint64Array.of(1579948266424812280n, 4368382809143759861n),
  );
  np.random.seed(3);
  t.same(await np.random.randint(0, 7, { size: 4, dtype: 'int8' }).tolist(), [2, 1, 5, 0]);
  t.same(await np.random.randint([0, 5], [4, 900]).tolist(), [1, 648]);
  t.same(await np.random.randint(0, 2n ** 62n, 2).data(), BigInt64Array.of(754559337054036936n, 199733986212078357n));
});

t.test('refused bounds draw nothing', (t) => {
  const stream = rng();
  for (const wrong of [
    () => stream.integers([0, 5], [3, 5]),
    () => stream.integers(0, 2n ** 64n),
    () => stream.integers(0, 2 ** 60),
    () => stream.integers([0.5, 1], 5),
    () => stream.integers(0, 3, 2, 'float64'),
    () => stream.integers(0, 3, { shape: 2, size: 2 }),
    () => np.random.generator(1).integers(0, [3] as never),
  ])
    t.throws(wrong, { code: 'ERR_ARGUMENT' });
  t.equal(stream.random().itemSync(), rng().random().itemSync());
  t.end();
});

t.test('permuted, bytes, parameters in Arrays, and further options by place', async (t) => {
  const x = np.arange(6n).reshape(2, 3);
  t.same(await rng().permuted(x, 1).tolist(), [
    [2, 1, 0],
    [3, 5, 4],
  ]);
  t.same(await rng().permuted(x).tolist(), [
    [2, 5, 4],
    [1, 3, 0],
  ]);
  const out = np.zeros([2, 3], 'int64');
  t.equal(rng().permuted(x, { axis: -1, out }), out);
  t.same(await out.tolist(), [
    [2, 1, 0],
    [3, 5, 4],
  ]);
  t.same(rng().bytes(5), Uint8Array.of(248, 194, 190, 207, 147));
  t.same(
    await rng()
      .normal([0, 100], new Float64Array([1, 2]))
      .tolist(),
    [2.0409191213851825, 94.88866993737163],
  );
  t.same(await rng().random(2, 'float32').tolist(), [0.8115044832229614, 0.08564913272857666]);
  t.ok(
    await np
      .allclose(rng().standardExponential(2, { method: 'inv' }), [0.08954093778929481, 0.27024892544714296], { rtol: 1e-15 })
      .item(),
  );
});
