/**
 * Lazy arrays against the arrays that they stand for: every function with a lazy form is called with a selection that is awaited first, and
 * with one that is not.
 */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';

type Two = (a: np.NDArray, b: np.NDArray) => np.NDArray;

/** Functions of two arrays of one mask, in one axis. */
const vectors: Readonly<Record<string, Two>> = {
  'a + b': (a, b) => a.add(b),
  '(2a - b) / 3': (a, b) => a.multiply(2).subtract(b).divide(3),
  '3 - a': (a) => np.subtract(3, a),
  'a > b': (a, b) => a.greater(b),
  'sqrt(abs(a))': (a) => np.sqrt(np.abs(a)),
  'where(a > 0, b, 0)': (a, b) => np.where(a.greater(0), b, 0),
  'clip(a, -1, 1)': (a) => np.clip(a, { min: -1, max: 1 }),
  'clip(a, b)': (a, b) => np.clip(a, { min: b }),
  'astype int32': (a) => a.astype('int32'),
  'round(a, 1)': (a) => np.round(a, { decimals: 1 }),
  'a + [1]': (a) => a.add([1]),
  'a * a 0-d array': (a) => a.multiply(np.asarray(2.5)),
  'a sum of it, too': (a) => a.subtract(np.asarray(0.5).add(a.max())),
  isin: (a) => np.isin(np.round(a), [1, 2]),
  sum: (a) => a.sum(),
  prod: (a) => a.prod(),
  mean: (a) => a.mean(),
  'mean, keepdims': (a) => a.mean({ keepdims: true }),
  'mean of float32': (a) => a.astype('float32').mean(),
  'mean of integers': (a) => a.astype('int16').mean(),
  'sum of small integers': (a) => a.astype('uint8').sum(),
  var: (a) => a.var({ correction: 1 }),
  std: (a) => a.std(),
  min: (a) => a.min(),
  max: (a) => a.max(),
  'max of int8': (a) => a.astype('int8').max(),
  argmin: (a) => a.argmin(),
  argmax: (a) => a.argmax(),
  any: (a) => a.greater(1).any(),
  all: (a) => a.greater(-1).all(),
  countNonzero: (a) => a.greater(0).countNonzero(),
  'sum of squares of all': (a, b) => a.multiply(b).sum().add(b.sum()),
  sort: (a) => np.sort(a),
  'sort, the rest lazy': (a) => np.sort(a).multiply(2).sum(),
  median: (a) => np.median(a),
  cumulativeSum: (a) => a.cumulativeSum(),
  diff: (a) => np.diff(a),
  dot: (a, b) => np.dot(a, b),
  outer: (a, b) => np.outer(a, b),
  reshape: (a) => a.reshape([-1, 1]),
  T: (a) => a.T,
  concat: (a, b) => np.concat([a, b]),
  'where a mask holds again': (a, b) => a.get(b.greater(0)),
  'compress again': (a, b) => np.compress(b.greater(0), a).add(1),
  slice: (a) => a.slice('1:3'),
  take: (a) => a.take([0, -1]),
  'as indices': (a) => np.arange(10).take(np.abs(np.round(a)).astype('int64')),
  'as two indices': (a) => {
    const i = np.abs(np.round(a)).astype('int64');
    return np.arange(100).reshape([10, 10]).gather(i, i.add(1n));
  },
  'with an array of its size': (a, b) => a.add(np.sort(b)),
};

/** Functions of two arrays of one mask with rows of three elements. */
const rows: Readonly<Record<string, Two>> = {
  'a + row': (a) => a.add([1, 2, 3]),
  'a + b': (a, b) => a.add(b),
  'sum of all': (a) => a.sum(),
  'sum of columns': (a) => a.sum({ axis: 0 }),
  'sum of rows': (a) => a.sum(1),
  'mean of columns': (a) => a.mean(0),
  'mean of columns, keepdims': (a) => a.mean(0, { keepdims: true }),
  'var of all': (a) => a.var(),
  'std of columns': (a) => a.std({ axis: 0 }),
  'max of columns': (a) => a.max({ axis: 0 }),
  'argmax of rows': (a) => a.argmax(1),
  'argmax of all': (a) => a.argmax(),
  'a column': (a) => a.slice(':', 1),
  'a column, by text': (a) => a.slice(':, 1'),
  'a row': (a) => a.slice(0),
  'rows where': (a) => a.get(a.slice(':', 0).greater(0)),
  T: (a) => a.T,
};

