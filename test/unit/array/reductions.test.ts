/** Reductions over every choice of axes, against the oracle. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, same, special } from '../../support/arrays.js';
import {
  accumulator,
  build,
  isFloat,
  isLong,
  isUnsigned,
  map,
  type Name,
  names,
  type Ref,
  reduce,
  ref,
  sizeOf,
  type Value,
  wrap,
} from '../../support/numpy.js';

/** All subsets of the axes of a rank. */
function subsets(rank: number): number[][] {
  return Array.from({ length: 2 ** rank }, (_, bits) => Array.from({ length: rank }, (_, i) => i).filter((i) => (bits >> i) & 1));
}

/** Small whole numbers, so that sums are exact in any order. */
function sample(dtype: Name, shape: readonly number[]): Ref {
  return build(dtype, shape, (index) => {
    const v = (index.reduce((h, i) => h * 31 + i * 7 + 3, 5) % 11) - (isUnsigned(dtype) || dtype === 'bool' ? 0 : 5);
    return isLong(dtype) ? BigInt(v) : v;
  });
}

const add =
  (d: Name) =>
  (vs: Value[]): Value =>
    isFloat(d)
      ? vs.reduce<number>((a, b) => a + Number(b), 0)
      : wrap(
          accumulator(d),
          vs.reduce<bigint>((a, b) => a + BigInt(b), 0n),
        );
const shapes = [[], [5], [3, 4], [2, 3, 4], [3, 1, 2, 2], [0], [3, 0], [0, 3], [2, 0, 3], [1030], [3, 1500], [1500, 3], [70, 40]];

t.test('sum', async (t) => {
  for (const dtype of names) {
    for (const shape of shapes) {
      const a = sample(dtype, shape);
      const x = arrayOf(a);
      for (const axes of subsets(shape.length)) {
        await same(
          t,
          np.sum(x, { axis: axes }),
          reduce(a, axes, accumulator(dtype), add(accumulator(dtype))),
          `sum ${dtype} (${shape}) over [${axes}]`,
        );
      }
    }
  }
});

t.test('keepdims, one axis, no axis, negative axes', async (t) => {
  const a = sample('float64', [2, 3, 4]);
  const x = arrayOf(a);
  t.same(x.sum({ axis: 1, keepdims: true }).shape, [2, 1, 4]);
  t.same(x.sum({ keepdims: true }).shape, [1, 1, 1]);
  t.same(x.sum({ axis: [], keepdims: true }).shape, [2, 3, 4]);
  t.same(x.argmax({ axis: 0, keepdims: true }).shape, [1, 3, 4]);
  t.same(x.argmax({ keepdims: true }).shape, [1, 1, 1]);
  await same(t, x.sum({ axis: -1 }), reduce(a, [2], 'float64', add('float64')), 'axis -1');
  await same(t, x.sum({ axis: null }), reduce(a, [0, 1, 2], 'float64', add('float64')), 'axis null');
});

t.test('min, max, any, all, prod, countNonzero', async (t) => {
  for (const dtype of names) {
    for (const shape of [[5], [3, 4], [2, 3, 4], [1030, 2]]) {
      const a = sample(dtype, shape);
      const x = arrayOf(a);
      for (const axes of subsets(shape.length)) {
        const label = `${dtype} (${shape}) over [${axes}]`;
        await same(
          t,
          np.min(x, { axis: axes }),
          reduce(a, axes, dtype, (vs) => vs.reduce((p, q) => (q < p ? q : p))),
          `min ${label}`,
        );
        await same(
          t,
          np.max(x, { axis: axes }),
          reduce(a, axes, dtype, (vs) => vs.reduce((p, q) => (q > p ? q : p))),
          `max ${label}`,
        );
        await same(
          t,
          np.any(x, { axis: axes }),
          reduce(a, axes, 'bool', (vs) => Number(vs.some((v) => Number(v) !== 0))),
          `any ${label}`,
        );
        await same(
          t,
          np.all(x, { axis: axes }),
          reduce(a, axes, 'bool', (vs) => Number(vs.every((v) => Number(v) !== 0))),
          `all ${label}`,
        );
        await same(
          t,
          np.countNonzero(x, { axis: axes }),
          reduce(a, axes, 'int64', (vs) => BigInt(vs.filter((v) => Number(v) !== 0).length)),
          `count ${label}`,
        );
      }
    }
    const few = sample(dtype, [2, 6]);
    const whole = !isFloat(dtype);
    const product = (vs: Value[]): Value =>
      whole
        ? wrap(
            'int64',
            vs.reduce<bigint>((p, q) => p * BigInt(q), 1n),
          )
        : vs.reduce<number>((p, q) => p * Number(q), 1) + 0;
    await same(t, np.prod(arrayOf(few), { axis: 1 }).add(0), reduce(few, [1], accumulator(dtype), product), `prod ${dtype}`);
  }
});

