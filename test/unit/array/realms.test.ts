/** Data of another realm: test runners such as Jest run each file in a `vm` context, whose constructors are not this library's. */
import { createContext, runInContext } from 'node:vm';
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const realm = createContext({});
const made = <T>(text: string): T => runInContext(text, realm) as T;

/** Each typed array of the engine that has a dtype. */
const ARRAYS: Readonly<Record<string, string>> = {
  Int8Array: 'int8',
  Uint8Array: 'uint8',
  Uint8ClampedArray: 'uint8',
  Int16Array: 'int16',
  Uint16Array: 'uint16',
  Int32Array: 'int32',
  Uint32Array: 'uint32',
  Float32Array: 'float32',
  Float64Array: 'float64',
  BigInt64Array: 'int64',
  BigUint64Array: 'uint64',
};

t.test('typed arrays of another realm have their dtypes', async (t) => {
  for (const [name, dtype] of Object.entries(ARRAYS)) {
    const whole = name.startsWith('Big') ? ['1n', '2n', '3n'] : ['1', '2', '3'];
    const given = made<Float64Array>(`new ${name}([${whole}])`);
    t.notOk(given instanceof (globalThis as unknown as Record<string, () => void>)[name], 'it is foreign');
    const x = np.asarray(given.subarray(1));
    t.equal(x.dtype.name, dtype, name);
    t.same((await x.tolist()).map(Number), [2, 3], name);
  }
  const x = np.asarray(made<Float64Array>('class Own extends Float64Array {}; new Own([1.5, 2])'));
  t.same(await x.tolist(), [1.5, 2], 'a class of the program');
  t.same(await np.add(made<Float64Array>('new Float64Array([1, 2])'), [1, 1]).tolist(), [2, 3]);
  t.throws(() => np.asarray(made<Float64Array>('new DataView(new ArrayBuffer(8))')), { name: 'DTypeError' });
});

t.test('so do buffers, shared memory, and all that is no class', async (t) => {
  t.same(await np.frombuffer(made<ArrayBuffer>('new Float64Array([1, 2]).buffer')).tolist(), [1, 2]);
  t.same(await np.frombuffer(made<ArrayBuffer>('new SharedArrayBuffer(8)'), 'uint32').tolist(), [0, 0]);
  const shared = made<Float64Array>('new Float64Array(new SharedArrayBuffer(16)).fill(7)');
  t.same(await np.asarray(shared).tolist(), [7, 7]);
  const { dtype, shape } = await np.share([7, 7]);
  t.same(await np.attach({ dtype, shape, buffer: shared.buffer as SharedArrayBuffer }).tolist(), [7, 7]);
  t.same(await np.sum(np.ones([2, 2]), made<{ axis: number }>('({ axis: 0 })')).tolist(), [2, 2]);
  t.same(await np.asarray(made<number[][]>('[[1, 2], [3, 4]]')).tolist(), [
    [1, 2],
    [3, 4],
  ]);
});

t.test('a Buffer, and bytes of a clamped array, are copied as they are', async (t) => {
  const bytes = Buffer.from([1, 2, 255]);
  const x = np.asarray(bytes);
  bytes[0] = 9;
  t.same([x.dtype.name, await x.tolist()], ['uint8', [1, 2, 255]]);
  t.same(await np.asarray(Uint8ClampedArray.of(300, 4)).tolist(), [255, 4]);
});
