/** Functions of several operations that are one kernel: how many tasks they issue, and the bits of the chains of calls that they stand for. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const { nan, inf } = np;
const special = [nan, inf, -inf, 0, -0, 1, -1, 0.3, 5e-324, -1e308, 1e308, 7, 7, 65504, 1e-5];
const floats = ['float64', 'float32', 'float16'] as const;

/** Every pair of special values, as two arrays of a dtype. */
function pairs(dtype: 'float64' | 'float32' | 'float16'): [np.NDArray, np.NDArray] {
  const a = np.asarray(
    special.flatMap((x) => special.map(() => x)),
    { dtype },
  );
  const b = np.asarray(
    special.flatMap(() => special),
    { dtype },
  );
  return [a, b];
}

/** The number of tasks that a call issues on arrays that are there. */
function tasksOf(call: () => unknown): number {
  np.runtime.flush();
  const { tasks } = np.runtime.stats();
  call();
  np.runtime.flush();
  return np.runtime.stats().tasks - tasks;
}

/** Several memories copy boxes, each a task. */
const copiesBoxes = /--memories/.test(process.env.MANIPLE_CONFIG ?? '');

t.test('tasks of functions', async (t) => {
  const x = np.linspace(0.1, 5, 100);
  const y = np.linspace(1, 2, 100);
  const hole = np.where(np.greater(x, 4), nan, x);
  const mask = np.greater(x, 2);
  const [xp, fp] = [np.linspace(0, 6, 10), np.linspace(1, 0, 10)];
  await Promise.all([x, y, hole, mask, xp, fp].map((a) => a.data()));
  const most: Record<string, readonly [number, () => unknown]> = {
    sinc: [1, () => np.sinc(x)],
    fmax: [1, () => np.fmax(x, y)],
    logaddexp: [1, () => np.logaddexp(x, y)],
    logaddexp2: [1, () => np.logaddexp2(x, y)],
    heaviside: [1, () => np.heaviside(x, 0.5)],
    fmod: [1, () => np.fmod(x, y)],
    asinh: [1, () => np.asinh(x)],
    cbrt: [1, () => np.cbrt(x)],
    ldexp: [1, () => np.ldexp(x, 3)],
    frexp: [2, () => np.frexp(x)],
    modf: [2, () => np.modf(x)],
    i0: [1, () => np.i0(x)],
    kaiser: [1, () => np.kaiser(20, 3)],
    blackman: [1, () => np.blackman(20)],
    isclose: [1, () => np.isclose(x, y)],
    allclose: [2, () => np.allclose(x, y, { equalNan: true })],
    nanToNum: [1, () => np.nanToNum(hole)],
    nansum: [1, () => np.nansum(hole)],
    nanargmin: [1, () => np.nanargmin(hole)],
    nancumsum: [2, () => np.nancumsum(hole)],
    nanmin: [3, () => np.nanmin(hole)],
    nanmean: [3, () => np.nanmean(hole)],
    nanstd: [5, () => np.nanstd(hole)],
    nanmedian: [3, () => np.nanmedian(hole)],
    'sum of some': [1, () => np.sum(x, { where: mask })],
    'max of some': [2, () => np.max(x, { where: mask, initial: 0 })],
    'mean of some': [3, () => np.mean(x, { where: mask })],
    'std of some': [5, () => np.std(x, { where: mask })],
    std: [4, () => np.std(x)],
    median: [2, () => np.median(x)],
    gradient: [3, () => np.gradient(x)],
    'gradient at points': [3, () => np.gradient(x, y)],
    unwrap: [4, () => np.unwrap(x)],
    convolve: [3, () => np.convolve(x, fp)],
    correlate: [1, () => np.correlate(x, fp)],
    trapezoid: [2, () => np.trapezoid(x, y)],
    average: [3, () => np.average(x, { weights: y })],
    polyval: [2, () => np.polyval(fp.slice(':5'), x)],
    cross: [3, () => np.cross(x.slice(':3'), y.slice(':3'))],
    corrcoef: [5, () => np.corrcoef(np.reshape(x, [10, 10]))],
    'pad, edge': [copiesBoxes ? 4 : 1, () => np.pad(x, 2, 'edge')],
    tri: [2, () => np.tri(5, 4, { k: -1 })],
    histogram: [6, () => np.histogram(x, { bins: 7 })],
    percentile: [2, () => np.percentile(x, 30)],
    'interp at fewer values than points': [2, () => np.interp(xp, x, y)],
  };
  for (const [name, [count, call]] of Object.entries(most)) t.equal(tasksOf(call), count, name);
});

