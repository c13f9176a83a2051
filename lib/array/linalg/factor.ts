/**
 * Dense direct methods on small matrices, for `linalg`: LU with partial pivoting, and Cholesky (Golub and Van Loan, Matrix
 * Computations, 3.4 and 4.2). Plain loops in float64 over row-major copies, for devices without the routines of native/solve.
 */
import { ArgumentError } from '../../base/index.js';
import type { BodyArg } from '../../task/index.js';

/** A row-major copy of one matrix, or of one vector as a matrix of one column. */
export interface Dense {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** Copies matrix number `which` of a stack (batch, rows, columns). */
export function denseOf(arg: BodyArg, which: number): Dense {
  const [, rows, columns] = arg.shape;
  const values = new Float64Array(rows * columns);
  const start = arg.offset + which * arg.strides[0];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) values[i * columns + j] = Number(arg.data[start + i * arg.strides[1] + j * arg.strides[2]]);
  }
  return { rows, columns, values };
}

/** Writes matrix number `which` of a stack. */
export function storeDense(arg: BodyArg, which: number, m: Dense): void {
  const start = arg.offset + which * arg.strides[0];
  for (let i = 0; i < m.rows; i++) {
    for (let j = 0; j < m.columns; j++)
      arg.data[start + i * arg.strides[1] + j * arg.strides[2]] = m.values[i * m.columns + j] as never;
  }
}

/** L below the diagonal and U on and above it, in place of the matrix. */
interface Factors {
  readonly lu: Dense;
  /** Row i of the product is row `order[i]` of the matrix. */
  readonly order: readonly number[];
  /** 1 or -1: the sign of the permutation. */
  readonly sign: number;
  readonly singular: boolean;
}

export function factor(matrix: Dense): Factors {
  const { rows: n, values: a } = matrix;
  const order = Array.from({ length: n }, (_, i) => i);
  let sign = 1;
  let singular = false;
  for (let k = 0; k < n; k++) {
    const pivot = largestBelow(matrix, k);
    if (pivot !== k) {
      swapRows(matrix, k, pivot);
      [order[k], order[pivot]] = [order[pivot], order[k]];
      sign = -sign;
    }
    const top = a[k * n + k];
    if (top === 0) {
      singular = true;
      continue;
    }
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / top;
      a[i * n + k] = factor;
      for (let j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return { lu: matrix, order, sign, singular };
}

function largestBelow(m: Dense, k: number): number {
  let best = k;
  for (let i = k + 1; i < m.rows; i++) {
    if (Math.abs(m.values[i * m.columns + k]) > Math.abs(m.values[best * m.columns + k])) best = i;
  }
  return best;
}

function swapRows(m: Dense, i: number, j: number): void {
  const { columns: n, values: a } = m;
  const row = a.slice(i * n, (i + 1) * n);
  a.copyWithin(i * n, j * n, (j + 1) * n);
  a.set(row, j * n);
}

/** The solution of the factored matrix for each column of `b`. Throws `ArgumentError` for a singular matrix. */
export function solveFactored(f: Factors, b: Dense, operation: string): Dense {
  if (f.singular) throw new ArgumentError(`${operation}: the matrix is singular, so there is no unique solution`);
  const { rows: n, values: a } = f.lu;
  const { columns: m } = b;
  const x = new Float64Array(n * m);
  for (let i = 0; i < n; i++) x.set(b.values.subarray(f.order[i] * m, (f.order[i] + 1) * m), i * m);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) subtractRow(x, m, i, k, a[i * n + k]);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtractRow(x, m, i, k, a[i * n + k]);
    for (let j = 0; j < m; j++) x[i * m + j] /= a[i * n + i];
  }
  return { rows: n, columns: m, values: x };
}

function subtractRow(x: Float64Array, width: number, i: number, k: number, factor: number): void {
  for (let j = 0; j < width; j++) x[i * width + j] -= factor * x[k * width + j];
}

/** The lower triangular L with L Lᵀ = A, from A's lower triangle. Throws `ArgumentError` unless A is positive definite. */
export function cholesky(matrix: Dense): Dense {
  const { rows: n, values: a } = matrix;
  const l = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      if (i > j) l[i * n + j] = sum / l[j * n + j];
      else if (sum > 0) l[j * n + j] = Math.sqrt(sum);
      else throw new ArgumentError('cholesky: the matrix is not positive definite');
    }
  }
  return { rows: n, columns: n, values: l };
}

/** Divides all parts by a power of two, which it returns, so that their largest element is about 1 and no square overflows or vanishes. */
export function scaleDown(...parts: readonly Float64Array[]): number {
  let largest = 0;
  for (const part of parts) for (const x of part) largest = Math.max(largest, Math.abs(x));
  if (largest === 0) return 1;
  const by = 2 ** Math.min(1023, Math.floor(Math.log2(largest)));
  for (const part of parts) for (let i = 0; i < part.length; i++) part[i] /= by;
  return by;
}

/** The identity. */
export function identity(n: number): Dense {
  const values = new Float64Array(n * n);
  for (let i = 0; i < n; i++) values[i * n + i] = 1;
  return { rows: n, columns: n, values };
}
