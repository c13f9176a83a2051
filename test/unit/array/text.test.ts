/** Tables of numbers in text files. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';

t.test('what is written is read back', async (t) => {
  const path = join(t.testdir(), 'table.txt');
  const x = np.asarray([
    [0.1, -0, 1e300],
    [np.nan, np.inf, -np.inf],
  ]);
  await np.savetxt(path, x);
  t.equal(await readFile(path, 'utf8'), '0.1 -0 1e+300\nnan inf -inf\n');
  t.same((await (await np.loadtxt(path)).data()) as Float64Array, (await x.data()) as Float64Array);
  const whole = np.asarray([[1n, 2n ** 53n]]);
  await np.savetxt(path, whole.T, { delimiter: ',', header: 'two\nlines', footer: 'end' });
  t.equal(await readFile(path, 'utf8'), '# two\n# lines\n1\n9007199254740992\n# end\n');
  const back = await np.loadtxt(path, { dtype: 'int64', delimiter: ',' });
  t.equal(back.dtype, np.int64);
  t.same(await back.tolist(), [1n, 2n ** 53n], 'one column is a vector');
  await np.savetxt(path, np.asarray([true, false]), { format: (value) => `<${value}>` });
  t.equal(await readFile(path, 'utf8'), '<true>\n<false>\n');
});

t.test('rows, columns and comments are chosen', async (t) => {
  const path = join(t.testdir(), 'table.csv');
  await writeFile(path, 'a,b,c\r\n1, 2,3\r\n\r\n4,5,6 % last\r\n7,8,+Infinity\r\n');
  const options = { delimiter: ',', skiprows: 1, comments: '%' };
  t.same(await (await np.loadtxt(path, options)).tolist(), [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, Infinity],
  ]);
  t.same(await (await np.loadtxt(path, { ...options, usecols: [2, 0], maxRows: 2 })).tolist(), [
    [3, 1],
    [6, 4],
  ]);
  t.same(await (await np.loadtxt(path, { ...options, usecols: [1] })).tolist(), [2, 5, 8]);
  t.same((await np.loadtxt(path, { ...options, skiprows: 9 })).shape, [0]);
});

t.test('what is no table is said', async (t) => {
  const path = join(t.testdir(), 'table.txt');
  await writeFile(path, '1 2\n3\n');
  await t.rejects(np.loadtxt(path), { name: 'FileFormatError', message: /line 2: expected 2 numbers/ });
  await t.rejects(np.loadtxt(path, { usecols: [1] }), { name: 'FileFormatError', message: /line 2/ });
  await writeFile(path, '1,2\n');
  await t.rejects(np.loadtxt(path), { name: 'FileFormatError', message: /"1,2"; say what the delimiter is/ });
  await t.rejects(np.loadtxt(`${path}.none`), { name: 'FileError', system: 'ENOENT' });
  await t.rejects(np.savetxt(path, np.zeros([1, 1, 1])), { name: 'ShapeError' });
});

t.test('numbers and lines as NumPy takes them', async (t) => {
  const path = join(t.testdir(), 'table.txt');
  const read = async (text: string, options?: np.LoadtxtOptions): Promise<unknown> => {
    await writeFile(path, text);
    return (await np.loadtxt(path, options)).tolist();
  };
  t.same(await read('1 2\r3 4'), [
    [1, 2],
    [3, 4],
  ]);
  t.same(await read('1\x0b2\u00a0.5 5. +5 1e5 -nan INFINITY'), [1, 2, 0.5, 5, 5, 1e5, Number.NaN, Infinity]);
  t.same(await read('7'), 7, 'a single number has no axes');
  t.same(await read('9007199254740993 -9223372036854775808', { dtype: 'int64' }), [2n ** 53n + 1n, -(2n ** 63n)]);
  t.same(await read('2 0 -1', { dtype: 'bool' }), [true, false, true]);
  t.same(await read('1 2 3\n4 5', { usecols: [0, -1] }), [
    [1, 3],
    [4, 5],
  ]);
  const refused: [string, np.LoadtxtOptions, RegExp][] = [
    ['0x10', {}, /line 1, column 1: expected a number, got "0x10"/],
    ['1\n0b11', {}, /line 2, column 1: expected a number, got "0b11"/],
    ['1 1_0', {}, /line 1, column 2: expected a number, got "1_0"/],
    ['\ufeff1', {}, /line 1, column 1/],
    ['1,,2', { delimiter: ',' }, /line 1, column 2: expected a number, got ""/],
    ['1,2,\n', { delimiter: ',' }, /line 1, column 3: expected a number, got ""/],
    ['1 2\r3', {}, /line 2: expected 2 numbers/],
    ['1e400', {}, /a number that float64 holds, got "1e400"/],
    ['1e39', { dtype: 'float32' }, /a number that float32 holds/],
    ['1.5', { dtype: 'int32' }, /a number that int32 holds, got "1.5"/],
    ['1\n2147483648', { dtype: 'int32' }, /line 2, column 1: expected a number that int32 holds/],
    ['9223372036854775808', { dtype: 'int64' }, /that int64 holds/],
    ['-1', { dtype: 'uint8' }, /that uint8 holds/],
    ['9223372036854775808', { dtype: 'bool' }, /that bool holds/],
    ['1 2 3', { usecols: [3] }, /line 1: expected a column 3, got 3 columns/],
    ['1 2 3', { usecols: [0.5] }, /expected a column 0.5/],
  ];
  for (const [text, options, message] of refused)
    await t.rejects(read(text, options), { name: 'FileFormatError', message }, JSON.stringify(text));
  await writeFile(path, Buffer.from([0x31, 0xff]));
  await t.rejects(np.loadtxt(path), { name: 'FileFormatError', message: /UTF-8/ });
  await t.rejects(np.loadtxt(path, { delimiter: '' }), { name: 'ArgumentError' });
  t.throws(() => np.fromstring('0x10'), { name: 'FileFormatError' });
  t.same(await np.fromstring('9007199254740993', { dtype: 'int64' }).tolist(), [2n ** 53n + 1n]);
});
