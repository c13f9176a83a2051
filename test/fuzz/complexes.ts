/**
 * Operations of fuzz programs on a complex array, made of two real ones of small whole numbers: views, writes in place and through a view of one part,
 * folds, scans, choices by masks that are waited for or not. Each gives one real array, for both executors.
 */
import * as np from '../../lib/array/index.js';
import * as S from './shadow.js';

interface ComplexOperation {
  readonly of: (z: np.NDArray) => np.NDArray;
  readonly shadow: (x: S.Shadow, y: S.Shadow) => S.Shadow;
}

const each =
  (f: (x: number, y: number) => number): ComplexOperation['shadow'] =>
  (x, y) =>
    S.map('float64', x.shape, f, x, y);
const total = (x: S.Shadow, y: S.Shadow, chosen: (x: number, y: number) => boolean): S.Shadow => {
  const others = S.values(y);
  return S.dense([S.values(x).reduce((sum, v, i) => (chosen(v, others[i]) ? sum + v + others[i] : sum), 0)], [], 'float64');
};
const parts = (z: np.NDArray): np.NDArray => np.real(z).add(np.imag(z));
const last = (x: { readonly shape: readonly number[] }): number => x.shape.length - 1;

/** A 0-d array as one element of an axis. */
const one = (x: S.Shadow): S.Shadow => (x.shape.length === 0 ? S.dense(S.values(x), [1], 'float64') : x);

/** With its axes in reverse order, and each of them backwards. */
function turned(x: S.Shadow): S.Shadow {
  const t = S.transpose(x);
  return t.shape.reduce((view, n, axis) => S.slice(view, axis, n - 1, n, -1), t);
}

/** The sums so far along the last axis. */
function running(x: S.Shadow): S.Shadow {
  const n = x.shape[last(x)];
  const sums = S.values(x);
  for (let i = 0; i < sums.length; i++) if (i % n !== 0) sums[i] += sums[i - 1];
  return S.dense(sums, x.shape, 'float64');
}

const OPERATIONS: readonly ComplexOperation[] = [
  { of: (z) => parts(z.multiply(z)), shadow: each((x, y) => x * x - y * y + 2 * x * y) },
  {
    of: (z) => np.real(z.multiply(np.conj(z))).add(np.imag(z.multiply({ re: 0, im: 1 } as never))),
    shadow: each((x, y) => x * x + y * y + x),
  },
  {
    of: (z) => {
      const w = z.copy();
      w.addAssign(z);
      w.real.addAssign(1);
      return parts(np.conj(w));
    },
    shadow: each((x, y) => 2 * x + 1 - 2 * y),
  },
  { of: (z) => parts(z.sum()), shadow: (x, y) => total(x, y, () => true) },
  {
    of: (z) => np.imag(np.flip(z.T)).add(np.flip(z).T.real.multiply(2)),
    shadow: (x, y) => each((a, b) => 2 * a + b)(turned(x), turned(y)),
  },
  {
    of: (z) => parts(np.where(z.real.less(z.imag), z, np.conj(z))),
    shadow: each((x, y) => x + (x < y ? y : -y)),
  },
  {
    of: (z) => parts(np.cumsum(z.ndim === 0 ? z.reshape([1]) : z, { axis: -1 })),
    shadow: (x, y) => running(one(each((a, b) => a + b)(x, y))),
  },
  {
    of: (z) => parts(z.ravel().get(np.real(z).ravel().greater(48)).sum()),
    shadow: (x, y) => total(x, y, (v) => v > 48),
  },
  { of: (z) => parts(z.astype('complex64' as never).multiply(2)).astype('float64'), shadow: each((x, y) => 2 * x + 2 * y) },
  { of: (z) => parts(np.stack([z, np.conj(z), z]).sum({ axis: 0 })), shadow: each((x, y) => 3 * x + y) },
];

/** The operation of a number. */
export function complexOperation(which: number): ComplexOperation {
  return OPERATIONS[which % OPERATIONS.length];
}
