/** Calls as NumPy's users write them: arguments by their place, NumPy's names, methods that NumPy has. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const x = np.asarray([
  [3, 1, 2],
  [6, 5, 4],
]);
const v = np.asarray([4, 1, 3, 2]);
const three = np.arange(24).reshape(2, 3, 4);

/** Values as JavaScript's, of an array or a list of them. */
async function read(result: unknown): Promise<unknown> {
  if (Array.isArray(result)) return Promise.all(result.map(read));
  const array = result as np.NDArray;
  return [array.dtype.name, array.shape, await array.tolist()];
}

/** By place, and the same by name. */
const pairs: readonly (readonly [string, () => unknown, () => unknown])[] = [
  ['sum', () => x.sum(0), () => x.sum({ axis: 0 })],
  ['sum of axes', () => three.sum([0, 2]), () => three.sum({ axis: [0, 2] })],
  ['sum of null', () => x.sum(null), () => x.sum()],
  ['mean', () => np.mean(x, 1), () => np.mean(x, { axis: 1 })],
  ['std', () => x.std(-1), () => x.std({ axis: -1 })],
  ['ddof', () => x.var({ ddof: 1 }), () => x.var({ correction: 1 })],
  ['argmax', () => x.argmax(1), () => x.argmax({ axis: 1 })],
  ['any', () => x.any(0), () => x.any({ axis: 0 })],
  ['countNonzero', () => np.countNonzero(x, 0), () => np.countNonzero(x, { axis: 0 })],
  ['median', () => np.median(x, 0), () => np.median(x, { axis: 0 })],
  ['percentile', () => np.percentile(x, 30, 0), () => np.percentile(x, 30, { axis: 0 })],
  ['nanmax', () => np.nanmax(x, 0), () => np.nanmax(x, { axis: 0 })],
  ['average', () => np.average(x, 0), () => np.average(x, { axis: 0 })],
  ['cumsum', () => x.cumsum(1), () => x.cumulativeSum({ axis: 1 })],
  ['sort', () => np.sort(x, 0), () => np.sort(x, { axis: 0 })],
  ['argsort', () => x.argsort(0), () => x.argsort({ axis: 0 })],
  ['partition', () => np.partition(x, 1, 0), () => np.partition(x, 1, { axis: 0 })],
  ['concatenate', () => np.concatenate([x, x], 1), () => np.concat([x, x], { axis: 1 })],
  ['concatenate flat', () => np.concatenate([x, x], null), () => np.concat([x, x], { axis: null })],
  ['stack', () => np.stack([v, v], 1), () => np.stack([v, v], { axis: 1 })],
  ['append', () => np.append(x, x, 0), () => np.append(x, x, { axis: 0 })],
  ['repeat', () => np.repeat(x, 2, 1), () => np.repeat(x, 2, { axis: 1 })],
  ['split', () => np.split(v, 2, 0), () => np.split(v, 2, { axis: 0 })],
  ['expandDims', () => np.expandDims(v, 1), () => np.expandDims(v, { axis: 1 })],
  ['flip', () => np.flip(x, 1), () => np.flip(x, { axis: 1 })],
  ['roll', () => np.roll(x, 1, 0), () => np.roll(x, 1, { axis: 0 })],
  ['diff', () => np.diff(v, 2), () => np.diff(v, { n: 2 })],
  ['take', () => x.take([0, 2], 1), () => x.take([0, 2], { axis: 1 })],
  ['delete', () => np.remove(x, 1, 1), () => np.remove(x, 1, { axis: 1 })],
  ['rot90', () => np.rot90(x, 2), () => np.rot90(x, { k: 2 })],
  ['pad', () => np.pad(v, 2, 'edge'), () => np.pad(v, 2, { mode: 'edge' })],
  ['convolve', () => np.convolve(v, [1, 2], 'same'), () => np.convolve(v, [1, 2], { mode: 'same' })],
  ['trapezoid', () => np.trapezoid(v, [0, 1, 3, 4]), () => np.trapezoid(v, { x: [0, 1, 3, 4] })],
  ['gradient', () => np.gradient(v, 0.5), () => np.gradient(v, { spacing: 0.5 })],
  ['gradient at points', () => np.gradient(v, [0, 1, 3, 4]), () => np.gradient(v, { spacing: [0, 1, 3, 4] })],
  ['clip', () => v.clip(2, 3), () => v.clip({ min: 2, max: 3 })],
  ['clip from below', () => np.clip(v, 2), () => np.clip(v, { min: 2 })],
  ['clip from above', () => np.clip(v, null, 3), () => np.clip(v, { max: 3 })],
  ['clip by arrays', () => np.clip(v, [2, 2, 2, 3], 3), () => np.clip(v, { min: [2, 2, 2, 3], max: 3 })],
  ['sum, more', () => x.sum(0, { keepdims: true }), () => x.sum({ axis: 0, keepdims: true })],
  ['sum, more alone', () => np.sum(x, undefined, { keepdims: true }), () => np.sum(x, { keepdims: true })],
  ['std, more', () => x.std(1, { ddof: 1 }), () => x.std({ axis: 1, ddof: 1 })],
  ['max, more', () => np.max(x, 1, { initial: 4 }), () => np.max(x, { axis: 1, initial: 4 })],
  ['argmin, more', () => x.argmin(1, { keepdims: true }), () => x.argmin({ axis: 1, keepdims: true })],
  ['nanmean, more', () => np.nanmean(x, 0, { keepdims: true }), () => np.nanmean(x, { axis: 0, keepdims: true })],
  [
    'percentile, more',
    () => np.percentile(x, 30, 0, { method: 'lower' }),
    () => np.percentile(x, 30, { axis: 0, method: 'lower' }),
  ],
  ['average, more', () => np.average(x, 1, { weights: [1, 2, 3] }), () => np.average(x, { axis: 1, weights: [1, 2, 3] })],
  ['diff, more', () => np.diff(x, 1, { axis: 0 }), () => np.diff(x, { n: 1, axis: 0 })],
  [
    'pad, more',
    () => np.pad(v, 2, 'constant', { constantValues: 7 }),
    () => np.pad(v, 2, { mode: 'constant', constantValues: 7 }),
  ],
  ['norm, more', () => np.linalg.norm(x, 1, { axis: 0 }), () => np.linalg.norm(x, { ord: 1, axis: 0 })],
  ['eye, more', () => np.eye(3, 4, { k: 1 }), () => np.eye(3, { columns: 4, k: 1 })],
  ['sort, more', () => np.sort(x, 0, { descending: true }), () => np.sort(x, { axis: 0, descending: true })],
  [
    'searchsorted, more',
    () => v.searchsorted([2], 'right', { sorter: [1, 3, 2, 0] }),
    () => np.searchsorted(v, [2], { side: 'right', sorter: [1, 3, 2, 0] }),
  ],
  ['round', () => np.round([1.26], 1), () => np.round([1.26], { decimals: 1 })],
  ['searchsorted', () => np.searchsorted([1, 2], 2, 'right'), () => np.searchsorted([1, 2], 2, { side: 'right' })],
  ['norm', () => np.linalg.norm(x, 1), () => np.linalg.norm(x, { ord: 1 })],
  ['histogram', () => np.histogram(v, 2).counts, () => np.histogram(v, { bins: 2 }).counts],
  ['histogram of edges', () => np.histogram(v, [0, 2, 5]).counts, () => np.histogram(v, { bins: [0, 2, 5] }).counts],
  ['vander', () => np.vander(v, 2), () => np.vander(v, { n: 2 })],
  ['diag', () => np.diag(v, 1), () => np.diag(v, { k: 1 })],
  ['triu', () => np.triu(x, 1), () => np.triu(x, { k: 1 })],
  ['eye', () => np.eye(2, 3), () => np.eye(2, { columns: 3 })],
  ['zeros', () => np.zeros(2, 'int64'), () => np.zeros(2, { dtype: 'int64' })],
  ['full', () => np.full([2], 3, np.float32), () => np.full([2], 3, { dtype: 'float32' })],
  ['asarray', () => np.asarray([1, 2], np.int32), () => np.asarray([1, 2], { dtype: 'int32' })],
  ['reshape', () => three.reshape(4, -1, 2), () => three.reshape([4, 3, 2])],
  ['transpose', () => three.transpose(2, 0, 1), () => three.transpose([2, 0, 1])],
  ['power', () => np.power(v, 2), () => np.pow(v, 2)],
];

