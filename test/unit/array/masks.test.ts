/** Places of true elements, choices by masks and different elements of arrays that routines look through, against loops. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const names = ['bool', 'uint8', 'int32', 'int64', 'float32', 'float64'] as const;
const sizes = [100, 4096, 16384, 40001];

/** Many zeros, some numbers more than once. */
function some(n: number, dtype: (typeof names)[number], seed: number): np.NDArray {
  const drawn = np.random.generator(seed).integers(0, 300, { shape: n });
  return np.where(drawn.less(200), 0, drawn.subtract(200)).astype(dtype);
}

async function numbers(x: np.NDArray): Promise<number[]> {
  return Array.from(await x.data(), Number);
}

for (const dtype of names) {
  t.test(`where elements of ${dtype} are not 0, and which`, async (t) => {
    for (const n of sizes) {
      for (const x of [some(n, dtype, n), some(2 * n, dtype, n).slice('::-2')]) {
        const values = await numbers(x);
        const expected = values.flatMap((v, i) => (v !== 0 ? [i] : []));
        const [found] = await np.nonzero(x);
        t.equal(found.dtype.name, 'int64');
        t.same(await numbers(found), expected, `places of ${n}`);
        const kept = await np.compress(x, x);
        t.equal(kept.dtype.name, dtype);
        t.same(
          await numbers(kept),
          expected.map((i) => values[i]),
          `elements of ${n}`,
        );
      }
    }
  });

  t.test(`different elements of ${dtype}`, async (t) => {
    for (const n of sizes) {
      const x = some(n, dtype, n + 1);
      const found = await np.unique(x);
      t.equal(found.dtype.name, dtype);
      t.same(
        await numbers(found),
        [...new Set(await numbers(x))].sort((a, b) => a - b),
      );
    }
  });
}

t.test('coordinates in several axes, also of views', async (t) => {
  const x = some(60 * 7 * 40, 'float64', 5).reshape([60, 7, 40]);
  for (const [view, shape] of [
    [x, [60, 7, 40]],
    [x.transpose(), [40, 7, 60]],
  ] as const) {
    const values = await numbers(view);
    const places = values.flatMap((v, i) => (v !== 0 ? [i] : []));
    const found = await np.nonzero(view);
    const [, b, c] = shape;
    const expected = [(p: number) => Math.floor(p / (b * c)), (p: number) => Math.floor(p / c) % b, (p: number) => p % c];
    for (const [axis, of] of expected.entries()) t.same(await numbers(found[axis]), places.map(of), `axis ${axis} of ${shape}`);
    const mask = view.greater(50);
    t.same(
      await numbers(await np.compress(mask, view)),
      values.filter((v) => v > 50),
    );
    t.same(await numbers(await np.compress(np.asarray([true]), view.slice(':1'), 0)), values.slice(0, b * c), 'a broadcast mask');
  }
});

t.test('all, none, NaN and signed zeros', async (t) => {
  const n = 20000;
  t.same(await numbers((await np.nonzero(np.zeros([n])))[0]), []);
  t.same((await np.compress(np.zeros([n], { dtype: 'bool' }), np.arange(n))).shape, [0]);
  t.same(await numbers((await np.nonzero(np.ones([n])))[0]), await numbers(np.arange(n)));
  const odd = np.tile([Number.NaN, -0, 0, 1, Number.NEGATIVE_INFINITY], 2000);
  t.equal((await np.nonzero(odd))[0].size, 6000);
  t.same(await (await np.unique(odd)).tolist(), [Number.NEGATIVE_INFINITY, -0, 1, Number.NaN]);
  t.same(await (await np.unique(np.zeros([0]))).tolist(), []);
});

t.test('masks without axes, and without places along one', async (t) => {
  const x = np.asarray([
    [1, 2],
    [3, 4],
  ]);
  t.same(await x.get(np.asarray(true)).tolist(), [
    [
      [1, 2],
      [3, 4],
    ],
  ]);
  t.same((await x.get(np.asarray(false))).shape, [0, 2, 2]);
  t.same((await x.get(np.zeros([0], 'bool'))).shape, [0, 2]);
  t.same((await x.get(np.zeros([2, 0], 'bool'))).shape, [0]);
  t.same(await x.set(np.zeros([0], 'bool'), 7).tolist(), [
    [1, 2],
    [3, 4],
  ]);
  t.throws(() => x.get([true, false, true]), { name: 'IndexError', message: /^get: a mask of shape \(3,?\) does not fit/ });
  t.throws(() => x.get(np.ones([2, 2, 1], 'bool')), { name: 'IndexError' });
  t.throws(() => x.set([true], 1), { name: 'IndexError', message: /^set: a mask of shape/ });
});
