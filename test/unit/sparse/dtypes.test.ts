/** Sparse matrices of all dtypes against SciPy's results, values and dtypes (test/golden/numpy/sparse_dtypes.py), and complex systems. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';

type Values = readonly (number | readonly [number, number])[];
interface Given {
  readonly row: readonly number[];
  readonly col: readonly number[];
  readonly data: Values;
  readonly dtype: np.DTypeName;
}
interface Pair {
  readonly A: Given;
  readonly B: Given;
  readonly C: Given;
  readonly answers: Readonly<Record<string, readonly [dtype: string, values: Values]>>;
}
const pairs = JSON.parse(readFileSync(resolve('test', 'golden', 'numpy', 'sparse-dtypes.json'), 'utf8')) as readonly Pair[];

const complexOf = (v: Values[number]): np.Complex | number => (typeof v === 'number' ? v : { re: v[0], im: v[1] });
const arrayOf = ({ data, dtype }: Given): np.NDArray => np.asarray(data.map(complexOf) as number[]).astype(dtype);
const matrixOf = (given: Given, shape: [number, number]): sparse.CsrArray =>
  sparse.csrArray({ data: arrayOf(given), row: [...given.row], col: [...given.col], shape });

type Result = sparse.CsrArray | np.NDArray;
/** By SciPy's call. */
const calls: Readonly<Record<string, (A: sparse.CsrArray, B: sparse.CsrArray, C: sparse.CsrArray) => Result>> = {
  'A + B': (A, B) => A.add(B),
  'A.multiply(B)': (A, B) => A.multiply(B),
  'A @ C': (A, _B, C) => A.matmul(C),
  'A @ B.T': (A, B) => A.matmul(B.T),
  'A @ C.toarray()': (A, _B, C) => A.matmul(C.toDense()),
  'A.T @ B.toarray()[:, 0]': (A, B) => A.rmatvec(B.toDense().slice(':', 0)),
  'A.sum()': (A) => A.sum(),
  'A.sum(axis=0)': (A) => A.sum(0),
  'A.mean(axis=1)': (A) => A.mean(1),
  'A != B': (A, B) => A.notEqual(B),
  'A < B': (A, B) => A.less(B),
  'A.maximum(B)': (A, B) => A.maximum(B),
  'A.max(axis=0)': (A) => A.max(0),
  'abs(A)': (A) => A.abs(),
  'A.conj().T': (A) => A.H,
  'A.real': (A) => A.real,
  'A.imag': (A) => A.imag,
  'A.diagonal(1)': (A) => A.diagonal(1),
  'A[::-1, 1:]': (A) => A.slice('::-1', '1:'),
  'sp.vstack([A, B])': (A, B) => sparse.vstack([A, B]),
  'A / 3': (A) => A.divide(3),
};
/** NumPy's quotient of a float32 by a Python integer is a float32 everywhere but in SciPy's sparse matrices, which widen it. */
const isWidened = (call: string, dtype: string): boolean => call === 'A / 3' && (dtype === 'float32' || dtype === 'complex64');

const flat = async (result: Result): Promise<number[]> =>
  Array.from(await (result instanceof sparse.CsrArray ? result.toDense() : result).data(), Number);

t.test('against SciPy', async (t) => {
  for (const { A, B, C, answers } of pairs) {
    const given = [matrixOf(A, [4, 5]), matrixOf(B, [4, 5]), matrixOf(C, [5, 3])] as const;
    for (const [call, [dtype, values]] of Object.entries(answers)) {
      const name = `${call} of ${A.dtype} and ${B.dtype}`;
      const result = calls[call](...given);
      if (!isWidened(call, A.dtype)) t.equal(result.dtype.name, dtype, name);
      const found = await flat(result);
      const near = values.flat().every((value, i) => Math.abs(found[i] - value) <= 1e-6 * Math.max(1, Math.abs(value)));
      t.ok(near && found.length === values.flat().length, `${name}: ${found} and ${values}`);
    }
  }
});

