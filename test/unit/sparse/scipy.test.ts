/** Sparse matrices against SciPy's results of the same calls (test/golden/numpy/sparse.py). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import '../../support/arrays.js';

type Numbers = number | readonly Numbers[];
const { given, answers } = JSON.parse(readFileSync(resolve('test', 'golden', 'numpy', 'sparse.json'), 'utf8')) as {
  readonly given: Readonly<Record<string, readonly number[][]>>;
  readonly answers: Readonly<Record<string, Numbers>>;
};
const [A, B, C, S, R, K, N] = [...'ABCSRKN'].map((name) => sparse.csrArray(given[name]));
const [D, v, w, X] = [...'DvwX'].map((name) => np.asarray(given[name]));

type Result = sparse.CsrArray | np.NDArray;

/** By SciPy's call. */
const calls: Readonly<Record<string, () => Result | Result[]>> = {
  'A + B': () => A.add(B),
  'A - B': () => A.subtract(B),
  'A + A': () => A.add(A),
  'A - A': () => A.sub(A),
  'A + D': () => A.add(D),
  'A - D': () => A.subtract(D),
  'A + 0': () => A.add(0),
  'A.multiply(B)': () => A.multiply(B),
  'A.multiply(D)': () => A.multiply(D),
  'A.multiply(v)': () => A.multiply(v),
  'A.multiply(w)': () => A.multiply(w),
  'A.multiply(R)': () => A.multiply(R),
  'A.multiply(K)': () => A.mul(K),
  'R.multiply(K)': () => R.multiply(K),
  'K.multiply(R)': () => K.multiply(R),
  'K.multiply(D)': () => K.multiply(D),
  'A.multiply(3)': () => A.multiply(3),
  'A * -0.5': () => A.multiply(-0.5),
  'A / 4': () => A.divide(4),
  'A / D': () => A.div(D),
  'R.multiply(A)': () => R.multiply(A),
  'A.maximum(B)': () => A.maximum(B),
  'A.minimum(B)': () => A.minimum(B),
  'A.maximum(-1)': () => A.maximum(-1),
  'A.minimum(0.5)': () => A.minimum(0.5),
  'A.maximum(0)': () => A.maximum(0),
  'abs(A)': () => A.abs(),
  '-A': () => A.neg(),
  'A.power(2)': () => A.power(2),
  'A.power(3)': () => A.power(3),
  'A @ C': () => A.matmul(C),
  'A.T @ B': () => A.T.matmul(B),
  'S @ S': () => S.matmul(S),
  'S @ S @ S': () => S.matmul(S).matmul(S),
  'N.T @ N': () => N.T.matmul(N),
  'R @ A.T': () => R.matmul(A.T),
  'K @ R': () => K.matmul(R),
  'A.sin()': () => A.sin(),
  'A.tan()': () => A.tan(),
  'abs(A).sqrt()': () => A.abs().sqrt(),
  'A.sinh()': () => A.sinh(),
  'A.tanh()': () => A.tanh(),
  'A.arctan()': () => A.arctan(),
  'A.arcsinh()': () => A.arcsinh(),
  'A.expm1()': () => A.expm1(),
  'abs(A).log1p()': () => A.abs().log1p(),
  'A.sign()': () => A.sign(),
  'A.floor()': () => A.floor(),
  'A.ceil()': () => A.ceil(),
  'A.trunc()': () => A.trunc(),
  'A.rint()': () => A.rint(),
  'A.deg2rad()': () => A.deg2rad(),
  'A.rad2deg()': () => A.rad2deg(),
  'A.sum()': () => A.sum(),
  'A.sum(axis=0)': () => A.sum(0),
  'A.sum(axis=1)': () => A.sum({ axis: 1 }),
  'A.sum(axis=-1)': () => A.sum(-1),
  'A.mean()': () => A.mean(),
  'A.mean(axis=0)': () => A.mean(0),
  'A.mean(axis=1)': () => A.mean(1),
  'A.max()': () => A.max(),
  'A.min()': () => A.min(),
  'A.max(axis=0)': () => A.max(0),
  'A.max(axis=1)': () => A.max(1),
  'A.min(axis=0)': () => A.min(0),
  'A.min(axis=1)': () => A.min(1),
  'N.max()': () => N.max(),
  'N.max(axis=0)': () => N.max(0),
  'A.argmax(axis=0)': () => A.argmax(0),
  'A.argmax(axis=1)': () => A.argmax(1),
  'A.argmin(axis=0)': () => A.argmin(0),
  'A.argmin(axis=1)': () => A.argmin(1),
  'A.argmax()': () => A.argmax(),
  'A.argmin()': () => A.argmin(),
  'A.count_nonzero()': () => A.countNonzero(),
  'A.count_nonzero(axis=0)': () => A.countNonzero(0),
  'A.count_nonzero(axis=1)': () => A.countNonzero(1),
  'A.diagonal()': () => A.diagonal(),
  'A.diagonal(1)': () => A.diagonal(1),
  'A.diagonal(-2)': () => A.diagonal(-2),
  'A.diagonal(4)': () => A.diagonal(4),
  'S.trace()': () => S.trace(),
  'S.trace(1)': () => S.trace(1),
  'sp.tril(S)': () => sparse.tril(S),
  'sp.tril(S, -1)': () => sparse.tril(S, -1),
  'sp.triu(A, 1)': () => sparse.triu(A, 1),
  'sp.hstack([A, B])': () => sparse.hstack([A, B]),
  'sp.hstack([A, K, B])': () => sparse.hstack([A, K, B]),
  'sp.vstack([A, R, B])': () => sparse.vstack([A, R, B]),
  'sp.block_diag([A, N, R])': () => sparse.blockDiag([A, N, R]),
  'sp.block_array([[A, K], [None, sp.csr_array([[7.0]])]])': () =>
    sparse.blockArray([
      [A, K],
      [null, sparse.csrArray([[7]])],
    ]),
  'sp.kron(A, C)': () => sparse.kron(A, C),
  'sp.kron(N, C)': () => sparse.kron(N, C),
  'sp.kronsum(S, C[:4, :])': () => sparse.kronsum(S, C.slice(':4')),
  'sp.identity(3)': () => sparse.identity(3),
  'sp.spdiags([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], [-1, 2], 4, 5)': () =>
    sparse.spdiags(
      [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
      ],
      [-1, 2],
      4,
      5,
    ),
  'sp.spdiags([[1, 2, 3]], [1], 5, 5)': () => sparse.spdiags([[1, 2, 3]], [1], 5, 5),
  'sp.find(A)': () => {
    const { row, col, data } = sparse.find(A);
    return [row, col, data];
  },
  'A.nonzero()': () => A.nonzero(),
  'A.reshape((5, 6))': () => A.reshape([5, 6]),
  'A.reshape((-1, 3))': () => A.reshape([-1, 3]),
  'A[1:4, ::2]': () => A.slice('1:4', '::2'),
  'A[::-1]': () => A.slice('::-1'),
  'A[:, ::-2]': () => A.slice(':, ::-2'),
  'A[[4, 0, 4]]': () => A.get([4, 0, 4]),
  'A[:, [3, 3, -1, 0]]': () => A.get(':', [3, 3, -1, 0]),
  'A[[5, 1]][:, [2, 0]]': () => A.get([5, 1], ':').get(':', [2, 0]),
  'A[2:, [4, 1]]': () => A.get('2:', [4, 1]),
  'A[0, 1]': () => A.get(0, 1),
  'A[-1, 3]': () => A.get(-1, 3),
  'A[[0, 2, 4], [1, 1, 3]]': () => A.get([0, 2, 4], [1, 1, 3]),
  'A[1, [0, 1, 2, 3, 4]]': () => A.get(1, np.arange(5, { dtype: 'int32' })),
  'A[[True, False, True, False, False, True]]': () => A.get([true, false, true, false, false, true]),
  'A[-2:-1, :]': () => A.slice([-2, -1]),
  'S[1:-1, 1:-1]': () => S.slice('1:-1', '1:-1'),
  'A[[3], :]': () => A.getrow(3),
  'A[:, [2]]': () => A.getcol(-3),
  'sp.random_array((7, 9), density=0.3, rng=np.random.default_rng(5))': () =>
    sparse.randomArray([7, 9], { density: 0.3, rng: 5 }),
  'sp.random_array((40, 50), density=0.05, rng=np.random.default_rng(6))': () =>
    sparse.randomArray([40, 50], { density: 0.05, rng: np.random.defaultRng(6) }),
  'sp.random(5, 4, density=0.125, rng=np.random.default_rng(7))': () => sparse.random(5, 4, { density: 0.125, rng: 7 }),
  'with_diagonal(A, 9)': () => A.withDiagonal(9),
  'with_diagonal(S, [1, 2, 3, 4], 1)': () => S.withDiagonal([1, 2, 3, 4], 1),
  'with_diagonal(A, [1, 2, 3, 4], -2)': () => A.withDiagonal(np.asarray([1, 2, 3, 4]), -2),
  'A @ v': () => A.matmul(v),
  'A.T @ X': () => A.rmatmat(X),
  'X.T @ A': () => A.rmatmat(X).T,
};

function listOf(found: Result): Promise<unknown> {
  return (found instanceof sparse.CsrArray ? found.toDense() : found).tolist();
}

function close(found: Numbers | bigint, wanted: Numbers): boolean {
  if (Array.isArray(found) && Array.isArray(wanted))
    return found.length === wanted.length && found.every((one, i) => close(one as Numbers, wanted[i] as Numbers));
  const [a, b] = [Number(found), Number(wanted)];
  return Object.is(a, b) || Math.abs(a - b) <= 1e-13 * Math.max(1, Math.abs(b));
}

t.test('the same calls', async (t) => {
  t.same(Object.keys(calls).sort(), Object.keys(answers).sort());
  for (const [call, mine] of Object.entries(calls)) {
    const found = mine();
    const list = Array.isArray(found) ? await Promise.all(found.map(listOf)) : await listOf(found);
    t.ok(
      close(list as Numbers, answers[call]),
      `${call}: ${JSON.stringify(list, (_, x) => (typeof x === 'bigint' ? Number(x) : x))}`,
    );
  }
});
