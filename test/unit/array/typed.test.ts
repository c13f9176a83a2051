/**
 * Types that follow dtypes and ranks. The compiler is the test: values are assigned to variables of the types that they must have, and a line
 * that it must refuse stands under `@ts-expect-error`. What runs holds the types against the arrays.
 */
import t, { type Test } from 'tap';
import type { NDArray } from '../../../lib/array/index.js';
import * as np from '../../../lib/array/index.js';

/** Compiles for an array of this dtype and rank, and checks that it has them. */
function has<const D extends string, const R extends number>(t: Test, x: NDArray<D, R>, dtype: D, rank: R): void {
  t.equal(x.dtype.name, dtype);
  t.equal(x.ndim, rank);
}

t.test('reading', async (t) => {
  const [x, m] = [np.asarray([1.5, 2]), np.ones([2, 2])];
  const element: number = await x.sum().item();
  const elements: Float64Array = await x.data();
  const rows: number[][] = await m.tolist();
  const line: number[] = x.tolistSync();
  const truth: boolean = await x.greater(1).any().item();
  const long: number | bigint = np.zeros(2, 'int64').max().itemSync();
  const bytes: Uint8Array = np.zeros(2, { dtype: 'uint8' }).dataSync();
  const singles: Float32Array = x.astype('float32').dataSync();
  const longs: BigInt64Array = np.asarray([true]).sum({ axis: 0 }).dataSync();
  t.same([element, line, truth, long], [3.5, [1.5, 2], true, 0]);
  t.same([elements.length, rows.length, bytes.length, singles.length, longs.length], [2, 2, 2, 2, 1]);
  // @ts-expect-error: a matrix is no list of numbers
  const wrong: number[] = await m.tolist();
  // @ts-expect-error: float64 comes as a Float64Array
  const wrongData: Int32Array = await x.data();
  // @ts-expect-error: comparisons give booleans
  const wrongTruth: number = await x.greater(1).any().item();
  t.ok([wrong, wrongData, wrongTruth]);
});

t.test('reading what the compiler does not know', async (t) => {
  const x = np.sin(np.asarray([0, 0]));
  const element: number = await x.slice(0).item();
  const elements: Float64Array = x.slice(':').dataSync();
  const list: number[] = await x.tolist();
  t.same([element, elements.length, list], [0, 2, [0, 0]]);
});

t.test('creation', async (t) => {
  has(t, np.zeros(3), 'float64', 1);
  has(t, np.zeros([3, 2], 'int32'), 'int32', 2);
  has(t, np.ones([1, 2, 3], { dtype: 'float32' }), 'float32', 3);
  has(t, np.arange(3), 'float64', 1);
  has(t, np.arange(3, { dtype: 'int64' }), 'int64', 1);
  has(t, np.arange(0, 3, { dtype: 'int8' }), 'int8', 1);
  has(t, np.linspace(0, 1, 3), 'float64', 1);
  has(t, np.eye(2), 'float64', 2);
  has(t, np.asarray(5), 'float64', 0);
  has(
    t,
    np
      .asarray([[true]])
      .ravel()
      .astype('bool'),
    'bool',
    1,
  );
  has(t, np.asarray([1, 2], 'uint16'), 'uint16', 1);
  has(t, np.array([[[1]]]), 'float64', 3);
  has(t, np.asarray(Int32Array.of(1)), 'int32', 1);
  has(t, np.asarray(np.zeros([2, 2], 'int8')), 'int8', 2);
});

t.test('promotion and shapes', async (t) => {
  const [f, i, b] = [np.ones(2, 'float32'), np.ones(2, 'int32'), np.ones(2, 'bool')];
  has(t, f.add(1), 'float32', 1);
  has(t, f.add(i), 'float64', 1);
  has(t, f.multiply(np.ones(2, 'int16')), 'float32', 1);
  has(t, i.add(b), 'int32', 1);
  has(t, i.add(np.ones(2)), 'float64', 1);
  has(t, i.divide(i), 'float64', 1);
  has(t, f.div(2), 'float32', 1);
  has(t, i.sqrt(), 'float64', 1);
  has(t, f.exp().neg(), 'float32', 1);
  has(t, i.less(f), 'bool', 1);
  has(t, b.sum(), 'int64', 0);
  has(t, np.ones(2, 'uint8').prod(), 'uint64', 0);
  has(t, i.mean(), 'float64', 0);
  has(t, i.max(), 'int32', 0);
  has(t, np.arange(4).reshape([2, 2]), 'float64', 2);
  has(t, np.arange(4).reshape(4), 'float64', 1);
  has(t, np.ones([2, 3]).T, 'float64', 2);
  has(t, np.ones([2, 3]).flatten(), 'float64', 1);
  // @ts-expect-error: float32 and float64 differ
  const wrong: NDArray<'float64', 1> = f;
  t.ok(wrong);
});

