/** `.npy` files: round trips, what NumPy writes (bytes spelled out here), and files that are not what they should be. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, same, special } from '../../support/arrays.js';
import { names, ref } from '../../support/numpy.js';

const folder = mkdtempSync(join(tmpdir(), 'maniple-npy-'));
t.teardown(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'x.npy');

/** A version 1.0 file as the format's specification has it. */
function file(header: string, data: ArrayBufferView): Buffer {
  const text = `${header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11)}\n`;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length & 255, text.length >> 8]);
  return Buffer.concat([start, Buffer.from(text, 'latin1'), Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}

const described = (descr: string, shape: string, fortran = false): string =>
  `{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${shape}, }`;

t.test('round trips', async (t) => {
  for (const dtype of names) {
    for (const shape of [[special[dtype].length], [1, special[dtype].length, 1]]) {
      const a = ref(dtype, shape, special[dtype]);
      await np.save(path, arrayOf(a));
      await same(t, await np.load(path), a, `${dtype} (${shape})`);
    }
  }
  await np.save(path, np.asarray(5));
  t.equal(await (await np.load(path)).item(), 5, '0-d');
  await np.save(path, np.zeros([0, 3]));
  t.same((await np.load(path)).shape, [0, 3]);
  await np.save(path, np.arange(6).reshape([2, 3]).T);
  t.same(
    await (await np.load(path)).tolist(),
    [
      [0, 3],
      [1, 4],
      [2, 5],
    ],
    'views are written row-major',
  );
});

t.test('the bytes that are written', async (t) => {
  await np.save(path, np.asarray([1, 2], { dtype: 'int32' }));
  const bytes = readFileSync(path);
  t.same([...bytes.subarray(0, 8)], [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  const length = bytes.readUInt16LE(8);
  t.match(bytes.subarray(10, 10 + length).toString('latin1'), /'descr':\s*'<i4'.*'fortran_order':\s*False.*'shape':\s*\(2,\)/);
  t.same([...bytes.subarray(10 + length)], [1, 0, 0, 0, 2, 0, 0, 0]);
});

t.test('what NumPy writes', async (t) => {
  const cases: [string, string, ArrayBufferView, np.DTypeName, unknown][] = [
    ['<f8', '(2,)', Float64Array.of(1.5, -2), 'float64', [1.5, -2]],
    ['<f4', '(1, 2)', Float32Array.of(1.5, -2), 'float32', [[1.5, -2]]],
    ['<i8', '()', BigInt64Array.of(-7n), 'int64', -7],
    ['<i2', '(2,)', Int16Array.of(-300, 300), 'int32', [-300, 300]],
    ['|i1', '(2,)', Int8Array.of(-3, 3), 'int32', [-3, 3]],
    ['|u1', '(2,)', Uint8Array.of(3, 255), 'uint8', [3, 255]],
    ['<u2', '(1,)', Uint16Array.of(65535), 'int32', [65535]],
    ['<u4', '(1,)', Uint32Array.of(4294967295), 'int64', [4294967295]],
    ['|b1', '(2,)', Uint8Array.of(1, 0), 'bool', [true, false]],
    ['<f2', '(2,)', Uint16Array.of(0x3c00, 0xc000), 'float32', [1, -2]],
  ];
  for (const [descr, shape, data, dtype, list] of cases) {
    writeFileSync(path, file(described(descr, shape), data));
    const x = await np.load(path);
    t.equal(x.dtype.name, dtype, descr);
    t.same(await x.tolist(), list, descr);
  }
  writeFileSync(path, file(described('<f8', '(2, 3)', true), Float64Array.of(1, 4, 2, 5, 3, 6)));
  t.same(
    await (await np.load(path)).tolist(),
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    'Fortran order',
  );
});

t.test('files that cannot be read', async (t) => {
  const cases: [string, Buffer, RegExp][] = [
    ['text', Buffer.from('hello, this is no array'), /is not a NumPy array file/],
    ['empty', Buffer.alloc(0), /is not a NumPy array file/],
    ['no header', Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 200, 0]), /is not a NumPy array file/],
    ['cut short', file(described('<f8', '(3,)'), Float64Array.of(1, 2)), /holds 2 elements, expected 3/],
    ['complex', file(described('<c16', '(1,)'), Float64Array.of(1, 2)), /elements of type c16/],
    ['uint64', file(described('<u8', '(1,)'), BigUint64Array.of(1n)), /elements of type u8/],
    ['big-endian', file(described('>f8', '(1,)'), Float64Array.of(1)), /Unsupported dtype: >f8/],
    ['ragged bytes', file(described('<f8', '(1,)'), Uint8Array.of(1, 2, 3)), /is not a NumPy array file/],
  ];
  for (const [name, bytes, message] of cases) {
    writeFileSync(path, bytes);
    await t.rejects(np.load(path), { name: 'FileFormatError', message }, name);
    await t.rejects(np.load(path), { message: new RegExp(path.replaceAll('\\', '.')) }, `${name}: names the file`);
  }
  await t.rejects(np.load(join(folder, 'absent.npy')), { name: 'FileError', system: 'ENOENT', message: /absent\.npy/ });
});