t.test('where the extremes are', async (t) => {
  const first =
    (better: (p: number, q: number) => boolean) =>
    (vs: Value[]): bigint => {
      const numbers = vs.map(Number);
      const nan = numbers.findIndex(Number.isNaN);
      if (nan >= 0) return BigInt(nan);
      return BigInt(numbers.reduce((best, v, i) => (better(v, numbers[best]) ? i : best), 0));
    };
  for (const dtype of names) {
    for (const shape of [[7], [3, 4], [2, 3, 4], [2, 1500]]) {
      const a = sample(dtype, shape);
      for (const axis of [null, ...shape.keys()]) {
        const axes = axis === null ? [...shape.keys()] : [axis];
        await same(
          t,
          np.argmax(arrayOf(a), { axis }),
          reduce(
            a,
            axes,
            'int64',
            first((p, q) => p > q),
          ),
          `argmax ${dtype} (${shape}) axis ${axis}`,
        );
        await same(
          t,
          np.argmin(arrayOf(a), { axis }),
          reduce(
            a,
            axes,
            'int64',
            first((p, q) => p < q),
          ),
          `argmin ${dtype} (${shape}) axis ${axis}`,
        );
      }
    }
  }
  t.equal(await np.argmax([1, Number.NaN, 9, Number.NaN]).item(), 1, 'NaN counts as the extreme');
  t.equal(await np.argmin([1, Number.NaN, 0]).item(), 1);
  t.equal(await np.argmax(3).item(), 0, '0-d');
});

t.test('special values', async (t) => {
  t.same(await np.max([1, Number.NaN, 3]).item(), Number.NaN);
  t.equal(
    await np
      .min(
        [
          [1, Number.NaN],
          [0, 2],
        ],
        { axis: 0 },
      )
      .slice(0)
      .item(),
    0,
  );
  t.same(await np.sum([Infinity, -Infinity]).item(), Number.NaN);
  t.equal(await np.any([Number.NaN]).item(), true, 'NaN is true');
  t.equal(await np.sum(Uint8Array.of(200, 200)).item(), 400, 'small integers do not wrap');
  t.equal(await np.sum(Int32Array.of(2147483647, 1)).item(), 2147483648);
  t.equal(await np.sum([2n ** 63n - 1n, 1n]).item(), -(2n ** 63n), 'int64 wraps');
  t.equal(np.sum([true, true]).dtype, np.int64);
  t.equal(await np.sum([1.9, 2.9], { dtype: 'int32' }).item(), 3, 'elements are converted first');
});

t.test('no elements', async (t) => {
  const none = np.zeros([0, 3]);
  t.equal(await none.sum().item(), 0);
  t.equal(await none.prod().item(), 1);
  t.equal(await none.any().item(), false);
  t.equal(await none.all().item(), true);
  t.same(await none.prod({ axis: 0 }).tolist(), [1, 1, 1]);
  t.same(await none.max({ axis: 1 }).tolist(), [], 'no result, nothing missing');
  t.throws(() => none.max(), { name: 'ShapeError', message: /no elements/ });
  t.throws(() => none.min({ axis: 0 }), { name: 'ShapeError' });
  t.throws(() => none.argmax(), { name: 'ShapeError' });
  t.same(await none.mean().item(), Number.NaN);
});