t.test('functions', async (t) => {
  const [f, i, m] = [np.ones(2, 'float32'), np.ones(2, 'int32'), np.ones([2, 2], 'uint8')];
  has(t, np.add(f, 1), 'float32', 1);
  has(t, np.subtract(1, f), 'float32', 1);
  has(t, np.multiply(f, i), 'float64', 1);
  has(t, np.maximum(m, m), 'uint8', 2);
  has(t, np.divide(i, i), 'float64', 1);
  has(t, np.hypot(f, f), 'float32', 1);
  has(t, np.less(f, i), 'bool', 1);
  has(t, np.isnan(m), 'bool', 2);
  has(t, np.sin(f), 'float32', 1);
  has(t, np.log10(m.astype('int64')), 'float64', 2);
  has(t, np.negative(i), 'int32', 1);
  has(t, np.sum(m), 'uint64', 0);
  has(t, np.mean(f), 'float32', 0);
  has(t, np.max(m), 'uint8', 0);
  has(t, np.any(m), 'bool', 0);
  const number: number = await np.std(f).item();
  const rows: number[][] = await np.sqrt(m).tolist();
  t.same([number, rows], [0, m.tolistSync()]);
  // @ts-expect-error: floats are no truths
  const wrong: np.NDArray<'bool', 1> = np.sqrt(f);
  t.ok(wrong);
});

t.test('options may have a dtype, which the types of results leave open', async (t) => {
  const f = np.ones([2, 2], 'float32');
  const wide: np.NDArray<'float64', 2> = np.add(f, f, { dtype: 'float64' });
  const other: np.NDArray<'float64', 2> = f.add(f, { dtype: 'float64' });
  const sum: np.NDArray<'float64', 1> = f.sum({ axis: 0, dtype: 'float64' });
  t.same([wide.dtype.name, other.dtype.name, sum.dtype.name], ['float64', 'float64', 'float64']);
  const along: np.NDArray<'float32', 1> = f.sum(0);
  t.equal(along.dtype.name, 'float32');
  // @ts-expect-error: an option that sums do not have
  t.throws(() => f.sum({ axes: 0 }));
  const functions: readonly ((x: np.NDArray) => np.NDArray)[] = [np.sum, np.mean, np.sin, np.isnan];
  t.same(
    functions.map((fn) => fn(f).dtype.name),
    ['float32', 'float32', 'float32', 'bool'],
  );
});

t.test('what is not known goes everywhere', async (t) => {
  const known: NDArray<'float64', 1> = np.ones([2, 2]).slice(0);
  const other: NDArray = np.ones([2, 2]);
  let x = np.zeros(3);
  x = np.add(x, 1);
  x = x.add(np.ones(3));
  const dtype: string = 'int8';
  const element: number | bigint | boolean = await np
    .zeros(1, dtype as 'int8')
    .slice(0)
    .item();
  t.same([known.ndim, other.ndim, await x.tolist(), element], [1, 2, [2, 2, 2], 0]);
});

t.test('what unique gives is typed by what it is asked for', async (t) => {
  const { values, counts } = np.unique([3, 1, 3], { returnCounts: true });
  const inverse: NDArray = np.unique([3, 1, 3], { returnInverse: true, axis: 0 }).inverseIndices;
  t.same(
    [await values.tolist(), await counts.tolist(), await inverse.tolist()],
    [
      [1, 3],
      [1, 2],
      [1, 0, 1],
    ].map((x) => x.map(Number)),
  );
  const flag: boolean = values.ndim === 1;
  // @ts-expect-error: counts are asked for in some runs alone
  const perhaps: NDArray = np.unique([1], { returnCounts: flag }).counts;
  // @ts-expect-error: indices are not asked for
  const absent: NDArray = np.unique([1], { returnCounts: true }).indices;
  t.same([await perhaps.tolist(), absent], [[1], undefined]);
});
