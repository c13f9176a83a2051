/**
 * Square roots and logarithms of upper triangular complex matrices (Higham, Functions of Matrices, 6.2 and 11.5): a root column by column, a logarithm of the root
 * that is near the identity, by its Padé approximant of degree 7 as a sum of partial fractions.
 *
 *     log(I + E) ≈ Σ wⱼ (I + xⱼ E)⁻¹ E      xⱼ, wⱼ: nodes and weights of Gauss and Legendre on [0, 1]
 */
import { ArgumentError } from '../../base/index.js';
import { at, combined, copyOf, type Matrix, oneNorm, put, unitOf, zerosOf } from './any-matrix.js';
import { substitute } from './lu.js';
import { type Num, over, rootOf, times } from './scalar.js';

export function squareRoot(t: Matrix): Matrix {
  const n = t.rows;
  const r = zerosOf(n, n, true);
  for (let j = 0; j < n; j++) {
    put(r, j, j, rootOf(at(t, j, j)));
    for (let i = j - 1; i >= 0; i--) {
      let [a, b] = at(t, i, j);
      for (let k = i + 1; k < j; k++) {
        const [c, d] = times(at(r, i, k), at(r, k, j));
        [a, b] = [a - c, b - d];
      }
      const [one, other] = [at(r, i, i), at(r, j, j)];
      const sum: Num = [one[0] + other[0], one[1] + other[1]];
      if (sum[0] !== 0 || sum[1] !== 0) put(r, i, j, over([a, b], sum));
      else if (a !== 0 || b !== 0)
        throw new ArgumentError('sqrtm: the matrix is singular, and its Schur form gives no square root');
    }
  }
  return r;
}

/** Nodes and weights on [0, 1]. */
const NODES = [
  [0.5, 0.2089795918367347],
  [0.2970774243113014, 0.1909150252525595],
  [0.7029225756886985, 0.1909150252525595],
  [0.12923440720030277, 0.13985269574463835],
  [0.8707655927996972, 0.13985269574463835],
  [0.025446043828620736, 0.06474248308443484],
  [0.9745539561713793, 0.06474248308443484],
] as const;
/** The distance from the identity for which the approximant is exact to rounding. */
const THETA = 0.2642960831111435;
const MOST_ROOTS = 100;

function logOf([a, b]: Num): Num {
  return [Math.log(Math.hypot(a, b)), Math.atan2(b, a)];
}

export function logarithm(t: Matrix): Matrix {
  const n = t.rows;
  for (let i = 0; i < n; i++)
    if (Math.hypot(...at(t, i, i)) === 0) throw new ArgumentError('logm: the matrix is singular, and has no logarithm');
  const unit = unitOf(n, true);
  let root = t;
  let rest = combined([1, root], [-1, unit]);
  let s = 0;
  for (; oneNorm(rest) > THETA && s < MOST_ROOTS; s++) {
    root = squareRoot(root);
    rest = combined([1, root], [-1, unit]);
  }
  let sum = zerosOf(n, n, true);
  for (const [node, weight] of NODES) {
    const x = copyOf(rest);
    substitute(combined([1, unit], [node, rest]), x, false, false, 'logm');
    sum = combined([1, sum], [weight * 2 ** s, x]);
  }
  sharpened(t, sum);
  return sum;
}

/** Computes the diagonal, and the elements above it where their eigenvalues are apart, from the matrix itself: the roots have lost digits. */
function sharpened(t: Matrix, sum: Matrix): void {
  for (let i = 0; i < t.rows; i++) {
    const own = logOf(at(t, i, i));
    put(sum, i, i, own);
    if (i + 1 === t.rows) continue;
    const [a, b] = [at(t, i, i), at(t, i + 1, i + 1)];
    const apart: Num = [b[0] - a[0], b[1] - a[1]];
    if (Math.hypot(...apart) < 0.5 * Math.max(Math.hypot(...a), Math.hypot(...b))) continue;
    const next = logOf(b);
    put(sum, i, i + 1, times(at(t, i, i + 1), over([next[0] - own[0], next[1] - own[1]], apart)));
  }
}
