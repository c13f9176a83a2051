/** What short sorted lines, sets of many values and elements around ranks are found by, against plain JavaScript. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

type Numbers = readonly number[];

/** Numbers below 1 in no order, the same every time. */
const spread = (n: number, from = 0.1): number[] =>
  Array.from({ length: n }, (_, i) => (from + (i + 1) * 0.6180339887498949) % 1);
const ascending = (values: Numbers): number[] => [...values].sort((a, b) => a - b);

const { MAX_VALUE, MIN_VALUE, NaN: NAN, NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;

const lines: Readonly<Record<string, Numbers>> = {
  even: ascending(spread(1000)),
  'of few elements': ascending(spread(9)),
  'of equal ones': ascending(spread(300).map((v) => Math.floor(v * 7))),
  'of many steps': Array.from({ length: 500 }, (_, i) => 1.05 ** i),
  'of one value': new Array<number>(40).fill(3),
  'too long to cut': ascending(spread(3000)),
  'with infinities': [NEGATIVE_INFINITY, ...ascending(spread(50)), POSITIVE_INFINITY],
  'with what is not a number': [...ascending(spread(50)), NAN, NAN],
  'over all numbers': [-MAX_VALUE, -1, ...new Array<number>(8).fill(0), 1, MAX_VALUE],
  'of the least numbers': Array.from({ length: 20 }, (_, i) => i * MIN_VALUE),
  'of zeros of both signs': [-1, -0.5, -0, 0, 0, -0, 0.5, 1, 2],
};

for (const [name, line] of Object.entries(lines)) {
  t.test(`places in a line ${name}`, async (t) => {
    const edges = [...line.slice(0, 40), ...line.slice(-40), NAN, NEGATIVE_INFINITY, POSITIVE_INFINITY, 0, -0, -1e9, 1e9];
    const range = Math.min(1e9, line[line.length - 1] || 1);
    const values = [...edges, ...spread(5000, 0.3).map((v) => v * 1.1 * range)];
    const rank = (v: number): number => (Number.isNaN(v) ? POSITIVE_INFINITY : v);
    const isNan = Number.isNaN;
    const left = values.map((v) => line.filter((e) => (isNan(v) ? !isNan(e) : rank(e) < v)).length);
    const right = values.map((v) => (isNan(v) ? line.length : line.filter((e) => e <= v).length));
    t.same(await np.searchsorted(line, values).tolist(), left);
    t.same(await np.searchsorted(line, values, { side: 'right' }).tolist(), right);
    const backwards = np.asarray([...line].reverse()).slice('::-1');
    t.same(await np.searchsorted(backwards, np.repeat(values, 2).slice('::2'), 'right').tolist(), right, 'of views');
  });
}

t.test('places among integers', async (t) => {
  const far = [-(2n ** 63n), -(2n ** 62n), -5n, -4n, -4n, 0n, 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n];
  const values = far.flatMap((v) => [v, v > -(2n ** 63n) ? v - 1n : v, v < 2n ** 63n - 1n ? v + 1n : v]);
  const expected = values.map((v) => BigInt(far.filter((e) => e < v).length));
  t.same([...((await np.searchsorted(np.asarray(far), np.asarray(values)).data()) as Iterable<unknown>)], expected);
  const close = far.map((_, i) => 2n ** 60n + BigInt(3 * i));
  const near = Array.from({ length: 60 }, (_, i) => 2n ** 60n + BigInt(i - 10));
  const found = near.map((v) => BigInt(close.filter((e) => e <= v).length));
  t.same([...((await np.searchsorted(np.asarray(close), np.asarray(near), 'right').data()) as Iterable<unknown>)], found);
  const bytes = np.asarray(Uint8Array.from({ length: 30 }, (_, i) => 3 * i));
  const all = np.asarray(Uint8Array.from({ length: 256 }, (_, i) => i));
  t.same(
    await np.searchsorted(bytes, all).tolist(),
    Array.from({ length: 256 }, (_, i) => Math.min(30, Math.ceil(i / 3))),
  );
});

t.test('interpolation is that of each value by itself', async (t) => {
  for (const n of [2, 9, 500, 3000]) {
    const [xs, ys] = [ascending(spread(n)).map((v) => 3 * v - 1), spread(n, 0.7)];
    const values = [
      NAN,
      NEGATIVE_INFINITY,
      POSITIVE_INFINITY,
      ...xs.slice(0, 9),
      ...xs.slice(-9),
      ...spread(4000, 0.2).map((v) => 4 * v - 1.5),
    ];
    const at = (v: number): number => {
      if (v < xs[0]) return ys[0];
      if (v >= xs[n - 1]) return ys[n - 1];
      const low = Math.max(0, Math.min(n - 2, xs.filter((x) => x <= v).length - 1));
      return ((ys[low + 1] - ys[low]) / (xs[low + 1] - xs[low])) * (v - xs[low]) + ys[low];
    };
    t.same(await np.interp(values, xs, ys).tolist(), values.map(at), `${n} points`);
    const ends = await np.interp(values, xs, ys, { left: -7, right: NAN }).tolist();
    t.same(
      ends,
      values.map((v) => (v < xs[0] ? -7 : v > xs[n - 1] ? NAN : at(v))),
      `${n} points and ends`,
    );
    const square = np.asarray(values.slice(0, 3000)).reshape([60, 50]).T;
    t.same(await np.interp(square, xs, ys).T.ravel().tolist(), values.slice(0, 3000).map(at));
  }
});

t.test('members of many values, in each dtype', async (t) => {
  const hundred = spread(400).map((v) => Math.floor(v * 100));
  for (const dtype of ['float64', 'float32', 'int64', 'int32', 'uint8'] as const) {
    const values = hundred.slice(0, 60).map((v) => (dtype.startsWith('float') ? v / 4 : v));
    const x = hundred.map((v) => (dtype.startsWith('float') ? v / 4 : v));
    const expected = x.map((v) => values.includes(v));
    const found = np.isin(np.asarray(x, { dtype }), np.asarray(values, { dtype }));
    t.same(await found.tolist(), expected, dtype);
    const others = np.isin(np.asarray(x, { dtype }).reshape([20, 20]).T, np.asarray(values, { dtype }), { invert: true });
    t.same(
      await others.T.ravel().tolist(),
      expected.map((v) => !v),
      `${dtype}, inverted, transposed`,
    );
  }
  t.same(await np.isin([true, false], np.asarray(new Array<boolean>(30).fill(true))).tolist(), [true, false]);
});

t.test('members of values that lie far apart, of zeros and of what is not a number', async (t) => {
  const far = Array.from({ length: 100 }, (_, i) => BigInt(i) ** 9n * (i % 2 === 0 ? 1n : -1n));
  const beside = far.flatMap((v) => [v, v + 1n, v - 1n, v * 2n]);
  t.same(
    await np.isin(np.asarray(beside), np.asarray(far)).tolist(),
    beside.map((v) => far.includes(v)),
  );
  const free = BigInt.asIntN(64, 0x9e3779b97f4a7c15n);
  t.same(await np.isin(np.asarray([free, 512n]), np.asarray(far)).tolist(), [false, true]);
  t.same(await np.isin(np.asarray([free, 512n]), np.asarray([...far, free])).tolist(), [true, true]);
  const ends = np.asarray([-(2n ** 63n), 2n ** 63n - 1n, 0n]);
  t.same(await np.isin(ends, np.asarray([...new Array<bigint>(20).fill(2n ** 63n - 1n), -(2n ** 63n)])).tolist(), [
    true,
    true,
    false,
  ]);
  const values = [...spread(30), -0, NAN, POSITIVE_INFINITY];
  const x = [0, -0, NAN, POSITIVE_INFINITY, NEGATIVE_INFINITY, values[3], values[3] + 1e-15];
  t.same(await np.isin(x, values).tolist(), [true, true, false, true, false, true, false]);
  t.same(await np.isin([NAN, 1], new Array<number>(20).fill(NAN)).tolist(), [false, false]);
});

/** Stable, in groups around the elements at some ranks. */
function grouped(values: Numbers, ranks: Numbers): number[] {
  const sorted = ascending(values);
  const groupOf = (v: number): number => ranks.reduce((g, r) => g + Number(v > sorted[r]) + Number(v >= sorted[r]), 0);
  return values
    .map((v, i) => [groupOf(v), i])
    .sort(([a, i], [b, j]) => a - b || i - j)
    .map(([, i]) => i);
}

t.test('elements around ranks, and where they stand', async (t) => {
  for (const [n, many] of [
    [1, 5],
    [10, 5],
    [400, 1e6],
    [3000, 1e6],
    [3000, 4],
  ]) {
    const values = spread(n).map((v) => Math.floor(v * many));
    for (const ranks of [[0], [n - 1], [n >> 1], [n >> 3, n >> 1, n - 1]]) {
      const order = grouped(values, [...new Set(ranks)]);
      for (const dtype of ['float64', 'float32', 'int64', 'int32'] as const) {
        const x = np.asarray(values, { dtype });
        const given = [...ranks].reverse().map((r, i) => (i === 0 ? r - n : r));
        t.same(
          await np.partition(x, given).tolist(),
          order.map((i) => values[i]),
          `${dtype} ${n} ${ranks}`,
        );
        t.same(await np.argpartition(x, given).tolist(), order);
      }
    }
  }
  const m = np.asarray(spread(600)).reshape([20, 30]);
  t.same(await np.partition(m, 7, 0).tolist(), await np.partition(m.T, 7).T.tolist());
  t.same(await np.partition(spread(50), [1, 2, 3, 4, 5, 6]).tolist(), ascending(spread(50)), 'of many places, all in order');
  t.same(await np.partition([NAN, 1, 0, -0, 2, NAN], 4).tolist(), [1, 0, -0, 2, NAN, NAN]);
  t.same(await np.argpartition([NAN, 1, 0, -0, 2], 1).tolist(), [2, 3, 0, 1, 4]);
});
