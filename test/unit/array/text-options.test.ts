/** Options of text files beside NumPy's: formats of C, converters, footers, missing values, axes. Expected texts are what Python's % and NumPy give. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const { nan, inf } = np;

t.test('formats of C', async (t) => {
  const path = join(t.testdir(), 'table.txt');
  const text = async (x: np.NDArray, options: np.SavetxtOptions): Promise<string> => {
    await np.savetxt(path, x, options);
    return readFile(path, 'utf8');
  };
  const one: Readonly<Record<string, readonly [number, string]>> = {
    '%.3f': [2.5, '2.500'],
    '%.0f': [2.5, '2'],
    '%8.2f|': [-1.005, '   -1.00|'],
    '%-8.2f|': [3.5, '3.50    |'],
    '%+.1e': [12345.678, '+1.2e+04'],
    '%.18e': [0.1, '1.000000000000000056e-01'],
    '%E': [1e-300, '1.000000E-300'],
    '%d': [-3.9, '-3'],
    '%05d': [-42, '-0042'],
    '% d': [7, ' 7'],
    '%i%%': [-0.5, '0%'],
    '%g': [1e-5, '1e-05'],
    '%.3g': [1234.5, '1.23e+03'],
    '%#.3g': [1, '1.00'],
    '%G': [1e20, '1E+20'],
    '%f': [1e22, '10000000000000000000000.000000'],
    '%06.1f': [-inf, '  -inf'],
    '%F': [nan, 'NAN'],
    'x=%s;': [1.5, 'x=1.5;'],
  };
  for (const [format, [value, wanted]] of Object.entries(one))
    t.equal(await text(np.asarray([value]), { format }), `${wanted}\n`, `${format} of ${value}`);
  const x = np.asarray([
    [1, 2.25],
    [-3, 4],
  ]);
  t.equal(await text(x, { fmt: ['%d', '%.1f'], delimiter: ',', newline: '\r\n' }), '1,2.2\r\n-3,4.0\r\n');
  t.equal(await text(x, { fmt: '%d:%g', header: 'h' }), '# h\n1:2.25\n-3:4\n');
  t.equal(await text(np.asarray([2n ** 60n + 1n]), { fmt: '%d' }), '1152921504606846977\n');
  for (const options of [{ fmt: '%q' }, { fmt: '%d', format: '%d' }, { fmt: '%d %d %d' }, { fmt: ['%d'] }, { fmt: 'none' }])
    await t.rejects(np.savetxt(path, x, options), { name: 'ArgumentError' }, JSON.stringify(options));
  await t.rejects(np.savetxt(path, np.asarray([nan]), { fmt: '%d' }), {
    name: 'ArgumentError',
    message: /%d is of integers, got NaN/,
  });
  await t.rejects(np.savetxt(path, np.asarray([{ re: 1, im: 2 }]), { fmt: '%d' }), { name: 'DTypeError' });
});

t.test('converters, axes and columns', async (t) => {
  const path = join(t.testdir(), 'table.csv');
  await writeFile(path, 'a, 10%\nb, 20%\n');
  const converters = { 0: (s: string) => s.charCodeAt(0), 1: (s: string) => Number(s.slice(0, -1)) / 100 };
  t.same(await (await np.loadtxt(path, { delimiter: ',', converters })).tolist(), [
    [97, 0.1],
    [98, 0.2],
  ]);
  t.same(await (await np.loadtxt(path, { delimiter: ',', converters, unpack: true })).tolist(), [
    [97, 98],
    [0.1, 0.2],
  ]);
  t.same(await (await np.loadtxt(path, { delimiter: ',', usecols: -1, converters: (s) => s.length })).tolist(), [3, 3]);
  t.same(await (await np.genfromtxt(path, { delimiter: ',', converters: { 1: converters[1] } })).tolist(), [
    [nan, 0.1],
    [nan, 0.2],
  ]);
  await t.rejects(np.loadtxt(path, { delimiter: ',', converters: () => 'x' as never }), {
    message: /column 1: expected a number of the converter/,
  });
  await t.rejects(np.loadtxt(path, { delimiter: ',', dtype: 'uint8', converters: () => 300 }), {
    name: 'DTypeError',
    message: /300 does not fit uint8/,
  });
  await writeFile(path, '1,2,3\n');
  t.same((await np.loadtxt(path, { delimiter: ',', ndmin: 2 })).shape, [1, 3]);
  t.same((await np.loadtxt(path, { delimiter: ',', ndmin: 2, unpack: true })).shape, [3, 1]);
  t.same((await np.loadtxt(path, { delimiter: ',', ndmin: 1, usecols: 0 })).shape, [1]);
  t.same((await np.loadtxt(path, { delimiter: ',', usecols: 0 })).shape, []);
});

t.test('footers and missing values', async (t) => {
  const path = join(t.testdir(), 'table.txt');
  await writeFile(path, '1 -999\n-999 4\nN/A 6\nthe end\n');
  const options = { skipFooter: 1, fillingValues: 0 };
  t.same(await (await np.genfromtxt(path, { ...options, missingValues: 'none, -999' })).tolist(), [
    [1, 0],
    [0, 4],
    [0, 6],
  ]);
  t.same(await (await np.genfromtxt(path, { ...options, missingValues: ['', '-999'], dtype: 'int64' })).tolist(), [
    [1n, 0n],
    [-999n, 4n],
    [0n, 6n],
  ]);
  t.same((await np.genfromtxt(path, { skipFooter: 9 })).shape, [0]);
});
