/** Running sums, sorting, sets of values, closeness and neighbours. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, same, special } from '../../support/arrays.js';
import { accumulator, at, build, isFloat, isLong, names, ref, type Value, wrap } from '../../support/numpy.js';

t.test('cumulative sums and products', async (t) => {
  const shape = [3, 4, 2];
  for (const dtype of names) {
    const result = accumulator(dtype);
    const a = build(dtype, shape, (index) => {
      const v = index.reduce((n, i) => n * 3 + i, 1) % 4;
      return isLong(dtype) ? BigInt(v) : v;
    });
    for (const axis of [0, 1, 2]) {
      const upTo = (op: (p: bigint, q: bigint) => bigint, from: bigint) =>
        build(result, shape, (index) => {
          let total = from;
          for (let k = 0; k <= index[axis]; k++)
            total = op(
              total,
              BigInt(
                at(
                  a,
                  index.map((i, j) => (j === axis ? k : i)),
                ),
              ),
            );
          return isFloat(result) ? Number(total) : wrap(result, total);
        });
      await same(
        t,
        np.cumulativeSum(arrayOf(a), { axis }),
        upTo((p, q) => p + q, 0n),
        `cumulativeSum ${dtype} axis ${axis}`,
      );
      await same(
        t,
        np.cumulativeProd(arrayOf(a), { axis }),
        upTo((p, q) => p * q, 1n),
        `cumulativeProd ${dtype} axis ${axis}`,
      );
    }
  }
  t.same(await np.cumulativeSum([1, 2, 3], { includeInitial: true }).tolist(), [0, 1, 3, 6]);
  t.same(await np.arange(6).slice('::-2').cumulativeSum().add(1).tolist(), [6, 9, 10], 'of a view, fed to the next operation');
  t.same(await np.cumulativeSum(np.zeros([0])).tolist(), []);
  t.same(await np.cumulativeProd(np.asarray(3), { includeInitial: true }).tolist(), [1, 3], 'a number is a vector of one');
  t.same(await np.cumulativeSum([2n ** 62n, 2n ** 62n]).data(), BigInt64Array.of(2n ** 62n, -(2n ** 63n)), 'int64 wraps');
  t.throws(() => np.cumulativeSum([[1]]), { name: 'ArgumentError', message: /which axis/ });
  t.throws(() => np.cumulativeSum(1, { axis: 1 }), { name: 'IndexError' });
});

t.test('running extremes', async (t) => {
  for (const dtype of names) {
    const values = special[dtype];
    const n = values.length;
    const a = ref(dtype, [2, n], [...values.map((_, i) => values[(i * 5 + 3) % n]), ...values]);
    for (const axis of [0, 1]) {
      for (const [name, before] of [
        ['maximumAccumulate', (p: Value, q: Value) => p > q],
        ['minimumAccumulate', (p: Value, q: Value) => p < q],
      ] as const) {
        const wanted = build(dtype, [2, n], (index) => {
          let extreme = at(a, axis === 0 ? [0, index[1]] : [index[0], 0]);
          for (let k = 1; k <= index[axis]; k++) {
            const next = at(a, axis === 0 ? [k, index[1]] : [index[0], k]);
            if (!Number.isNaN(extreme) && !before(extreme, next)) extreme = next;
          }
          return extreme;
        });
        await same(t, np[name](arrayOf(a), { axis }), wanted, `${name} ${dtype} axis ${axis}`);
      }
    }
  }
  t.same(await np.maximumAccumulate(np.zeros([0])).tolist(), []);
  t.throws(() => np.minimumAccumulate(1), { name: 'ShapeError' });
});

t.test('sums of integers of fewer bits than their sums', async (t) => {
  const n = 203;
  for (const dtype of ['bool', 'int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32'] as const) {
    const span = dtype === 'bool' ? 2 : 241;
    const low = dtype.startsWith('int') ? 120 : 0;
    const values = Array.from(
      { length: 2 * n },
      (_, i) => (i < 60 ? i % 2 : (Math.imul(i, 40503) >>> 4) % span) - (i < 60 ? 0 : low),
    );
    const x = np.asarray(values).astype(dtype);
    for (const [a, given, includeInitial] of [
      [x, values, false],
      [x.slice('::2'), values.filter((_, i) => i % 2 === 0), true],
    ] as const) {
      let total = 0n;
      const sums = given.map((v) => (total += BigInt(v)));
      t.same(await np.cumulativeSum(a, { includeInitial }).tolist(), includeInitial ? [0n, ...sums] : sums, dtype);
    }
  }
  t.equal(np.cumulativeSum(np.ones([2], 'int8'), { dtype: 'uint64' }).dtype.name, 'uint64');
  t.equal(np.cumulativeSum(np.ones([2], 'uint8'), { dtype: 'uint8' }).dtype.name, 'uint8');
});

t.test('sort and argsort', async (t) => {
  for (const dtype of names) {
    const shuffled = special[dtype]
      .map((_, i) => special[dtype][(i * 5 + 3) % special[dtype].length])
      .filter((v) => !Object.is(v, -0));
    const a = ref(dtype, [shuffled.length], shuffled);
    const nans = shuffled.filter(Number.isNaN);
    const numbers = [...shuffled.filter((v) => !Number.isNaN(v))].sort((p, q) => (p < q ? -1 : p > q ? 1 : 0));
    await same(t, np.sort(arrayOf(a)), ref(dtype, a.shape, [...numbers, ...nans]), `sort ${dtype}`);
    await same(
      t,
      np.sort(arrayOf(a), { descending: true }),
      ref(dtype, a.shape, [...numbers.reverse(), ...nans]),
      `sort ${dtype} descending`,
    );
    await same(
      t,
      arrayOf(a).take(np.argsort(arrayOf(a))),
      ref(dtype, a.shape, [...numbers.reverse(), ...nans]),
      `argsort ${dtype}`,
    );
  }
  const x = np.asarray([
    [3, 1],
    [2, 5],
    [2, 0],
  ]);
  t.same(await x.sort({ axis: 0 }).tolist(), [
    [2, 0],
    [2, 1],
    [3, 5],
  ]);
  t.same(await x.sort().tolist(), [
    [1, 3],
    [2, 5],
    [0, 2],
  ]);
  t.same(
    await x.argsort({ axis: 0 }).tolist(),
    [
      [1, 2],
      [2, 0],
      [0, 1],
    ],
    'stable',
  );
  t.same(await np.argsort([1, 1, 1], { descending: true }).tolist(), [0, 1, 2], 'stable downwards');
  t.same(await x.T.sort().tolist(), [
    [2, 2, 3],
    [0, 1, 5],
  ]);
  t.throws(() => np.sort(1), { name: 'ShapeError' });
});

/** Whole numbers between -500 and 500 without an order. */
function scattered(length: number, salt: number): number[] {
  let state = salt;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * 1001) - 500;
  });
}

