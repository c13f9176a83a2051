/** Parts of random sparse matrices, and matrices of several, against plain loops over dense ones. */
import t, { type Test } from 'tap';
import * as np from '../../lib/array/index.js';
import * as sparse from '../../lib/sparse/index.js';
import { seeds } from '../support/seeds.js';
import { dense, type Entries, random, randomMatrix } from '../support/sparse.js';
import '../support/arrays.js';

type Rows = number[][];

const whole = (a: Entries): Entries => ({ ...a, data: a.data.map((x) => Math.round(20 * x)) });
const pick = (a: Rows, rows: readonly number[], columns: readonly number[]): Rows => rows.map((i) => columns.map((j) => a[i][j]));
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const places = (next: () => number, size: number): number[] =>
  Array.from({ length: Math.floor(next() * 7) }, () => Math.floor(next() * size));

/** A slice as Python writes it, and its places. */
function sliceAlong(next: () => number, size: number): [string, number[]] {
  const [from, to] = [Math.floor(next() * size), Math.floor(next() * (size + 1))];
  const step = 1 + Math.floor(next() * 3);
  if (next() < 0.5) return [`${from}:${to}:${step}`, range(size).filter((i) => i >= from && i < to && (i - from) % step === 0)];
  return [
    `${from}::-${step}`,
    range(from + 1)
      .filter((i) => (from - i) % step === 0)
      .reverse(),
  ];
}

async function same(t: Test, found: sparse.CsrArray, wanted: Rows, columns: number, name: string): Promise<void> {
  t.same(found.shape, [wanted.length, columns], `${name}: shape`);
  const { indptr, indices } = found;
  const [ptr, col] = [await indptr.tolist(), await indices.tolist()] as number[][];
  const ascending = col.every((j, k) => ptr.includes(k) || j > col[k - 1]);
  t.ok(ascending && ptr.at(-1) === col.length, `${name}: columns ascend within rows`);
  t.same(await found.toDense().tolist(), wanted, name);
}

for (const seed of seeds(25))
  t.test(`seed ${seed}`, async (t) => {
    const next = random(seed);
    const [m, n] = [1 + Math.floor(next() * 12), 1 + Math.floor(next() * 12)];
    const [e, f] = [whole(randomMatrix(m, n, 3, seed)), whole(randomMatrix(m, n, 2, seed + 500))];
    const [A, B] = [sparse.csrArray(e), sparse.csrArray(f)];
    const [a, b] = [dense(e), dense(f)];
    const [rows, columns] = [places(next, m), places(next, n)];
    await same(t, A.get(rows), pick(a, rows, range(n)), n, 'rows');
    await same(t, A.get(':', columns), pick(a, range(m), columns), columns.length, 'columns');
    const [rowText, rowPlaces] = sliceAlong(next, m);
    const [colText, colPlaces] = sliceAlong(next, n);
    await same(t, A.slice(rowText, colText), pick(a, rowPlaces, colPlaces), colPlaces.length, `${rowText}, ${colText}`);
    await same(t, A.get(rowText, columns), pick(a, rowPlaces, columns), columns.length, 'a slice and a list');
    const some = rows.map((_, k) => columns[k % Math.max(1, columns.length)] ?? 0);
    t.same(
      await A.get(rows, some).tolist(),
      rows.map((i, k) => a[i][some[k]]),
      'elements',
    );
    const mask = range(m).map(() => next() < 0.5);
    const chosen = range(m).filter((i) => mask[i]);
    await same(t, A.get(np.asarray(mask)), pick(a, chosen, range(n)), n, 'a mask');
    await same(
      t,
      sparse.hstack([A, B, A]),
      a.map((row, i) => [...row, ...b[i], ...row]),
      3 * n,
      'hstack',
    );
    await same(t, sparse.vstack([A, B]), [...a, ...b], n, 'vstack');
    const grid = [...a.map((row) => [...row, ...row.map(() => 0)]), ...b.map((row, i) => [...row, ...a[i]])];
    await same(
      t,
      sparse.blockArray([
        [A, null],
        [B, A],
      ]),
      grid,
      2 * n,
      'blockArray',
    );
    const flat = a.flat();
    await same(
      t,
      A.reshape([n, m]),
      range(n).map((i) => flat.slice(i * m, (i + 1) * m)),
      m,
      'reshape',
    );
    const k = Math.floor(next() * 9) - 4;
    await same(
      t,
      sparse.tril(A, k),
      a.map((row, i) => row.map((x, j) => (j - i <= k ? x : 0))),
      n,
      'tril',
    );
    await same(
      t,
      sparse.triu(A, k),
      a.map((row, i) => row.map((x, j) => (j - i >= k ? x : 0))),
      n,
      'triu',
    );
    await same(
      t,
      A.withDiagonal(7, k),
      a.map((row, i) => row.map((x, j) => (j - i === k ? 7 : x))),
      n,
      'withDiagonal',
    );
    await same(
      t,
      A.multiply(B.sign().abs()).eliminateZeros(),
      a.map((row, i) => row.map((x, j) => (b[i][j] === 0 ? 0 : x))),
      n,
      'zeros',
    );
  });

t.test('what is refused', async (t) => {
  const A = sparse.csrArray([
    [1, 2],
    [0, 3],
  ]);
  t.throws(() => A.get(0), { name: 'IndexError', message: /A\.getrow\(0\) is the row as a matrix/ });
  t.throws(() => A.slice(':', 1), { name: 'IndexError', message: /A\.getcol\(1\) is the column as a matrix/ });
  t.throws(() => A.get(2, 0), { name: 'IndexError', message: /index 2 is outside an axis of size 2/ });
  t.throws(() => A.get([0, -3]), { name: 'IndexError', message: /index -3 is outside an axis of size 2/ });
  t.throws(() => A.get([0, 0.5]), { name: 'IndexError', message: /index 0\.5/ });
  t.throws(() => A.get([true]), { name: 'IndexError', message: /a mask of an axis of size 2 has as many elements, got 1/ });
  t.throws(() => A.get([0, 1], [0, 1, 0]), { name: 'IndexError', message: /2 rows and 3 columns name no places together/ });
  t.throws(() => A.slice(':', ':', ':'), { name: 'IndexError', message: /got 3 indices/ });
  t.throws(() => A.reshape([3, -1]), { name: 'ShapeError', message: /has no shape \(3, -1\)/ });
  t.throws(() => A.withDiagonal([1, 2, 3]), { name: 'ShapeError', message: /has 2 elements, got \(3,\)/ });
  t.throws(() => sparse.hstack([A, sparse.eye(3)]), { name: 'ShapeError', message: /as many rows each, got 2, 3/ });
  t.throws(() => sparse.vstack([]), { name: 'ShapeError', message: /at least one/ });
  t.throws(() => sparse.blockArray([[A, null]]), { name: 'ShapeError', message: /column 1, got null alone/ });
  t.throws(() => sparse.blockArray([[A], [sparse.eye(3)]]), {
    name: 'ShapeError',
    message: /one number of columns in column 0, got 2 and 3/,
  });
  t.throws(() => sparse.randomArray([2, 2], 1.5), { name: 'ArgumentError', message: /a density from 0 to 1, got 1\.5/ });
  t.throws(() => sparse.random(2, 2, { density: 1, dataSampler: () => np.ones(3) }), {
    name: 'ShapeError',
    message: /\(4,\) from dataSampler, got \(3,\)/,
  });
  t.throws(() => sparse.kronsum(A, sparse.csrArray([[1, 2]])), { name: 'ShapeError', message: /square/ });
});
