/** Values folded into elements at computed places: against plain loops, with few bins and with many, on every device alike. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { type Config, createRuntime, type DTypeName } from '../../../lib/runtime/public.js';
import '../../support/arrays.js';
import { onRuntime } from '../../support/on-runtime.js';

type Numbers = readonly number[];
type Fold = (a: number, b: number) => number;

const functions = {
  addAt: np.addAt,
  multiplyAt: np.multiplyAt,
  minimumAt: np.minimumAt,
  maximumAt: np.maximumAt,
  assignAt: np.assignAt,
} as const;
const folds: Readonly<Record<keyof typeof functions, Fold>> = {
  addAt: (a, b) => a + b,
  multiplyAt: (a, b) => a * b,
  minimumAt: (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Math.min(a, b)),
  maximumAt: (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Math.max(a, b)),
  assignAt: (_, b) => b,
};

/** Numbers whose sums and products are exact in any order. */
const small = (n: number): number[] => Array.from({ length: n }, (_, i) => ((i * 7 + 3) % 11) - 5);
/** Factors of which few are neither 1 nor -1, so that products stay small. */
const factors = (n: number): number[] => Array.from({ length: n }, (_, i) => (i % 997 === 5 ? 2 : i % 3 === 0 ? -1 : 1));
const spots = (n: number, bins: number): number[] => Array.from({ length: n }, (_, i) => ((i * 31 + i * i) % (2 * bins)) - bins);

function expected(name: keyof typeof functions, x: Numbers, at: Numbers, values: Numbers): number[] {
  const out = [...x];
  at.forEach((i, n) => {
    const k = i < 0 ? i + out.length : i;
    out[k] = folds[name](out[k], values[n]);
  });
  return out;
}

const names = Object.keys(functions) as (keyof typeof functions)[];
const plain = async (x: np.NDArray): Promise<number[]> => Array.from((await x.data()) as Iterable<number | bigint>, Number);

for (const dtype of ['float64', 'float32', 'int64', 'int32'] as const satisfies readonly DTypeName[]) {
  for (const [n, bins] of [
    [5, 3],
    [3000, 40],
    [200_000, 70],
    [3000, 9000],
  ]) {
    t.test(`${dtype}: ${n} values in ${bins} bins`, async (t) => {
      for (const name of names) {
        const values = name === 'multiplyAt' ? factors(n) : small(n);
        const x = small(bins).map((v) => v || 1);
        const at = spots(n, bins);
        const out = functions[name](np.asarray(x, { dtype }), np.asarray(at, { dtype: 'int32' }), np.asarray(values, { dtype }));
        const found = await plain(out);
        const wanted = expected(name, x, at, values);
        const wrong = found.findIndex((v, i) => v !== wanted[i]);
        t.ok(
          wrong < 0 && found.length === bins,
          wrong < 0 ? name : `${name}: element ${wrong} is ${found[wrong]}, not ${wanted[wrong]}`,
        );
      }
    });
  }
}

t.test('integers wrap', async (t) => {
  const byte = np.zeros([2], { dtype: 'uint8' });
  const many = np.full([300], 1, { dtype: 'uint8' });
  t.same(await byte.addAt(np.zeros([300], { dtype: 'int64' }), many).tolist(), [44, 0]);
  const wide = np.full([20_000], 65537, { dtype: 'int32' });
  t.equal(
    await wide
      .multiplyAt([3, 3], np.full([2], 65537, { dtype: 'int32' }))
      .slice(3)
      .item(),
    Math.imul(Math.imul(65537, 65537), 65537),
  );
});

t.test('what has no value keeps its bits', async (t) => {
  for (const size of [4, 100_000]) {
    const x = np.full([size], -0);
    x.addAt([1], 2);
    t.ok(Object.is(await x.slice(0).item(), -0), `${size}`);
    t.equal(await x.slice(1).item(), 2);
  }
});

t.test('rows, views, and several axes', async (t) => {
  const x = np.zeros([3, 4]);
  np.addAt(x, [2, 0, 2], np.arange(12).reshape([3, 4]));
  t.same(await x.tolist(), [
    [4, 5, 6, 7],
    [0, 0, 0, 0],
    [8, 10, 12, 14],
  ]);
  const whole = np.zeros([4, 6]);
  const view = whole.slice('1:3', '::2');
  np.addAt(view, [np.asarray([0, -1], { dtype: 'int64' }), np.asarray([2, 0], { dtype: 'int32' })], [1, 2]);
  t.equal(await whole.slice(1, 4).item(), 1, 'through the view');
  t.equal(await whole.slice(2, 0).item(), 2);
  t.equal(await whole.sum().item(), 3);
  const many = np.zeros([3, 20_000]).T;
  np.addAt(many, [np.asarray([19_999], { dtype: 'int64' }), np.asarray([1], { dtype: 'int64' })], 5);
  t.equal(await many.slice(-1, 1).item(), 5, 'through a transposed view');
});

