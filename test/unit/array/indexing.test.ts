/** NumPy's `x[…]`, read and written: fixed answers of NumPy's, and random lists of indices against an evaluator of its rules. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { random } from '../../support/sparse.js';

const cube = (): np.NDArray => np.arange(24, { dtype: 'int64' }).reshape([2, 3, 4]).astype('int32');
const mask = np.asarray([true, false, true]);
const ends = np.asarray([true, false, false, true]);

t.test('answers of NumPy', async (t) => {
  const x = cube();
  const read: [indices: np.Index[], expected: unknown][] = [
    [
      [[1, 0], ':', [0, 3]],
      [
        [12, 16, 20],
        [3, 7, 11],
      ],
    ],
    [
      [0, ':', [0, 3]],
      [
        [0, 4, 8],
        [3, 7, 11],
      ],
    ],
    [
      [':', [2, 0], 1],
      [
        [9, 1],
        [21, 13],
      ],
    ],
    [
      [':', [2, 0], [1, 1]],
      [
        [9, 1],
        [21, 13],
      ],
    ],
    [
      [[[0], [1]], [0, 2], '::2'],
      [
        [
          [0, 2],
          [8, 10],
        ],
        [
          [12, 14],
          [20, 22],
        ],
      ],
    ],
    [
      [':', mask],
      [
        [
          [0, 1, 2, 3],
          [8, 9, 10, 11],
        ],
        [
          [12, 13, 14, 15],
          [20, 21, 22, 23],
        ],
      ],
    ],
    [
      [0, mask],
      [
        [0, 1, 2, 3],
        [8, 9, 10, 11],
      ],
    ],
    [
      [':', mask, 0],
      [
        [0, 8],
        [12, 20],
      ],
    ],
    [
      [0, ':', ends],
      [
        [0, 4, 8],
        [3, 7, 11],
      ],
    ],
    [['1, :, -1'], [15, 19, 23]],
    [[1, 2, 3], 23],
    [
      [-1, '...', null, 0],
      [[12], [16], [20]],
    ],
  ];
  for (const [indices, expected] of read) {
    const [first, ...more] = indices;
    t.same(await (await x.get(first, ...more)).tolist(), expected, JSON.stringify(indices));
  }
  t.same(x.get('...', null, [1, 0]).shape, [2, 3, 1, 2]);
  t.same(x.get([0], '...', [1, 0]).shape, [2, 3], 'axes that are apart come first');
  t.same(x.get(null, [1, 0], '1:').shape, [1, 2, 2, 4]);
});

t.test('slices and numbers alone are a view', async (t) => {
  const x = cube();
  x.get(0, ':', 1).assign(-1);
  t.same(await x.slice(0, ':', 1).tolist(), [-1, -1, -1]);
  x.get([0], ':', 1).assign(7);
  t.same(await x.slice(0, ':', 1).tolist(), [-1, -1, -1], 'index arrays give a copy');
  x.get(1).assign(5);
  x.get(0, -1).assign(6);
  t.same(await x.slice(1, 2).tolist(), [5, 5, 5, 5], 'one number');
  t.same(await x.slice(0, 2).tolist(), [6, 6, 6, 6], 'a number for each of the first axes');
  const element = x.get(1, 2, 3);
  x.set(1, 2, 3, 8);
  t.equal(await element.item(), 5, 'an element is a copy');
  t.equal(await x.get(1n, 2, -1).item(), 8);
  t.throws(() => x.get(2), { name: 'IndexError', message: 'slice: index 2 is outside axis 0 of size 2' });
  await t.rejects(async () => x.get(':', 0.5).tolist(), { name: 'DTypeError' });
});

t.test('numbers are written through the view that they name, by one task', async (t) => {
  const x = cube();
  await x.data();
  const before = np.runtime.stats().tasks;
  x.set(1, 7);
  x.set(0, 1, [1, 2, 3, 4.7]);
  x.set(-2, 2, -1, 9);
  await x.data();
  t.equal(np.runtime.stats().tasks - before, 3);
  t.same(await x.tolist(), [
    [
      [0, 1, 2, 3],
      [1, 2, 3, 4],
      [8, 9, 10, 9],
    ],
    [
      [7, 7, 7, 7],
      [7, 7, 7, 7],
      [7, 7, 7, 7],
    ],
  ]);
  t.throws(() => x.set(2, 1), { name: 'IndexError', message: 'slice: index 2 is outside axis 0 of size 2' });
  t.throws(() => x.set(0.5, 1), { name: 'DTypeError' });
  t.same(await x.get(1, 0).tolist(), [7, 7, 7, 7], 'a refused write leaves the array readable');
});

t.test('written', async (t) => {
  const x = cube();
  t.equal(x.set(0, ':', [0, 3], [[1], [2]]), x);
  t.same(await x.slice(0).tolist(), [
    [1, 1, 2, 2],
    [1, 5, 6, 2],
    [1, 9, 10, 2],
  ]);
  t.same(await cube().set(1, 2, '1:3', [-1, -2]).slice(1, 2).tolist(), [20, -1, -2, 23]);
  t.same(await cube().set(0, mask, 0).slice(0).tolist(), [
    [0, 0, 0, 0],
    [4, 5, 6, 7],
    [0, 0, 0, 0],
  ]);
  t.same(await cube().set(0, mask, [0, 1, 2, 3]).slice(0, 2).tolist(), [0, 1, 2, 3]);
  t.same(await cube().set(1, ':', ends, -1).slice(1, 0).tolist(), [-1, 13, 14, -1]);
  t.same(await cube().set('...', 0).sum().item(), 0);
});

t.test('a mask of several axes behind a slice, and a value for each that it chooses', async (t) => {
  const x = np.arange(12).reshape(2, 2, 3);
  const mask = np.asarray([
    [true, false, false],
    [false, true, true],
  ]);
  t.same(await (await x.get(':', mask)).tolist(), [
    [0, 4, 5],
    [6, 10, 11],
  ]);
  t.same(
    await (
      await x.T.get(
        ':',
        [
          [true, false],
          [true, true],
        ],
        null,
      )
    ).tolist(),
    [
      [[0], [3], [9]],
      [[1], [4], [10]],
      [[2], [5], [11]],
    ],
  );
  const written = x.copy().set(':', mask, [
    [1, 2, 3],
    [7, 8, 9],
  ]);
  t.same(await written.ravel().tolist(), [1, 1, 2, 3, 2, 3, 7, 7, 8, 9, 8, 9]);
  t.same(
    await x
      .copy()
      .set(':', mask, [[1], [2]])
      .ravel()
      .tolist(),
    [1, 1, 2, 3, 1, 1, 2, 7, 8, 9, 2, 2],
  );
  t.throws(() => x.get(':', np.ones([2, 2], 'bool')), { code: 'ERR_INDEX' });
  await t.rejects(x.copy().set(':', mask, [1, 2]).data(), { code: 'ERR_INDEX' });
});

t.test('a value for each element that a mask chooses', async (t) => {
  const x = np.asarray([1, -2, 3, -4]);
  const below = x.less(0);
  t.same(await x.copy().set(below, [7, 8]).tolist(), [1, 7, 3, 8]);
  t.same(await np.arange(4, { dtype: 'int64' }).set(below, [7, 8]).tolist(), [0n, 7n, 2n, 8n], 'integral numbers');
  t.same(
    await cube()
      .set(0, mask, [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ])
      .slice(0, 2)
      .tolist(),
    [4, 5, 6, 7],
  );
  t.throws(() => cube().set(0, mask, [[0.5], [1]]), { code: 'ERR_DTYPE' });
  const rows = np.zeros([3, 2]);
  t.same(
    await rows
      .set(mask, [
        [1, 2],
        [3, 4],
      ])
      .tolist(),
    [
      [1, 2],
      [0, 0],
      [3, 4],
    ],
    'rows',
  );
  t.same(
    await rows.set(mask, [[5], [6]]).tolist(),
    [
      [5, 5],
      [0, 0],
      [6, 6],
    ],
    'rows of one value',
  );
  t.same(
    await rows.set(mask, [8, 9]).tolist(),
    [
      [8, 9],
      [0, 0],
      [8, 9],
    ],
    'one row for all',
  );
  t.same(await x.copy().set(x.greater(9), []).tolist(), [1, -2, 3, -4], 'none for none');
  for (const values of [[7, 8, 9], []])
    await t.rejects(
      x.copy().set(below, values).data(),
      { code: 'ERR_INDEX', message: /^set: the mask chooses more or fewer elements than there are values/ },
      `${values.length} values`,
    );
  await t.rejects(x.copy().set(x.less(-3), [7, 8]).data(), { code: 'ERR_INDEX' }, 'two for one');
  t.throws(() => x.set(below, [[7, 8]]), { code: 'ERR_SHAPE' });
});

/** An index of a list, and its positions along an axis with the dimensions that it makes, or a new axis. */
interface Drawn {
  readonly index: np.Index;
  readonly kind: 'number' | 'slice' | 'new' | 'array';
  readonly at: readonly number[];
  readonly shape: readonly number[];
}

