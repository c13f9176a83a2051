/** Options that NumPy has: `order`, `out` of functions made of others, bounds for each matrix, places of common elements, conditions. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

/** The elements of x in column-major order, by their indices alone. */
async function byColumns(x: np.NDArray): Promise<number[]> {
  const { shape } = x;
  const values = (await x.flatten().tolist()) as number[];
  const found: number[] = [];
  for (let n = 0; n < values.length; n++) {
    let [rest, at] = [n, 0];
    const index = shape.map((size) => {
      const i = rest % size;
      rest = (rest - i) / size;
      return i;
    });
    for (const [axis, size] of shape.entries()) at = at * size + index[axis];
    found.push(values[at]);
  }
  return found;
}

t.test('order, as NumPy has it', async (t) => {
  const x = np.arange(24).reshape([2, 3, 4]);
  t.same(await x.reshape([4, 6], { order: 'F' }).tolist(), [
    [0, 8, 5, 2, 10, 7],
    [12, 20, 17, 14, 22, 19],
    [4, 1, 9, 6, 3, 11],
    [16, 13, 21, 18, 15, 23],
  ]);
  t.same(await np.reshape(x, 4, -1, { order: 'F' }).tolist(), await x.reshape([4, 6], { order: 'F' }).tolist());
  t.same(await x.reshape([4, 6], { order: 'C' }).tolist(), await x.reshape([4, 6]).tolist());
  t.same(await x.reshape([4, 6], {}).tolist(), await x.reshape([4, 6]).tolist());
  t.throws(() => np.reshape(x, 4, { order: 'F' }, 6 as never), { code: 'ERR_SHAPE' });
  t.throws(() => x.reshape([4, 6], { order: 'K' as 'C' }), { code: 'ERR_ARGUMENT', message: /order: expected/ });
  t.throws(() => x.reshape([5, 6], { order: 'F' }), { code: 'ERR_SHAPE' });
  const views = [
    x,
    x.transpose([2, 0, 1]),
    x.slice(':', '::-1', '1:3'),
    x.slice(0, 0, 0),
    x.slice('1:1'),
    np.broadcastTo([1, 2], [3, 2]),
  ];
  for (const view of views) {
    const wanted = await byColumns(view);
    t.same(await view.ravel('F').tolist(), wanted);
    t.same(await view.flatten({ order: 'F' }).tolist(), wanted);
    t.same(await view.reshape([-1], { order: 'F' }).tolist(), wanted);
    t.same(await view.reshape([...view.shape, 1], { order: 'F' }).tolist(), await np.expandDims(view, { axis: -1 }).tolist());
    t.same(await view.copy('F').tolist(), await view.tolist());
  }
});

t.test("order 'A' is that of memory", async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  t.same(await x.T.ravel('A').tolist(), await x.T.ravel('F').tolist());
  t.same(await x.ravel('A').tolist(), await x.ravel().tolist());
  t.same(await x.T.slice('::2').ravel('A').tolist(), await x.T.slice('::2').ravel().tolist());
  t.same(await x.copy('F').ravel('A').tolist(), await x.ravel('F').tolist(), 'a copy lies as it is asked for');
  t.same(await x.copy({ order: 'C' }).ravel('A').tolist(), await x.ravel().tolist());
  const y = x.flatten('F');
  y.fill(0);
  t.same(await x.flatten().tolist(), [0, 1, 2, 3, 4, 5], 'flatten copies');
});

