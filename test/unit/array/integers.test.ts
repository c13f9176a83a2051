/** Positions, counts, shifts and shapes in every form in which NumPy's users have them: the same, or a typed error. */
import t from 'tap';
import type { Integers } from '../../../lib/array/convert.js';
import * as np from '../../../lib/array/index.js';

const x = np.asarray([5, 6, 7, 8]);

const calls: readonly (readonly [string, (at: Integers) => unknown, readonly number[]])[] = [
  ['delete', (at) => np.remove(x, at), [1, 3]],
  ['insert', (at) => np.insert(x, at, 9), [0, 2]],
  ['roll', (at) => np.roll(x.reshape([2, 2]), at, [0, 1]), [1, 1]],
  ['addReduceat', (at) => np.addReduceat(x, at as readonly number[]), [0, 2]],
  ['partition', (at) => np.partition(x, at), [0, 1]],
  ['repeat', (at) => np.repeat(x, at), [2, 0, 1, 1]],
  ['tile', (at) => np.tile(x, at), [2, 1]],
  ['split', (at) => np.concat(np.split(x, at)), [1, 2]],
];

async function values(result: unknown): Promise<unknown> {
  const array = result as np.NDArray;
  return [array.shape, await array.tolist()];
}

for (const [name, call, at] of calls) {
  t.test(`${name} takes integers however they come`, async (t) => {
    const want = await values(call(at));
    t.same(await values(call(Int32Array.from(at))), want, 'a TypedArray');
    t.same(await values(call(BigInt64Array.from(at, BigInt))), want, 'bigints');
    t.same(await values(call(np.asarray(Int32Array.from(at)))), want, 'an array');
    for (const wrong of [null, undefined, 'x', {}, [0.5], [null], 1.5, Number.NaN, new DataView(new ArrayBuffer(8)), new Map()])
      t.throws(() => call(wrong as never), { code: /^ERR_(ARGUMENT|SHAPE)$/ }, String(wrong));
    // `delete` alone takes masks, too (`lazy-arguments.test.ts`).
    if (name !== 'delete') t.throws(() => call(x.greater(6)), { code: 'ERR_ARGUMENT', message: /an array of bool/ }, 'a mask');
  });
}

t.test('like what is no array yet', async (t) => {
  t.same(await np.zerosLike([1, 2]).tolist(), [0, 0]);
  t.same(await np.onesLike([[1], [2]]).tolist(), [[1], [1]]);
  t.same(await np.fullLike([true, false], 1).tolist(), [true, true]);
  t.equal(np.emptyLike(Int32Array.of(1)).dtype, np.int32);
  t.throws(() => np.zerosLike(undefined as never), { code: 'ERR_DTYPE' });
});

t.test('shapes that are none', async (t) => {
  for (const wrong of [null, 'x', {}, ['x'], [1.5], [2n], new Map()]) {
    t.throws(() => x.reshape(wrong as never), { code: 'ERR_SHAPE', message: /^reshape: expected a shape/ });
    for (const call of [np.indices, (shape: never) => np.unravelIndex(3, shape)])
      t.throws(() => call(wrong as never), { code: 'ERR_SHAPE' });
  }
  t.same(await np.indices(2).tolist(), [[0, 1]]);
  t.same(await np.unravelIndex(3, 5)[0].item(), 3);
  t.equal(await np.ravelMultiIndex(np.asarray([1, 2], { dtype: 'int64' }), [2, 3]).item(), 5);
  t.throws(() => np.zeros(1, { dtype: 3n as never }), { code: 'ERR_DTYPE' });
});

t.test('-0 beside integers: its sign where the result is float, on every tier', async (t) => {
  const n = np.asarray(new Int32Array([0, 1, -1]));
  t.same(await np.copysign(n, -0).data(), Float64Array.of(-0, -1, -1));
  t.same(await np.heaviside(n, -0).data(), Float64Array.of(-0, 1, 0));
  t.same(await n.div(-0).data(), Float64Array.of(Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));
  t.same(await n.add(-0).data(), Int32Array.of(0, 1, -1));
});
