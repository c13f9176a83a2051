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
