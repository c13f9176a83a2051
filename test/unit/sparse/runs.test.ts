/** Runs of rows: what a table says against the matrix itself, and products over them against plain loops, bit for bit. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { findRuns } from '../../../lib/sparse/runs.js';
import { banded, type Entries, product, random, randomMatrix, randomVector } from '../../support/sparse.js';

const compressed = (a: Entries): Parameters<typeof findRuns>[0] => {
  const ptr = Int32Array.from({ length: a.shape[0] + 1 }, (_, i) => a.row.filter((row) => row < i).length);
  return { shape: a.shape, ptr, col: Int32Array.from(a.col) };
};

/** Without a row's last entry, in every `every`th row from the second one on. */
function thinned(a: Entries, every: number): Entries {
  const kept = a.row.map((row, k) => row % every !== 1 || a.row[k + 1] === row);
  const only = (list: readonly number[]): number[] => list.filter((_, k) => kept[k]);
  return { shape: a.shape, row: only(a.row), col: only(a.col), data: only(a.data) };
}

const matrices: Readonly<Record<string, Entries>> = {
  line: banded(100, 100, [-1, 0, 1], 1),
  'one row too short': banded(17, 17, [-1, 0, 1], 2),
  diagonal: banded(64, 64, [0], 3),
  oblong: banded(70, 200, [3, 40, 90, 91], 4),
  tall: banded(120, 60, [0, -30], 5),
  wide: banded(90, 90, [-20, -9, -8, -7, -6, -5, -1, 0, 1, 2, 3, 4, 5, 11], 6),
  units: banded(3000, 3000, [-700, -1, 0, 1, 700], 7),
  pieces: thinned(banded(400, 400, [-2, 0, 2], 8), 37),
  seven: banded(500, 500, [-30, -6, -1, 0, 1, 6, 30], 10),
};

t.test('a table says of every row what the matrix has there', async (t) => {
  for (const [name, entries] of Object.entries(matrices)) {
    const { ptr, col, shape } = compressed(entries);
    const table = findRuns(compressed(entries));
    if (table === null) {
      t.equal(name, 'one row too short');
      continue;
    }
    let known = 0;
    let wrong = 0;
    for (let run = 0, row = 0; run < table[0]; run++) {
      const [end, width, place, last] = table.subarray(1 + 4 * run, 5 + 4 * run);
      t.ok(end > row, `${name}: runs ascend`);
      t.equal(last, ptr[end], `${name}: a run ends where its last row does`);
      for (; row < end; row++) {
        if (width === 0) continue;
        known++;
        if (ptr[row + 1] - ptr[row] !== width) wrong++;
        for (let j = 0; j < width; j++) if (col[ptr[row] + j] !== row + table[place + j]) wrong++;
      }
      if (run === table[0] - 1) t.equal(end, shape[0], `${name}: every row is in a run`);
    }
    t.equal(wrong, 0, name);
    t.ok(known > shape[0] / 2, `${name}: most rows are known`);
    if (name === 'pieces') t.equal(known, shape[0], 'single rows between long runs are known, too');
  }
});

t.test('irregular matrices have no table', async (t) => {
  t.equal(findRuns(compressed(randomMatrix(500, 500, 5, 9))), null);
  t.equal(findRuns(compressed({ shape: [50, 50], row: [], col: [], data: [] })), null, 'nor empty ones');
  t.equal(findRuns(compressed({ shape: [0, 0], row: [], col: [], data: [] })), null);
});

t.test('products have the bits of a plain loop', async (t) => {
  for (const [name, entries] of Object.entries(matrices)) {
    const x = randomVector(entries.shape[1], 20);
    const A = sparse.csrArray(entries);
    const vector = async (y: np.NDArray): Promise<Float64Array> => Float64Array.from(await y.data(), Number);
    t.same(await vector(A.matmul(np.asarray(x))), product(entries, x), name);
    const spread = randomVector(3 * x.length, 21);
    const every3rd = np.asarray(spread).slice('::3');
    const taken = x.map((_, i) => spread[3 * i]);
    t.same(await vector(A.matmul(every3rd)), product(entries, taken), `${name}: a strided vector`);
    A.data.multiplyAssign(2);
    const doubled = { ...entries, data: entries.data.map((v) => 2 * v) };
    t.same(await vector(A.matmul(np.asarray(x))), product(doubled, x), `${name}: values written afterwards`);
  }
});

t.test('float32 sums in float64, products rounded', async (t) => {
  const entries = matrices.units;
  const next = random(30);
  const x = Float32Array.from({ length: entries.shape[1] }, () => next() - 0.5);
  const sums = new Float64Array(entries.shape[0]);
  for (let k = 0; k < entries.row.length; k++)
    sums[entries.row[k]] += Math.fround(Math.fround(entries.data[k]) * x[entries.col[k]]);
  const y = sparse.csrArray(entries, { dtype: 'float32' }).matmul(np.asarray(x));
  t.same(Float32Array.from(await y.data(), Number), Float32Array.from(sums));
});

t.test('non-finite values, signed zeros and empty rows', async (t) => {
  const entries = banded(40, 40, [0, 1], 31);
  const x = randomVector(40, 32);
  x[7] = Number.POSITIVE_INFINITY;
  x[20] = Number.NaN;
  x[30] = -0;
  entries.data[5] = -0;
  const y = Float64Array.from(await sparse.csrArray(entries).matmul(np.asarray(x)).data(), Number);
  t.same(y, product(entries, x));
  const none = sparse.csrArray({ data: [], row: [], col: [], shape: [100, 100] });
  t.same(
    await none
      .matmul(np.ones([100]))
      .sum()
      .item(),
    0,
  );
});
