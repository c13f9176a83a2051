/**
 * QR by Householder reflectors, and eigenvalues and singular values by Jacobi's rotations (Golub and Van Loan, Matrix
 * Computations, 5.2, 8.5 and 8.6.3): plain loops in float64, for devices without the routines of native/solve.
 */
import { ArgumentError, ConvergenceError } from '../../base/index.js';
import { type Dense, identity, scaleDown } from './factor.js';

const MOST_SWEEPS = 60;
const EPSILON = Number.EPSILON;

function zeros(rows: number, columns: number): Dense {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

function transposed(m: Dense): Dense {
  const { rows, columns, values } = m;
  const t = zeros(columns, rows);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) t.values[j * rows + i] = values[i * columns + j];
  return t;
}

/** v of the reflector I - 2 v vᵀ / vᵀv that clears column k below the diagonal. */
function reflector(m: Dense, k: number): Float64Array {
  const { rows, columns, values } = m;
  const v = new Float64Array(rows);
  let largest = 0;
  for (let i = k; i < rows; i++) largest = Math.max(largest, Math.abs((v[i] = values[i * columns + k])));
  if (largest === 0 || largest === Number.POSITIVE_INFINITY) return v;
  let squares = 0;
  for (let i = k; i < rows; i++) squares += (v[i] /= largest) * v[i];
  v[k] += v[k] < 0 ? -Math.sqrt(squares) : Math.sqrt(squares);
  return v;
}

/** m = (I - 2 v vᵀ / vᵀv) m, for columns from `from` on. */
function reflect(m: Dense, v: Float64Array, from: number): void {
  const { rows, columns, values } = m;
  let squares = 0;
  for (const x of v) squares += x * x;
  if (squares === 0) return;
  for (let j = from; j < columns; j++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += v[i] * values[i * columns + j];
    for (let i = 0; i < rows; i++) values[i * columns + j] -= ((2 * sum) / squares) * v[i];
  }
}

/** Q, of so many columns, and R, of as many rows. Destroys `matrix`. */
export function qrOf(matrix: Dense, size: number): { q: Dense; r: Dense } {
  const { rows, columns } = matrix;
  const reflectors: Float64Array[] = [];
  for (let k = 0; k < Math.min(rows - 1, columns); k++) {
    const v = reflector(matrix, k);
    reflect(matrix, v, k);
    reflectors.push(v);
  }
  const q = zeros(rows, size);
  for (let i = 0; i < size; i++) q.values[i * size + i] = 1;
  for (let k = reflectors.length - 1; k >= 0; k--) reflect(q, reflectors[k], 0);
  const r = zeros(size, columns);
  for (let i = 0; i < size; i++) for (let j = i; j < columns; j++) r.values[i * columns + j] = matrix.values[i * columns + j];
  return { q, r };
}

function checkFinite(m: Dense, operation: string): void {
  if (!m.values.every(Number.isFinite))
    throw new ArgumentError(`${operation}: expected finite elements, got a matrix with NaN or infinity`);
}

/** The tangent of the angle that makes [[a, b], [b, d]] diagonal. */
function tangent(a: number, b: number, d: number): number {
  const half = (d - a) / (2 * b);
  return (half < 0 ? -1 : 1) / (Math.abs(half) + Math.hypot(1, half));
}

/** Columns p and q of m become c p - s q and s p + c q. */
function turnColumns(m: Dense, p: number, q: number, c: number, s: number): void {
  const { rows, columns, values } = m;
  for (let i = 0; i < rows; i++) {
    const [x, y] = [values[i * columns + p], values[i * columns + q]];
    values[i * columns + p] = c * x - s * y;
    values[i * columns + q] = s * x + c * y;
  }
}

/** Calls `turn` for all pairs of columns until it turns none, or throws. */
function sweepPairs(n: number, operation: string, turn: (p: number, q: number) => boolean): void {
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let turned = false;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) turned = turn(p, q) || turned;
    if (!turned) return;
  }
  throw new ConvergenceError(`${operation}: the iteration did not converge`);
}

/** m's columns in the given order. */
function ordered(m: Dense, order: readonly number[]): Dense {
  const { rows, columns, values } = m;
  const result = zeros(rows, columns);
  for (let i = 0; i < rows; i++) order.forEach((from, j) => (result.values[i * columns + j] = values[i * columns + from]));
  return result;
}

/** Eigenvalues in ascending order, and eigenvectors as columns, from the lower triangle. */
export function eighOf(matrix: Dense, operation: string): { values: Float64Array; vectors: Dense } {
  const { rows: n, values: a } = matrix;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) a[i * n + j] = a[j * n + i];
  checkFinite(matrix, operation);
  const by = scaleDown(a);
  const vectors = identity(n);
  const norm = Math.sqrt(a.reduce((sum, x) => sum + x * x, 0));
  sweepPairs(n, operation, (p, q) => {
    const between = a[p * n + q];
    if (Math.abs(between) <= (EPSILON * norm) / n) return false;
    const t = tangent(a[p * n + p], between, a[q * n + q]);
    const c = 1 / Math.hypot(1, t);
    turnColumns(matrix, p, q, c, t * c);
    turnColumns(vectors, p, q, c, t * c);
    for (let j = 0; j < n; j++) {
      const [x, y] = [a[p * n + j], a[q * n + j]];
      a[p * n + j] = c * x - t * c * y;
      a[q * n + j] = t * c * x + c * y;
    }
    // The rotation is exact but for its rounding, which is that of the diagonal: where eigenvalues are equal it never falls below the bound.
    a[p * n + q] = a[q * n + p] = 0;
    return true;
  });
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[i * n + i] - a[j * n + j]);
  return { values: Float64Array.from(order, (i) => a[i * n + i] * by), vectors: ordered(vectors, order) };
}

/** Singular values in descending order, U with `far` columns if the matrix is tall, V's rows (`far` of them if it is wide). */
export function svdOf(matrix: Dense, far: number, operation: string): { u: Dense; values: Float64Array; vh: Dense } {
  if (matrix.rows < matrix.columns) {
    const { u, values, vh } = svdOf(transposed(matrix), far, operation);
    return { u: transposed(vh), values, vh: transposed(u) };
  }
  checkFinite(matrix, operation);
  const { rows: m, columns: n, values: a } = matrix;
  const by = scaleDown(a);
  const v = identity(n);
  const product = (p: number, q: number): number => {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += a[i * n + p] * a[i * n + q];
    return sum;
  };
  const smallest = EPSILON * a.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  sweepPairs(n, operation, (p, q) => {
    const [x, y, between] = [product(p, p), product(q, q), product(p, q)];
    if (Math.abs(between) <= Math.max(EPSILON * m * Math.sqrt(x * y), smallest * smallest)) return false;
    const t = tangent(x, between, y);
    const c = 1 / Math.hypot(1, t);
    turnColumns(matrix, p, q, c, t * c);
    turnColumns(v, p, q, c, t * c);
    return true;
  });
  const norms = Array.from({ length: n }, (_, j) => Math.sqrt(product(j, j)));
  const order = norms.map((_, j) => j).sort((i, j) => norms[j] - norms[i]);
  // Columns at right angles are Q times a diagonal matrix; Q has more columns where there are too few, or zeros.
  const { q: u, r } = qrOf(ordered(matrix, order), far);
  for (let j = 0; j < n; j++) if (r.values[j * n + j] < 0) for (let i = 0; i < m; i++) u.values[i * far + j] *= -1;
  return { u, values: Float64Array.from(order, (j) => norms[j] * by), vh: transposed(ordered(v, order)) };
}