t.test('out, where the result goes', async (t) => {
  const x = np.asarray([
    [3, 1, 2],
    [6, 5, 4],
  ]);
  const calls: readonly [string, (out?: np.NDArray) => np.NDArray][] = [
    ['cumulativeSum', (out) => np.cumulativeSum(x, { axis: 1, out })],
    ['cumulativeProd', (out) => np.cumulativeProd(x, { axis: 0, out })],
    ['nancumsum', (out) => np.nancumsum(x, { axis: 1, out })],
    ['concat', (out) => np.concat([x, x], { axis: 1, out })],
    ['stack', (out) => np.stack([x, x], { axis: 2, out })],
    ['take', (out) => np.take(x, [2, 0], { axis: 1, out })],
    ['argmax', (out) => np.argmax(x, { axis: 0, out })],
    ['argmin', (out) => np.argmin(x, { axis: 1, keepdims: true, out })],
    ['choose', (out) => np.choose([1, 0, 1], [x.slice(0), x.slice(1)], { out })],
    ['median', (out) => np.median(x, { axis: 1, out })],
    ['quantile', (out) => np.quantile(x, [0.25, 0.5], { axis: 0, out })],
    ['percentile', (out) => np.percentile(x, 30, { axis: 1, keepdims: true, out })],
    ['ptp', (out) => np.ptp(x, { axis: 1, out })],
    ['asinh', (out) => np.asinh(x, out)],
    ['acosh', (out) => np.acosh(x, { out })],
    ['atanh', (out) => np.atanh(np.divide(x, 10), { out })],
    ['cbrt', (out) => np.cbrt(x, { out })],
  ];
  for (const [name, call] of calls) {
    const wanted = call();
    const out = np.full(wanted.shape, 7, { dtype: wanted.dtype.name });
    t.equal(call(out), out, `${name} gives out`);
    t.same(await out.tolist(), await wanted.tolist(), name);
    const wide = np.zeros([...wanted.shape, 1]);
    t.throws(() => call(wide), { code: 'ERR_SHAPE' }, `${name}: an out of another shape`);
    const narrow = np.zeros(wanted.shape, { dtype: 'bool' });
    t.throws(() => call(narrow), { code: 'ERR_DTYPE' }, `${name}: an out that cannot hold it`);
  }
});

t.test('bounds for each matrix', async (t) => {
  const one = np.diag([1, 1e-3]);
  const all = np.stack([one, one, one]);
  t.same(await np.linalg.matrixRank(all, { rtol: [1e-4, 1e-2, 1e-4] }).tolist(), [2, 1, 2].map(BigInt).map(Number));
  t.same(await np.linalg.matrixRank(all, { tol: [1e-4, 1e-2, 2] }).tolist(), [2, 1, 0]);
  for (const name of ['rcond', 'rtol'] as const) {
    const found = np.linalg.pinv(all, { [name]: [1e-4, 1e-2, 1e-4] }).round();
    t.same(await found.tolist(), [
      [
        [1, 0],
        [0, 1000],
      ],
      [
        [1, 0],
        [0, 0],
      ],
      [
        [1, 0],
        [0, 1000],
      ],
    ]);
  }
  t.throws(() => np.linalg.pinv(all, { rcond: [1, 2] }), { code: 'ERR_SHAPE' });
  t.throws(() => np.linalg.pinv(one, { rcond: [1, 2] }), { code: 'ERR_SHAPE' });
  t.throws(() => np.linalg.pinv(all, { rcond: 1, rtol: 1 }), { code: 'ERR_ARGUMENT' });
  t.throws(() => np.linalg.matrixRank(all, { tol: 1, rtol: 1 }), { code: 'ERR_ARGUMENT' });
});

t.test('out and where of dtypes that no dtype holds both of', async (t) => {
  const [big, out] = [np.asarray([2n ** 53n + 1n, 7n], 'uint64'), np.asarray([5, 6], 'int64')];
  const mask = [true, false];
  t.same(await np.maximum(big, np.asarray([0, 0], 'uint64'), { out, where: mask }).tolist(), [2n ** 53n + 1n, 6]);
  // Of an int64 in float64 on its way to float32 the last digits would be rounded twice.
  const [long, single] = [np.asarray([2n ** 53n + 2n ** 29n + 1n, 1n], 'int64'), np.zeros(2, 'float32')];
  np.add(long, np.zeros(2, 'int64'), { out: single, where: mask });
  t.same(await single.tolist(), [...(await long.astype('float32').slice(':1').tolist()), 0]);
});

t.test('where common elements come first', async (t) => {
  const found = await np.intersect1d(
    [
      [3, 1],
      [2, 3],
    ],
    [5, 3, 1, 1],
    { returnIndices: true },
  );
  t.same(await found.values.tolist(), [1, 3]);
  t.same(await found.indices1.tolist(), [1, 0]);
  t.same(await found.indices2.tolist(), [2, 1]);
  t.same(await (await np.intersect1d([1, 2], [3], { returnIndices: true })).indices1.tolist(), []);
  t.same(await (await np.intersect1d([1, 2], [2], { returnIndices: false })).tolist(), [2]);
});

