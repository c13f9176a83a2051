/** `np.roll` against a model over indices: one task for small arrays, boxes for large ones, and the count of both. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';

/** Row-major elements of a rolled array, by the definition: element i goes to (i + shift) modulo the size, along each axis. */
function model(data: ArrayLike<unknown>, shape: readonly number[], shifts: readonly number[]): unknown[] {
  const result = new Array<unknown>(data.length);
  for (let i = 0; i < data.length; i++) {
    let [rest, to, stride] = [i, 0, 1];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const n = shape[axis];
      const moved = ((rest % n) + shifts[axis]) % n;
      to += stride * (moved < 0 ? moved + n : moved);
      rest = Math.trunc(rest / n);
      stride *= n;
    }
    result[to] = data[i];
  }
  return result;
}

function agrees(t: Test, got: readonly unknown[], want: readonly unknown[], text: string): void {
  const at = want.findIndex((value, i) => value !== got[i]);
  t.ok(at === -1 && got.length === want.length, `${text}: element ${at} is ${want[at]}, got ${got[at]}`);
}

async function held(x: np.NDArray): Promise<unknown[]> {
  return Array.from((await x.data()) as ArrayLike<unknown>);
}

t.test('each axis, several, negative shifts and shifts beyond the axis', async (t) => {
  const small = [[7], [1], [3, 4], [2, 1, 5], [2, 3, 2, 2]];
  const large = [[300, 401], [70_001]];
  for (const dtype of ['float64', 'int8', 'bool', 'uint64', 'float16'] as const)
    for (const shape of dtype === 'float64' ? [...small, ...large] : small) {
      const size = shape.reduce((n, k) => n * k, 1);
      const x = np.mod(np.arange(size), 97).astype(dtype).reshape(shape);
      const data = await held(x);
      for (const shift of [0, 1, -1, 3, -1000]) {
        agrees(t, await held(np.roll(x, shift)), model(data, [size], [shift]), `${dtype} (${shape}) by ${shift}, flattened`);
        for (let axis = 0; axis < shape.length; axis++) {
          const shifts = shape.map((_, k) => (k === axis ? shift : 0));
          const along = `${dtype} (${shape}) by ${shift} along ${axis}`;
          agrees(t, await held(np.roll(x, shift, axis)), model(data, shape, shifts), along);
        }
        const every = shape.map((_, k) => shift * (k + 1));
        const axes = shape.map((_, k) => k);
        agrees(t, await held(np.roll(x, every, axes)), model(data, shape, every), `${dtype} (${shape}) by ${every}`);
      }
    }
});

t.test('shifts of one axis add up, and axes of size 0 stay', async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  t.same(await np.roll(x, [1, 1], [1, 1]).tolist(), await np.roll(x, 2, 1).tolist());
  t.same(await np.roll(x, 1, [0, -1]).tolist(), [
    [5, 3, 4],
    [2, 0, 1],
  ]);
  t.same(np.roll(np.zeros([0, 3]), 2, 0).shape, [0, 3]);
  t.same(np.roll(np.zeros([0, 3]), 2, 1).shape, [0, 3]);
  t.same(await np.roll(5, 3).tolist(), 5);
  t.same(
    await np.roll(x.get('::-1', '1:'), 1, 0).tolist(),
    await np
      .roll(
        [
          [4, 5],
          [1, 2],
        ],
        1,
        0,
      )
      .tolist(),
    'a view',
  );
});

t.test('a result is an array of its own', async (t) => {
  const x = np.arange(4);
  const y = np.roll(x, 0);
  y.set(0, 9);
  t.same(await x.tolist(), [0, 1, 2, 3]);
});

/** Several memories copy boxes, each a task. */
const copies = /--memories/.test(process.env.MANIPLE_CONFIG ?? '') && 'boxes are copied between memories';

t.test('a small array is one task however many axes move', { skip: copies }, async (t) => {
  const x = np.arange(12).astype('float64').reshape([3, 4]);
  await x.data();
  const tasks = (): number => np.runtime.stats().tasks;
  const before = tasks();
  const y = np.roll(x, [1, -1], [0, 1]);
  await y.data();
  t.ok(tasks() - before <= 2, `${tasks() - before} tasks: the roll and its read`);
});

t.test('a loop over shifts', async (t) => {
  const x = np.arange(5000).astype('float64');
  let sum = np.zeros(5000);
  for (let k = 0; k < 100; k++) sum = sum.add(np.roll(x, k));
  const want = new Float64Array(5000);
  for (let k = 0; k < 100; k++) for (let i = 0; i < 5000; i++) want[(i + k) % 5000] += i;
  t.same(await sum.data(), want);
});