const nanLast = (p: number, q: number): number => (p < q ? -1 : p > q ? 1 : Number(Number.isNaN(p)) - Number(Number.isNaN(q)));

t.test('a line that is sorted in runs', async (t) => {
  const n = 2 ** 19 + 5;
  const values = Float64Array.from({ length: n }, (_, i) => {
    const random = Math.imul(i + 1, 0x9e3779b1) / 2 ** 31;
    return i % 1000 === 7 ? NaN : i % 1000 === 8 ? 0 * random : random;
  });
  const up = values.slice().sort();
  const numbers = n - Math.ceil(n / 1000);
  const down = Float64Array.from([...up.subarray(0, numbers)].reverse().concat([...up.subarray(numbers)]));
  for (const a of [np.array(values), np.array(values).reshape([1, n])]) {
    for (const [descending, expected] of [
      [false, up],
      [true, down],
    ] as const) {
      const found = (await np.sort(a, { descending }).data()) as Float64Array;
      t.ok(
        found.every((value, i) => Object.is(value, expected[i])),
        `descending ${descending}`,
      );
    }
  }
  const counts = Int32Array.from(values, (value) => Math.floor(value * 100));
  t.same(await np.sort(np.array(counts)).data(), counts.slice().sort(), 'integers');
});

t.test('long lines, sorted', async (t) => {
  const length = 1500;
  const numbers = [
    ...scattered(length - 6, 7),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0.25,
    1e30,
    Number.NaN,
  ];
  const x = np.asarray(numbers.map((_, i) => numbers[(i * 7) % length]));
  for (const dtype of ['float64', 'float32'] as const) {
    const a = x.astype(dtype);
    const values = (await a.tolist()) as number[];
    for (const descending of [false, true]) {
      const order = (i: number, j: number): number => {
        const [p, q] = [values[i], values[j]];
        return (descending && !Number.isNaN(p) && !Number.isNaN(q) ? nanLast(q, p) : nanLast(p, q)) || i - j;
      };
      const ranks = values.map((_, i) => i).sort(order);
      t.same(await np.argsort(a, { descending }).tolist(), ranks.map(BigInt), `argsort ${dtype} ${descending}`);
      t.same(
        await np.sort(a, { descending }).tolist(),
        ranks.map((i) => values[i]),
        `sort ${dtype} ${descending}`,
      );
    }
  }
  const whole = scattered(length, 9);
  const ordered = [...whole].sort((p, q) => p - q);
  t.same(await np.sort(np.asarray(whole, { dtype: 'int32' })).tolist(), ordered);
  t.same(await np.sort(np.asarray(whole, { dtype: 'int64' }), { descending: true }).tolist(), ordered.toReversed().map(BigInt));
  const bytes = whole.map((v) => v & 255);
  t.same(
    await np.sort(np.asarray(bytes, { dtype: 'uint8' })).tolist(),
    bytes.toSorted((p, q) => p - q),
  );
  const columns = np.asarray(whole).reshape([length / 3, 3]);
  const third = whole.filter((_, i) => i % 3 === 1).sort((p, q) => p - q);
  t.same(await np.sort(columns, { axis: 0 }).T.slice(1).tolist(), third, 'along the first axis');
});

