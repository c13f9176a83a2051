/** Arithmetic, products and reductions of random sparse matrices against plain loops over dense ones, on several devices. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { type Config, createRuntime, useRuntime } from '../../lib/runtime/index.js';
import * as sparse from '../../lib/sparse/index.js';
import { seeds } from '../support/seeds.js';
import { random } from '../support/sparse.js';

type Rows = readonly (readonly number[])[];

/** A matrix of small integers, exact in float32, sums and products of which are exact, too; now and then empty. */
function drawn(next: () => number, rows: number, cols: number): Rows {
  const density = next() < 0.15 ? 0 : next();
  const element = (): number => (next() < density ? Math.floor(next() * 9) - 4 : 0);
  return Array.from({ length: rows }, () => Array.from({ length: cols }, element));
}

/** The rows as a matrix of that many columns; a matrix without rows has them, too. */
function matrixOf(rows: Rows, cols: number, dtype: 'float64' | 'float32'): sparse.CsrArray {
  const entries = rows.flatMap((row, i) => row.flatMap((value, j) => (value === 0 ? [] : [{ i, j, value }])));
  return sparse.csrArray(
    {
      shape: [rows.length, cols],
      row: entries.map(({ i }) => i),
      col: entries.map(({ j }) => j),
      data: entries.map(({ value }) => value),
    },
    { dtype },
  );
}

const both = (a: Rows, b: Rows, of: (x: number, y: number) => number): Rows =>
  a.map((row, i) => row.map((x, j) => of(x, b[i][j])));
const product = (a: Rows, b: Rows, cols: number): Rows =>
  a.map((row) => Array.from({ length: cols }, (_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
const columns = (a: Rows, cols: number): Rows => Array.from({ length: cols }, (_, j) => a.map((row) => row[j]));
const total = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0);
const first = (list: readonly number[], of: (...list: number[]) => number): number => list.indexOf(of(...list));
const plain = (list: unknown): unknown => JSON.parse(JSON.stringify(list, (_, x) => (typeof x === 'bigint' ? Number(x) : x + 0)));

/** A result, and the wanted one. */
type Checks = readonly (readonly [string, () => sparse.CsrArray | np.NDArray, unknown])[];

function checksOf(next: () => number): Checks {
  const [m, k, n] = Array.from({ length: 3 }, () => Math.floor(next() * 9));
  const dtype = next() < 0.5 ? 'float64' : 'float32';
  const [a, b] = [drawn(next, m, k), drawn(next, m, k)];
  const c = drawn(next, k, n);
  const [A, B, C] = [matrixOf(a, k, dtype), matrixOf(b, k, 'float64'), matrixOf(c, n, dtype)];
  const d = a.map((row) => row.map(() => Math.floor(next() * 9) - 4));
  const D = np.asarray(d.flat()).reshape([m, k]);
  const full = m > 0 && k > 0;
  const zero = (): Rows => drawn(() => 0, m, k);
  const reduced: Checks = [
    ['max(1)', () => A.max(1), a.map((row) => Math.max(...row))],
    ['min(0)', () => A.min(0), columns(a, k).map((col) => Math.min(...col))],
    ['max()', () => A.max(), Math.max(...a.flat())],
    ['argmax(1)', () => A.argmax(1), a.map((row) => first(row, Math.max))],
    ['argmin(0)', () => A.argmin(0), columns(a, k).map((col) => first(col, Math.min))],
    ['argmin()', () => A.argmin(), first(a.flat(), Math.min)],
  ];
  const shift = Math.floor(next() * 7) - 3;
  return [
    ['add', () => A.add(B), both(a, b, (x, y) => x + y)],
    ['subtract', () => A.subtract(B), both(a, b, (x, y) => x - y)],
    ['add, one structure', () => A.add(A.multiply(2)), both(a, a, (x, y) => x + 2 * y)],
    ['cancelled', () => A.subtract(A), full ? zero() : a],
    ['multiply', () => A.multiply(B), both(a, b, (x, y) => x * y)],
    ['multiply, dense', () => A.multiply(D), both(a, d, (x, y) => x * y)],
    ['add, dense', () => A.add(D), both(a, d, (x, y) => x + y)],
    ['maximum', () => A.maximum(B), both(a, b, Math.max)],
    ['minimum', () => B.minimum(A), both(a, b, Math.min)],
    ['matmul', () => A.matmul(C), product(a, c, n)],
    ['matmul, transposed', () => A.T.matmul(B), product(columns(a, k), b, k)],
    ['rmatmat', () => A.rmatmat(D), product(columns(a, k), d, k)],
    ['sum(0)', () => A.sum(0), columns(a, k).map(total)],
    ['sum(1)', () => A.sum(1), a.map(total)],
    ['sum()', () => A.sum(), total(a.flat())],
    ['countNonzero(1)', () => A.countNonzero(1), a.map((row) => row.filter((x) => x !== 0).length)],
    ['diagonal', () => A.diagonal(shift), a.flatMap((row, i) => (i + shift >= 0 && i + shift < k ? [row[i + shift]] : []))],
    ...(full ? reduced : []),
  ];
}

const configurations: readonly Partial<Config>[] = [
  {},
  { procs: 2, grain: 16 },
  { fusion: false },
  { procs: 2, memories: 2 },
  { device: 'js' },
];
const skip = loadAddon() === null ? 'the addon is not built' : false;

for (const config of configurations)
  t.test(JSON.stringify(config), { skip }, async (t) => {
    const rt = createRuntime({ device: 'cpu', ...config });
    const before = useRuntime(rt);
    try {
      for (const seed of seeds(12)) {
        const next = random(seed);
        for (const [name, compute, wanted] of checksOf(next)) {
          const found = compute();
          const list = await (found instanceof sparse.CsrArray ? found.toDense() : found).tolist();
          t.same(plain(list), plain(wanted), `seed ${seed}: ${name}`);
        }
      }
    } finally {
      useRuntime(before);
      await rt.close();
    }
  });

t.test('results keep the values that were there when they were asked for', async (t) => {
  const [A, B] = [sparse.csrArray([[1, 2]]), sparse.csrArray([[0, 5]])];
  const results = [A.add(B), A.add(0), A.multiply(B), A.abs(), A.matmul(B.T), A.multiply(1), A.maximum(0)];
  A.data.multiplyAssign(100);
  B.data.multiplyAssign(100);
  const found = await Promise.all(results.map((M) => M.toDense().tolist()));
  t.same(found, [[[1, 7]], [[1, 2]], [[0, 10]], [[1, 2]], [[10]], [[1, 2]], [[1, 2]]]);
});
