/** The Matrix Market reader: every kind of file, and numbers as JavaScript reads them. */

import t from 'tap';
import { parseMatrixMarket } from '../../../lib/sparse/matrix-market.js';
import fc from '../../support/seeded.js';

function parse(text: string): { shape: readonly number[]; entries: number[][] } {
  const { shape, row, col, value } = parseMatrixMarket(new TextEncoder().encode(text), 'm.mtx');
  return { shape, entries: Array.from(row, (r, k) => [r, col[k], value[k]]) };
}

t.test('coordinate files', async (t) => {
  const general = parse('%%MatrixMarket matrix coordinate real general\n% note\n\n 3 4 2\n1 1 2.5\n3 4 -1e-3\n');
  t.same(general, {
    shape: [3, 4],
    entries: [
      [0, 0, 2.5],
      [2, 3, -0.001],
    ],
  });
  const integer = parse('%%matrixmarket MATRIX Coordinate Integer General\r\n2 2 1\r\n2 1 7\r\n');
  t.same(integer.entries, [[1, 0, 7]], 'any case of words, carriage returns');
  const pattern = parse('%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1');
  t.same(
    pattern.entries,
    [
      [0, 1, 1],
      [1, 0, 1],
    ],
    'ones; no newline at the end',
  );
});

t.test('symmetry is written out', async (t) => {
  const symmetric = parse('%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 4\n3 1 -1\n2 2 5\n');
  t.same(symmetric.entries, [
    [0, 0, 4],
    [2, 0, -1],
    [1, 1, 5],
    [0, 2, -1],
  ]);
  const skew = parse('%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n');
  t.same(skew.entries, [
    [1, 0, 3],
    [0, 1, -3],
  ]);
});

t.test('array files go column by column', async (t) => {
  t.same(parse('%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n').entries, [
    [0, 0, 1],
    [1, 0, 2],
    [0, 1, 3],
    [1, 1, 4],
  ]);
  t.same(parse('%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n').entries, [
    [0, 0, 1],
    [1, 0, 2],
    [1, 1, 3],
    [0, 1, 2],
  ]);
  t.same(parse('%%MatrixMarket matrix array real skew-symmetric\n2 2\n5\n').entries, [
    [1, 0, 5],
    [0, 1, -5],
  ]);
});

t.test('numbers are what JavaScript reads', async (t) => {
  const read = (text: string): number =>
    parse(`%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 ${text}\n`).entries[0][2];
  for (const text of [
    '0',
    '-0',
    '+1.5',
    '.5',
    '5.',
    '1e5',
    '1E+05',
    '1e-05',
    '123456789012345',
    '1234567890123456789',
    '0.1',
    '1e22',
    '1e23',
    '1e-22',
    '1e-300',
    '4.9e-324',
    '0.000000000000000123456789012345',
  ]) {
    t.ok(Object.is(read(text), Number(text)), `${text} is ${read(text)}`);
  }
  t.ok(Number.isNaN(read('NaN')));
  t.equal(read('-inf'), -Infinity);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 0, max: 20 }), (x, digits) => {
      for (const text of [String(x), x.toExponential(digits)])
        if (Number.isFinite(Number(text)) && !Object.is(read(text), Number(text))) return false;
      return true;
    }),
    { seed: 7, numRuns: 300 },
  );
});
