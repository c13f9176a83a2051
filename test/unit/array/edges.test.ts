/** Values at the edges of what functions take, with what NumPy 2 gives for them; found by random calls beside NumPy. */
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const f32 = (x: readonly number[]): np.NDArray => np.asarray(x, { dtype: 'float32' });
const i64 = (x: readonly (number | bigint)[]): np.NDArray => np.asarray(x.map(BigInt));
const i32 = (x: readonly number[]): np.NDArray => np.asarray(x, { dtype: 'int32' });

t.test('numbers widen no array in functions that are made of others', async (t) => {
  const x = f32([1, -2]);
  for (const y of [
    np.fmax(x, 0),
    np.fmin(0.5, x),
    np.heaviside(x, 0.5),
    np.copysign(x, -1),
    np.logaddexp(x, 0),
    np.logaddexp2(0, x),
    np.fmod(x, 2),
  ])
    t.equal(y.dtype.name, 'float32');
  t.equal(np.fmax(1, i64([4])).dtype.name, 'int64');
  t.equal(np.heaviside(x, np.asarray([true, false])).dtype.name, 'float32');
  t.equal(np.copysign(x, i32([1, 2])).dtype.name, 'float64');
  t.throws(() => np.fmin(np.asarray([3], { dtype: 'uint8' }), -1), np.DTypeError);
});

t.test('hyperbolic functions where a quarter of e^x overflows', async (t) => {
  const x = np.asarray([710.4, 710.5, 710.83, 711, 711.01, 1e300]);
  t.same(await np.sinh(np.negative(x)).isnan().any().item(), false);
  t.same(await np.sinh(x).isinf().tolist(), [false, true, true, true, true, true]);
  t.same(await np.cosh(x).isinf().tolist(), [false, true, true, true, true, true]);
});

t.test('remainders and fractions', async (t) => {
  const most = 2n ** 63n - 1n;
  t.same(await np.fmod(i64([most, -most, -604, 7]), i64([-(2n ** 63n), 3, 10000, -4])).tolist(), [most, -1n, -604n, 3n]);
  t.same(await np.fmod([-7, 7, -0.5, -4], [4, -4, 2, 4]).tolist(), [-3, 3, -0.5, -0]);
  const [fraction, whole] = np.modf([-3, -0, Number.NEGATIVE_INFINITY, 2.5]);
  t.same(await fraction.tolist(), [-0, -0, -0, 0.5]);
  t.same(await whole.tolist(), [-3, -0, Number.NEGATIVE_INFINITY, 2]);
});

t.test('integers stay integers', async (t) => {
  const rounded = np.round(i64([15, 25, -777]), { decimals: -1 });
  t.equal(rounded.dtype.name, 'int64');
  t.same(await rounded.tolist(), [20n, 20n, -780n]);
  t.equal(np.nanToNum(np.asarray([true])).dtype.name, 'bool');
  t.equal(np.vander(i32([1, 2]), { n: 2 }).dtype.name, 'int64');
  t.equal(np.vander(f32([1, 2]), { n: 2 }).dtype.name, 'float64');
  t.equal(np.polyfit(f32([1, 2, 3]), f32([1, 2, 3]), 1).dtype.name, 'float64');
  for (const method of ['lower', 'higher', 'nearest', 'invertedCdf', 'closestObservation'] as const)
    t.equal(np.quantile(i32([5, 1, 9]), [0.2, 0.7], { method }).dtype.name, 'int32', method);
  t.equal(np.quantile(i32([5, 1, 9]), 0.2).dtype.name, 'float64');
});

t.test('quantiles at whole places, and between infinities', async (t) => {
  const x = np.arange(10);
  const shares = [0.05, 0.1, 0.15, 0.25, 0.35, 0.45, 0.95];
  t.same(await np.quantile(x, shares, { method: 'closestObservation' }).tolist(), [0, 0, 1, 1, 3, 3, 9]);
  const inf = Number.POSITIVE_INFINITY;
  t.same(await np.median([1, inf, inf, inf]).item(), inf);
  t.same(await np.median([-inf, -inf, 3, 5]).item(), -inf);
  t.same(await np.quantile([inf, inf, 0, inf], 0.8).item(), inf);
  t.same(await np.nanquantile([-inf, 1, 2, Number.NaN, -1, -2.5], 0.25).item(), -2.5);
  t.same(await np.nanmedian([inf, inf, Number.NaN]).item(), inf);
  t.same(await np.median([2 ** 1023, 1.5 * 2 ** 1023]).item(), 1.25 * 2 ** 1023);
  t.same(await np.nanmedian([2 ** 1023, Number.NaN, 1.5 * 2 ** 1023]).item(), 1.25 * 2 ** 1023);
  t.same(await np.median([5e-324, 5e-324]).item(), 5e-324);
});

