/** Calls are kept by the view of their first operand: what they are of, and on what, tells them apart. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const x = np.arange(6).reshape([2, 3]);
const whole = np.asarray([
  [0, 1, 2],
  [3, 4, 5],
]);

t.test('folds of one view in turns', async (t) => {
  for (let turn = 0; turn < 3; turn++) {
    t.same(await x.sum({ axis: 0 }).tolist(), [3, 5, 7]);
    t.same(await x.sum({ axis: 1 }).tolist(), [3, 12]);
    t.same(await np.max(x, { axis: 0 }).tolist(), [3, 4, 5]);
    t.same(await np.argmax(x, { axis: 1 }).tolist(), [2, 2]);
    t.equal(await x.sum().item(), 15);
  }
});

t.test('arrays of one view and other dtypes', async (t) => {
  for (const dtype of ['float64', 'int32', 'float32', 'int64', 'float64'] as const) {
    const y = whole.astype(dtype);
    const sum = y.sum({ axis: 1, dtype });
    t.equal(sum.dtype.name, dtype);
    t.same(await sum.tolist(), [3, 12]);
    const product = y.matmul(y.T);
    t.equal(product.dtype.name, dtype);
    t.same(await product.tolist(), [
      [5, 14],
      [14, 50],
    ]);
  }
});

t.test('products with other operands, by routines and by folds', async (t) => {
  const n = 12;
  const a = np.arange(n * n).reshape([n, n]);
  for (let turn = 0; turn < 2; turn++) {
    t.same(await a.matmul(np.eye(n)).tolist(), await a.tolist());
    t.same(await a.matmul(np.eye(n).slice(':', '::-1')).tolist(), await a.slice(':', '::-1').tolist());
    t.same(await a.matmul(np.eye(n, { columns: 2 })).tolist(), await a.slice(':', ':2').tolist());
    t.same(await a.matmul(np.ones(n)).tolist(), await a.sum({ axis: 1 }).tolist());
    t.same(await np.matmul(np.ones(n), a).tolist(), await a.sum({ axis: 0 }).tolist());
  }
});

t.test('an operand that was disposed of', async (t) => {
  const gone = whole.copy();
  t.equal(await gone.sum().item(), 15);
  t.same(await gone.matmul(gone.T).slice(0, 0).item(), 5);
  gone.dispose();
  t.throws(() => gone.sum(), { name: 'DisposedError', message: /^sum: / });
  t.throws(() => gone.matmul(whole.T), { name: 'DisposedError' });
  t.throws(() => whole.matmul(gone.T), { name: 'DisposedError' });
});

t.test('products of a matrix both ways round, as it is and transposed, again and again', async (t) => {
  const [rows, columns] = [3, 5];
  const m = Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => 10 * i + j));
  const of = (n: number) => Array.from({ length: n }, (_, k) => 2 * k + 1);
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, k) => sum + v * b[k], 0);
  const column = (j: number) => m.map((row) => row[j]);
  const byRows = m.map((row) => dot(row, of(columns)));
  const byColumns = of(columns).map((_, j) => dot(column(j), of(rows)));
  for (const dtype of ['float64', 'int32'] as const) {
    const x = np.asarray(m).astype(dtype);
    const [short, long] = [np.asarray(of(rows)), np.asarray(of(columns))];
    for (let turn = 0; turn < 3; turn++) {
      t.same(await x.matmul(long).tolist(), byRows);
      t.same(await np.matmul(short, x).tolist(), byColumns);
      t.same(await x.T.matmul(short).tolist(), byColumns);
      t.same(await np.matmul(long, x.T).tolist(), byRows);
      t.same(
        await x.matmul(x.T).slice(0).tolist(),
        byRows.map((_, i) => dot(m[0], m[i])),
      );
      t.equal(x.matmul(long.astype('float32')).dtype.name, dtype === 'int32' ? 'float64' : dtype);
    }
  }
});

t.test('more calls on one view than are kept', async (t) => {
  const y = np.arange(24).reshape([2, 3, 4]);
  const sums = [() => y.sum({ axis: 0 }), () => y.sum({ axis: 1 }), () => y.sum({ axis: 2 }), () => y.sum({ axis: [0, 1] })];
  const calls = [...sums, () => y.max({ axis: 0 }), () => y.max({ axis: 1 }), () => y.max({ axis: 2 }), () => y.min({ axis: 0 })];
  calls.push(
    () => y.min({ axis: 1 }),
    () => y.min({ axis: 2 }),
    () => y.sum(),
  );
  const first = await Promise.all(calls.map((call) => call().tolist()));
  for (let turn = 0; turn < 3; turn++) t.same(await Promise.all(calls.map((call) => call().tolist())), first);
  t.same(first[2], [
    [6, 22, 38],
    [54, 70, 86],
  ]);
});
