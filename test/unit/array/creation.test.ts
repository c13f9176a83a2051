/** Creation from JavaScript data and from coordinates. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';
import '../../support/arrays.js';

/** Whether launches read memory of the program's: not of several memories or other devices, and not without the addon. */
const sharesMemory = !/--(memories|played|device)/.test(process.env.MANIPLE_CONFIG ?? '') && process.env.MANIPLE_ADDON !== 'none';

t.test('from JavaScript data', async (t) => {
  const cases: [np.ArrayLike, np.DTypeName, number[], unknown][] = [
    [5, 'float64', [], 5],
    [5n, 'int64', [], 5],
    [true, 'bool', [], true],
    [[1, 2], 'float64', [2], [1, 2]],
    [[[1], [2]], 'float64', [2, 1], [[1], [2]]],
    [[1n, 2n], 'int64', [2], [1, 2]],
    [[true, false], 'bool', [2], [true, false]],
    [[true, 2], 'float64', [2], [1, 2]],
    [[true, 2n], 'int64', [2], [1, 2]],
    [[1n, 2.5], 'float64', [2], [1, 2.5]],
    [[], 'float64', [0], []],
    [[[], []], 'float64', [2, 0], [[], []]],
    [Float64Array.of(1.5), 'float64', [1], [1.5]],
    [Float32Array.of(1.5), 'float32', [1], [1.5]],
    [Int32Array.of(-1), 'int32', [1], [-1]],
    [Int8Array.of(-1), 'int8', [1], [-1]],
    [Int16Array.of(-1), 'int16', [1], [-1]],
    [Uint16Array.of(65535), 'uint16', [1], [65535]],
    [Uint32Array.of(4294967295), 'uint32', [1], [4294967295]],
    [BigInt64Array.of(-1n), 'int64', [1], [-1]],
    [BigUint64Array.of(7n, 2n ** 64n - 1n), 'uint64', [2], [7, 2n ** 64n - 1n]],
    [Uint8Array.of(255), 'uint8', [1], [255]],
    [Uint8ClampedArray.of(255), 'uint8', [1], [255]],
    [[9007199254740993n], 'int64', [1], [9007199254740993n]],
    [[2n ** 63n], 'uint64', [1], [2n ** 63n]],
  ];
  for (const [data, dtype, shape, list] of cases) {
    const x = np.asarray(data);
    t.equal(x.dtype.name, dtype);
    t.same(x.shape, shape);
    t.same(await x.tolist(), list, `${dtype} (${shape})`);
  }
});

t.test('with a dtype', async (t) => {
  t.same(await np.asarray([1.9, -1.9], { dtype: 'int32' }).tolist(), [1, -1]);
  t.same(await np.asarray([0, 3, Number.NaN], { dtype: 'bool' }).tolist(), [false, true, true]);
  t.same(await np.asarray(Float64Array.of(1, 2), { dtype: np.float32 }).data(), Float32Array.of(1, 2));
  t.same(await np.asarray([1, 2], { dtype: 'int64' }).data(), BigInt64Array.of(1n, 2n));
  t.equal(np.asarray(np.zeros(2), { dtype: 'int32' }).dtype, np.int32);
});

t.test('data is copied, arrays are not', async (t) => {
  const data = Float64Array.of(1, 2);
  const x = np.asarray(data);
  data[0] = 9;
  t.same(await x.tolist(), [1, 2]);
  t.equal(np.asarray(x), x);
  t.not(np.asarray(x, { copy: true }), x);
  t.not(np.array(x).root, x.root);
});

