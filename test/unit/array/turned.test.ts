/** Functions of transposed arrays: computed as they lie in memory, with the values that copies of them have. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const [rows, columns] = [70, 90];
const matrix = (from: number): np.NDArray =>
  np
    .arange(rows * columns)
    .multiply(0.37)
    .add(from)
    .reshape([rows, columns]);

const [a, b] = [matrix(1), matrix(500)];
const deep = np.arange(20 * 17 * 30).reshape([20, 17, 30]);
const broad = np.arange(columns * rows).reshape([columns, rows]);

const calls: Readonly<Record<string, (turn: (x: np.NDArray) => np.NDArray) => np.NDArray>> = {
  'of one': (turn) => np.sqrt(turn(a)),
  'of two': (turn) => turn(a).subtract(turn(b)),
  'of one and a number': (turn) => turn(a).divide(3),
  'of a number and one': (turn) => np.subtract(3, turn(b)),
  'of one that is dense and one that is not': (turn) => broad.subtract(turn(b)).add(turn(a).subtract(broad)),
  'of a comparison': (turn) => turn(a).greater(turn(b).subtract(400)),
  'of three axes': (turn) => turn(deep).multiply(2).add(turn(deep)),
  'and a row': (turn) => turn(a).subtract(turn(a).slice(3)),
  folded: (turn) => np.exp(turn(a).divide(1e3)).sum({ axis: 0 }),
  'written to': (turn) => turn(a).multiply(2).addAssign(broad).add(1),
};

for (const [name, call] of Object.entries(calls)) {
  t.test(`functions of transposed arrays: ${name}`, async (t) => {
    const [turned, copied] = [call((x) => x.T), call((x) => x.T.copy())];
    t.same(turned.shape, copied.shape);
    t.same(await turned.data(), await copied.data());
  });
}

t.test('results of transposed arrays lie as these do; copies are row-major', async (t) => {
  t.notOk(a.T.add(b.T).view.contiguous);
  t.ok(a.T.add(b.T).T.view.contiguous);
  t.ok(a.T.copy().view.contiguous);
  t.ok(a.T.slice('1:').add(1).view.contiguous, 'what is not dense is not turned');
});

t.test('masks are written through at once, whatever the values are', async (t) => {
  const mask = np.asarray([true, false, true]);
  t.same(await np.putmask(np.asarray([1, 2, 3]), mask, 7).tolist(), [7, 2, 7]);
  t.same(await np.putmask(np.asarray([1n, 2n, 3n]), mask, [7.5]).tolist(), [7n, 2n, 7n]);
  const x = np.asarray([1, 2, 3]);
  t.same(await np.putmask(x, mask, np.flip(x)).tolist(), [3, 2, 1], 'values are read before they are written');
  t.same(await np.putmask(x, mask, x.slice('1:2')).tolist(), [2, 2, 2]);
  t.same(await np.place(np.asarray([1, 2, 3]), mask, [4, 5]).tolist(), [4, 2, 5]);
  const wide = np.zeros([2, 3]);
  t.same(await np.putmask(wide.T, mask.reshape([3, 1]).logicalOr(np.zeros([3, 2])), 1).tolist(), [
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  t.same(await np.put(np.zeros([4]), [0, 3, -2], 9).tolist(), [9, 0, 9, 9]);
});
