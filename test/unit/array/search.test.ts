/** Places of values in sorted arrays, against counting. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

/** How many elements come before the value, or are equal to it too. */
function counted(sorted: readonly number[], value: number, side: 'left' | 'right'): number {
  const rank = (v: number): number => (Number.isNaN(v) ? Number.POSITIVE_INFINITY : v);
  return sorted.filter((v) => (side === 'left' ? rank(v) < rank(value) : rank(v) <= rank(value))).length;
}

t.test('searchsorted', async (t) => {
  const sorted = [-4, -1, -1, 0, 2, 2, 2, 9, Number.NaN, Number.NaN];
  const values = [Number.NaN, -9, -4, -2, -1, 0, 1, 2, 3, 9, 10];
  for (const side of ['left', 'right'] as const) {
    const expected = values.map((v) => counted(sorted, v, side));
    t.same(await np.searchsorted(sorted, values, { side }).tolist(), expected, side);
    t.same(
      await np.searchsorted(np.asarray(sorted).slice('::-1').slice('::-1'), values, { side }).tolist(),
      expected,
      `${side}, of a view`,
    );
    for (let n = 0; n < 8; n++) {
      const some = sorted.slice(0, n);
      const places = values.map((v) => counted(some, v, side));
      t.same(await np.searchsorted(np.asarray(some, { dtype: 'float32' }), values, { side }).tolist(), places, `${side} of ${n}`);
    }
  }
});

t.test('searchsorted of other dtypes and shapes', async (t) => {
  const found = np.searchsorted(np.asarray([1, 3, 5], { dtype: 'int32' }), [
    [0, 3],
    [4, 6],
  ]);
  t.equal(found.dtype.name, 'int64');
  t.same(await found.tolist(), [
    [0, 1],
    [2, 3],
  ]);
  t.equal(await np.searchsorted([1, 3, 5], 4).item(), 2, 'a number');
  t.same(
    await np.searchsorted(np.asarray([2n ** 60n, 2n ** 60n + 1n]), np.asarray([2n ** 60n + 1n])).tolist(),
    [1],
    'int64 is exact',
  );
  t.same(await np.searchsorted([1, 2], np.zeros([0])).tolist(), []);
});

t.test('searchsorted of many values, in each dtype', async (t) => {
  const rng = np.random.generator(7);
  for (const dtype of ['float64', 'float32', 'int64', 'int32', 'uint8'] as const) {
    const sorted = np.sort(rng.integers(0, 200, { shape: 777 }).astype(dtype));
    const values = rng.integers(0, 255, { shape: 9001 }).astype(dtype);
    const [low, high] = [np.searchsorted(sorted, values), np.searchsorted(sorted, values.slice('::-1'), { side: 'right' })];
    const [s, v] = [Array.from(await sorted.data(), Number), Array.from(await values.data(), Number)];
    const before = Array.from({ length: 257 }, (_, value) => s.filter((x) => x < value).length);
    t.same(
      Array.from(await low.data(), Number),
      v.map((x) => before[x]),
      `${dtype}, before equal ones`,
    );
    t.same(Array.from(await high.data(), Number), v.map((x) => before[x + 1]).reverse(), `${dtype}, after them, backwards`);
  }
});

t.test('searchsorted with a sorter', async (t) => {
  const x = np.asarray([5, 1, 3]);
  t.same(await np.searchsorted(x, [3, 4], { sorter: np.argsort(x) }).tolist(), [1, 2]);
});

t.test('searchsorted says what is wrong', async (t) => {
  t.throws(() => np.searchsorted([[1]], [1]), { name: 'ShapeError', message: /1 axis/ });
  t.throws(() => np.searchsorted([1], [1], { side: 'middle' as 'left' }), {
    name: 'ArgumentError',
    message: /side: expected .*"middle"/,
  });
});
