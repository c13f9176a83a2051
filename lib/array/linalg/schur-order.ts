/**
 * Schur forms with chosen eigenvalues first: neighbours on the diagonal change places by a rotation (Golub and Van Loan, Matrix Computations,
 * 7.6.2), so that the leading columns of Q span the invariant subspace of the chosen eigenvalues.
 */
import { rotateColumns, rotateRows, rotationOf, type Square } from './schur.js';

/** Exchanges the eigenvalues at k and k + 1. */
function exchange(t: Square, q: Square, k: number): void {
  const { n, re, im } = t;
  const [first, second, corner] = [k * (n + 1), (k + 1) * (n + 1), k * n + k + 1];
  const [a, b, x, y] = [re[first], im[first], re[second], im[second]];
  const g = rotationOf(re[corner], im[corner], x - a, y - b);
  rotateRows(t, k, g, k);
  rotateColumns(t, k, g, k + 2);
  rotateColumns(q, k, g, n);
  [re[first], im[first], re[second], im[second]] = [x, y, a, b];
  re[second - 1] = im[second - 1] = 0;
}

/** Moves the eigenvalues at the given places of the diagonal to its beginning, in their order. Changes `t` and `q`. */
export function moveFirst(t: Square, q: Square, chosen: readonly number[]): void {
  const places = Array.from({ length: t.n }, (_, i) => i);
  chosen.forEach((eigenvalue, to) => {
    for (let k = places.indexOf(eigenvalue); k > to; k--) {
      exchange(t, q, k - 1);
      [places[k - 1], places[k]] = [places[k], places[k - 1]];
    }
  });
}