t.test('mean, var, std', async (t) => {
  const close = async (x: np.NDArray, want: Ref, message: string): Promise<void> => same(t, x, want, message, 16);
  const mean = (vs: number[]): number => vs.reduce((p, q) => p + q, 0) / vs.length;
  const variance = (vs: number[], correction: number): number =>
    vs.reduce((s, v) => s + (v - mean(vs)) ** 2, 0) / (vs.length - correction);
  for (const dtype of names) {
    const float: Name = isFloat(dtype) ? dtype : 'float64';
    for (const shape of [[6], [3, 4], [2, 3, 4]]) {
      const a = sample(dtype, shape);
      for (const axes of subsets(shape.length).filter((s) => s.length > 0)) {
        const over = (fn: (vs: number[]) => number): Ref => reduce(a, axes, float, (vs) => fn(vs.map(Number)));
        await close(np.mean(arrayOf(a), { axis: axes }), over(mean), `mean ${dtype} (${shape}) [${axes}]`);
        await close(
          np.var(arrayOf(a), { axis: axes }),
          over((vs) => variance(vs, 0)),
          `var ${dtype} (${shape}) [${axes}]`,
        );
        await close(
          np.std(arrayOf(a), { axis: axes }),
          over((vs) => Math.sqrt(variance(vs, 0))),
          `std ${dtype} (${shape}) [${axes}]`,
        );
      }
    }
  }
  t.equal(await np.asarray([1, 3]).var({ correction: 1 }).item(), 2);
  t.same(np.zeros([2, 3]).mean({ axis: 0, keepdims: true }).shape, [1, 3]);
  t.same(np.zeros([2, 3]).std({ axis: 0, keepdims: true }).shape, [1, 3]);
});

t.test('views are reduced as they are', async (t) => {
  const a = sample('float64', [6, 8]);
  const x = arrayOf(a);
  const odd = build('float64', [3, 4], ([i, j]) => a.data[(5 - 2 * i) * 8 + 2 * j + 1]);
  const view = x.slice('::-2', '1::2');
  for (const axes of subsets(2))
    await same(t, view.sum({ axis: axes }), reduce(odd, axes, 'float64', add('float64')), `view over [${axes}]`);
  const flipped = build('float64', [8, 6], ([j, i]) => a.data[i * 8 + j]);
  for (const axes of subsets(2))
    await same(t, x.T.sum({ axis: axes }), reduce(flipped, axes, 'float64', add('float64')), `transposed over [${axes}]`);
  t.equal(await np.broadcastTo(2, [1000, 3]).sum().item(), 6000);
});

t.test('out', async (t) => {
  const out = np.zeros(3);
  const result = np.ones([2, 3]).sum({ axis: 0, out });
  t.equal(result, out);
  t.same(await out.tolist(), [2, 2, 2]);
  t.throws(() => np.ones([2, 3]).sum({ axis: 1, out }), { name: 'ShapeError' });
  t.throws(() => np.ones([2, 3]).sum({ axis: 0, out: np.zeros(3, { dtype: 'int32' }) }), { name: 'DTypeError' });
});

t.test('large sums do not depend on where rows end', async (t) => {
  const n = 5000;
  const a = ref(
    'float64',
    [n],
    Array.from({ length: n }, (_, i) => Math.sin(i) * 1e3),
  );
  const exact = a.data.reduce<number>((s, v) => s + Number(v), 0);
  const got = Number(await arrayOf(a).sum().item());
  t.ok(Math.abs(got - exact) < 1e-9 * sizeOf([n]), `${got} is near ${exact}`);
  t.equal(Number(await arrayOf(a).sum().item()), got, 'and repeats exactly');
});

t.test('fold of special values', async (t) => {
  for (const dtype of ['float32', 'float64'] as const) {
    const a = ref(dtype, [special[dtype].length], special[dtype]);
    await same(
      t,
      np.max(arrayOf(a)),
      map(dtype, null, [ref(dtype, [], [Number.NaN])], (x) => x),
      `max ${dtype}`,
    );
  }
});