t.test('long lines, summed', async (t) => {
  const [rows, length] = [40, 1001];
  const values = scattered(rows * length, 3);
  const x = np.asarray(values).reshape([rows, length]);
  const sums = values.slice();
  for (let i = 0; i < values.length; i++) if (i % length !== 0) sums[i] += sums[i - 1];
  for (const dtype of ['float64', 'float32'] as const)
    t.same(await np.cumulativeSum(x.astype(dtype), { axis: 1 }).ravel().tolist(), sums, dtype);
  t.same(await np.cumulativeSum(x.astype('int32'), { axis: 1 }).ravel().tolist(), sums.map(BigInt), 'int32');
  t.same(await np.cumulativeSum(x.T, { axis: 0 }).T.ravel().tolist(), sums, 'lines that are columns');
  t.same(await np.cumulativeSum(x, { axis: 1, includeInitial: true }).slice('::', '1::').ravel().tolist(), sums, 'initial');
  const last = await np
    .cumulativeProd(np.full([2000], 1.001))
    .slice(1999)
    .item();
  t.ok(Math.abs(Number(last) / 1.001 ** 2000 - 1) < 1e-12);
});

t.test('nonzero, compress, unique', async (t) => {
  const x = np.asarray([
    [0, 5, Number.NaN],
    [7, 0, 0],
  ]);
  const coordinates = await np.nonzero(x);
  t.same(await Promise.all(coordinates.map((c) => c.tolist())), [
    [0, 0, 1],
    [1, 2, 0],
  ]);
  t.same(await x.gather(...coordinates).tolist(), [5, Number.NaN, 7]);
  t.same(await (await np.compress(x.greater(0), x)).tolist(), [5, 7]);
  t.same(await (await np.compress([true, false], x, 0)).tolist(), [[0, 5, Number.NaN]], 'a mask over rows');
  t.same((await np.compress([false, false], x, 0)).shape, [0, 3]);
  const out = np.zeros([1, 3], 'float32');
  const given = await np.compress([true, false], x.astype('float32'), 0, { out });
  t.equal(given.root, out.root);
  t.same(await out.tolist(), [[0, 5, Number.NaN]]);
  t.equal((await x.compress([false, true], { out: np.zeros([1]) })).size, 1);
  await t.rejects(async () => np.compress([true, true], x, { out: np.zeros([1]) }), { name: 'ShapeError' });
  t.throws(() => np.compress([true, true], x, { out: np.zeros([2], 'int64') }), { name: 'DTypeError' });
  t.throws(() => np.compress([true], x, { out: np.broadcastTo([1], [3]) }), { name: 'ArgumentError' });
  t.same(await (await np.compress([false, true], x)).tolist(), [5], 'over all elements, as in NumPy');
  t.same(await (await x.transpose().compress([false, true, true])).tolist(), [7, 5]);
  t.same(await (await x.get(x.greater(-9).any(1)).compress([true, true])).tolist(), [0, 5], 'of lazy rows');
  t.same(await (await np.unique([3, 1, 3, Number.NaN, Number.NaN])).tolist(), [1, 3, Number.NaN]);
  t.same(await (await np.unique([[true], [true]])).tolist(), [true]);
  t.equal((await np.unique(np.zeros([2], { dtype: 'int32' }))).dtype, np.int32);
  const wide = await np.nonzero(np.asarray(BigInt64Array.of(0n, 2n ** 40n, -1n, 0n, 1n)));
  t.same(await wide[0].data(), BigInt64Array.of(1n, 2n, 4n), 'either half of 64 bits');
  t.throws(() => np.nonzero(5), { name: 'ShapeError' });
});