t.test('arguments by place are those by name', async (t) => {
  for (const [name, byPlace, byName] of pairs) t.strictSame(await read(byPlace()), await read(byName()), name);
});

type Draw = (rng: np.random.Generator) => np.NDArray;
const draws: readonly (readonly [string, Draw, Draw])[] = [
  ['random', (r) => r.random([2, 3]), (r) => r.random({ shape: [2, 3] })],
  ['random of NumPy', (r) => r.random({ size: 4 }), (r) => r.random({ shape: 4 })],
  ['normal', (r) => r.normal(1, 2, 4), (r) => r.normal({ mean: 1, std: 2, shape: 4 })],
  ['normal by NumPy', (r) => r.normal({ loc: 1, scale: 2, size: 4 }), (r) => r.normal({ mean: 1, std: 2, shape: 4 })],
  ['normal around an array', (r) => r.normal(v, 2), (r) => r.normal({ shape: 4 }).multiply(2).add(v)],
  ['uniform', (r) => r.uniform(-1, 1, 4), (r) => r.uniform({ low: -1, high: 1, shape: 4 })],
  ['uniform below an array', (r) => r.uniform(0, v), (r) => r.random(4).multiply(v)],
  ['exponential', (r) => r.exponential(3, 4), (r) => r.exponential({ scale: 3, shape: 4 })],
  ['integers', (r) => r.integers(2, 9, 4), (r) => r.integers(2, 9, { shape: 4 })],
  ['integers below', (r) => r.integers(9, { size: 4 }), (r) => r.integers(0, 9, { shape: 4 })],
  ['standardNormal', (r) => r.standardNormal([2, 2]), (r) => r.normal({ shape: [2, 2] })],
  ['lognormal', (r) => r.lognormal(0, 2, 4), (r) => r.lognormal({ std: 2, shape: 4 })],
  ['laplace', (r) => r.laplace(1, 2, 4), (r) => r.laplace({ mean: 1, scale: 2, shape: 4 })],
  ['rayleigh', (r) => r.rayleigh(2, 4), (r) => r.rayleigh({ scale: 2, shape: 4 })],
  ['poisson', (r) => r.poisson(3, 4), (r) => r.poisson({ mean: 3, shape: 4 })],
  ['poisson by NumPy', (r) => r.poisson({ lam: 3, size: 4 }), (r) => r.poisson({ mean: 3, shape: 4 })],
  ['binomial', (r) => r.binomial(9, 0.5, 4), (r) => r.binomial(9, 0.5, { shape: 4 })],
  ['gamma', (r) => r.gamma(2, 3, 4), (r) => r.gamma(2, { scale: 3, shape: 4 })],
  ['beta', (r) => r.beta(2, 3, 4), (r) => r.beta(2, 3, { shape: 4 })],
  ['weibull', (r) => r.weibull(2, 4), (r) => r.weibull(2, { shape: 4 })],
  ['choice', (r) => r.choice(9, 4, { replace: false }), (r) => r.choice(9, { shape: 4, replace: false })],
];

