/** NumPy's functions of complex arrays that are made of others; values are NumPy 2.4's. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const c = (re: number, im: number): np.Complex => ({ re, im });
const z = np.asarray([c(1, 2), c(-3, 4)]);
// biome-ignore lint/suspicious/noExplicitAny: complex numbers are typed as numbers
const any = (x: unknown): any => x;
const near = async (x: np.NDArray, expected: readonly unknown[]): Promise<boolean> =>
  (await np.allclose(x, any(expected), { rtol: 1e-13, atol: 1e-13 }).item()) &&
  String(x.shape) === String(np.asarray(any(expected)).shape);

t.test('statistics', async (t) => {
  const rows = np.stack([z, z.multiply(any(c(0, 1)))]);
  t.ok(
    await near(np.cov(rows), [
      [10, c(0, -10)],
      [c(0, 10), 10],
    ]),
  );
  t.ok(
    await near(np.corrcoef(np.stack([z, z.multiply(any(c(0, 1))).add(1)])), [
      [1, c(0, -1)],
      [c(0, 1), 1],
    ]),
  );
  t.strictSame(np.cov(z).shape, []);
  t.throws(() => np.cov(np.zeros([1, 1, 1], any('complex128'))), { name: 'ShapeError', message: /^cov: / });
  const gaps = np.asarray([c(1, 1), Number.NaN, 2] as never);
  t.equal(await np.nanvar(gaps).item(), 0.5);
  t.equal(await np.nanstd(gaps).item(), Math.sqrt(0.5));
  t.strictSame(await np.clip(z, any(0), any(2)).tolist(), [c(1, 2), c(0, 0)]);
  t.strictSame(await z.clip({ max: any(c(0, 1)) }).tolist(), [c(0, 1), c(-3, 4)]);
});

t.test('polynomials', async (t) => {
  t.ok(await near(np.poly(z), [1, c(2, -6), c(-11, -2)]));
  const { quotient, remainder } = await np.polydiv(z, any([c(1, 1)]));
  t.ok(await near(quotient, [c(1.5, 0.5), c(0.5, 3.5)]));
  t.ok(await near(remainder, [c(0, 0)]));
  await t.rejects(np.polydiv(z, any([c(0, 0), 1])), { name: 'ArgumentError', message: /^polydiv: / });
  t.ok(await near(np.polyfit([0, 1, 2], any([0, c(1, 1), c(2, 2)]), 1), [c(1, 1), c(0, 0)]));
  t.throws(() => np.polyfit(z, [1, 2], 1), { name: 'ArgumentError', message: /^polyfit: complex points/ });
  t.ok(
    await near(np.vander(z, { n: 3 }), [
      [c(-3, 4), c(1, 2), 1],
      [c(-7, -24), c(-3, 4), 1],
    ]),
  );
  t.ok(
    await near(np.vander(z, { n: 2, increasing: true }), [
      [1, c(1, 2)],
      [1, c(-3, 4)],
    ]),
  );
});

t.test('spacings', async (t) => {
  t.ok(await near(np.linspace(any(c(0, 0)), any(c(1, 1)), { num: 3 }), [0, c(0.5, 0.5), c(1, 1)]), 'both parts');
  t.ok(await near(np.geomspace(1, any(c(0, 4)), { num: 3 }), [1, c(Math.SQRT2, Math.SQRT2), c(0, 4)]));
  t.ok(
    await near(np.logspace(0, any(c(1, 1)), { num: 3 }), [
      1,
      c(1.2880188077230994, 2.8880802535510623),
      c(-6.682015101903133, 7.439803369574931),
    ]),
  );
  t.throws(() => np.geomspace(0, any(c(0, 4))), { name: 'ArgumentError', message: /^geomspace: / });
  for (const call of [() => np.arange(any(c(3, 1))), () => np.zeros(any(c(3, 1))), () => np.eye(any(c(3, 1)))])
    t.throws(call, { name: 'DTypeError', message: /a complex number/ });
  t.strictSame(await np.zerosLike(any([c(3, 1)])).tolist(), [c(0, 0)]);
  t.strictSame(await np.onesLike(any(c(3, 1))).tolist(), c(1, 0));
  t.strictSame(await np.fullLike(any([c(3, 1)]), 2).tolist(), [c(2, 0)]);
});

t.test('different elements, and NaN that is not equal', async (t) => {
  const gaps = [1, Number.NaN, Number.NaN, 1];
  const values = async (x: PromiseLike<np.NDArray>): Promise<unknown> => (await x).tolist();
  t.strictSame(await values(np.unique(gaps, { equalNan: false })), [1, Number.NaN, Number.NaN]);
  t.strictSame(await values(np.unique(gaps)), [1, Number.NaN]);
  const found = await np.unique(gaps, { equalNan: false, returnCounts: true, returnInverse: true });
  t.strictSame(await found.counts?.tolist(), [2, 1, 1]);
  t.strictSame(await found.inverseIndices?.tolist(), [0, 1, 2, 0]);
  const rows = any([
    [c(1, 2), 3],
    [c(1, 1), 3],
    [c(1, 2), 3],
    [c(1, 2), c(3, -1)],
  ]);
  const slices = await np.unique(rows, { axis: 0, returnIndex: true, returnInverse: true, returnCounts: true });
  t.strictSame(await slices.values.tolist(), [
    [c(1, 1), c(3, 0)],
    [c(1, 2), c(3, -1)],
    [c(1, 2), c(3, 0)],
  ]);
  t.strictSame(await slices.indices.tolist(), [1, 3, 0]);
  t.strictSame(await slices.inverseIndices.tolist(), [2, 0, 2, 1]);
  t.strictSame(await slices.counts.tolist(), [1, 1, 2]);
  t.strictSame(await values(np.unique(any([[c(0, 1), 2, c(0, 1)]]), { axis: 1 })), [[c(0, 1), c(2, 0)]], 'columns');
  const lost = any([c(1, Number.NaN), 2, c(Number.NaN, 0), c(1, Number.NaN)]);
  t.equal((await np.unique(lost)).size, 2);
  t.equal((await np.unique(lost, { equalNan: false })).size, 4);
});

t.test('raw bytes', async (t) => {
  const bytes = new Float64Array([1, 2, 3, 4]).buffer;
  t.strictSame(await np.frombuffer(bytes, { dtype: any('complex128') }).tolist(), [c(1, 2), c(3, 4)]);
  t.strictSame(await np.frombuffer(bytes, { dtype: any('complex128'), count: 1, offset: 16 }).tolist(), [c(3, 4)]);
  t.throws(() => np.frombuffer(bytes, { dtype: any('complex128'), offset: 8 }), {
    name: 'ArgumentError',
    message: /^frombuffer: /,
  });
  const folder = await mkdtemp(join(tmpdir(), 'maniple-raw-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await np.tofile(join(folder, 'z.bin'), z);
  t.strictSame(await (await np.fromfile(join(folder, 'z.bin'), { dtype: any('complex128') })).tolist(), [c(1, 2), c(-3, 4)]);
});
