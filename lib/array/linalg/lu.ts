/**
 * LU factors with partial pivoting, and equations with triangles, of real and complex matrices alike (Golub and Van Loan, Matrix Computations, 3.1 and
 * 3.4): plain loops, for devices without the routines of native/solve.
 */
import { ArgumentError } from '../../base/index.js';
import { addRow, at, copyOf, type Matrix, put } from './any-matrix.js';
import { over } from './scalar.js';

/** L below the diagonal and U on and above it; row i of the product is row `order[i]` of the matrix. */
interface Factored {
  readonly lu: Matrix;
  readonly order: readonly number[];
  /** 1 or -1: the sign of the permutation. */
  readonly sign: number;
}

export function factored(matrix: Matrix): Factored {
  let sign = 1;
  const lu = copyOf(matrix);
  const { rows, columns } = lu;
  const order = Array.from({ length: rows }, (_, i) => i);
  // The size of a pivot is LAPACK's: the sum of its parts' sizes.
  const size = (i: number, k: number): number => at(lu, i, k).reduce((sum, part) => sum + Math.abs(part), 0);
  for (let k = 0; k < Math.min(rows, columns); k++) {
    let pivot = k;
    for (let i = k + 1; i < rows; i++) if (size(i, k) > size(pivot, k)) pivot = i;
    if (size(pivot, k) === 0) continue;
    if (pivot !== k) {
      for (const part of [lu.re, lu.im]) {
        if (part === null) continue;
        const row = part.slice(k * columns, (k + 1) * columns);
        part.copyWithin(k * columns, pivot * columns, (pivot + 1) * columns);
        part.set(row, pivot * columns);
      }
      [order[k], order[pivot]] = [order[pivot], order[k]];
      sign = -sign;
    }
    for (let i = k + 1; i < rows; i++) {
      const factor = over(at(lu, i, k), at(lu, k, k));
      put(lu, i, k, factor);
      addRow(lu, i, lu, k, [-factor[0], -factor[1]], k + 1);
    }
  }
  return { lu, order, sign };
}

/** X with T X = B for the lower or the upper triangle of T, in place of B. Throws `ArgumentError` for a 0 on the diagonal. */
export function substitute(t: Matrix, b: Matrix, lower: boolean, unit: boolean, operation: string): void {
  const n = t.rows;
  for (let step = 0; step < n; step++) {
    const i = lower ? step : n - 1 - step;
    for (let k = lower ? 0 : i + 1; k < (lower ? i : n); k++) {
      const [re, im] = at(t, i, k);
      if (re !== 0 || im !== 0) addRow(b, i, b, k, [-re, -im]);
    }
    if (unit) continue;
    const pivot = at(t, i, i);
    if (pivot[0] === 0 && pivot[1] === 0)
      throw new ArgumentError(`${operation}: the matrix is singular: element ${i} of its diagonal is 0`);
    for (let j = 0; j < b.columns; j++) put(b, i, j, over(at(b, i, j), pivot));
  }
}
