/**
 * Options of `pad` and `polyfit` that came late, and floats as indices in every mode. Expected values are NumPy 2.4's, of the same calls in
 * Python.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

t.test('pad by sides and by odd reflections', async (t) => {
  const cases: readonly [np.NDArray, unknown][] = [
    [
      np.pad(
        [[1, 2, 4]],
        [
          [0, 2],
          [3, 4],
        ],
        { mode: 'symmetric', reflectType: 'odd' },
      ),
      Array(3).fill([-2, 0, 1, 1, 2, 4, 4, 6, 7, 7]),
    ],
    [np.pad([1, 2, 4], 7, 'reflect', { reflectType: 'odd' }), [-10, -8, -6, -5, -4, -2, 0, 1, 2, 4, 6, 7, 8, 10, 12, 13, 14]],
    [
      np.pad(
        [
          [1, 2],
          [3, 4],
        ],
        1,
        {
          constantValues: [
            [1, 2],
            [3, 4],
          ],
        },
      ),
      [
        [3, 1, 1, 4],
        [3, 1, 2, 4],
        [3, 3, 4, 4],
        [3, 2, 2, 4],
      ],
    ],
    [np.pad([1, 2, 3, 9], [2, 1], { mode: 'maximum', statLength: [2, 3] }), [2, 2, 1, 2, 3, 9, 9]],
    [
      np.pad(np.asarray([1, 2, 3], { dtype: 'int64' }), [2, 3], { mode: 'linear_ramp', endValues: [5, -4] }),
      [5, 3, 1, 2, 3, 0, -2, -4],
    ],
    [
      np.pad(
        [
          [0, 1],
          [2, 3],
        ],
        { '-1': [1, 2] },
      ),
      [
        [0, 0, 1, 0, 0],
        [0, 2, 3, 0, 0],
      ],
    ],
    [np.pad([5], 2, { mode: 'reflect', reflectType: 'odd' }), [5, 5, 5, 5, 5]],
  ];
  for (const [got, want] of cases) t.same(await got.tolist(), want);
  const complex = np.pad(np.asarray([{ re: 1, im: 1 }]), 1, { constantValues: [{ re: 0, im: 1 }, 2] as unknown as number[] });
  t.same(await np.real(complex).tolist(), [0, 1, 2]);
  t.same(await np.imag(complex).tolist(), [1, 1, 0]);
  const wrong = { name: 'ArgumentError' };
  t.throws(() => np.pad([1, 2], 1, { reflectType: 'odd' }), {
    ...wrong,
    message: /reflectType is of the mode reflect, symmetric/,
  });
  t.throws(() => np.pad([1, 2], 1, { constantValues: [1, 2, 3] }), { ...wrong, message: /constantValues as one value/ });
  t.throws(() => np.pad([1, 2], 1, { mode: 'mean', statLength: [1, 0.5] }), { ...wrong, message: /statLength/ });
  t.throws(() => np.pad([1, 2], { 1: 2 }), { ...wrong, message: /axis 1 of 1/ });
});

t.test('polyfit with what tells how good it is', async (t) => {
  const x = [0, 1, 2, 3, 4];
  const y = np.asarray([1, 3, 2, 5, 7]);
  const rows = np.stack([y, np.square(y)], { axis: 1 });
  const near = async (got: np.NDArray, want: np.ArrayLike): Promise<unknown> =>
    t.ok(await np.allclose(got, want, { rtol: 1e-12, atol: 1e-13 }).item(), `${got}`);
  const [best, residuals, rank, s, rcond] = np.polyfit(x, y, 2, { w: [1, 2, 1, 0.5, 1], full: true });
  await near(best, [0.17684021543985612, 0.5359066427289056, 1.7719928186714533]);
  await near(residuals, 4.129263913824057);
  t.equal(await rank.item(), 3);
  await near(s, [1.591433155791538, 0.6708232308012344, 0.13166891685124651]);
  t.equal(await rcond.item(), 5 * 2 ** -52);
  await near(np.polyfit(x, y, 1, { cov: true }).covariance, [
    [0.12, -0.24],
    [-0.24, 0.72],
  ]);
  await near(np.polyfit(x, y, 1, { w: [1, 2, 1, 0.5, 1], cov: 'unscaled' })[1] as np.NDArray, [
    [0.09698996655518399, -0.14381270903010043],
    [-0.14381270903010043, 0.3511705685618732],
  ]);
  await near(np.polyfit(x, rows, 1, { cov: true }).covariance, [
    [
      [0.12, 10.69333333333335],
      [-0.24, -21.386666666666695],
    ],
    [
      [-0.24, -21.3866666666667],
      [0.72, 64.16],
    ],
  ]);
  const z = np.add(y, np.multiply(np.square(y), { re: 0, im: 1 } as unknown as number));
  await near(np.polyfit(x, z, 1, { cov: true }).covariance, [
    [10.813333333333349, -21.626666666666697],
    [-21.626666666666697, 64.88],
  ]);
  t.throws(() => np.polyfit(x, y, 1, { full: true, cov: true }), { name: 'ArgumentError', message: /full and cov/ });
  t.throws(() => np.polyfit([1, 2], [1, 2], 1, { cov: true }), { name: 'ArgumentError', message: /2 points/ });
});

t.test('floats that are whole numbers are indices in every mode', async (t) => {
  const x = np.asarray([10, 20, 30]);
  const at = np.asarray([4, -1, 1]);
  t.equal(at.dtype.name, 'float64');
  t.same(await np.take(x, at, { mode: 'wrap' }).tolist(), [20, 30, 20]);
  t.same(await np.take(x, at, { mode: 'clip' }).tolist(), [30, 10, 20]);
  t.same(await np.choose(np.asarray([1, 0, 2]), [x, [1, 2, 3], 7]).tolist(), [1, 20, 7]);
  const [rows, columns] = np.ix(np.arange(2), np.arange(3));
  t.same(await np.add(np.ones([3, 3]).get(rows, columns), 0).tolist(), [
    [1, 1, 1],
    [1, 1, 1],
  ]);
  const [row, column] = np.unravelIndex(np.asarray([1, 5]), [2, 3]);
  t.same(
    [await row.tolist(), await column.tolist()],
    [
      [0, 1],
      [1, 2],
    ],
  );
  const broken: readonly (() => np.NDArray)[] = [
    () => np.take(x, np.asarray([0.5]), { mode: 'wrap' }),
    () => np.take(x, np.asarray([Number.NaN]), { mode: 'clip' }),
    () => np.choose(np.asarray([1.5]), [x, x], { mode: 'wrap' }),
    () => x.get(np.ix(np.asarray([1.5]))[0]),
    () => np.unravelIndex(np.asarray([0.5]), [2, 3])[0],
    () => np.unravelIndex(np.asarray([6], { dtype: 'int64' }), [2, 3])[1],
  ];
  for (const make of broken) await t.rejects(async () => make().tolist(), { name: 'IndexError' });
});
