/** Names of SciPy's, brackets and operators on sparse matrices: whole messages, and that what they advise is there. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import * as sparse from '../../lib/sparse/index.js';

const A = sparse.csrArray([
  [0, 3],
  [4, 0],
]);
const loose = A as unknown as Record<string, () => unknown>;
const number = A as unknown as number;
const PART = "A.get(0, 1) is an element, A.slice('1:3', ':') a part, A.getrow(0) a row";
const OPERATORS =
  "JavaScript's operators do not work on sparse matrices: A.matmul(x) is the product, A.multiply(2) a multiple, A.add(B) the sum";

const cases: [string, () => unknown, string, string][] = [
  ['A * 2', () => number * 2, 'DTypeError', OPERATORS],
  ['A + A', () => number + number, 'DTypeError', OPERATORS],
  ['A < 3', () => number < 3, 'DTypeError', OPERATORS],
  ['A[0]', () => loose[0], 'IndexError', `JavaScript's brackets do not work on sparse matrices, got A[0]: ${PART}`],
  [
    'A[[0, 1]] = 1',
    () => (loose['0,1'] = () => 1),
    'IndexError',
    `JavaScript's brackets do not work on sparse matrices, got A[0,1]: ${PART}`,
  ],
  [
    'todense',
    () => loose.todense(),
    'ArgumentError',
    'A.todense: sparse matrices have no such method: A.toDense() is an array of all elements',
  ],
  [
    'map',
    () => loose.map(),
    'ArgumentError',
    'A.map: sparse matrices have no such method: A.data has the stored values, and A.abs(), A.sin() and their like are functions of all elements',
  ],
  [
    'astype',
    () => A.astype('float16' as never),
    'DTypeError',
    'astype: sparse matrices do not hold float16, which is computed as float32',
  ],
];
for (const [what, mistake, name, message] of cases)
  t.test(what, async (t) => {
    t.throws(mistake, { name, message });
  });

t.test('what the messages advise', async (t) => {
  t.same(await A.matmul(np.ones(2)).tolist(), [3, 4]);
  t.same(await sparse.add(A, A.multiply(-1)).toDense().tolist(), [
    [0, 0],
    [0, 0],
  ]);
  t.equal(await A.toDense().item(0, 1), 3);
  t.equal(`${A}`, '<CsrArray (2, 2) of float64 with 2 stored entries>');
  t.equal(A.astype('float32').dtype, np.float32);
});