t.test('the bits of chains of calls', async (t) => {
  for (const dtype of floats) {
    const [a, b] = pairs(dtype);
    const apart = np.abs(np.subtract(a, b));
    const near = np.lessEqual(apart, np.add(np.multiply(np.abs(b), 1e-3), 1e-7));
    const close = np.logicalOr(np.logicalAnd(near, np.isfinite(b)), np.equal(a, b));
    t.same(await np.isclose(a, b, { rtol: 1e-3, atol: 1e-7 }).data(), await close.data(), `isclose, ${dtype}`);
    const larger = np.where(np.isnan(a), b, np.where(np.isnan(b), a, np.maximum(a, b)));
    t.same(await np.fmax(a, b).data(), await larger.data(), `fmax, ${dtype}`);
    const finite = np.where(np.equal(a, inf), 5, np.where(np.equal(a, -inf), 6, np.where(np.isnan(a), 7, a)));
    t.same(
      await np.nanToNum(a, { posinf: 5, neginf: 6, nan: 7 }).data(),
      await finite.astype(dtype).data(),
      `nanToNum, ${dtype}`,
    );
    const without = np.where(np.isnan(a), 0, a);
    t.same(await np.nansum(np.reshape(a, [15, 15]), 0).data(), await np.sum(np.reshape(without, [15, 15]), 0).data(), dtype);
  }
  const [a, b] = pairs('float64');
  const more = np.log1p(np.exp(np.negative(np.abs(np.subtract(a, b)))));
  const sum = np.add(np.where(np.greater(np.subtract(a, b), 0), a, b), more);
  t.same(await np.logaddexp(a, b).data(), await np.where(np.equal(a, b), np.add(a, Math.LN2), sum).data(), 'logaddexp');
});

t.test('options of functions of two operands', async (t) => {
  const out = np.zeros([2]);
  np.logaddexp([1, 2], [3, 4], { out });
  t.same(await out.data(), await np.logaddexp([1, 2], [3, 4]).data());
  np.fmax(out, 100, { out, where: [true, false] });
  t.equal((await out.data())[0], 100);
  t.same(await np.fmin.at(np.asarray([5, 5, 5]), [0, 0, 2], [3, nan, 9]).tolist(), [3, 5, 5]);
  t.throws(() => np.logaddexp([1, 2], [1, 2, 3]), { name: 'ShapeError', message: /^logaddexp: / });
});

t.test('elements left out count as the neutral element, which bools have too', async (t) => {
  const all = [true, true, true];
  const mask = [true, false, true];
  t.equal(await np.asarray(all).get(mask).min().item(), true);
  t.equal(await np.asarray([false, true, false]).get(mask).max().item(), false);
  t.equal(Number(await np.min(all, { where: mask, initial: 1 }).item()), 1);
  t.same(await np.max(np.asarray([3n, -9n]), { where: [false, false], initial: -20 }).item(), -20n);
  t.ok(Object.is(await np.sum([-0, -0], { where: [true, true] }).item(), 0));
  t.equal(await np.max(np.zeros([0]), { where: np.zeros([0], { dtype: 'bool' }), initial: 3 }).item(), 3);
});

t.test('infinities have no variance, unlike NaN that is left out', async (t) => {
  t.ok(Number.isNaN(await np.nanvar([1, inf, nan]).item()));
  t.ok(Number.isNaN(await np.nanstd([nan, nan]).item()));
  t.equal(await np.nanvar([1, nan, 3], { ddof: 1 }).item(), 2);
  t.ok(Number.isNaN(await np.nanvar([1, nan], { ddof: 1 }).item()));
  t.same(
    await np
      .nanstd(
        [
          [1, 3],
          [nan, 5],
        ] as never,
        { axis: 1, keepdims: true },
      )
      .tolist(),
    [[1], [0]],
  );
});

t.test('quantiles of lines, into a leading axis', async (t) => {
  const x = np.asarray([
    [4, 1, nan],
    [2, 1, 3],
  ]);
  t.same(await np.quantile(x, [0, 0.5], { axis: 1, keepdims: true }).tolist(), [
    [[nan], [1]],
    [[nan], [2]],
  ]);
  t.same(await np.quantile(np.asarray([3n, 1n, 2n]), [0.4, 1], { method: 'lower' }).tolist(), [1n, 3n]);
  t.same(await np.quantile([1, inf, inf], [0.5, 0.8]).tolist(), [inf, inf]);
  t.same(await np.nanquantile(x, 0.5, { axis: 0 }).tolist(), [3, 1, 3]);
  t.equal(await np.nanmedian(np.zeros([2, 0]), { axis: 1 }).size, 2);
});

