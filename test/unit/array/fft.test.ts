/**
 * Fourier transforms: beside NumPy's answers (test/golden/numpy/fft.py), beside sums written out for many lengths, and with the same bits in the
 * addon and in JavaScript.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';
import '../../support/arrays.js';

interface Found {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data: readonly number[];
}
const root = dirname(createRequire(import.meta.url).resolve('#package'));
const golden = JSON.parse(readFileSync(join(root, 'test', 'golden', 'numpy', 'fft.json'), 'utf8')) as Record<string, Found>;

const { fft } = np;
const re = np.asarray(Array.from({ length: 5 }, (_, i) => Array.from({ length: 6 }, (_, j) => ((7 * i + 3 * j) % 11) - 5)));
const im = np.asarray(Array.from({ length: 5 }, (_, i) => Array.from({ length: 6 }, (_, j) => ((5 * i + 2 * j * j) % 7) - 3)));
const z = np.complex(re, im);

/** By NumPy's call. */
const calls: Readonly<Record<string, () => np.NDArray>> = {
  'np.fft.fft(z)': () => fft.fft(z),
  'np.fft.fft(x)': () => fft.fft(re),
  'np.fft.fft(z, 4)': () => fft.fft(z, 4),
  'np.fft.fft(z, 9, axis=0)': () => fft.fft(z, 9, { axis: 0 }),
  "np.fft.fft(z, axis=0, norm='ortho')": () => fft.fft(z, { axis: 0, norm: 'ortho' }),
  "np.fft.fft(z, norm='forward')": () => fft.fft(z, { norm: 'forward' }),
  'np.fft.ifft(z)': () => fft.ifft(z),
  "np.fft.ifft(z, norm='forward')": () => fft.ifft(z, { norm: 'forward' }),
  "np.fft.ifft(z, 7, axis=0, norm='ortho')": () => fft.ifft(z, { n: 7, axis: 0, norm: 'ortho' }),
  'np.fft.rfft(x)': () => fft.rfft(re),
  'np.fft.rfft(x, axis=0)': () => fft.rfft(re, { axis: 0 }),
  'np.fft.rfft(x, 7)': () => fft.rfft(re, 7),
  "np.fft.rfft(x, 10, norm='ortho')": () => fft.rfft(re, 10, { norm: 'ortho' }),
  'np.fft.irfft(z)': () => fft.irfft(z),
  'np.fft.irfft(z, 7)': () => fft.irfft(z, 7),
  'np.fft.irfft(z, 8, axis=0)': () => fft.irfft(z, 8, { axis: 0 }),
  "np.fft.irfft(z, axis=0, norm='forward')": () => fft.irfft(z, { axis: 0, norm: 'forward' }),
  'np.fft.hfft(z)': () => fft.hfft(z),
  'np.fft.hfft(z, 9)': () => fft.hfft(z, 9),
  'np.fft.ihfft(x)': () => fft.ihfft(re),
  "np.fft.ihfft(x, 5, norm='ortho')": () => fft.ihfft(re, 5, { norm: 'ortho' }),
  'np.fft.fftn(z)': () => fft.fftn(z),
  'np.fft.fftn(z, (4, 8))': () => fft.fftn(z, [4, 8]),
  'np.fft.ifftn(z, axes=(0,))': () => fft.ifftn(z, { axes: [0] }),
  "np.fft.fft2(z, norm='ortho')": () => fft.fft2(z, { norm: 'ortho' }),
  'np.fft.ifft2(z)': () => fft.ifft2(z),
  'np.fft.rfftn(x)': () => fft.rfftn(re),
  'np.fft.rfftn(x, (6, 5))': () => fft.rfftn(re, [6, 5]),
  'np.fft.rfft2(x)': () => fft.rfft2(re),
  'np.fft.irfftn(z)': () => fft.irfftn(z),
  'np.fft.irfftn(z, (5, 7))': () => fft.irfftn(z, [5, 7]),
  "np.fft.irfft2(z, norm='forward')": () => fft.irfft2(z, { norm: 'forward' }),
  'np.fft.fftfreq(8, 0.1)': () => fft.fftfreq(8, 0.1),
  'np.fft.fftfreq(9)': () => fft.fftfreq(9),
  'np.fft.rfftfreq(8)': () => fft.rfftfreq(8),
  'np.fft.rfftfreq(9, 0.5)': () => fft.rfftfreq(9, { d: 0.5 }),
  'np.fft.fftshift(z)': () => fft.fftshift(z),
  'np.fft.fftshift(z, 1)': () => fft.fftshift(z, 1),
  'np.fft.ifftshift(z, (0,))': () => fft.ifftshift(z, { axes: [0] }),
  'np.fft.ifftshift(x)': () => fft.ifftshift(re),
};