t.test('setting converts, repeats and takes bools', async (t) => {
  const flags = np.zeros([4], { dtype: 'bool' });
  t.same(await np.assignAt(flags, [1, -1], true).tolist(), [false, true, false, true]);
  const whole = np.zeros([3], { dtype: 'int32' });
  t.same(await np.assignAt(whole, [0, 2], [1.9, -1.9]).tolist(), [1, 0, -1]);
  const rows = np.zeros([3, 2]);
  t.same(await np.assignAt(rows, [2, 0], [5, 6]).tolist(), [
    [5, 6],
    [0, 0],
    [5, 6],
  ]);
  t.same(await np.assignAt(np.arange(3), [], 7).tolist(), [0, 1, 2]);
  await t.rejects(np.assignAt(np.zeros([2]), [2], 1).data(), { name: 'IndexError' });
  t.throws(() => np.assignAt(np.zeros([2]), [0.5], 1), { name: 'DTypeError' });
  t.throws(() => np.assignAt(np.zeros([2]), [0], [1, 2]), { name: 'ShapeError' });
});

t.test('values and indices that are the array itself', async (t) => {
  const x = np.asarray([1, 2, 0], { dtype: 'int64' });
  t.same(await x.addAt(x, x).tolist(), [1, 3, 2]);
  const y = np.arange(30_000, { dtype: 'int64' });
  y.addAt(y.slice('::-1'), y);
  t.equal(await y.slice(29_999).item(), 29_999);
  t.equal(await y.min().item(), 29_999);
});

t.test('indices outside, and other mistakes', async (t) => {
  for (const size of [3, 100_000]) {
    const rejects = (at: Numbers): Promise<unknown> =>
      t.rejects(np.addAt(np.zeros([size]), np.asarray(at, { dtype: 'int64' }), 1).data(), { name: 'IndexError' });
    await rejects([0, size]);
    await rejects([-size - 1]);
    t.same(
      await np
        .addAt(np.zeros([size]), [size - 1, -size], 1)
        .sum()
        .item(),
      2,
      'the outermost',
    );
  }
  const square = np.zeros([2, 2]);
  const two = np.asarray([0, 1], { dtype: 'int64' });
  await t.rejects(np.addAt(square.copy(), [two, two.add(1n)], 1).data(), { name: 'IndexError' }, 'outside its own axis');
  t.throws(() => np.addAt(square, [two, two, two], 1), { name: 'IndexError' });
  t.throws(() => np.addAt(square, [0.5], 1), { name: 'DTypeError' });
  t.throws(() => np.addAt(np.zeros([2], { dtype: 'int32' }), [0], 0.5), { name: 'DTypeError' });
  t.throws(() => np.addAt(np.zeros([2], { dtype: 'bool' }), [0], true), { name: 'DTypeError' });
  t.throws(() => np.addAt(square, two, [1, 2, 3]), { name: 'ShapeError' });
  t.throws(() => np.addAt(np.broadcastTo(np.zeros([1]), [3]), two, 1), { name: 'ArgumentError' });
  t.same(
    await np
      .addAt(square, np.zeros([0], { dtype: 'int64' }), 1)
      .sum()
      .item(),
    0,
    'no index at all',
  );
});

/** Everything that depends on the order of additions. */
function programs(): np.NDArray[] {
  const n = 70_000;
  const x = np.asarray(Float64Array.from({ length: n }, (_, i) => Math.sin(i * 12.9898) * 10 ** ((i % 7) - 3)));
  const at = np.asarray(Int32Array.from(spots(n, 50)));
  const far = np.asarray(Int32Array.from(spots(n, 60_000)));
  return [
    np.addAt(np.zeros([50]), at, x),
    np.addAt(np.ones([50], { dtype: 'float32' }), at, x.astype('float32')),
    np.multiplyAt(np.ones([50]), at, x.multiply(0.001).add(1)),
    np.addAt(np.zeros([60_000]), far, x),
    np.minimumAt(np.zeros([60_000]), far, x),
    np.addAt(np.zeros([10, 7]), np.asarray(Int32Array.from(spots(n / 7, 10))), x.reshape([-1, 7])),
    np.histogram(x, { bins: 30, weights: x }).counts,
  ];
}

const bytesOf = (x: np.NDArray): Uint8Array => {
  const { buffer, byteOffset, byteLength } = x.dataSync();
  return new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
};

t.test('the same bits on every device, with any cut', async (t) => {
  const run = (config: Partial<Config>): Promise<Uint8Array[]> =>
    onRuntime(createRuntime({ plans: 'kept', ...config }), () => programs().map(bytesOf));
  const base = await run({ device: 'js', procs: 1 });
  const configs: Partial<Config>[] = [{ device: 'js', procs: 1, fusion: false }];
  if (loadAddon() === null) t.comment(addonProblem() ?? 'no addon');
  else {
    for (const tier of ['block', 'c'] as const)
      for (const procs of [1, 3]) configs.push({ device: 'cpu', tier, procs, grain: 1, inline: procs === 1 });
    configs.push({ device: 'cpu', tier: 'block', procs: 2, memories: 3, grain: 1 });
    configs.push({ device: 'cpu', tier: 'block', procs: 3, grain: 1, inline: false, plans: 'auto' });
  }
  for (const config of configs) {
    const found = await run(config);
    t.same(
      found.map((bytes, k) => Buffer.compare(bytes, base[k])),
      base.map(() => 0),
      JSON.stringify(config),
    );
  }
});