t.test('masks of a wrong length, shape or dtype', async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  const short = [true, false];
  const shape = { code: 'ERR_SHAPE' };
  const dtype = { code: 'ERR_DTYPE', message: /a condition is of booleans/ };
  t.throws(() => np.where(short, x, 1), shape);
  t.throws(() => np.putmask(x.copy(), short, 1), shape);
  t.throws(() => np.place(x.copy(), [...short, true], [1]), shape);
  t.throws(() => np.copyto(x.copy(), 1, { where: short }), shape);
  t.throws(() => np.select([short], [x]), shape);
  t.throws(() => np.sum(x, { where: short }), shape);
  t.throws(() => np.extract([true], x), shape);
  t.throws(() => np.extract(np.ones([7], { dtype: 'bool' }), x), shape);
  t.throws(() => np.compress([true, true, false, true], x, { axis: 1 }), shape);
  t.throws(() => np.compress([true, false, false], x, { axis: 0 }), shape);
  t.throws(() => np.select([x], [x]), dtype);
  t.throws(() => np.copyto(x.copy(), 1, { where: [1, 0, 1] }), dtype);
  t.throws(() => np.sum(x, { where: [1, 0, 1] }), dtype);
  t.throws(() => np.max(x, { where: x, initial: 0 }), dtype);
  const flat = [true, false, true, false, true, false];
  t.same(await np.putmask(x.copy(), flat, [7, 8]).flatten().tolist(), [7, 1, 7, 3, 7, 5], 'as many elements are enough');
  t.same(await np.place(x.copy(), flat, [7, 8]).flatten().tolist(), [7, 1, 8, 3, 7, 5]);
});

t.test('options by their places, and those of differences and traces', async (t) => {
  t.same(await np.linspace(0, 1, 4, { endpoint: false }).tolist(), [0, 0.25, 0.5, 0.75]);
  t.throws(() => np.linspace(0, 1, 4, { num: 3 } as never), { code: 'ERR_ARGUMENT', message: /twice/ });
  const out = np.zeros([2]);
  t.equal(np.clip([1, 9], 0, 5, { out }), out);
  t.same(await out.tolist(), [1, 5]);
  t.throws(() => np.clip([1], { min: 0 }, undefined, out), { code: 'ERR_ARGUMENT' });
  t.throws(() => np.clip([1], { min: 0 }, 3), { code: 'ERR_ARGUMENT' });
  t.same(await np.diff([1, 4, 9], { prepend: 0, append: [16, 25] }).tolist(), [1, 3, 5, 7, 9]);
  t.same(await np.diff([1.5, 4], { prepend: 0 }).tolist(), [1.5, 2.5]);
  t.equal(np.diff(np.ones([2], { dtype: 'float32' }), { prepend: 0 }).dtype.name, 'float32');
  const x = np.asarray([
    [1, 3],
    [6, 10],
  ]);
  t.same(await np.diff(x, { n: 2, prepend: [[0], [1]] }).tolist(), [[1], [-1]]);
  t.same(await np.diff(x, { axis: 0, append: 0 }).tolist(), [
    [5, 7],
    [-6, -10],
  ]);
  t.same(await np.diff(x, { n: 0, prepend: 0 }).tolist(), await x.tolist());
  t.throws(() => np.diff(x, { prepend: [[0]] }), { code: 'ERR_SHAPE' });
  t.equal(np.trace(x, { dtype: 'float32' }).dtype.name, 'float32');
  t.equal(Number(await np.trace(x, { k: 1 }).item()), 3);
});