/** The greatest difference of two lists of numbers. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < b.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

t.test("NumPy's forms and options", async (t) => {
  t.same(Object.keys(calls), Object.keys(golden), 'every call');
  for (const [call, { dtype, shape, data }] of Object.entries(golden)) {
    const found = calls[call]();
    t.equal(found.dtype.name, dtype, call);
    t.same(found.shape, shape, call);
    t.ok(apart((await found.data()) as Float64Array, data) < 1e-13, call);
  }
});

t.test('frequencies of few samples', async (t) => {
  t.same(await fft.rfftfreq(1).tolist(), [0]);
  t.same(await fft.rfftfreq(2).tolist(), [0, 0.5]);
  t.same(await fft.fftfreq(2).tolist(), [0, -0.5]);
});

/** Real and imaginary parts of the transform as sums written out. */
function written(a: Float64Array, b: Float64Array): Float64Array {
  const n = a.length;
  const out = new Float64Array(2 * n);
  for (let k = 0; k < n; k++) {
    for (let j = 0; j < n; j++) {
      const angle = (-2 * Math.PI * ((j * k) % n)) / n;
      out[2 * k] += a[j] * Math.cos(angle) - b[j] * Math.sin(angle);
      out[2 * k + 1] += a[j] * Math.sin(angle) + b[j] * Math.cos(angle);
    }
  }
  return out;
}

/** Numbers of small pseudo-random values. */
function numbers(n: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: n }, () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648 - 0.5);
}

const LENGTHS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 25, 30, 49, 60, 64, 97, 101, 120, 128, 210, 211, 243, 331, 509,
];

t.test('any length, in the addon and in JavaScript', async (t) => {
  const runtimes = [createRuntime({}), createRuntime({ device: 'js', procs: 1 })];
  const standing = useRuntime(null);
  t.teardown(() => useRuntime(standing));
  for (const n of LENGTHS) {
    const [a, b] = [numbers(n, n), numbers(n, n + 1)];
    const results: np.TypedArray[][] = [];
    for (const rt of runtimes) {
      useRuntime(rt);
      const own = np.complex(np.asarray(a), np.asarray(b));
      const forth = fft.fft(own);
      const half = fft.rfft(np.asarray(a));
      const arrays = [forth, fft.ifft(forth), half, fft.irfft(half, n), fft.fft(own.astype('complex64'))];
      results.push(await Promise.all(arrays.map((array) => array.data())));
    }
    const [forth, back, half, real, single] = results[0] as Float64Array[];
    const exact = written(a, b);
    t.ok(apart(forth, exact) < 1e-14 * n + 1e-15, `fft of ${n}`);
    t.ok(
      apart(
        back.filter((_, i) => i % 2 === 0),
        a,
      ) <
        1e-15 * (4 + Math.log2(n)),
      `ifft of ${n}`,
    );
    t.ok(apart(half, written(a, new Float64Array(n)).subarray(0, half.length)) < 1e-14 * n + 1e-15, `rfft of ${n}`);
    t.ok(apart(real, a) < 1e-15 * (4 + Math.log2(n)), `irfft of ${n}`);
    t.ok(apart(single, exact) < 1e-6 * n, `fft of ${n} complex64`);
    t.ok(
      results[0].every((array, k) => array.every((v: number | bigint, i: number) => Object.is(v, results[1][k][i]))),
      `${n}: the same bits`,
    );
  }
});

t.test('views, dtypes and mistakes', async (t) => {
  const rows = np.complex(np.asarray(numbers(60, 3)), np.asarray(numbers(60, 4))).reshape([6, 10]);
  const turned = fft.fft(rows.T, { axis: 0 });
  t.same(await turned.T.data(), await fft.fft(rows).data(), 'of a transposed view');
  t.same(await fft.fft(rows.slice('::2', '::-1')).data(), await fft.fft(rows.slice('::2', '::-1').copy()).data(), 'of steps');
  t.equal(fft.fft(np.ones([4], 'float32')).dtype.name, 'complex64');
  t.equal(fft.rfft(np.ones([4], 'int8')).dtype.name, 'complex128');
  t.same(fft.fft(np.zeros([0, 4])).shape, [0, 4]);
  t.throws(() => fft.fft([]), { name: 'ArgumentError', message: /at least one number/ });
  t.throws(() => fft.fft(1), { name: 'ShapeError' });
  t.throws(() => fft.fft([1, 2], { n: 0 }), { name: 'ArgumentError' });
  t.throws(() => fft.fft([1, 2], { axis: 1 }), { name: 'IndexError' });
  t.throws(() => fft.fft([1, 2], { norm: 'both' as never }), { name: 'ArgumentError' });
  t.throws(() => fft.rfft(rows), { name: 'DTypeError', message: /expected real numbers, got complex128/ });
  t.throws(() => fft.fftn(re, [2], { axes: [0, 1] }), { name: 'ArgumentError', message: /as many lengths as axes/ });
});
