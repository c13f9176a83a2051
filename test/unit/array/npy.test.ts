/** `.npy` files: round trips, what NumPy writes (bytes spelled out here), and files that are not what they should be. */
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';
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

/** As `file`, of another version and with the header as it is. */
function raw(header: string, data: ArrayBufferView, version = 1): Buffer {
  const text = Buffer.from(header, version === 3 ? 'utf8' : 'latin1');
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUIntLE(text.length, 0, length.length);
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0]);
  return Buffer.concat([start, length, text, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
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
    ['<i2', '(2,)', Int16Array.of(-300, 300), 'int16', [-300, 300]],
    ['|i1', '(2,)', Int8Array.of(-3, 3), 'int8', [-3, 3]],
    ['|u1', '(2,)', Uint8Array.of(3, 255), 'uint8', [3, 255]],
    ['<u2', '(1,)', Uint16Array.of(65535), 'uint16', [65535]],
    ['<u4', '(1,)', Uint32Array.of(4294967295), 'uint32', [4294967295]],
    ['<u8', '(1,)', BigUint64Array.of(2n ** 64n - 1n), 'uint64', [2n ** 64n - 1n]],
    ['|b1', '(2,)', Uint8Array.of(1, 0), 'bool', [true, false]],
    ['<f2', '(2,)', Uint16Array.of(0x3c00, 0xc000), 'float16', [1, -2]],
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

t.test('complex arrays', async (t) => {
  const z = np.complex(
    np.asarray([
      [1, 2],
      [3, -0],
    ]),
    np.asarray([
      [0.5, NaN],
      [-1, Infinity],
    ]),
  );
  for (const [dtype, descr] of [
    ['complex128', '<c16'],
    ['complex64', '<c8'],
  ] as const) {
    await np.save(path, z.astype(dtype));
    t.match(readFileSync(path).toString('latin1'), `'descr': '${descr}'`);
    const read = await np.load(path);
    t.equal(read.dtype.name, dtype);
    t.same(read.shape, [2, 2]);
    t.same(await read.data(), await z.astype(dtype).data(), dtype);
  }
  const swapped = Buffer.from(Float64Array.of(1, 2, 3, 4).buffer).swap64();
  writeFileSync(path, file(described('>c16', '(2,)'), swapped));
  t.same(await (await np.load(path)).tolist(), [
    { re: 1, im: 2 },
    { re: 3, im: 4 },
  ]);
  writeFileSync(path, file(described('<c16', '(2, 2)', true), Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8)));
  t.same(
    await (await np.load(path)).slice(0).tolist(),
    [
      { re: 1, im: 2 },
      { re: 5, im: 6 },
    ],
    'Fortran order',
  );
  const archive = join(folder, 'z.npz');
  await np.savez(archive, { z, x: np.arange(2) });
  const both = await np.loadz(archive);
  t.same(await both.z.data(), await z.data());
  await t.rejects(np.save(path, 5 as never), { name: 'ArgumentError' });
});

t.test('either byte order', async (t) => {
  const swapped = (data: np.TypedArray | Int16Array | Uint16Array | Uint32Array): Uint8Array => {
    const bytes = new Uint8Array(data.buffer.slice(0));
    for (let at = 0; at < bytes.length; at += data.BYTES_PER_ELEMENT) bytes.subarray(at, at + data.BYTES_PER_ELEMENT).reverse();
    return bytes;
  };
  const cases: [string, Parameters<typeof swapped>[0], unknown][] = [
    ['>f8', Float64Array.of(1.5, -2), [1.5, -2]],
    ['>f4', Float32Array.of(1.5, -2), [1.5, -2]],
    ['>i8', BigInt64Array.of(-7n, 2n ** 60n), [-7, 2n ** 60n]],
    ['>i4', Int32Array.of(-7, 1 << 30), [-7, 1 << 30]],
    ['>i2', Int16Array.of(-300, 300), [-300, 300]],
    ['>u2', Uint16Array.of(65535, 1), [65535, 1]],
    ['>u4', Uint32Array.of(4294967295, 1), [4294967295, 1]],
    ['>u8', BigUint64Array.of(2n ** 64n - 1n, 1n), [2n ** 64n - 1n, 1]],
    ['>f2', Uint16Array.of(0x3c00, 0xc000), [1, -2]],
  ];
  for (const [descr, data, list] of cases) {
    writeFileSync(path, file(described(descr, '(2,)'), swapped(data)));
    t.same(await (await np.load(path)).tolist(), list, descr);
    t.same(await np.frombuffer(swapped(data), descr as '>f8').tolist(), list, `frombuffer ${descr}`);
  }
  writeFileSync(path, file(described('>f8', '(2, 3)', true), swapped(Float64Array.of(1, 4, 2, 5, 3, 6))));
  const turned = await (await np.load(path)).tolist();
  t.same(
    turned,
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    'Fortran order',
  );
  writeFileSync(path, file(described('|b1', '(3,)'), Uint8Array.of(0, 2, 255)));
  t.same(await (await np.load(path)).astype('int32').tolist(), [0, 1, 1], 'any byte but 0 is true');
});

t.test('headers as Python has them', async (t) => {
  const ones = Float64Array.of(1, 1, 1, 99);
  const good: [string, number?][] = [
    ['{"descr": "<f8", "fortran_order": False, "shape": (3,), }'],
    ["{'shape':(3L,),'fortran_order':False,'descr':'<f8'}\n"],
    ["  {'descr'\n: '=f8' , 'fortran_order': True, 'shape': (3 ,)} \t\n", 2],
    ["{'descr': '|f8', 'fortran_order': (False), 'shape': (1, 3,), }", 3],
  ];
  for (const [header, version] of good) {
    writeFileSync(path, raw(header, ones, version));
    t.same(
      (await (await np.load(path)).data()) as Float64Array,
      Float64Array.of(1, 1, 1),
      `${header}: trailing bytes stay unread`,
    );
  }
  const bad: [string, RegExp, number?][] = [
    ["{'descr': '<f8', 'fortran_order': TruE, 'shape': (3,), }", /got 'TruE'/],
    ["{'descr': '<f8', 'fortran_order': 1, 'shape': (3,), }", /neither True nor False/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (3), }", /no tuple/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': [3], }", /no tuple/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (True,), }", /no tuple of integers/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (-3,), }", /impossible shape/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (03,), }", /no Python literal/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (3.0,), }", /no Python literal/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (99999999999999999999,), }", /impossible shape/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (4294967296, 4294967296), }", /impossible shape/],
    ["{'descr': '<f8', 'fortran_order': True}", /the keys descr, fortran_order; expected/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (3,), 'more': 1}", /the keys descr, fortran_order, more, shape/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (3,), 'shape': (2,)}", /comes twice/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (3,)", /ends in its midst/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (3,)} + 1", /no Python literal/],
    ["{'descr': '<f8' 'fortran_order': True, 'shape': (3,)}", /expected ',' or '}'/],
    ["{'descr': '<f8', 'fortran_order': True, 'shape': (3L,)}", /no Python literal/, 3],
    ["{'descr': [('a', '<f8')], 'fortran_order': True, 'shape': (3,)}", /structured dtype/],
    ["{'descr': '|O', 'fortran_order': True, 'shape': (3,)}", /dtype object/],
    ["{'descr': '<U5', 'fortran_order': True, 'shape': (3,)}", /dtype str/],
    ["{'descr': '<M8[s]', 'fortran_order': True, 'shape': (3,)}", /dtype datetime64/],
    [`{'descr': '<f8', 'fortran_order': True, 'shape': ${'('.repeat(1000)}`, /too many brackets/],
    [`${described('<f8', '(3,)')}\n  `, /no Python literal/],
    ['', /ends in its midst/],
    ['x'.repeat(20_000), /a header of 20000 bytes/],
  ];
  for (const [header, message, version] of bad) {
    writeFileSync(path, raw(header, ones, version));
    await t.rejects(np.load(path), { name: 'FileFormatError', message }, header.slice(0, 90));
  }
  for (const [major, minor] of [
    [0, 0],
    [1, 1],
    [4, 0],
  ]) {
    const bytes = raw(described('<f8', '(3,)'), ones);
    bytes.set([major, minor], 6);
    writeFileSync(path, bytes);
    await t.rejects(np.load(path), { name: 'FileFormatError', message: new RegExp(`got ${major}\\.${minor}`) });
  }
});

