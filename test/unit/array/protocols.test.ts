/** What JavaScript itself asks of arrays: text, iteration, JSON, `using`. */
import { inspect } from 'node:util';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';

t.test('for-of goes along the first axis', async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  const rows = [...x];
  t.same(await Promise.all(rows.map((row) => row.tolist())), [
    [0, 1, 2],
    [3, 4, 5],
  ]);
  const [first] = x;
  first.addAssign(10);
  t.same(await x.slice(0).tolist(), [10, 11, 12], 'rows are views');
  const numbers: unknown[] = [];
  for (const element of np.arange(3)) numbers.push(await element.item());
  t.same(numbers, [0, 1, 2]);
  t.same([...np.zeros([0, 3])], []);
  t.throws(() => [...np.asarray(1)], { name: 'ShapeError', message: /iteration over a 0-d array/ });
});

t.test('JSON has nested lists', async (t) => {
  t.equal(JSON.stringify({ x: np.asarray([[1, 2.5]]), ok: np.asarray(true) }), '{"x":[[1,2.5]],"ok":true}');
  t.equal(JSON.stringify(np.asarray([1n, 2n])), '[1,2]');
  t.throws(() => JSON.stringify(np.asarray([2n ** 60n])), { name: 'TypeError' }, 'JSON has no such integers');
});

t.test('operators say what to use instead', async (t) => {
  t.throws(() => Number(np.arange(3)), { name: 'DTypeError', message: /x\.add\(y\) for x \+ y/ });
});

t.test('a sparse matrix says what it is', async (t) => {
  const text = '<CsrArray (4, 4) of float64 with 10 stored entries>';
  const A = sparse.poisson1d(4);
  t.same([String(A), inspect(A)], [text, text]);
});

t.test('brackets say what to use instead', async (t) => {
  const x = np.arange(3) as unknown as unknown[];
  for (const i of [0, 2, -1]) {
    t.throws(() => x[i], { name: 'IndexError', message: `x.slice(${i}) is a view` });
    t.throws(() => (x[i] = 5), { name: 'IndexError', message: `x.slice(${i}).assign(y) writes it` });
  }
  t.same(Object.keys(np.arange(3)).includes('0'), false);
});

t.test('arrays have a length and sizes in bytes', async (t) => {
  const x = np.zeros([4, 3, 2], 'float32');
  t.same([x.length, x.itemsize, x.nbytes, x.mT.shape], [4, 4, 96, [4, 2, 3]]);
  t.equal(np.zeros([0, 3]).length, 0);
  t.throws(() => np.asarray(1).length, { name: 'ShapeError', message: /no axes/ });
});

t.test('a promise is no operand', async (t) => {
  const later = np.nonzero([1, 0]) as unknown as np.NDArray;
  t.throws(() => np.add(1, later), { name: 'DTypeError', message: /await it first/ });
  await later;
});