/** Sums go over all values where arrays are lazy: their last digits may differ. */
async function same(t: Test, lazy: np.NDArray, eager: np.NDArray, name: string): Promise<void> {
  const [found, expected] = [await lazy, await eager];
  t.equal(found.dtype.name, expected.dtype.name, `${name}: dtype`);
  t.same(found.shape, expected.shape, `${name}: shape`);
  const [values, wanted] = [await found.data(), await expected.data()].map((x) => Array.from(x, Number));
  const isClose = values.every((v, i) => Object.is(v, wanted[i]) || Math.abs(v - wanted[i]) <= 1e-5 * Math.abs(wanted[i]));
  t.ok(isClose, `${name}: ${values.slice(0, 5)} for ${wanted.slice(0, 5)}`);
}

function drawn(shape: number[], seed: number): np.NDArray {
  return np.random.generator(seed).normal(0, 1.5, shape);
}

for (const n of [7, 1000, 16384, 20000]) {
  t.test(`vectors of ${n}`, async (t) => {
    const [x, y] = [drawn([n], n), drawn([n], n + 1)];
    const mask = x.greater(-0.5);
    for (const [name, of] of Object.entries(vectors)) {
      if (name === 'outer' && n > 7) continue;
      const [a, b] = [await x.get(mask), await y.compress(mask)];
      await same(t, of(x.get(mask), np.compress(mask, y)), of(a, b), name);
    }
  });
  t.test(`rows, ${n} of them`, async (t) => {
    const [x, y] = [drawn([n, 3], n), drawn([n, 3], n + 1)];
    const mask = x.slice(':', 0).greater(-0.5);
    for (const [name, of] of Object.entries(rows)) {
      const [a, b] = [await x.get(mask), await y.get(mask)];
      await same(t, of(x.get(mask), y.get(mask)), of(a, b), name);
    }
  });
}

t.test('the size is not known, and then it is', async (t) => {
  const x = np.asarray([5, -2, 7]);
  const y = x.get(x.greater(0));
  for (const attribute of ['shape', 'size', 'length', 'nbytes'] as const)
    t.throws(() => y[attribute], {
      name: 'ShapeError',
      message: /^(\w+): the size of this array is not known yet.* await x\.shapeKnown\(\)/,
    });
  t.equal(y.dtype, np.float64);
  t.equal(y.ndim, 1);
  t.match(String(y), /LazyArray/);
  t.throws(() => [...y], { name: 'ShapeError' });
  t.throws(() => y.addAssign(1), { name: 'ShapeError', message: /await it first/ });
  t.throws(() => np.sqrt(y, { out: x }), { name: 'ShapeError', message: /await it first/ });
  t.throws(() => `${1 + (y as unknown as number)}`, { name: 'DTypeError' });
  t.same(await y.shapeKnown(), [2]);
  t.same(y.shape, [2]);
  t.equal(y.size, 2);
  t.same([...y].length, 2);
  t.same(y.tolistSync(), [5, 7]);
  t.same(await np.ones([2, 3]).shapeKnown(), [2, 3]);
});

t.test('it is read without waiting, by await, then, Promise.all and for await', async (t) => {
  const x = np.asarray([5, -2, 7]);
  t.same(x.get(x.greater(0)).tolistSync(), [5, 7]);
  t.same(JSON.stringify(x.get(x.greater(0))), '[5,7]');
  t.same(await np.compress(x.greater(0), x).then((y) => y.size), 2);
  const [one, other] = await Promise.all([x.get(x.greater(0)), np.unique([1, 1])]);
  t.ok(one instanceof np.NDArray && other instanceof np.NDArray);
  t.equal(await x.get(x.greater(6)).item(), 7);
  t.equal(x.get(x.greater(6)).itemSync(), 7);
});