t.test('copy: false makes no copy, or throws', async (t) => {
  const refused = (make: () => unknown, message: RegExp): void => void t.throws(make, { name: 'ArgumentError', message });
  const shared = Float32Array.from([1, 2, 3, 4]);
  const memory = new Float32Array(new SharedArrayBuffer(16));
  memory.set(shared);
  if (!sharesMemory) refused(() => np.asarray(memory, { copy: false }), /the cpu device with one memory/);
  else {
    const x = np.asarray(memory.subarray(1, 3), { copy: false });
    t.same([x.dtype.name, x.shape], ['float32', [2]]);
    memory[1] = 7;
    t.same(await x.add(1).tolist(), [8, 4], 'elements are where they were');
    refused(() => x.fill(0), /read-only/);
    const bytes = new Uint8ClampedArray(new SharedArrayBuffer(3)).fill(9);
    t.same(await np.asarray(bytes, { copy: false }).tolist(), [9, 9, 9]);
    t.same(await np.asarray(new Uint8Array(new SharedArrayBuffer(3)), { dtype: 'uint8', copy: false }).tolist(), [0, 0, 0]);
    t.same(np.asarray(new Int16Array(new SharedArrayBuffer(0)), { copy: false }).shape, [0]);
    const js = createRuntime({ device: 'js' });
    const before = useRuntime(js);
    refused(() => np.asarray(memory, { copy: false }), /the cpu device with one memory/);
    useRuntime(before);
    await js.close();
  }
  refused(() => np.asarray(shared, { copy: false }), /an object \(Float32Array\) over an object \(ArrayBuffer\)/);
  refused(() => np.asarray(memory, { dtype: 'float64', copy: false }), /float32 becomes float64 by a copy/);
  refused(() => np.asarray(new Uint8Array(new SharedArrayBuffer(1)), { dtype: 'bool', copy: false }), /uint8 becomes bool/);
  refused(() => np.asarray([1, 2], { copy: false }), /an Array of 2 becomes an array by a copy/);
  refused(() => np.asarray(3, { copy: false }), /3 becomes an array by a copy/);
  refused(() => np.asarray(np.ones(2), { dtype: 'int32', copy: false }), /float64 becomes int32 by a copy/);
  t.throws(() => np.asarray(new DataView(new SharedArrayBuffer(8)) as never, { copy: false }), { name: 'DTypeError' });
  const own = np.ones(2);
  t.equal(np.asarray(own, { copy: false, dtype: 'float64' }), own);
  const z = np.asarray([{ re: 1, im: 2 }]);
  t.equal(np.asarray(z, { copy: false }), z);
  refused(() => np.asarray([{ re: 1, im: 2 }], { copy: false }), /becomes this complex array by a copy/);
  refused(() => np.asarray(z, { dtype: 'complex64', copy: false }), /becomes this complex array by a copy/);
  refused(() => np.asarray(own, { dtype: 'complex128', copy: false }), /becomes this complex array by a copy/);
});

t.test('filled', async (t) => {
  for (const dtype of ['bool', 'uint8', 'int32', 'int64', 'float32', 'float64'] as const) {
    const one = dtype === 'bool' ? true : 1;
    const zero = dtype === 'bool' ? false : 0;
    t.same(
      await np.zeros([2, 2], { dtype }).tolist(),
      [
        [zero, zero],
        [zero, zero],
      ],
      `zeros ${dtype}`,
    );
    t.same(await np.ones(2, { dtype }).tolist(), [one, one], `ones ${dtype}`);
    t.same(await np.full([1, 2], 1, { dtype }).tolist(), [[one, one]], `full ${dtype}`);
    t.same(await np.onesLike(np.zeros([2], { dtype })).tolist(), [one, one]);
    t.equal(np.zerosLike(np.zeros([2], { dtype })).dtype.name, dtype);
  }
  t.equal(np.zeros(1).dtype, np.float64);
  t.equal(np.full(1, 3n).dtype, np.int64);
  t.equal(np.full(1, false).dtype, np.bool);
  t.equal(np.full(1, 3).dtype, np.float64);
  t.same(await np.fullLike(np.zeros([2], { dtype: 'int32' }), 2.9).tolist(), [2, 2]);
  t.same(await np.full([2], 2n ** 60n + 1n).tolist(), [2n ** 60n + 1n, 2n ** 60n + 1n], 'bigints keep their bits');
  t.same(np.empty([3, 0]).shape, [3, 0]);
  t.same(np.emptyLike(np.zeros([2, 1])).shape, [2, 1]);
  t.same(np.zeros([]).shape, []);
});

t.test('arange', async (t) => {
  const cases: [() => np.NDArray, unknown[]][] = [
    [() => np.arange(4), [0, 1, 2, 3]],
    [() => np.arange(0), []],
    [() => np.arange(-3), []],
    [() => np.arange(2, 5), [2, 3, 4]],
    [() => np.arange(5, 2), []],
    [() => np.arange(5, 2, { step: -1 }), [5, 4, 3]],
    [() => np.arange(0, 1, { step: 0.25 }), [0, 0.25, 0.5, 0.75]],
    [() => np.arange(0, 1, 0.5), [0, 0.5]],
    [() => np.arange(1, { stop: 4, step: 2 }), [1, 3]],
    [() => np.arange(3, { dtype: 'int32' }), [0, 1, 2]],
    [() => np.arange(1, 4, { dtype: 'int64' }), [1, 2, 3]],
    [() => np.arange(250, 255, { dtype: 'uint8' }), [250, 251, 252, 253, 254]],
    [() => np.arange(2.5), [0, 1, 2]],
  ];
  for (const [make, want] of cases) t.same(await make().tolist(), want, make.toString());
  const many = (await np.arange(5000, { dtype: 'float32' }).data()) as Float32Array;
  t.ok(
    many.every((v, i) => v === i),
    'longer than a unit',
  );
  t.throws(() => np.arange(0, 1, 0), { name: 'ArgumentError' });
  t.throws(() => np.arange(Number.NaN), { name: 'ArgumentError' });
  t.throws(() => np.arange(0, 2, { step: 0.5, dtype: 'int32' }), { name: 'ArgumentError' });
});