t.test('random indices', async (t) => {
  const draw = random(2026);
  const below = (n: number): number => Math.floor(draw() * n);
  for (let round = 0; round < 300; round++) {
    const shape = Array.from({ length: 1 + below(3) }, () => 1 + below(4));
    const size = shape.reduce((a, b) => a * b, 1);
    const values = Array.from({ length: size }, (_, i) => i);
    const common = [[], [2], [3], [2, 3]][below(4)];
    const list = shape.flatMap((n): Drawn[] => {
      const drawn = drawIndex(n, common, below);
      return below(6) === 0 ? [{ index: null, kind: 'new', at: [0], shape: [1] }, drawn] : [drawn];
    });
    const { places, shape: expected } = evaluate(shape, list);
    const [first, ...more] = list.map(({ index }) => index);
    const what = `${JSON.stringify(shape)} at ${JSON.stringify(list.map(({ index }) => index))}`;
    const x = np.asarray(values, { dtype: 'int32' }).reshape(shape);
    const got = x.get(first, ...more);
    t.same([got.shape, await got.ravel().tolist()], [expected, places], what);
    const written = Array.from(places, (_, i) => -1 - i);
    x.set(first, ...more, np.asarray(written, { dtype: 'int32' }).reshape(expected));
    const after = [...values];
    places.forEach((place, i) => (after[place] = written[i]));
    t.same(await x.ravel().tolist(), after, `written: ${what}`);
  }
});