t.test('what is written later changes neither array nor mask', async (t) => {
  const x = np.asarray([5, -2, 7]);
  const mask = x.greater(0);
  const [before, sorted] = [x.get(mask), np.sort(x.get(mask)).add(x.slice(0))];
  x.assign(0);
  mask.assign(true);
  t.same(await before.tolist(), [5, 7]);
  t.equal(await before.sum().item(), 12);
  t.same(await sorted.tolist(), [10, 12]);
});

t.test('every way to write a mask between two selections is noticed', async (t) => {
  const ways: Readonly<Record<string, (m: np.NDArray) => unknown>> = {
    assign: (m) => m.assign([true, true, false, true]),
    logicalNot: (m) => np.logicalNot(m, { out: m }),
    'a view': (m) => m.slice('1:').assign(true),
    set: (m) => m.set([0], false),
    put: (m) => np.put(m, [0], [false]),
    copyto: (m) => np.copyto(m, true),
    fill: (m) => m.fill(true),
    multiplyAssign: (m) => m.multiplyAssign([false, true, true, true]),
    'an and over an axis': (m) => np.all([[true, false, true, true]], { axis: 0, out: m }),
    shuffle: (m) => np.random.generator(3).shuffle(m),
  };
  for (const [name, write] of Object.entries(ways)) {
    const [x, y] = [np.asarray([1, 2, 3, 4]), np.asarray([10, 20, 30, 40])];
    const mask = np.asarray([true, false, true, false]);
    const one = x.get(mask);
    write(mask);
    const other = y.get(mask);
    t.same(await outcome(() => one.add(other)), await outcome(async () => (await one).add(await other)), name);
    t.same(
      await x.get(mask).multiply(y.get(mask)).tolist(),
      await (await x.get(mask)).multiply(await y.get(mask)).tolist(),
      name,
    );
  }
});

/** The elements, or the error's name. */
async function outcome(of: () => np.NDArray | Promise<np.NDArray>): Promise<unknown> {
  try {
    return await (await of()).tolist();
  } catch (error) {
    return (error as Error).name;
  }
}

t.test('values go back to where their mask holds', async (t) => {
  const x = np.asarray([1, -2, 3]);
  const mask = x.greater(0);
  t.same(await x.set(mask, x.get(mask).multiply(10)).tolist(), [10, -2, 30]);
  const m = np.arange(12).reshape([4, 3]);
  const rows = m.slice(':', 0).greater(3);
  t.same(await m.set(rows, m.get(rows).add(100)).slice(':', 2).tolist(), [2, 5, 108, 111]);
});

