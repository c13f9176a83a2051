/** Quotes, encodings and rows that are left out, in text files. Expected values are NumPy 2.4's of the same files, but for encoded output. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const folder = mkdtempSync(join(tmpdir(), 'maniple-text-'));
t.teardown(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'table.csv');

t.test('quotes', async (t) => {
  /** The cells of the file, by a converter that keeps their texts. */
  const cells = async (text: string, options: np.LoadtxtOptions): Promise<string[]> => {
    writeFileSync(path, text);
    const found: string[] = [];
    await np.loadtxt(path, { ...options, quotechar: '"', converters: (cell) => found.push(cell) });
    return found;
  };
  const comma = { delimiter: ',' };
  t.same(await cells('"1","2, 3"\n4,"5"\n', comma), ['1', '2, 3', '4', '5']);
  t.same(await cells('"1" 2\n"3""4"  5 # c "x\n', {}), ['1', '2', '3"4', '5']);
  t.same(await cells('"#4",5 # "x"\n1"2",3\n', comma), ['#4', '5', '1"2"', '3']);
  t.same(await cells('"1"2,3\n,""\n', comma), ['12', '3', '', '']);
  t.same(await cells('# "a"\n  \n"1 2" 3\n', {}), ['1 2', '3']);
  writeFileSync(path, '"1.5",\'2\'\n');
  t.same(await np.loadtxt(path, { delimiter: ',', quotechar: "'", converters: { 0: () => 7 } }).then((x) => x.tolist()), [7, 2]);
  writeFileSync(path, '"1,3\n');
  await t.rejects(np.loadtxt(path, { ...comma, quotechar: '"' }), {
    name: 'FileFormatError',
    message: /does not end in its line/,
  });
  await t.rejects(np.loadtxt(path, { quotechar: '""' }), { name: 'ArgumentError', message: /one character/ });
});

t.test('encodings', async (t) => {
  const header = 'größe';
  const bytes = {
    latin1: Buffer.from('# größe\n1\n2\n', 'latin1'),
    'utf-16': Buffer.from('\ufeff# größe\n1\n2\n', 'utf16le'),
    UTF_8: Buffer.from('# größe\n1\n2\n'),
    'utf-16-be': Buffer.from('# größe\n1\n2\n', 'utf16le').swap16(),
    'utf-8-sig': Buffer.from('\ufeff# größe\n1\n2\n'),
  };
  for (const [encoding, expected] of Object.entries(bytes)) {
    await np.savetxt(path, np.asarray([1, 2]), { header, encoding });
    t.ok(readFileSync(path).equals(expected), encoding);
    t.same(await (await np.loadtxt(path, { encoding })).tolist(), [1, 2]);
    t.same(await (await np.genfromtxt(path, { encoding })).tolist(), [1, 2]);
  }
  writeFileSync(path, Buffer.from('\ufeff1 2\n', 'utf16le').swap16());
  t.same(await (await np.loadtxt(path, { encoding: 'utf-16' })).tolist(), [1, 2], 'by its mark');
  writeFileSync(path, bytes.latin1);
  await t.rejects(np.loadtxt(path), { name: 'FileFormatError', message: /UTF-8/ });
  await t.rejects(np.loadtxt(path, { encoding: 'ascii' }), { name: 'FileFormatError', message: /ASCII/ });
  await t.rejects(np.loadtxt(path, { encoding: 'klingon' }), { name: 'ArgumentError', message: /latin1/ });
  await t.rejects(np.savetxt(path, np.ones([1]), { header, encoding: 'ascii' }), { name: 'ArgumentError', message: /U\+00f6/ });
  t.ok(readFileSync(path).equals(bytes.latin1), 'a file is not replaced by a part of one');
});

t.test('rows of other lengths, and texts that are no numbers', async (t) => {
  writeFileSync(path, '1 2 3\n4 5\n6 7 8\n');
  t.same(await (await np.genfromtxt(path, { invalidRaise: false })).tolist(), [
    [1, 2, 3],
    [6, 7, 8],
  ]);
  t.same(await (await np.genfromtxt(path, { invalidRaise: false, maxRows: 2 })).tolist(), [
    [1, 2, 3],
    [6, 7, 8],
  ]);
  await t.rejects(np.genfromtxt(path), { name: 'FileFormatError', message: /line 2/ });
  writeFileSync(path, '1,,x\n');
  t.same(await (await np.genfromtxt(path, { delimiter: ',' })).tolist(), [1, Number.NaN, Number.NaN]);
  await t.rejects(np.genfromtxt(path, { delimiter: ',', loose: false }), { name: 'FileFormatError', message: /column 3/ });
  writeFileSync(path, '1,,-\n');
  const strict = { delimiter: ',', loose: false, missingValues: '-', fillingValues: 0 };
  t.same(await (await np.genfromtxt(path, strict)).tolist(), [1, 0, 0]);
  await t.rejects(np.genfromtxt(path, { delimiter: ',', loose: false, dtype: 'complex128' as 'float64' }), {
    name: 'FileFormatError',
    message: /column 3: expected a complex number/,
  });
});