t.test('draws in the order of NumPy', async (t) => {
  for (const [name, byPlace, byName] of draws)
    t.strictSame(await read(byPlace(np.random.generator(5))), await read(byName(np.random.generator(5))), name);
});

t.test('the stream of the module', async (t) => {
  const drawn = async (): Promise<unknown> => {
    np.random.seed(3);
    const all = [np.random.rand(2), np.random.randn(2, 2), np.random.randint(5, 9, 3), np.random.normal(0, 1, 2)];
    return read([...all, np.random.uniform(0, 2, 2), np.random.choice(5, 2), np.random.permutation(3), np.random.random(2)]);
  };
  t.strictSame(await drawn(), await drawn(), 'begins anew with a seed');
  np.random.seed(4);
  const other = await np.random.rand(2).tolist();
  np.random.seed(3);
  t.notSame(await np.random.rand(2).tolist(), other);
  const small = np.asarray([1, 2, 3]);
  np.random.shuffle(small);
  t.strictSame(await np.sort(small).tolist(), [1, 2, 3]);
});

t.test("NumPy's names and methods", async (t) => {
  t.equal(np.concatenate, np.concat);
  t.equal(np.arctan2, np.atan2);
  t.equal(np.mod, np.remainder);
  t.equal(await x.item(1, 2), 4);
  t.equal(v.itemSync(-1), 2);
  t.strictSame(await x.copy().fill(7).tolist(), [
    [7, 7, 7],
    [7, 7, 7],
  ]);
  t.equal(await x.trace().item(), 8);
  t.strictSame(await v.searchsorted([0]).tolist(), [0]);
  t.strictSame(await Promise.all((await v.subtract(1).nonzero()).map((places) => places.tolist())), [[0, 2, 3]]);
  t.same(await np.clip(v, null).tolist(), await v.tolist(), 'without bounds');
});

t.test('masks and initial values of reductions', async (t) => {
  const x = np.asarray([3, 1, 2]);
  t.throws(() => np.max(x, { where: [true, false, true] }), { name: 'ArgumentError', message: /initial: -Infinity/ });
  const out = np.zeros([]);
  t.equal(np.sum(x, { where: np.greater(x, 1), out }), out);
  t.equal(await out.item(), 5);
});

t.test('options behind one by its place are checked', async (t) => {
  const loose = (options: object): { keepdims?: boolean } => options;
  t.throws(() => x.sum(0, loose({ keepdim: true })), { name: 'ArgumentError', message: /no option is called keepdim; keepdims/ });
  t.throws(() => x.sum(0, loose({ axis: 1 })), { name: 'ArgumentError', message: /sum: got axis twice/ });
  t.throws(() => x.sum({ axis: 0 }, { keepdims: true }), { name: 'ArgumentError', message: /two objects of options/ });
});