t.test('values go where another mask holds', async (t) => {
  const of = (): np.NDArray => np.asarray([1, -2, 3, -4]);
  const w = np.asarray([9, 8, 7, 6, 5]);
  const set = async (x: np.NDArray, mask: np.NDArray, values: np.NDArray): Promise<unknown> => x.set(mask, values).tolist();
  const x = of();
  t.same(await set(x, x.greater(0), x.compress(x.greater(0)).multiply(2)), [2, -2, 6, -4], 'a mask that is computed twice');
  const y = of();
  const early = y.get(y.greater(0));
  y.addAssign(1);
  t.same(await set(y, y.less(0), early), [2, 1, 4, 3], 'values of before a write');
  t.same(await set(of(), of().greater(0), w.get(w.greater(7))), [9, -2, 8, -4], 'values of another array');
  t.same(await set(of(), of().greater(0), w.get(w.greater(8))), [9, -2, 9, -4], 'one value for all');
  t.same(await set(of(), of().greater(9), w.get(w.greater(8))), [1, -2, 3, -4], 'one value for none');
  t.same(await set(of(), of().greater(9), w.get(w.greater(9))), [1, -2, 3, -4], 'none for none');
  for (const least of [6, 9])
    await t.rejects(
      set(of(), of().greater(0), w.get(w.greater(least))),
      { name: 'IndexError', message: /set: the mask chooses more or fewer elements/ },
      `of more than ${least}`,
    );
  const m = np.arange(12).reshape([4, 3]);
  const even = np.asarray([true, false, true, false]);
  const rows = m.multiply(10).compress(np.logicalNot(even), { axis: 0 });
  t.same(
    await set(m, even, rows),
    [
      [30, 40, 50],
      [3, 4, 5],
      [90, 100, 110],
      [9, 10, 11],
    ],
    'rows',
  );
  const v = np.arange(6);
  t.same(await set(v, v.less(3), v.slice('::-1').compress(v.less(3))), [5, 4, 3, 3, 4, 5], 'values that share memory');
  t.same(await set(np.zeros([0]), np.zeros([0]).greater(1), np.zeros([0]).get(np.zeros([0]).greater(1))), [], 'nothing at all');
  const long = np.arange(40_000);
  const big = (await long.set(long.greater(20_000), long.get(long.less(19_999)).negative()).tolist()) as number[];
  t.ok(
    big.every((value, i) => value === (i > 20_000 ? -(i - 20_001) : i) || (value === 0 && i === 20_001)),
    'more than one unit',
  );
  t.throws(() => of().set(of().argsort(), w.get(w.greater(8))), { name: 'ShapeError', message: /await them first/ });
  t.throws(() => of().set(w.greater(8), w.get(w.greater(8))), { name: 'IndexError', message: /does not fit/ });
});

t.test('nothing selected', async (t) => {
  const x = np.arange(5);
  const none = (): np.NDArray => x.get(x.greater(9));
  t.same(await none().tolist(), []);
  t.equal(await none().sum().item(), 0);
  t.ok(Number.isNaN(await none().mean().item()));
  for (const of of [none().max(), none().min(), none().argmax(), none().argmin()])
    await t.rejects(of.item(), {
      name: 'IndexError',
      message: /(max|min): no elements to choose from, since the mask selects none/,
    });
  t.same(
    await np
      .zeros([0])
      .get(np.zeros([0], { dtype: 'bool' }))
      .tolist(),
    [],
  );
  await t.rejects(
    np
      .arange(2)
      .get(np.zeros([2], 'bool'))
      .add(np.ones(3))
      .tolist(),
    { name: 'ShapeError' },
  );
});

t.test('indices, sets and their counts', async (t) => {
  const x = np.asarray([
    [0, 5, 7],
    [0, 0, 2],
  ]);
  const [i, j] = np.nonzero(x);
  t.same(await x.gather(i, j).tolist(), [5, 7, 2]);
  t.equal(await x.gather(i, j).sum().item(), 14);
  t.same(await np.argwhere(x).slice(':', 1).tolist(), [1, 2, 2]);
  t.equal(await np.flatnonzero(x).sum().item(), 8);
  const found = np.uniqueAll([3, 1, 3, 2, 3, 1]);
  t.equal(await found.counts.max().item(), 3);
  t.same(await found.counts.multiply(found.values).tolist(), [2, 2, 9]);
  t.same(await (await found).counts.tolist(), [2, 1, 3]);
  t.equal(await np.unique([3, 1, 3]).sum().item(), 4);
  t.equal(await np.setdiff1d([1, 2, 3], [2]).sum().item(), 4);
  t.equal(await np.intersect1d([1, 2, 3], [3, 2]).mean().item(), 2.5);
  t.equal(await np.setxor1d([1, 2], [2, 5]).sum().item(), 6);
  t.equal(
    await np
      .unique(
        [
          [1, 2],
          [1, 2],
        ],
        { axis: 0, returnCounts: true },
      )
      .then(({ counts }) => counts?.item()),
    2,
  );
});

t.test('a scope keeps what a lazy array is made of', async (t) => {
  const x = np.asarray([5, -2, 7]);
  const y = np.scope(() => x.get(x.multiply(2).greater(0)).multiply(3));
  t.same(await y.tolist(), [15, 21]);
});
