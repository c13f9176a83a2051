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
