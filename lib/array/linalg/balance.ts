/**
 * Balancing: a similarity by powers of two, after which a row and its column are about as long, so that small elements are not lost in rounding of
 * large ones (James, Langou and Lowery, On matrix balancing and eigenvector computation, 2014).
 */
import type { Square } from './schur.js';

const ENOUGH = 0.95;
const [SMALLEST, LARGEST] = [1e-140, 1e140];
const MOST_ROUNDS = 20;

/** Balances the matrix in place; the factors that eigenvectors of the balanced matrix are multiplied with, row by row. */
export function balance(m: Square): Float64Array {
  const by = new Float64Array(m.n).fill(1);
  for (let round = 0; round < MOST_ROUNDS && balanceOnce(m, by); round++);
  return by;
}

/** The lengths of row k and of column k. */
function lengths({ n, re, im }: Square, k: number): readonly [number, number] {
  let [row, column] = [0, 0];
  for (let j = 0; j < n; j++) {
    row += re[k * n + j] ** 2 + im[k * n + j] ** 2;
    column += re[j * n + k] ** 2 + im[j * n + k] ** 2;
  }
  return [Math.sqrt(row), Math.sqrt(column)];
}

/** One round; whether anything changed. */
function balanceOnce(m: Square, by: Float64Array): boolean {
  let changed = false;
  for (let k = 0; k < m.n; k++) {
    const [row, column] = lengths(m, k);
    if (row === 0 || column === 0) continue;
    const factor = 2 ** Math.round(Math.log2(row / column) / 2);
    if (row / factor + column * factor >= ENOUGH * (row + column)) continue;
    if (by[k] * factor < SMALLEST || by[k] * factor > LARGEST) continue;
    by[k] *= factor;
    for (const part of [m.re, m.im])
      for (let j = 0; j < m.n; j++) {
        part[k * m.n + j] /= factor;
        part[j * m.n + k] *= factor;
      }
    changed = true;
  }
  return changed;
}