t.test("axis: null is NumPy's None where None is an axis, and refused elsewhere", async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  t.same(await np.roll(x, 1, { axis: null }).tolist(), await np.roll(x, 1).tolist());
  t.same(await np.flip(x, { axis: null }).tolist(), await np.flip(x).tolist());
  t.same(np.squeeze(np.ones([1, 2, 1]), { axis: null }).shape, [2]);
  t.throws(() => np.expandDims(x, { axis: null as unknown as number }), { code: 'ERR_INDEX' });
});

t.test("options beyond the first by NumPy's places", async (t) => {
  const x = np.arange(12).reshape([3, 4]);
  const free = np as unknown as Record<string, (...given: unknown[]) => np.NDArray>;
  const fft = np.fft as unknown as Record<string, (...given: unknown[]) => np.NDArray>;
  const linalg = np.linalg as unknown as Record<string, (...given: unknown[]) => np.NDArray>;
  const method = x as unknown as Record<string, (...given: unknown[]) => np.NDArray>;
  const same = async (found: np.NDArray, wanted: np.NDArray, message: string): Promise<void> => {
    t.equal(found.dtype, wanted.dtype, message);
    t.same(await found.tolist(), await wanted.tolist(), message);
  };
  await same(free.sum(x, 0, 'float32'), np.sum(x, 0, { dtype: 'float32' }), 'sum');
  await same(method.sum(0, 'float32', null, true), np.sum(x, 0, { dtype: 'float32', keepdims: true }), 'as a method');
  await same(free.std(x, 0, null, null, 1), np.std(x, 0, { ddof: 1 }), 'null is left out');
  await same(free.max(x, null, null, true), np.max(x, { keepdims: true }), 'but for axis');
  await same(free.diff(x, 1, 0, x.slice('0:1')), np.diff(x, 1, { axis: 0, prepend: x.slice('0:1') }), 'diff');
  await same(fft.fft(x, null, 0).real, np.fft.fft(x, { axis: 0 }).real, 'fft');
  await same(linalg.norm(x, 1, 1), np.linalg.norm(x, { ord: 1, axis: 1 }), 'norm');
  await same(free.interp([-1, 9], [0, 1], [1, 2], 0, 7), np.asarray([0, 7]), 'interp');
  await same(free.sum(x, 0, 'float32', { keepdims: true }), np.sum(x, 0, { dtype: 'float32', keepdims: true }), 'and more');
  t.same(await free.median(x.compress([true, false, true], 0), 0, null, null, false).tolist(), [4, 5, 6, 7], 'of a lazy array');
  t.throws(() => free.sum(x, 0, 'float33'), { code: 'ERR_ARGUMENT', message: /^sum: expected options such as/ });
  t.throws(() => free.sum(x, 0, 'float32', null, false, 0, null, 1), {
    code: 'ERR_ARGUMENT',
    message: /at most 7 arguments, got 8/,
  });
  t.throws(() => free.sum(x, 0, 'float32', { axis: 1 }), { code: 'ERR_ARGUMENT' }, 'an option twice');
  t.throws(() => free.argsort(x, 'stable'), { code: 'ERR_ARGUMENT', message: /^argsort: / });
});

t.test('an option that is null is left out: in options of ufuncs, and of the methods of generators', async (t) => {
  const x = np.asarray([1, 4]);
  t.same(await np.sqrt(x, { out: null, where: null, dtype: null } as unknown as np.UfuncOptions).tolist(), [1, 2]);
  t.same(await np.add(x, x, { dtype: null } as unknown as np.UfuncOptions).tolist(), [2, 8]);
  t.same(await np.logaddexp(x, x, { dtype: null } as unknown as np.UfuncOptions).tolist(), await np.logaddexp(x, x).tolist());
  t.throws(() => np.sqrt(x, { where: null, bogus: 1 } as unknown as np.UfuncOptions), {
    name: 'ArgumentError',
    message: /bogus/,
  });
  for (const make of [np.random.pcg64, np.random.generator]) {
    const [rng, same] = [make(3), make(3)];
    const none = null as unknown as undefined;
    t.same(await rng.random(none).tolist(), await same.random().tolist());
    t.same(await rng.normal(none, 2, none).tolist(), await same.normal(0, 2).tolist());
    const given = { mean: null, size: 3, dtype: null } as unknown as np.random.NormalOptions;
    t.same(await rng.normal(given).tolist(), await same.normal({ size: 3 }).tolist());
    t.throws(() => rng.normal('x' as never, none), { name: 'ArgumentError', message: /normal: expected/ });
  }
});