/** The element of n at a position, in Python's words of each mode. */
const places: Readonly<Record<'edge' | 'wrap' | 'symmetric' | 'reflect', (line: readonly number[]) => readonly number[]>> = {
  edge: (line) => line,
  wrap: (line) => line,
  symmetric: (line) => [...line, ...[...line].reverse()],
  reflect: (line) => (line.length === 1 ? line : [...line, ...line.slice(1, -1).reverse()]),
};

t.test('small arrays are continued as large ones are, and as they are by hand', async (t) => {
  for (const mode of ['edge', 'wrap', 'symmetric', 'reflect'] as const)
    for (const n of [1, 2, 3, 5]) {
      const line = Array.from({ length: n }, (_, i) => i + 1);
      const cycle = places[mode](line);
      const expected = Array.from({ length: n + 17 }, (_, i) => {
        const at = i - 9;
        if (mode === 'edge') return line[Math.min(Math.max(at, 0), n - 1)];
        return cycle[((at % cycle.length) + cycle.length) % cycle.length];
      });
      t.same(await np.pad(line, [9, 8], mode).tolist(), expected, `${mode} of ${n}`);
      const wide = np.broadcastTo(np.reshape(line, [n, 1]), [n, 2000]);
      const sides = [
        [9, 8],
        [0, 0],
      ] as const;
      t.same(await np.pad(wide, sides, mode).slice(':', 7).tolist(), expected, `${mode} of ${n}, box by box`);
    }
  const frame = await np.pad(
    np.ones([120, 130]),
    [
      [1, 2],
      [3, 0],
    ] as const,
    { constantValues: 7 },
  );
  t.same([frame.shape, await frame.sum().item()], [[123, 133], 120 * 130 + 7 * (123 * 133 - 120 * 130)]);
  t.same(await np.pad(np.asarray([true, false]), 1, 'edge').tolist(), [true, true, false, false]);
});

t.test('differences at points of small integers do not wrap around', async (t) => {
  const points = np.asarray([200, 100, 0, 50], { dtype: 'uint8' });
  const f = [4, 2, 0, 1];
  t.same(
    await np.gradient(f, { axis: 0, spacing: points }).tolist(),
    await np.gradient(f, { axis: 0, spacing: [200, 100, 0, 50] }).tolist(),
  );
  t.equal(await np.trapezoid([1, 1, 1, 1], points).item(), -150);
  t.equal(np.gradient(np.zeros([2, 0]), { axis: 0 }).size, 0);
});

t.test('bools and integers in sums of products', async (t) => {
  const bits = np.asarray([true, false, true]);
  t.same(await np.convolve(bits, bits).tolist(), [true, false, true, false, true]);
  t.same(await np.convolve(np.asarray([200, 100], { dtype: 'uint8' }), np.asarray([2], { dtype: 'uint8' })).tolist(), [144, 200]);
  t.equal(await np.average([true, true, false], { weights: [1, 2, 3] }).item(), 0.5);
  t.same(await np.polyval(np.asarray([1n, 2n, 3n, 4n, 5n, 6n, 7n]), np.asarray([2n, -1n])).tolist(), [247n, 4n]);
  t.throws(() => np.cross([true, true, false], [true, false, false]), { name: 'DTypeError', message: /bool/ });
  t.same(await np.unwrap([0, 3, 6, 1, 4], { period: 8 }).tolist(), [0, 3, 6, 9, 12]);
});

t.test('chosen elements are taken by each function of elements, and by methods', async (t) => {
  const chosen = (): np.NDArray => np.asarray([0, 5, 2]).get([true, false, true]);
  const mask = [true, false, true];
  t.same(await np.i0(chosen()).tolist(), await np.i0([0, 2]).tolist());
  t.same(await np.ldexp(chosen(), 3).tolist(), [0, 16]);
  t.same(await np.kron(chosen(), [1, 2]).tolist(), [0, 0, 2, 4]);
  t.same(await np.asarray([3, 9, 1]).get(mask).sort().tolist(), [1, 3]);
  t.same(await chosen().T.tolist(), [0, 2]);
  t.same(await chosen().reshape([2, 1]).tolist(), [[0], [2]]);
  t.equal(await chosen().median().item(), 1);
});
