/** Shapes, axes and broadcasting of views; what must be copied is. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, same } from '../../support/arrays.js';
import { at, build, unravel } from '../../support/numpy.js';

const counted = (shape: number[]) => build('float64', shape, (index) => index.reduce((n, i, axis) => n * shape[axis] + i, 0));

t.test('reshape', async (t) => {
  const a = counted([2, 3, 4]);
  const x = arrayOf(a);
  const ways: [string, np.NDArray][] = [
    ['whole', x],
    ['rows', x.slice('::-1')],
    ['columns', x.slice('...', '::2')],
    ['transposed', x.T],
    ['middle', x.permuteDims([1, 0, 2])],
    ['broadcast', x.slice(0, 0).broadcastTo([3, 4])],
    ['with ones', x.slice(':', null, ':', null)],
  ];
  for (const [name, y] of ways) {
    const flat = (await y.data()) as Float64Array;
    const shapes = [
      [-1],
      [flat.length],
      [1, flat.length],
      [flat.length, 1],
      [2, -1],
      [-1, 2],
      [3, -1, 2],
      [...y.shape],
      [...y.shape].reverse(),
    ];
    for (const shape of shapes.filter((s) => (s.includes(-1) ? flat.length % (-1 * s.reduce((p, q) => p * q, 1)) === 0 : true))) {
      const z = y.reshape(shape);
      const want = build('float64', z.shape, (index) => flat[index.reduce((n, i, axis) => n * z.shape[axis] + i, 0)]);
      await same(t, z, want, `${name} to [${shape}]`);
    }
  }
});

t.test('reshape is a view where it can be', async (t) => {
  const x = np.zeros([4, 6]);
  const shares = (y: np.NDArray): boolean => y.root === x.root;
  t.ok(shares(x.reshape([2, 12])));
  t.ok(shares(x.slice('1:3').reshape([12])));
  t.ok(shares(x.slice(':', ':3').reshape([2, 2, 3])), 'an axis split');
  t.ok(shares(x.slice('::2').reshape([2, 2, 3])), 'rows with a gap, columns split');
  t.ok(shares(x.T.reshape([6, 2, 2])), 'a transposed axis split');
  t.notOk(shares(x.T.reshape([24])), 'transposed axes merged');
  t.notOk(shares(x.slice(':', ':3').reshape([12])), 'rows with a gap merged');
  t.ok(shares(x.ravel()));
  t.notOk(shares(x.flatten()));
  x.reshape([24]).assign(1);
  t.equal(await x.sum().item(), 24, 'writes reach the array');
  t.throws(() => x.reshape([5, 5]), { name: 'ShapeError', message: /24 elements/ });
  t.throws(() => x.reshape([-1, 5]), { name: 'ShapeError' });
  t.throws(() => x.reshape([-1, -1]), { name: 'ShapeError' });
  t.throws(() => x.reshape([2.5]), { name: 'ShapeError' });
  t.same(np.zeros([0, 3]).reshape([3, -1]).shape, [3, 0]);
});

t.test('axes moved', async (t) => {
  const a = counted([2, 3, 4]);
  const x = arrayOf(a);
  const moved = (shape: number[], source: (index: readonly number[]) => number[]) =>
    build('float64', shape, (index) => at(a, source(index)));
  await same(
    t,
    x.T,
    moved([4, 3, 2], ([k, j, i]) => [i, j, k]),
    'T',
  );
  await same(
    t,
    x.transpose([1, 2, 0]),
    moved([3, 4, 2], ([j, k, i]) => [i, j, k]),
    'transpose',
  );
  await same(
    t,
    x.permuteDims([-1, 0, 1]),
    moved([4, 2, 3], ([k, i, j]) => [i, j, k]),
    'permuteDims',
  );
  await same(
    t,
    x.matrixTranspose(),
    moved([2, 4, 3], ([i, k, j]) => [i, j, k]),
    'matrixTranspose',
  );
  await same(
    t,
    x.swapaxes(0, -1),
    moved([4, 3, 2], ([k, j, i]) => [i, j, k]),
    'swapaxes',
  );
  await same(
    t,
    x.moveaxis(0, -1),
    moved([3, 4, 2], ([j, k, i]) => [i, j, k]),
    'moveaxis',
  );
  await same(
    t,
    x.moveaxis([0, 1], [-1, -2]),
    moved([4, 3, 2], ([k, j, i]) => [i, j, k]),
    'moveaxis of two',
  );
  await same(
    t,
    x.flip(),
    moved([2, 3, 4], ([i, j, k]) => [1 - i, 2 - j, 3 - k]),
    'flip',
  );
  await same(
    t,
    x.flip({ axis: 1 }),
    moved([2, 3, 4], ([i, j, k]) => [i, 2 - j, k]),
    'flip of one',
  );
  await same(
    t,
    np.linalg.diagonal(x),
    moved([2, 3], ([i, j]) => [i, j, j]),
    'diagonal',
  );
  await same(
    t,
    np.linalg.diagonal(x, { k: 2 }),
    moved([2, 2], ([i, j]) => [i, j, j + 2]),
    'diagonal above',
  );
  await same(
    t,
    np.linalg.diagonal(x, -1),
    moved([2, 2], ([i, j]) => [i, j + 1, j]),
    'diagonal below',
  );
  t.same(np.linalg.diagonal(x, { k: 9 }).shape, [2, 0]);
  await same(
    t,
    x.diagonal(),
    moved([4, 2], ([k, i]) => [i, i, k]),
    'diagonal of the first two',
  );
  t.throws(() => np.zeros(3).diagonal(), { name: 'ShapeError' });
  t.throws(() => np.linalg.diagonal(np.zeros(3)), { name: 'IndexError' });
  for (const wrong of [
    [0, 1],
    [0, 1, 1],
    [0, 1, 3],
  ])
    t.throws(() => x.permuteDims(wrong), { name: 'IndexError' });
  t.throws(() => np.zeros(3).matrixTranspose(), { name: 'ShapeError' });
});

t.test('axes added and dropped', async (t) => {
  const x = np.zeros([1, 3, 1]);
  t.same(x.squeeze().shape, [3]);
  t.same(x.squeeze({ axis: 0 }).shape, [3, 1]);
  t.same(x.squeeze({ axis: [0, -1] }).shape, [3]);
  t.throws(() => x.squeeze({ axis: 1 }), { name: 'ShapeError', message: /axis 1/ });
  t.same(x.expandDims().shape, [1, 1, 3, 1]);
  t.same(x.expandDims({ axis: [0, 4] }).shape, [1, 1, 3, 1, 1]);
  t.same(np.zeros(3).expandDims({ axis: -1 }).shape, [3, 1]);
  t.throws(() => x.expandDims({ axis: 4 }), { name: 'IndexError' });
  t.throws(() => x.expandDims({ axis: [0, 0] }), { name: 'IndexError' });
});

t.test('broadcastTo and broadcastArrays', async (t) => {
  const x = np.asarray([[1], [2]]);
  t.same(await x.broadcastTo([2, 3]).tolist(), [
    [1, 1, 1],
    [2, 2, 2],
  ]);
  t.same(await np.broadcastTo(5, [2]).tolist(), [5, 5]);
  t.throws(() => x.broadcastTo([3, 3]), { name: 'ShapeError', message: /does not broadcast/ });
  t.throws(() => x.broadcastTo([2]), { name: 'ShapeError' });
  const [p, q] = np.broadcastArrays(x, [1, 2, 3]);
  t.same(
    [p.shape, q.shape],
    [
      [2, 3],
      [2, 3],
    ],
  );
  t.same(unravel(4, [2, 3]), [1, 1]);
});

t.test('the shape that a user gets is his own', async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  const taken = x.shape as number[];
  taken[0] = 6;
  taken.pop();
  t.same(x.shape, [2, 3]);
  t.same(np.zeros([2, 3]).shape, [2, 3]);
  t.same(await x.sum({ axis: 1 }).tolist(), [3, 12]);
});
