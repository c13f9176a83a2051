/** Sparse matrices against what SciPy gives for the same calls (test/golden/numpy/sparse.py). */
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

/** By SciPy's call. */
const calls: Readonly<Record<string, () => sparse.CsrArray | np.NDArray>> = {
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
  'A @ v': () => A.matmul(v),
  'A.T @ X': () => A.rmatmat(X),
  'X.T @ A': () => A.rmatmat(X).T,
};

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
    const list = await (found instanceof sparse.CsrArray ? found.toDense() : found).tolist();
    t.ok(
      close(list as Numbers, answers[call]),
      `${call}: ${JSON.stringify(list, (_, x) => (typeof x === 'bigint' ? Number(x) : x))}`,
    );
  }
});
