/** What matrices, arrays and plans keep beside them outlives the scope in which it was found; so do matrices that a scope returns. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { runtime } from '../../../lib/runtime/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { defineKind } from '../../../lib/task/index.js';
import { indices, tensor } from '../../../lib/tensor/index.js';

const x = np.arange(9);
const matrix = (): sparse.CsrArray => sparse.csrArray(sparse.poisson2d(3).toDense());
type Sums = { readonly data: np.NDArray } | np.NDArray;
const sumOf = (of: Sums): Promise<unknown> => (of instanceof np.NDArray ? of : of.data).sum().item();

/** Uses of something, by name: each in a scope, behind it, in a scope again; and then of something like it. */
async function agree<T>(t: Test, made: () => T | Promise<T>, uses: Readonly<Record<string, (of: T) => Sums>>): Promise<void> {
  for (const [name, use] of Object.entries(uses)) {
    const of = await made();
    const found = [await sumOf(np.scope(() => use(of))), await sumOf(use(of)), await sumOf(np.scope(() => use(of)))];
    const expected = await sumOf(use(await made()));
    t.same(found, [expected, expected, expected], name);
  }
}
t.test('structures of matrices', (t) =>
  agree(t, matrix, {
    transpose: (A) => A.T.matmul(x),
    'sums of columns': (A) => A.sum({ axis: 0 }) as np.NDArray,
    product: (A) => A.matmul(A).matmul(x),
    union: (A) => A.add(A.T).matmul(x),
    'rows of entries': (A) => A.multiply(x.reshape([9, 1])).matmul(x),
    'compressed columns': (A) => A.tocsc().matmul(x),
    power: (A) => sparse.linalg.matrixPower(A, 2).matmul(x),
  }),
);

t.test('values that are given out while a snapshot has them', async (t) => {
  const A = matrix();
  const solving = sparse.cg(A, x);
  np.scope(() => void A.data.sum());
  await solving;
  t.equal(await A.matmul(x).sum().item(), await matrix().matmul(x).sum().item());
});

t.test('factors', (t) =>
  agree(t, () => sparse.linalg.splu(matrix()), { L: (lu) => lu.L, U: (lu) => lu.U, solve: (lu) => lu.solve(x) }),
);

t.test('matrices are results of scopes', (t) =>
  agree(t, matrix, { csr: (A) => A.add(A), csc: (A) => A.tocsc(), coo: (A) => A.tocoo() }),
);

t.test('tables of transforms, and counts of selections', async (t) => {
  await agree(t, () => np.arange(22), { fft: (y) => np.abs(np.fft.fft(y)), again: (y) => np.abs(np.fft.fft(y)) });
  await agree(t, () => np.arange(10).compress(np.arange(10).greater(4)), { mean: (y) => y.mean(), sum: (y) => y.sum() });
});

t.test('patterns of compressed tensors', (t) => {
  const { i, j } = indices();
  const plan = (): { run(): { array(): np.NDArray } } => {
    const [A, b] = [tensor('A', matrix()), tensor('b', x)];
    return tensor('y', [9])
      .at(i)
      .assign(A.at(i, j).times(b.at(j)))
      .schedule()
      .compile();
  };
  return agree(t, plan, { run: (of) => of.run().array() });
});

t.test('a launch on an array that was disposed of is refused', (t) => {
  const kind = defineKind({
    name: 'reads',
    args: [{ privilege: 'read', access: 'whole' }],
    body: { kind: 'js', run: () => undefined },
  });
  const gone = np.ones(5).add(1);
  gone.dispose();
  t.throws(() => runtime().launch(kind, [1], [gone]), { code: 'ERR_DISPOSED', message: /^reads: the array was disposed of/ });
  t.end();
});