function drawIndex(n: number, common: readonly number[], below: (n: number) => number): Drawn {
  const signed = (i: number): number => (below(3) === 0 ? i - n : i);
  const kind = below(3);
  if (kind === 0) {
    const at = below(n);
    return { index: signed(at), kind: 'number', at: [at], shape: [] };
  }
  if (kind === 1) {
    const start = below(n);
    const step = 1 + below(2);
    const at = Array.from({ length: Math.ceil((n - start) / step) }, (_, i) => start + i * step);
    return { index: `${start}::${step}`, kind: 'slice', at, shape: [at.length] };
  }
  const size = common.reduce((a, b) => a * b, 1);
  const at = Array.from({ length: size }, () => below(n));
  const index = np.asarray(at.map(signed), { dtype: 'int64' }).reshape(common);
  return { index, kind: 'array', at, shape: common };
}

/** The places of the elements that a list of indices names, and their shape, by NumPy's rules: one loop over all coordinates. */
function evaluate(shape: readonly number[], list: readonly Drawn[]): { places: number[]; shape: number[] } {
  const arrays = list.some(({ kind }) => kind === 'array');
  const isAdvanced = ({ kind }: Drawn): boolean => kind === 'array' || (arrays && kind === 'number');
  const advanced = list.flatMap((drawn, i) => (isAdvanced(drawn) ? [i] : []));
  const common = list.find(({ kind }) => kind === 'array')?.shape ?? [];
  const apart = advanced.some((place, k) => k > 0 && place !== advanced[k - 1] + 1);
  const rest = list.flatMap((drawn, i) => (isAdvanced(drawn) || drawn.kind === 'number' ? [] : [{ i, n: drawn.at.length }]));
  const before = apart ? 0 : rest.filter(({ i }) => i < (advanced[0] ?? 0)).length;
  const out = [...rest.slice(0, before).map(({ n }) => n), ...common, ...rest.slice(before).map(({ n }) => n)];
  const places: number[] = [];
  const total = out.reduce((a, b) => a * b, 1);
  for (let flat = 0; flat < total; flat++) {
    const coordinates = out.map((n, axis) => Math.floor(flat / out.slice(axis + 1).reduce((a, b) => a * b, 1)) % n);
    const chosen = coordinates.slice(before, before + common.length);
    const which = chosen.reduce((sum, c, k) => sum * common[k] + c, 0);
    const others = [...coordinates.slice(0, before), ...coordinates.slice(before + common.length)];
    let place = 0;
    let axis = 0;
    list.forEach((drawn, i) => {
      if (drawn.kind === 'new') return;
      const at =
        isAdvanced(drawn) || drawn.kind === 'number'
          ? drawn.kind === 'array'
            ? which
            : 0
          : others[rest.findIndex((r) => r.i === i)];
      place = place * shape[axis++] + drawn.at[at];
    });
    places.push(place);
  }
  return { places, shape: out };
}

t.test('what is no index', async (t) => {
  const x = cube();
  t.throws(() => x.get(':', 'a'), { code: 'ERR_ARGUMENT', message: /expected an index/ });
  t.throws(() => x.get(':', ':', ':', ':'), { code: 'ERR_INDEX' });
  t.throws(() => x.get([0], ':', ':', ':'), { code: 'ERR_INDEX' });
  t.throws(() => x.get(':', mask, [0]), { code: 'ERR_ARGUMENT', message: /np\.nonzero/ });
  t.throws(() => x.get(':', np.asarray(true)), { code: 'ERR_INDEX', message: /a mask has an axis/ });
  t.throws(() => x.get(':', [0.5]), { code: 'ERR_DTYPE', message: /indices must be integers/ });
  t.throws(() => x.set(':'), { code: 'ERR_ARGUMENT', message: /values/ });
  await t.rejects(x.get(':', [3]).data(), { code: 'ERR_INDEX' });
  t.same(await x.tolist(), await cube().tolist(), 'nothing was written');
});

t.test('complex and lazy arrays', async (t) => {
  const z = np
    .asarray([
      { re: 1, im: 2 },
      { re: 3, im: 4 },
    ])
    .reshape([1, 2]);
  t.same(await z.get(0, [1]).tolist(), [{ re: 3, im: 4 }]);
  t.same(await z.set(':', 0, { re: 0, im: 9 } as never).tolist(), [
    [
      { re: 0, im: 9 },
      { re: 3, im: 4 },
    ],
  ]);
  const x = np.asarray([5, -1, 7]);
  t.same(await x.get(x.greater(0)).get(null, ':').tolist(), [[5, 7]]);
  const mask = x.greater(0);
  t.throws(() => x.set(mask, x.get(mask), 0), { code: 'ERR_SHAPE', message: /await them first/ }, 'no index is left out');
  t.same(await x.tolist(), [5, -1, 7]);
});