t.test('closeness', async (t) => {
  const inf = Number.POSITIVE_INFINITY;
  const nan = Number.NaN;
  t.same(await np.isclose([1, 1, inf, inf, nan, 0, 1e10], [1 + 1e-9, 1.1, inf, -inf, nan, 1e-9, inf]).tolist(), [
    true,
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
  t.same(await np.isclose([nan, 1], [nan, nan], { equalNan: true }).tolist(), [true, false]);
  t.same(await np.isclose([100, 100], [101, 101.2], { rtol: 0.01, atol: 0 }).tolist(), [true, false]);
  t.same(await np.isclose(Uint8Array.of(1), Uint8Array.of(2)).tolist(), [false], 'unsigned differences do not wrap');
  t.equal(await np.allclose([1, 2], [1, 2.1]).item(), false);
  t.equal(await np.arrayEqual([1, 2], [1, 2]).item(), true);
  t.equal(await np.arrayEqual([1, 2], [[1, 2]]).item(), false);
});

t.test('diff, roll, meshgrid', async (t) => {
  t.same(await np.diff([1, 4, 9, 16]).tolist(), [3, 5, 7]);
  t.same(await np.diff([1, 4, 9, 16], { n: 2 }).tolist(), [2, 2]);
  t.same(
    await np
      .diff(
        [
          [1, 2],
          [5, 7],
        ],
        { axis: 0 },
      )
      .tolist(),
    [[4, 5]],
  );
  t.same(await np.diff([true, true, false]).tolist(), [false, true]);
  t.same(np.diff([1], { n: 3 }).shape, [0]);
  const values: Value[] = [1, 2, 3, 4];
  for (const shift of [-5, -1, 0, 1, 3, 4, 9]) {
    const want = values.map((_, i) => values[(((i - shift) % 4) + 4) % 4]);
    t.same(await np.roll(values as number[], shift).tolist(), want, `roll ${shift}`);
  }
  t.same(
    await np
      .roll(
        [
          [1, 2],
          [3, 4],
        ],
        1,
      )
      .tolist(),
    [
      [4, 1],
      [2, 3],
    ],
  );
  t.same(
    await np
      .roll(
        [
          [1, 2],
          [3, 4],
        ],
        1,
        { axis: 1 },
      )
      .tolist(),
    [
      [2, 1],
      [4, 3],
    ],
  );
  t.same(np.roll(np.zeros([0]), 1).shape, [0]);
  const [x, y] = np.meshgrid([1, 2, 3], [10, 20]);
  t.same(
    [await x.tolist(), await y.tolist()],
    [
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      [
        [10, 10, 10],
        [20, 20, 20],
      ],
    ],
  );
  const [p, q] = np.meshgrid([1, 2, 3], [10, 20], { indexing: 'ij' });
  t.same(
    [p.shape, await q.slice(0).tolist()],
    [
      [3, 2],
      [10, 20],
    ],
  );
  t.same(
    np.meshgrid([1, 2], [3], [4, 5, 6]).map((g) => g.shape),
    [
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
  );
});