t.test('linspace', async (t) => {
  t.same(await np.linspace(0, 1, { num: 5 }).tolist(), [0, 0.25, 0.5, 0.75, 1]);
  t.same(await np.linspace(0, 1, { num: 4, endpoint: false }).tolist(), [0, 0.25, 0.5, 0.75]);
  t.same(await np.linspace(3, 7, 1).tolist(), [3]);
  t.same(await np.linspace(3, 7, 0).tolist(), []);
  t.same(await np.linspace(1, 2, 3).tolist(), [1, 1.5, 2]);
  t.equal(np.linspace(0, 1).size, 50);
  t.equal(await np.linspace(0, 0.1, 7).slice(-1).item(), 0.1, 'the last value is the stop itself');
});

t.test('eye and triangles', async (t) => {
  t.same(await np.eye(2).tolist(), [
    [1, 0],
    [0, 1],
  ]);
  t.same(await np.eye(2, { columns: 3, k: 1 }).tolist(), [
    [0, 1, 0],
    [0, 0, 1],
  ]);
  t.same(await np.eye(3, { k: -1, dtype: 'bool' }).tolist(), [
    [false, false, false],
    [true, false, false],
    [false, true, false],
  ]);
  const x = np.arange(1, 10).reshape([3, 3]);
  t.same(await np.tril(x).tolist(), [
    [1, 0, 0],
    [4, 5, 0],
    [7, 8, 9],
  ]);
  t.same(await np.triu(x, { k: 1 }).tolist(), [
    [0, 2, 3],
    [0, 0, 6],
    [0, 0, 0],
  ]);
  t.same(await np.tril(x, { k: -1 }).tolist(), [
    [0, 0, 0],
    [4, 0, 0],
    [7, 8, 0],
  ]);
  t.same(await np.triu(np.ones([2, 2, 2], { dtype: 'bool' })).tolist(), [
    [
      [true, true],
      [false, true],
    ],
    [
      [true, true],
      [false, true],
    ],
  ]);
  t.throws(() => np.tril(1), { name: 'ShapeError' });
});

t.test('reading', async (t) => {
  const x = np.asarray([
    [1, 2],
    [3, 4],
  ]);
  t.same(x.dataSync(), await x.data());
  t.same(x.tolistSync(), await x.tolist());
  t.equal(np.asarray(5).itemSync(), 5);
  t.equal(await np.asarray([[7]]).item(), 7);
  t.same(await x.T.data(), Float64Array.of(1, 3, 2, 4), 'row-major of the view');
  t.same(await x.slice(':', '::-1').tolist(), [
    [2, 1],
    [4, 3],
  ]);
  await t.rejects(x.item(), { name: 'ShapeError', message: /exactly one element/ });
  t.throws(() => x.itemSync(), { name: 'ShapeError' });
  const big = np.arange(3000).reshape([1000, 3]).T;
  t.equal(((await big.data()) as Float64Array)[1000], 1, 'a large scattered view');
});

t.test('arrays in Arrays are put one after another', async (t) => {
  const x = np.asarray([1, 2, 3]);
  const same = async (made: np.NDArray, dtype: string, list: unknown): Promise<void> => {
    t.same([made.dtype.name, await made.tolist()], [dtype, list]);
  };
  await same(np.array([x, x.multiply(2)]), 'float64', [
    [1, 2, 3],
    [2, 4, 6],
  ]);
  await same(np.array([x.sum(), 0.5]), 'float64', [6, 0.5]);
  await same(np.asarray([1, x.slice(1), 3]), 'float64', [1, 2, 3]);
  await same(
    np.array([
      [x.slice(0), 5],
      [7, 8],
    ]),
    'float64',
    [
      [1, 5],
      [7, 8],
    ],
  );
  const whole = x.astype('int64');
  await same(np.array([whole.slice(2), 4]), 'int64', [3, 4]);
  await same(np.array([whole.slice(2), 4.5]), 'float64', [3, 4.5]);
  await same(np.array([whole, Int32Array.of(4, 5, 6)]), 'int64', [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  await same(np.array([x.multiply(1.5), x], 'int32'), 'int32', [
    [1, 3, 4],
    [1, 2, 3],
  ]);
  await same(np.array([np.zeros([0]), np.zeros([0])]), 'float64', [[], []]);
  const copied = np.array([x]);
  x.assign(0);
  await same(copied, 'float64', [[1, 2, 3]]);
  t.throws(() => np.array([x, x.slice(':2')]), { name: 'ShapeError', message: /array: .* equal shapes, got \(3,\) and \(2,\)/ });
  t.throws(() => np.array([x, 1]), { name: 'ShapeError', message: /got \(3,\) and \(\)/ });
  t.throws(() => np.array([[1, 2], [3]]), { name: 'ShapeError', message: /^array: nested Arrays/ });
});