t.test('an array that does not fit', { skip: process.platform !== 'linux' && 'as Linux has it' }, async (t) => {
  writeFileSync(path, file(described('<f8', '(137438953472,)'), new Uint8Array(0)));
  await t.rejects(
    np.load(path),
    { name: 'FileFormatError', message: /holds 0 elements/ },
    'no memory is taken for what is not there',
  );
  truncateSync(path, 2 ** 40 + 1024);
  await t.rejects(np.load(path), { name: 'OutOfMemoryError', message: /x\.npy needs 1099511627776 bytes/ });
  truncateSync(path, 0);
});

t.test('folders and devices are no arrays', async (t) => {
  await t.rejects(np.load(folder), { name: 'FileError', system: 'EISDIR' });
  if (existsSync('/dev/zero')) await t.rejects(np.load('/dev/zero'), { name: 'FileError', message: /got a device/ });
});

t.test('arrays of several pieces, under any memory', async (t) => {
  const long = np.arange(1_300_000);
  await np.save(path, long);
  const runtimes = [{}, { memories: 2 }, { device: 'js' }, { small: 16 << 20 }] as const;
  for (const config of runtimes) {
    const runtime = createRuntime(config);
    const before = useRuntime(runtime);
    try {
      const values = (await (await np.load(path)).data()) as Float64Array;
      t.ok(values.length === 1_300_000 && values.every((value, i) => value === i), JSON.stringify(config));
    } finally {
      useRuntime(before);
      await runtime.close();
    }
  }
});

t.test('files that cannot be read', async (t) => {
  const cases: [string, Buffer, RegExp][] = [
    ['text', Buffer.from('hello, this is no array'), /is not a NumPy array file/],
    ['empty', Buffer.alloc(0), /is not a NumPy array file/],
    ['no header', Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 200, 0]), /is not a NumPy array file/],
    ['cut short', file(described('<f8', '(3,)'), Float64Array.of(1, 2)), /holds 2 elements, expected 3/],
    ['long complex', file(described('<c32', '(1,)'), new Uint8Array(32)), /elements of dtype complex256 \('<c32'\)/],
    ['ragged bytes', file(described('<f8', '(1,)'), Uint8Array.of(1, 2, 3)), /holds 0 elements, expected 1/],
  ];
  for (const [name, bytes, message] of cases) {
    writeFileSync(path, bytes);
    await t.rejects(np.load(path), { name: 'FileFormatError', message }, name);
    await t.rejects(np.load(path), { message: new RegExp(path.replaceAll('\\', '.')) }, `${name}: names the file`);
  }
  await t.rejects(np.load(join(folder, 'absent.npy')), { name: 'FileError', system: 'ENOENT', message: /absent\.npy/ });
});
