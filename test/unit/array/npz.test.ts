/** Files of several arrays: written and read here, read by and written as NumPy would, and refused when they are damaged. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import t from 'tap';
import { checksum, tabled, ZipWriter } from '../../../lib/array/formats/zip.js';
import * as np from '../../../lib/array/index.js';
import { replaceFile } from '../../../lib/files/index.js';

const folder = mkdtempSync(join(tmpdir(), 'maniple-npz-'));
t.teardown(() => rmSync(folder, { recursive: true }));
const file = (name: string): string => join(folder, name);

const arrays = {
  a: np.arange(5),
  matrix: np
    .asarray([
      [1, 2],
      [3, 4],
    ])
    .astype('float32'),
  flags: np.asarray([true, false]),
  größe: np.full([2, 0], 7n),
};

for (const save of [np.savez, np.savezCompressed]) {
  t.test(`${save.name} and loadz`, async (t) => {
    await save(file('x.npz'), arrays);
    const found = await np.loadz(file('x.npz'));
    t.strictSame(Object.keys(found), Object.keys(arrays));
    for (const [name, x] of Object.entries(arrays)) {
      t.strictSame([found[name].dtype.name, found[name].shape], [x.dtype.name, x.shape], name);
      t.strictSame(await found[name].tolist(), await x.tolist(), name);
    }
  });
}

t.test('compression makes files of zeros small', async (t) => {
  await np.savezCompressed(file('zeros.npz'), { zeros: np.zeros(10_000) });
  t.ok(readFileSync(file('zeros.npz')).length < 2000);
});

t.test(
  'the archive is one that others read',
  { skip: typeof crc32 !== 'function' && 'this Node has no checksums of its own' },
  async (t) => {
    await np.savez(file('one.npz'), { a: np.arange(3) });
    await np.save(file('a.npy'), np.arange(3));
    const [archive, npy] = [readFileSync(file('one.npz')), readFileSync(file('a.npy'))];
    t.equal(archive.readUInt32LE(14), crc32(npy), 'its checksum is that of the file in it');
    t.strictSame(archive.subarray(30 + 5, 30 + 5 + npy.length), npy, 'which is stored as it is');
  },
);

/** A file as Python's zipfile writes it: its local header has the 64-bit extension, which the directory has not. */
function pythonArchive(name: string, bytes: Buffer): Buffer {
  const held = deflateRawSync(bytes);
  const local = Buffer.alloc(30 + name.length + 20);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(45, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(tabled(bytes, 0), 14);
  local.writeUInt32LE(0xffffffff, 18);
  local.writeUInt32LE(0xffffffff, 22);
  local.writeUInt16LE(name.length, 26);
  local.writeUInt16LE(20, 28);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(tabled(bytes, 0), 16);
  entry.writeUInt32LE(held.length, 20);
  entry.writeUInt32LE(bytes.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + held.length, 16);
  return Buffer.concat([local, held, entry, end]);
}

t.test("Python's archives", async (t) => {
  await np.save(file('b.npy'), np.arange(4));
  writeFileSync(file('py.npz'), pythonArchive('b.npy', readFileSync(file('b.npy'))));
  const { b } = await np.loadz(file('py.npz'));
  t.strictSame(await b.tolist(), [0, 1, 2, 3]);
});

t.test('what is no such file is refused', async (t) => {
  await np.save(file('c.npy'), np.arange(4));
  await t.rejects(np.loadz(file('c.npy')), { name: 'FileFormatError', message: /read a single array/ });
  await np.savez(file('c.npz'), { c: np.arange(4) });
  await t.rejects(np.load(file('c.npz')), { name: 'FileFormatError', message: /loadz/ });
  const whole = readFileSync(file('c.npz'));
  writeFileSync(file('cut.npz'), whole.subarray(0, whole.length - 30));
  await t.rejects(np.loadz(file('cut.npz')), { name: 'FileFormatError', message: /cut short/ });
  const broken = Buffer.from(whole);
  broken.writeUInt32LE(1, broken.length - 6);
  writeFileSync(file('broken.npz'), broken);
  await t.rejects(np.loadz(file('broken.npz')), { name: 'FileFormatError', message: /damaged/ });
});

t.test('a byte that changed is noticed', async (t) => {
  await np.savez(file('d.npz'), { d: np.arange(4) });
  const bytes = readFileSync(file('d.npz'));
  bytes[bytes.indexOf('PK\x01\x02') - 3] ^= 1;
  writeFileSync(file('d.npz'), bytes);
  await t.rejects(np.loadz(file('d.npz')), { name: 'FileFormatError', message: /checksum of d\.npy/ });
});

t.test('impossible lengths ask for no memory', async (t) => {
  await np.savezCompressed(file('e.npz'), { e: np.arange(4) });
  const bytes = readFileSync(file('e.npz'));
  bytes.writeUInt32LE(0xfffffff0, bytes.indexOf('PK\x01\x02') + 24);
  writeFileSync(file('e.npz'), bytes);
  await t.rejects(np.loadz(file('e.npz')), { name: 'FileFormatError', message: /impossible lengths/ });
});

for (const deflate of [false, true]) {
  t.test(`the 64-bit extension, ${deflate ? 'deflated' : 'stored'}`, async (t) => {
    await np.save(file('f.npy'), np.arange(300));
    const npy = readFileSync(file('f.npy'));
    await replaceFile('test', file('wide.npz'), async (sink) => {
      const archive = new ZipWriter(sink, 100);
      await archive.add('a.npy', [npy.subarray(0, 64), npy.subarray(64)], deflate);
      await archive.add('b.npy', [npy], deflate);
      await archive.end();
    });
    const written = readFileSync(file('wide.npz'));
    t.ok(written.includes('PK\x06\x06'), 'the directory has its 64-bit end');
    const { a, b } = await np.loadz(file('wide.npz'));
    t.strictSame(await a.tolist(), await np.arange(300).tolist());
    t.strictSame(await b.tolist(), await np.arange(300).tolist());
  });
}

t.test('checksums, with Node and without', (t) => {
  const bytes = Buffer.from('123456789');
  t.equal(tabled(bytes, 0), 0xcbf43926, "the standard's check value");
  t.equal(checksum(Buffer.alloc(0), checksum(bytes, 0)), 0xcbf43926, 'nothing behind them');
  t.equal(tabled(bytes.subarray(4), tabled(bytes.subarray(0, 4), 0)), 0xcbf43926);
  t.end();
});

t.test('arrays are read when they are asked for', async (t) => {
  await np.savez(file('lazy.npz'), { good: np.arange(3), bad: np.arange(4) });
  const bytes = readFileSync(file('lazy.npz'));
  bytes[bytes.indexOf('PK\x01\x02') - 3] ^= 1;
  writeFileSync(file('lazy.npz'), bytes);
  const opened = await np.openz(file('lazy.npz'));
  t.strictSame(opened.names, ['good', 'bad']);
  t.strictSame(await (await opened.get('good')).tolist(), [0, 1, 2]);
  await t.rejects(opened.get('bad'), { name: 'FileFormatError', message: /checksum of bad\.npy/ });
  await t.rejects(opened.get('none'), { name: 'ArgumentError', message: /has no array "none"; it has good, bad/ });
  t.strictSame(Object.keys(await np.loadz(file('lazy.npz'), { names: ['good'] })), ['good']);
  await t.rejects(np.loadz(file('lazy.npz')), { name: 'FileFormatError' });
  await np.savez(file('lazy.npz'), { good: np.arange(5) });
  await t.rejects(opened.get('good'), { name: 'FileFormatError', message: /has changed since/ });
  const made = (): unknown => new (np.NpzFile as unknown as new (path: string) => unknown)('lazy.npz');
  t.throws(made, { name: 'ArgumentError', message: 'NpzFile: made by openz: await np.openz(path)' });
});

/** The archive with its directory's entry `count` times more, each for the same member under a name of its own. */
function repeated(archive: Buffer, count: number): Buffer {
  const start = archive.indexOf('PK\x01\x02');
  const end = archive.lastIndexOf('PK\x05\x06');
  const entry = archive.subarray(start, end);
  const entries = Array.from({ length: count }, (_, k) => {
    const one = Buffer.from(entry);
    one.write(String.fromCharCode(97 + k), 46);
    return one;
  });
  const last = Buffer.from(archive.subarray(end));
  last.writeUInt16LE(count, 8);
  last.writeUInt16LE(count, 10);
  last.writeUInt32LE(entry.length * count, 12);
  return Buffer.concat([archive.subarray(0, start), ...entries, last]);
}

t.test('members that share bytes are refused', async (t) => {
  await np.savezCompressed(file('a.npz'), { a: np.zeros(1000) });
  const archive = readFileSync(file('a.npz'));
  writeFileSync(file('one.npz'), repeated(archive, 1));
  t.strictSame(Object.keys(await np.loadz(file('one.npz'))), ['a']);
  for (const [count, message] of [
    [2, /members overlap/],
    [20, /members overlap/],
  ] as const) {
    writeFileSync(file('many.npz'), repeated(archive, count));
    await t.rejects(np.openz(file('many.npz')), { name: 'FileFormatError', message });
  }
});

t.test('a member that is longer than its directory says', async (t) => {
  await np.savezCompressed(file('long.npz'), { a: np.zeros(100_000) });
  const bytes = readFileSync(file('long.npz'));
  bytes.writeUInt32LE(4096, bytes.indexOf('PK\x01\x02') + 24);
  writeFileSync(file('long.npz'), bytes);
  await t.rejects(np.loadz(file('long.npz')), { name: 'FileFormatError', message: /holds 496 elements, expected 100000/ });
});

t.test('names that no reader would give back are refused, others come back', async (t) => {
  for (const name of ['a\0b', '\ud800', 'x'.repeat(70_000)])
    await t.rejects(np.savez(file('names.npz'), { [name]: np.arange(2) }), { name: 'ArgumentError' }, name.slice(0, 5));
  const names = ['', '../up', '/root', 'a\\b', 'ü/ñ', '__proto__', 'constructor', ' ', 'a.npy'];
  await np.savez(file('names.npz'), Object.fromEntries(names.map((name) => [name, np.arange(2)])));
  const found = await np.loadz(file('names.npz'));
  t.strictSame(Object.keys(found), names);
  t.ok(Object.values(found).every((x) => x instanceof np.NDArray));
});
