/** Gathers, joins and choices. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, same } from '../../support/arrays.js';
import { at, build, names } from '../../support/numpy.js';

t.test('take', async (t) => {
  const a = build('float64', [3, 4, 2], (index) => index.reduce((n, i) => n * 10 + i, 0));
  const x = arrayOf(a);
  const wrapIndex = (i: number, n: number): number => (i < 0 ? i + n : i);
  for (const axis of [0, 1, 2]) {
    for (const [shape, indices] of [
      [[3], [0, -1, 1]],
      [
        [2, 2],
        [1, 0, 0, 1],
      ],
      [[], [1]],
      [[0], []],
    ] as [number[], number[]][]) {
      const want = [...a.shape.slice(0, axis), ...shape, ...a.shape.slice(axis + 1)];
      const expected = build('float64', want, (index) => {
        const which = index.slice(axis, axis + shape.length).reduce((n, i, k) => n * shape[k] + i, 0);
        return at(a, [...index.slice(0, axis), wrapIndex(indices[which], a.shape[axis]), ...index.slice(axis + shape.length)]);
      });
      const given = np.asarray(indices, { dtype: 'int32' }).reshape(shape);
      await same(t, x.take(given, { axis }), expected, `axis ${axis}, indices (${shape})`);
    }
  }
  t.same(await np.take([5, 6, 7], [2, 0, -1]).tolist(), [7, 5, 7]);
  t.same(
    await np
      .take(
        [
          [5, 6],
          [7, 8],
        ],
        [3, 0],
      )
      .tolist(),
    [8, 5],
    'flattened without an axis',
  );
  t.same(await np.take([5, 6, 7], Uint8Array.of(1)).tolist(), [6]);
  t.same(await np.take([5, 6, 7], 1).item(), 6);
  for (const dtype of names) t.equal(np.take(np.zeros(3, { dtype }), [0]).dtype.name, dtype);
  t.same(await np.take(np.arange(10).slice('::-2'), [0, 1]).tolist(), [9, 7], 'of a view');
});

t.test('gather', async (t) => {
  const a = build('int32', [3, 4, 2], (index) => index.reduce((n, i) => n * 10 + i, 0));
  const x = arrayOf(a);
  await same(
    t,
    x.gather([0, 2, 1]),
    build('int32', [3, 4, 2], ([i, j, k]) => at(a, [[0, 2, 1][i], j, k])),
    'one',
  );
  await same(
    t,
    x.gather([0, 2], [3, -1]),
    build('int32', [2, 2], ([i, k]) => at(a, [[0, 2][i], 3, k])),
    'two',
  );
  await same(
    t,
    x.gather([[0], [2]], [1, 3], 1),
    build('int32', [2, 2], ([i, j]) => at(a, [i * 2, 1 + 2 * j, 1])),
    'three, broadcast',
  );
  await same(
    t,
    x.gather(0, 1, 0),
    build('int32', [], () => at(a, [0, 1, 0])),
    'all numbers',
  );
});

t.test('indices outside the axis', async (t) => {
  for (const index of [3, -4, 1000000]) {
    const bad = np.take([1, 2, 3], [0, index]);
    await t.rejects(bad.data(), { name: 'IndexError' }, `index ${index}`);
    await t.rejects(bad.add(1).data(), { name: 'IndexError' }, 'and what is made of it');
  }
  t.same(await np.take([1, 2, 3], [0]).tolist(), [1], 'others go on');
  t.throws(() => np.take([1, 2], [0.5]), { name: 'DTypeError' });
  // What a reader's message says of one memory is in test/error/issued.test.ts.
  for (const given of [[1, 0.5], [-1.25, Number.NaN], [Number.NaN]])
    for (const read of [np.take([1, 2], np.asarray(given)), np.asarray([1, 2]).get(np.asarray(given).add(0)).add(1)])
      await t.rejects(read.data(), { name: 'IndexError' }, String(given));
  await t.rejects(np.take([1, 2], np.asarray([1e300])).data(), { name: 'IndexError', message: /is outside/ });
  await t.rejects(np.take([1, 2], np.asarray([0.5]), { mode: 'clip' }).data(), { name: 'IndexError' });
  t.throws(() => np.take([1, 2], np.asarray([true])), { name: 'DTypeError', message: /np.where/ });
  t.throws(() => np.take(np.zeros([0]), [0]), { name: 'IndexError' });
  t.throws(() => np.take([1], [0], { axis: 1 }), { name: 'IndexError' });
  t.throws(() => np.zeros(3).gather(), { name: 'IndexError' });
  t.throws(() => np.zeros(3).gather([0], [0]), { name: 'IndexError' });
});

t.test('concat and stack', async (t) => {
  const [x, y] = [
    np.asarray([
      [1, 2],
      [3, 4],
    ]),
    np.asarray([[5, 6]]),
  ];
  t.same(await np.concat([x, y]).tolist(), [
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  t.same(await np.concat([x, y.T], { axis: 1 }).tolist(), [
    [1, 2, 5],
    [3, 4, 6],
  ]);
  t.same(await np.concat([x, y], { axis: null }).tolist(), [1, 2, 3, 4, 5, 6]);
  t.same(await np.concat([x, np.zeros([0, 2])]).shape, [2, 2]);
  t.equal(np.concat([np.zeros(1, { dtype: 'int32' }), np.zeros(1, { dtype: 'float32' })]).dtype, np.float64);
  t.same(
    await np
      .stack([
        [1, 2],
        [3, 4],
      ])
      .tolist(),
    [
      [1, 2],
      [3, 4],
    ],
  );
  t.same(
    await np
      .stack(
        [
          [1, 2],
          [3, 4],
        ],
        { axis: -1 },
      )
      .tolist(),
    [
      [1, 3],
      [2, 4],
    ],
  );
  t.same(await np.stack([1, 2]).tolist(), [1, 2]);
  t.throws(() => np.concat([x, np.zeros([1, 3])]), { name: 'ShapeError', message: /differ beyond axis 0/ });
  t.throws(() => np.concat([1, 2]), { name: 'ShapeError' });
  t.throws(() => np.concat([]), { name: 'ArgumentError' });
  t.throws(() => np.stack([[1], [1, 2]]), { name: 'ShapeError' });
});

t.test('tile, repeat, split', async (t) => {
  t.same(await np.tile([1, 2], 3).tolist(), [1, 2, 1, 2, 1, 2]);
  t.same(await np.tile([[1], [2]], [2, 2]).tolist(), [
    [1, 1],
    [2, 2],
    [1, 1],
    [2, 2],
  ]);
  t.same(await np.tile([1, 2], [2, 1]).tolist(), [
    [1, 2],
    [1, 2],
  ]);
  t.same(np.tile([1, 2], 0).shape, [0]);
  t.same(
    await np
      .repeat(
        [
          [1, 2],
          [3, 4],
        ],
        2,
      )
      .tolist(),
    [1, 1, 2, 2, 3, 3, 4, 4],
  );
  t.same(
    await np
      .repeat(
        [
          [1, 2],
          [3, 4],
        ],
        2,
        { axis: 0 },
      )
      .tolist(),
    [
      [1, 2],
      [1, 2],
      [3, 4],
      [3, 4],
    ],
  );
  t.throws(() => np.repeat([1], -1), { name: 'ArgumentError' });
  t.same(
    np.split(np.arange(6), 3).map((p) => p.tolistSync()),
    [
      [0, 1],
      [2, 3],
      [4, 5],
    ],
  );
  t.same(
    np.split(np.arange(6), [2, 3]).map((p) => p.tolistSync()),
    [[0, 1], [2], [3, 4, 5]],
  );
  t.throws(() => np.split(np.arange(6), 4), { name: 'ShapeError' });
  const x = np.zeros(4);
  np.split(x, 2)[1].assign(1);
  t.same(await x.tolist(), [0, 0, 1, 1], 'parts are views');
});

t.test('where and clip', async (t) => {
  const x = np.asarray([-2, -1, 0, 1, 2]);
  t.same(await np.where(x.less(0), 0, x).tolist(), [0, 0, 0, 1, 2]);
  t.same(await np.where([[true], [false]], [1, 2], 9).tolist(), [
    [1, 2],
    [9, 9],
  ]);
  t.same(await np.where([1, 0], Infinity, Number.NaN).tolist(), [Infinity, Number.NaN]);
  t.equal(np.where([true], Int32Array.of(1), 0).dtype, np.int32);
  t.equal(np.where([true], Int32Array.of(1), Float32Array.of(1)).dtype, np.float64);
  t.equal(np.where(np.asarray([0.5]), Int32Array.of(1), 2).dtype, np.int32, 'the condition does not widen');
  t.same(await x.clip({ min: -1, max: 1 }).tolist(), [-1, -1, 0, 1, 1]);
  t.same(await x.clip({ min: 0 }).tolist(), [0, 0, 0, 1, 2]);
  t.same(await x.clip({ max: [0, -2, 5, 5, 5] }).tolist(), [-2, -2, 0, 1, 2]);
  t.same(await np.clip([1, Number.NaN], { min: 2 }).tolist(), [2, Number.NaN]);
  t.same(await np.clip([5], { min: 3, max: 1 }).tolist(), [1], 'the upper bound wins');
  t.same(await x.clip({}).tolist(), await x.tolist(), 'without bounds');
});
