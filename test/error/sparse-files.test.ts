/** A Matrix Market file that is not one: the message names the file, the line and what was expected. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { float32 } from '../../lib/dtype/index.js';
import { csrArray, readMatrixMarket, writeMatrixMarket } from '../../lib/sparse/index.js';
import { parseMatrixMarket, readCoordinates } from '../../lib/sparse/matrix-market.js';

const header = '%%MatrixMarket matrix coordinate real general\n';
const integer = '%%MatrixMarket matrix coordinate integer general\n';
const array = '%%MatrixMarket matrix array real general\n';

const wrong: readonly (readonly [string, string, RegExp])[] = [
  ['empty', '', /bad\.mtx:1: expected a first line '%%MatrixMarket/],
  ['another kind of file', '{"a": 1}\n', /bad\.mtx:1: .*got '\{"a": 1\}'/],
  [
    'complex',
    '%%MatrixMarket matrix coordinate quaternion general\n1 1 1\n1 1 1 0\n',
    /bad\.mtx:1: .*one of real, integer, complex, pattern.*got 'quaternion'/,
  ],
  ['hermitian', '%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n', /bad\.mtx:1: .*got 'real'/],
  ['a no-break space', '%%MatrixMarket matrix array real\u00a0general\n1 1\n1\n', /bad\.mtx:1: expected the field to be one of/],
  ['no symmetry', '%%MatrixMarket matrix coordinate real\n1 1 0\n', /bad\.mtx:1: .*got nothing/],
  ['an array pattern', '%%MatrixMarket matrix array pattern general\n1 1\n', /bad\.mtx:1: .*'pattern'/],
  ['no sizes', `${header}% only a comment\n`, /bad\.mtx:3: .*sizes, got the end of the file/],
  ['two sizes', `${header}2 2\n1 1 1\n`, /bad\.mtx:2: .*number of entries.*end of the line/],
  ['a size that is no integer', `${header}2.5 2 1\n`, /bad\.mtx:2: .*number of rows.*'2\.5'/],
  ['a symmetric oblong', '%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n', /bad\.mtx:2: .*square, got 2 by 3/],
  ['a row outside', `${header}2 2 1\n3 1 1\n`, /bad\.mtx:3: .*a row number, an integer from 1 to 2, got '3'/],
  ['a row of zero', `${header}2 2 1\n0 1 1\n`, /bad\.mtx:3: .*got '0'/],
  ['a word for a value', `${header}2 2 1\n1 1 one\n`, /bad\.mtx:3: expected a real number, got 'one'/],
  ['a missing value', `${header}2 2 1\n1 1\n`, /bad\.mtx:3: expected a real number, got 'the end of the line'/],
  ['too many words', `${header}2 2 1\n1 1 1 1\n`, /bad\.mtx:3: .*line to end after the entry, got '1'/],
  ['too few entries', `${header}2 2 3\n1 1 1\n\n2 2 1\n`, /bad\.mtx:6: expected 3 entries, got the end of the file after 2/],
  ['too many entries', `${header}2 2 1\n1 1 1\n2 2 1\n`, /bad\.mtx:4: expected the end of the file/],
  ['more announced than could fit', `${header}2 2 2000000000\n1 1 1\n`, /bad\.mtx:2: expected 2000000000 entries/],
  ['a skew diagonal', '%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3\n', /bad\.mtx:3: .*diagonal/],
  ['a lone carriage return', `${header}2 2 1\r1 1 1\n`, /bad\.mtx:2: expected a newline behind each carriage return/],
  ['a huge empty matrix', `${header}2000000000 2000000000 1\n1 1 5\n`, /bad\.mtx:2: expected sizes in proportion to the file/],
  ['a huge empty array', `${array}0 2000000000\n`, /bad\.mtx:2: expected sizes in proportion/],
  ['a real of no dtype', `${header}1 1 1\n1 1 -1e400\n`, /bad\.mtx:3: expected a real number that float64 holds, got '-1e400'/],
  ['a real of digits', `${header}1 1 1\n1 1 ${'9'.repeat(400)}\n`, /bad\.mtx:3: expected a real number that float64 holds/],
  ['hexadecimal', `${header}1 1 1\n1 1 0x10\n`, /bad\.mtx:3: expected a real number, got '0x10'/],
  ['a fraction as an integer', `${integer}1 1 1\n1 1 1.5\n`, /bad\.mtx:3: expected an integer, got '1\.5'/],
  ['a power as an integer', `${integer}1 1 1\n1 1 1e3\n`, /bad\.mtx:3: expected an integer, got '1e3'/],
  ['an integer that is rounded', `${integer}1 1 1\n1 1 9007199254740993\n`, /bad\.mtx:3: .*that float64 holds exactly/],
  [
    'a negative unsigned one',
    `${integer.replace('int', 'unsigned-int')}1 1 1\n1 1 -1\n`,
    /bad\.mtx:3: expected an integer of at least 0/,
  ],
  ['an array too short', `${array}2 2\n1\n2\n3\n`, /bad\.mtx:6: expected 4 values, got the end of the file after 3/],
];

t.test('each mistake is named', async (t) => {
  for (const [name, text, message] of wrong) {
    t.throws(() => parseMatrixMarket(new TextEncoder().encode(text), 'bad.mtx'), { code: 'ERR_FILE_FORMAT', message }, name);
  }
});

t.test('a file that is not there, and one that is', async (t) => {
  const folder = t.testdir();
  await t.rejects(readCoordinates(join(folder, 'none.mtx')), {
    code: 'ERR_FILE',
    message: /none\.mtx: cannot be read: ENOENT/,
  });
  writeFileSync(join(folder, 'one.mtx'), `${header}1 1 1\n1 1 2\n`);
  t.same([...(await readCoordinates(join(folder, 'one.mtx'))).value], [2]);
});

t.test('numbers that the dtype does not hold', async (t) => {
  const parse = (text: string) => parseMatrixMarket(new TextEncoder().encode(text), 'bad.mtx', float32);
  t.throws(() => parse(`${header}1 1 1\n1 1 1e39\n`), { message: /that float32 holds, got '1e39'/ });
  t.throws(() => parse(`${integer}1 1 1\n1 1 16777217\n`), { message: /that float32 holds exactly/ });
  t.same([...parse(`${integer}1 1 1\n1 1 9007199254740992\n`).value], [2 ** 53]);
  t.same([...parse(`${header}2 1 2\n1 1 inf\n2 1 -Infinity\n`).value], [Infinity, -Infinity]);
  writeFileSync(join(t.testdir(), 'one.mtx'), `${integer}1 1 1\n1 1 2\n`);
  await t.rejects(readMatrixMarket(join(t.testdirName, 'one.mtx'), { dtype: 'float16' }), { name: 'DTypeError' });
});

t.test('a matrix that is not symmetric is not written as one', async (t) => {
  const path = join(t.testdir(), 'half.mtx');
  for (const rows of [
    [
      [1, 2],
      [3, 1],
    ],
    [
      [1, 2],
      [0, 1],
    ],
    [
      [1, 0],
      [2, 1],
    ],
    [[1, 2]],
  ]) {
    const problem = writeMatrixMarket(path, csrArray(rows), { symmetry: 'symmetric' });
    await t.rejects(problem, { name: 'ArgumentError', message: /expected a symmetric matrix/ });
  }
});
