/** Paths that sizes choose between, beside plain JavaScript: elements by rank or in order, few values or many, long rows or short. */

import t from 'tap';
import * as np from '../../../lib/array/index.js';

/** Odd numbers, in each call equal ones; some occur twice. */
const numbers = (n: number, many = 1000): number[] => Array.from({ length: n }, (_, i) => ((i * 7919 + 13) % many) / 7);

t.test('quantiles of lines of all lengths are where they are among the elements in order', async (t) => {
  for (const n of [1, 2, 9, 130, 1000, 5000]) {
    for (const given of [numbers(n), numbers(n, 3), numbers(n).sort((a, b) => a - b)]) {
      const sorted = [...given].sort((a, b) => a - b);
      for (const q of [0, 0.3, 0.5, 1]) {
        const found = await np.quantile(given, q, { method: 'lower' }).item();
        t.equal(found, sorted[Math.floor(q * (n - 1))], `${q} of ${n}`);
      }
    }
  }
});

t.test('more quantiles than are looked for by rank are those of one by one', async (t) => {
  const x = np.asarray(numbers(3000)).reshape([3, 1000]);
  const shares = Array.from({ length: 70 }, (_, i) => i / 70);
  const all = (await np.quantile(x, shares, { axis: 1 }).tolist()) as number[][];
  for (const i of [0, 33, 69]) t.same(all[i], await np.quantile(x, shares[i], { axis: 1 }).tolist());
});

t.test('NaN makes a quantile NaN wherever it stands', async (t) => {
  for (const at of [0, 500, 999]) {
    const given = numbers(1000);
    given[at] = Number.NaN;
    t.same(await np.percentile(given, [10, 50]).tolist(), [Number.NaN, Number.NaN]);
  }
});

t.test('covariances of few long rows are those of the definition', async (t) => {
  const rows = [numbers(600), numbers(600, 77), numbers(600, 311)];
  const means = rows.map((row) => row.reduce((a, b) => a + b, 0) / row.length);
  const found = (await np.cov(rows).tolist()) as number[][];
  rows.forEach((a, i) => {
    rows.forEach((b, j) => {
      const expected = a.reduce((sum, x, k) => sum + (x - means[i]) * (b[k] - means[j]), 0) / (a.length - 1);
      t.ok(Math.abs(found[i][j] - expected) <= 1e-9 * Math.abs(means[i] * means[j]), `${i} ${j}`);
    });
  });
});

t.test('members of few values and of many', async (t) => {
  const x = numbers(200, 50);
  for (const count of [0, 1, 16, 17, 40]) {
    const values = numbers(count, 41);
    t.same(
      await np.isin(x, values).tolist(),
      x.map((v) => values.includes(v)),
      `${count} values`,
    );
  }
});

t.test('corners of padded arrays are continued from borders', async (t) => {
  t.same(
    await np
      .pad(
        [[1, 2]],
        [
          [1, 0],
          [1, 2],
        ],
        { mode: 'edge' },
      )
      .tolist(),
    [
      [1, 1, 2, 2, 2],
      [1, 1, 2, 2, 2],
    ],
  );
  t.same(
    await np
      .pad(
        [
          [1, 2],
          [3, 4],
        ],
        1,
        { mode: 'wrap' },
      )
      .tolist(),
    [
      [4, 3, 4, 3],
      [2, 1, 2, 1],
      [4, 3, 4, 3],
      [2, 1, 2, 1],
    ],
  );
});

t.test('long lines around a rank', async (t) => {
  const n = 40_001;
  const strictly = (a: number, b: number): number =>
    a === 0 && b === 0 ? Number(Object.is(b, -0)) - Number(Object.is(a, -0)) : loosely(a, b);
  const loosely = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b)));
  const random = Float64Array.from({ length: n }, (_, i) => Math.imul(i + 1, 0x9e3779b1) / 2 ** 31);
  const odd = random.map((value) => (value < -0.5 ? NaN : Math.abs(value) < 0.2 ? 0 * value : value));
  const lines = { random, odd, equal: random.map((value) => Math.round(value)), ascending: random.slice().sort() };
  for (const [name, values] of Object.entries(lines)) {
    const x = np.array(values);
    const sorted = values.slice().sort();
    for (const k of [0, 1200, n >> 1, n - 1]) {
      const grouped = (compare: typeof loosely): number[] =>
        [-1, 0, 1].flatMap((side) => [...values.keys()].filter((i) => compare(values[i], sorted[k]) === side));
      const found = (await np.partition(x, k).data()) as Float64Array;
      t.ok(
        grouped(strictly).every((i, to) => Object.is(values[i], found[to])),
        `partition ${name} ${k}`,
      );
      t.same(Array.from(await np.argpartition(x, k).data(), Number), grouped(loosely), `argpartition ${name} ${k}`);
    }
    const [even, half] = [values.slice(1).sort(), (n - 1) / 2];
    const median = name === 'odd' ? NaN : (even[half - 1] + even[half]) / 2;
    t.same(await np.median(x.slice('1:')).item(), median, `median ${name}`);
  }
});

t.test('long lines with a step around a rank, by dtype', async (t) => {
  const n = 33_003;
  const values = Float64Array.from({ length: n }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 8);
  const some = values.map((value) => value % 1000);
  for (const line of [values, some])
    for (const dtype of ['float64', 'float32', 'int64', 'int32', 'uint64', 'uint32'] as const) {
      const x = np.asarray(np.stack([line, some], { axis: 1 }), { dtype }).slice(':', 0);
      const pivot = line.slice().sort()[500];
      const places = [-1, 0, 1].flatMap((side) => [...line.keys()].filter((i) => Math.sign(line[i] - pivot) === side));
      const [found, at] = [np.partition(x, 500), np.argpartition(x, 500)];
      t.equal(await np.arrayEqual(at, places).item(), true, `argpartition ${dtype}`);
      t.equal(await np.arrayEqual(found, x.take(at)).item(), true, `partition ${dtype}`);
    }
});
