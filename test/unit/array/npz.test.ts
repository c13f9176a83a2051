/** Files of several arrays: written and read here, read by and written as NumPy would, and refused when they are damaged. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { checksum, tabled, ZipWriter } from '../../../lib/array/zip.js';
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