t.test('float32 values in bins with edges of their own dtype', async (t) => {
  const { counts, edges } = np.histogram(f32([3, 4, 4, 2]));
  t.equal(edges.dtype.name, 'float32');
  t.same(await counts.astype('float64').tolist(), [1, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
  t.equal(np.histogramBinEdges(f32([0]), { bins: 1, range: [-2, 2] }).dtype.name, 'float32');
  t.equal(np.cov(f32([1, 2, 4])).dtype.name, 'float64');
  t.equal(np.corrcoef(f32([1, 2]), f32([2, 5])).dtype.name, 'float64');
});

t.test('sets of two dtypes', async (t) => {
  const both = await np.intersect1d(i64([1, 2, 3]), [2.5, 3]);
  t.equal(both.dtype.name, 'float64');
  t.same(await both.tolist(), [3]);
  t.same(await (await np.setxor1d(i64([2n ** 53n + 1n, 4]), [2 ** 53, 1])).tolist(), [1, 4]);
});

t.test('cuts outside an axis, as slices are', async (t) => {
  const parts = np.split(np.arange(3), [-2, 1, 5]);
  t.same(await Promise.all(parts.map((x) => x.tolist())), [[0], [], [1, 2], []]);
  t.throws(() => np.split(np.arange(3), [0.5]), np.ArgumentError);
});

t.test('correlation with the longer operand second', async (t) => {
  const [a, v] = [
    [6, -7, -2, 6],
    [-1, 5, 2, 8, 6, -1],
  ];
  t.same(await np.correlate(a, v, { mode: 'same' }).tolist(), [8, -62, 36, 3, 9, 32]);
  t.same(await np.correlate(a, v).tolist(), [-62, 36, 3]);
});

t.test('what cannot be done is said', async (t) => {
  t.throws(() => np.fillDiagonal(np.zeros([2, 3, 2]), 1), np.ShapeError);
  t.throws(() => np.copyto(i32([1, 2]), np.asarray([1.5, 2])), np.DTypeError);
  t.throws(() => np.copyto(i32([1, 2]), 1.5), np.DTypeError);
  t.same(await np.copyto(i32([1, 2]), [7, 8]).tolist(), [7, 8]);
  t.same(await np.resize(np.zeros([0]), [2]).tolist(), [0, 0]);
  t.same(await np.logicalAnd(i32([0, 5]), 2 ** 31).tolist(), [false, true]);
  t.same(await np.divide(i32([2, 5]), 2 ** 40).tolist(), [2 ** -39, 5 * 2 ** -40]);
  t.same(await np.hypot(2 ** 40, i32([0])).tolist(), [2 ** 40]);
  t.same(await np.logicalOr(np.asarray([0, 3], { dtype: 'uint8' }), -1).tolist(), [true, true]);
});

t.test('arguments that would never come to an end', (t) => {
  const itself: unknown[] = [];
  itself.push(itself);
  t.throws(() => np.asarray(itself as never), np.ShapeError);
  t.throws(() => np.diagIndices(2, { ndim: 2 ** 40 }), np.ArgumentError);
  t.throws(() => np.triuIndices(2 ** 45, { columns: 1, k: -(2 ** 45) }), np.OutOfMemoryError);
  t.throws(() => np.trilIndices(2 ** 40, { columns: 3 }), np.OutOfMemoryError);
  t.same(np.diff(np.arange(3), { n: 2 ** 50 }).shape, [0]);
  t.throws(() => np.sum(np.ones([2]), { axis: 'x' as never }), np.IndexError);
  t.throws(() => np.sum(np.ones([2]), { axis: {} as never }), np.IndexError);
  t.throws(() => np.random.generator('x' as never), np.ArgumentError);
  t.throws(() => np.einsum(3 as never, [1]), np.ArgumentError);
  t.throws(() => np.split([1], 'x' as never), np.ArgumentError);
  t.throws(() => np.repeat([1], null as never), np.ArgumentError);
  t.throws(() => np.slice([1] as never), np.ArgumentError);
  t.throws(() => np.vstack(3 as never), np.ArgumentError);
  t.rejects(np.tolist([1] as never), np.ArgumentError);
  t.end();
});

t.test('triangles beside the matrix', async (t) => {
  const both = async ([row, column]: [np.NDArray, np.NDArray]): Promise<unknown[]> => [await row.tolist(), await column.tolist()];
  t.same(await both(np.triuIndices(2, { columns: 3, k: 1 })), [
    [0n, 0n, 1n],
    [1n, 2n, 2n],
  ]);
  t.same(await both(np.trilIndices(3, { columns: 2, k: -1 })), [
    [1n, 2n, 2n],
    [0n, 0n, 1n],
  ]);
  t.same(await both(np.triuIndices(2, { k: 5 })), [[], []]);
  t.same(await both(np.trilIndices(2, { k: 5 })), [
    [0n, 0n, 1n, 1n],
    [0n, 1n, 0n, 1n],
  ]);
  t.same(await both(np.trilIndices(2, { k: -5 })), [[], []]);
});

t.test('acosh below 1, however far', async (t) => {
  for (const dtype of ['float64', 'float32'] as const) {
    const found = await np
      .acosh(np.asarray([0.5, -1, -5, -1e6, -5e8, -2147483647, -1e30, Number.NEGATIVE_INFINITY], { dtype }))
      .tolist();
    t.ok((found as number[]).every(Number.isNaN), `${dtype}: ${String(found)}`);
  }
  t.ok(Number.isNaN(await np.acosh(np.asarray([-2147483647], { dtype: 'int32' })).item()), 'int32');
});

t.test('parts of views without elements', async (t) => {
  const x = np.zeros([0, 10, 2], { dtype: 'uint32' }).slice(':', '1:8', '::-1').transpose([2, 0, 1]);
  t.same((await np.diff(x, { axis: 0 })).shape, [1, 0, 7], 'its first element would lie before the root');
});

t.test('bigints are integer literals', async (t) => {
  t.equal(np.arange(3n).dtype.name, 'int64');
  t.same(await np.arange(1n, 8n, 3n).tolist(), [1, 4, 7]);
  t.equal(np.arange(1n, 8).dtype.name, 'float64', 'beside a number they are one');
  t.same(await np.arange(2n, { dtype: 'float16' }).tolist(), [0, 1]);
  t.throws(() => np.arange(1n, 5n, 0n), { name: 'ArgumentError' });
});

t.test('what the namespace has', async (t) => {
  const info = np.arrayNamespaceInfo();
  t.equal(info.capabilities()['boolean indexing'], true);
  t.same(Object.keys(info.dtypes({ kind: ['bool', 'complex floating'] })), ['bool', 'complex64', 'complex128']);
  t.same(Object.keys(info.dtypes()).length, 13, 'the dtypes of the standard');
  t.equal(info.defaultDtypes()['real floating'], np.float64);
  t.equal(info.defaultDtypes().indexing, np.int64);
  t.equal(info.devices()[0], info.defaultDevice());
  t.throws(() => info.dtypes({ kind: 'text' }), { name: 'ArgumentError' });
});

t.test('files have no name for two floats of one size', async (t) => {
  const path = join(t.testdir(), 'x.npy');
  await np.save(path, np.asarray([1, 0.1], { dtype: 'float16' }));
  const back = await np.load(path);
  t.equal(back.dtype.name, 'float16');
  t.same(await back.tolist(), [1, 0.0999755859375]);
});

t.test('diagonals far beyond the elements', async (t) => {
  t.same(await np.eye(2, { k: 2 ** 64 - 1024 }).tolist(), [
    [0, 0],
    [0, 0],
  ]);
  t.same(await np.tril(np.ones([2, 2]), 2 ** 63).tolist(), [
    [1, 1],
    [1, 1],
  ]);
  t.same(await np.triu(np.ones([2, 2]), -(2 ** 64)).tolist(), [
    [1, 1],
    [1, 1],
  ]);
});

t.test('functions of float16 that are made of several neither overflow nor lose digits on the way', async (t) => {
  const x = np.asarray([60000, 1, 1.5], { dtype: 'float16' });
  for (const name of ['acosh', 'asinh', 'cbrt'] as const) {
    const found = np[name](x);
    t.equal(found.dtype.name, 'float16');
    t.same(await found.tolist(), await np[name](x.astype('float64')).astype('float16').tolist(), name);
  }
});

t.test('a mask takes a number of a different dtype, as other indices do', async (t) => {
  const flags = np.asarray([true, true, false]);
  flags.set(np.asarray([true, false, true]), 0);
  t.same(await flags.tolist(), [false, true, false]);
  flags.set(flags.logicalNot(), 2);
  t.same(await flags.tolist(), [true, true, true]);
  const x = np.asarray([5n, 6n, 7n]);
  x.set(x.greater(5n), -1.7);
  t.same(await x.tolist(), [5n, -1n, -1n]);
  t.throws(() => x.set(x.less(3n), Number.NaN), np.DTypeError);
});

t.test('sums of einsum keep the dtype, as its products do', async (t) => {
  const bytes = np.asarray([200, 100], { dtype: 'uint8' });
  t.equal(np.einsum('i->', bytes).dtype.name, 'uint8');
  t.equal(await np.einsum('i->', bytes).item(), 44);
  t.same(
    await np
      .einsum('ij->j', [
        [true, false],
        [true, false],
      ])
      .tolist(),
    [true, false],
  );
});

t.test('no elements: running results have their dtype, and norms by the largest element are 0', async (t) => {
  t.equal(np.hypot.accumulate(np.zeros(0, 'uint16')).dtype.name, 'float64');
  t.equal(np.logicalOr.accumulate(np.zeros(0, 'uint16')).dtype.name, 'bool');
  t.equal(await np.linalg.norm(np.zeros(0), Number.POSITIVE_INFINITY).item(), 0);
  t.equal(await np.linalg.norm(np.zeros([0, 3]), 2).item(), 0);
  t.rejects(async () => np.linalg.norm(np.zeros([0, 3]), -2).item(), np.ShapeError);
});