t.test('bits in bytes', async (t) => {
  const bits = [
    [1, 0, 0, 1, 1, 0, 1, 1, 1, 0],
    [0, 1, 0, 0, 0, 0, 0, 1, 0, 3],
  ];
  t.same(await np.packbits(bits).tolist(), [155, 144, 80]);
  t.same(await np.packbits(bits, { bitorder: 'little' }).tolist(), [217, 9, 10]);
  t.same(await np.packbits(bits, 1).tolist(), [
    [155, 128],
    [65, 64],
  ]);
  t.same(await np.packbits(bits, { axis: 0, bitorder: 'little' }).tolist(), [[1, 2, 0, 1, 1, 0, 1, 3, 1, 2]]);
  t.same(await np.packbits([true, false]).tolist(), [128]);
  const bytes = np.asarray([[155], [65]], { dtype: 'uint8' });
  t.same(await np.unpackbits(bytes).tolist(), [1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1]);
  t.same(await np.unpackbits(bytes, 1, { count: 3, bitorder: 'little' }).tolist(), [
    [1, 1, 0],
    [1, 0, 0],
  ]);
  t.same(await np.unpackbits(bytes, { axis: 0, count: -14 }).tolist(), [[1], [0]]);
  t.same(await np.unpackbits(bytes, { axis: 1, count: 10 }).slice(0).tolist(), [1, 0, 0, 1, 1, 0, 1, 1, 0, 0]);
  t.equal(np.unpackbits(bytes).dtype.name, 'uint8');
  t.throws(() => np.packbits(np.ones([2])), { code: 'ERR_DTYPE' });
  t.throws(() => np.unpackbits([1]), { code: 'ERR_DTYPE' });
  t.throws(() => np.unpackbits(bytes, { axis: 1, count: -9 }), { code: 'ERR_ARGUMENT' });
});

t.test('x[which] = values', async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  t.equal(x.set(x.greater(3), 9), x);
  t.same(await x.flatten().tolist(), [0, 1, 2, 3, 9, 9]);
  x.set([true, false], [7, 8, 9]);
  t.same(await x.flatten().tolist(), [7, 8, 9, 3, 9, 9]);
  x.set([false, true], np.asarray([5])).set([0], [1, 2, 3]);
  t.same(await x.flatten().tolist(), [1, 2, 3, 5, 5, 5]);
  t.same(await np.zeros([3]).update([0, 2], [1, 2]).tolist(), [1, 0, 2]);
  await t.rejects(np.zeros([3]).set([true, false, true], [1, 2, 3]).data(), { code: 'ERR_INDEX' }, 'three values for two');
  t.throws(() => np.zeros([3]).set([true, false], 1), { code: 'ERR_INDEX' });
  t.same(await x.astype('int64').set([true, false], 1.7).slice(0).tolist(), [1, 1, 1], 'converted, as other indices do');
  await t.rejects(np.zeros([3]).set([4], 1).data(), { code: 'ERR_INDEX' });
  t.same(await x.sub(1).mul(2).neg().div(2).flatten().tolist(), [0, -1, -2, -4, -4, -4]);
  t.same(await x.diff().flatten().tolist(), [1, 1, 0, 0]);
  t.equal(await x.median().item(), 4);
});

t.test('spreads around a mean that is given', async (t) => {
  // np.var([[1, 2, 6], [3, 5, 1]], axis=1, mean=[[2], [3]]), and with where=[[True, True, False]]
  const x = np.asarray([
    [1, 2, 6],
    [3, 5, 1],
  ]);
  const mean = np.asarray([[2], [3]]);
  t.ok(await np.allclose(np.var(x, 1, { mean }), [17 / 3, 8 / 3]).item());
  t.ok(await np.allclose(np.std(x, { axis: 1, mean, ddof: 1 }), [Math.sqrt(17 / 2), 2]).item());
  t.ok(await np.allclose(np.var(x, { axis: 1, mean, where: [[true, true, false]] }), [1 / 2, 2]).item());
  const gaps = np.where(x.equal(6), Number.NaN, x);
  t.ok(await np.allclose(np.nanvar(gaps, { axis: 1, mean }), [1 / 2, 8 / 3]).item());
  const z = np.complex(x, x.multiply(2));
  t.ok(await np.allclose(np.var(z, { axis: 1, mean: np.complex(mean, mean.multiply(2)) }), [(17 / 3) * 5, (8 / 3) * 5]).item());
  t.equal(np.var(x.astype('float32'), { mean: 2 }).dtype, np.float32);
  t.equal(np.var(x.astype('float32'), { axis: 1, mean }).dtype, np.float64, 'distances are of the dtype of both');
  t.throws(() => np.var(x, { mean: [1, 2] }), { name: 'ShapeError' });
});