t.test('construction and conversion', async (t) => {
  t.equal(sparse.csrArray({ data: Int16Array.of(3), row: [0], col: [0], shape: [1, 1] }).dtype, np.int16);
  t.equal(sparse.csrArray([[1, 0]]).dtype, np.float64, 'numbers in Arrays');
  t.equal(sparse.csrArray([[true, false]]).dtype, np.bool);
  t.equal(sparse.csrArray([[1, 0]], { dtype: 'uint8' }).dtype, np.uint8);
  const z = sparse.csrArray([[{ re: 0, im: 2 }, 0]]);
  t.same([z.dtype.name, z.nnz], ['complex128', 1]);
  t.same(await z.tocoo().tocsr().tocsc().toDense().tolist(), [
    [
      { re: 0, im: 2 },
      { re: 0, im: 0 },
    ],
  ]);
  t.same(
    await sparse
      .diags([[1n, 2n]])
      .toDense()
      .tolist(),
    [
      [1n, 0n],
      [0n, 2n],
    ],
  );
  const doubled = { data: [true, true, true], row: [0, 0, 0], col: [1, 1, 0], shape: [1, 2] as const };
  t.same(await sparse.csrArray(doubled).toDense().tolist(), [[true, true]]);
  t.same(await sparse.cooArray(doubled).tocsr().data.tolist(), [true, true]);
  t.throws(() => z.astype('float64'), { name: 'DTypeError' });
  t.throws(() => z.max(), { name: 'DTypeError', message: /max: not defined for complex matrices/ });
  t.throws(() => sparse.eye(2).greater(-1), { name: 'ArgumentError' });
});

t.test('complex systems', async (t) => {
  const next = np.random.defaultRng(3);
  const dense = np.complex(next.random({ shape: [7, 7] }), next.random({ shape: [7, 7] }));
  const A = sparse.csrArray(np.multiply(dense, next.random({ shape: [7, 7] }).less(0.5)).add(np.multiply(np.eye(7), 4)));
  const [b, real] = [np.complex(next.random({ shape: [7, 2] }), next.random({ shape: [7, 2] })), next.random({ shape: [7] })];
  const lu = await sparse.linalg.splu(A);
  const incomplete = await sparse.linalg.spilu(A);
  const residuals: readonly [string, np.NDArray, np.NDArray][] = [
    ['spsolve', A.matmul(sparse.linalg.spsolve(A, b)), b],
    ['a real right-hand side', A.matmul(sparse.linalg.spsolve(A, real)), real],
    ['a real matrix', A.real.matmul(sparse.linalg.spsolve(A.real, b)), b],
    ['splu', A.matmul(lu.solve(b)), b],
    ['the transpose', A.T.matmul(lu.solve(b, { trans: true })), b],
  ];
  for (const [name, found, want] of residuals) t.ok(Number(await np.max(np.abs(found.subtract(want))).item()) < 1e-13, name);
  t.equal(lu.solve(b).dtype.name, 'complex128');
  t.throws(() => incomplete.L, { name: 'DTypeError', message: /incomplete factors of a complex matrix/ });
  t.throws(() => incomplete.permR, { name: 'DTypeError' });
  for (const M of [
    A,
    A.H.matmul(A),
    sparse.csrArray(dense).astype('complex64'),
    sparse.csrArray(np.roll(dense, 2, { axis: 0 })),
  ]) {
    const { L, U, permR, permC } = await sparse.linalg.splu(M);
    const product = L.matmul(U).toDense().take(permR, 0).take(permC, 1);
    const bound = (M.dtype.name as string) === 'complex64' ? 1e-5 : 1e-13;
    t.ok(Number(await np.max(np.abs(product.subtract(M.toDense()))).item()) < bound, 'L U is the matrix in another order');
    t.equal(L.dtype, M.dtype);
    t.same([sparse.triu(L, 1).eliminateZeros().nnz, sparse.tril(U, -1).eliminateZeros().nnz], [0, 0]);
    t.ok(await np.equal(L.diagonal(), 1).all().item());
  }
  const written = A.copy();
  const before = await sparse.linalg.splu(written);
  written.data.set(':', 0);
  t.ok(await np.allclose(before.L.matmul(before.U).toDense().take(before.permR, 0).take(before.permC, 1), A.toDense()).item());
  const whole = sparse.csrArray({ data: Int32Array.of(4, 1, 1, 3), row: [0, 0, 1, 1], col: [0, 1, 0, 1], shape: [2, 2] });
  const { x } = await sparse.cg(whole, np.asarray([5, 4]));
  t.ok(await np.allclose(x, [1, 1]).item(), 'a matrix of integers');
});
