/**
 * Eigenvalues and eigenvectors of any square matrix, in complex float64: reduced to Hessenberg form by Householder reflectors, then to Schur form by
 * QR steps with Wilkinson's shifts (Golub and Van Loan, Matrix Computations, 7.4 and 7.5); eigenvectors by back substitution (7.6.4). A real
 * matrix stays real until a shift is complex.
 *
 *     A = Q T Qᴴ      eigenvalues on the diagonal of T      eigenvectors Q x with T x = t x
 */
import { ArgumentError, ConvergenceError } from '../../base/index.js';
import { rootOf } from './scalar.js';

/** A complex matrix of n rows and columns, row-major. */
export interface Square {
  readonly n: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

const EPSILON = Number.EPSILON;
/** Smaller numbers count as 0: subnormal ones have too few digits for a phase. Matrices are near 1 in size. */
const TINY = 2 ** -960;
/** QR steps for each eigenvalue; every tenth takes an exceptional shift. */
const MOST_STEPS = 60;

function identity(n: number): Square {
  const q = { n, re: new Float64Array(n * n), im: new Float64Array(n * n) };
  for (let i = 0; i < n; i++) q.re[i * (n + 1)] = 1;
  return q;
}

function size(m: Square, i: number, j: number): number {
  return Math.hypot(m.re[i * m.n + j], m.im[i * m.n + j]);
}

/** Throws `ArgumentError` for NaN and infinity. */
export function checkFinite({ re, im }: Square, operation: string): void {
  if (!re.every(Number.isFinite) || !im.every(Number.isFinite))
    throw new ArgumentError(`${operation}: expected finite elements, got NaN or infinity`);
}

/** Schur form and its vectors. Destroys `h`. Throws `ArgumentError` for elements that are not finite, `ConvergenceError`. */
export function schur(h: Square, operation: string): { readonly t: Square; readonly q: Square } {
  checkFinite(h, operation);
  const q = identity(h.n);
  hessenberg(h, q);
  let steps = 0;
  for (let high = h.n - 1; high > 0; ) {
    const low = activeFrom(h, high);
    if (low === high) {
      high--;
      steps = 0;
      continue;
    }
    if (++steps > MOST_STEPS) throw new ConvergenceError(`${operation}: the QR iteration did not converge`);
    const shift = steps % 10 === 0 ? [size(h, high, high - 1), 0] : wilkinson(h, high);
    step(h, q, low, high, shift[0], shift[1]);
  }
  return { t: h, q };
}

/** Clears the elements below the first subdiagonal. */
function hessenberg(h: Square, q: Square): void {
  const { n } = h;
  const v = { re: new Float64Array(n), im: new Float64Array(n) };
  for (let k = 0; k < n - 2; k++) {
    let norm = 0;
    for (let i = k + 1; i < n; i++) norm = Math.hypot(norm, size(h, i, k));
    const first = size(h, k + 1, k);
    if (norm === first || norm < TINY) continue;
    for (let i = k + 1; i < n; i++) {
      v.re[i] = h.re[i * n + k];
      v.im[i] = h.im[i * n + k];
    }
    v.re[k + 1] += first < TINY ? norm : (v.re[k + 1] / first) * norm;
    v.im[k + 1] += first < TINY ? 0 : (v.im[k + 1] / first) * norm;
    let length = 0;
    for (let i = k + 1; i < n; i++) length = Math.hypot(length, v.re[i], v.im[i]);
    for (let i = k + 1; i < n; i++) {
      v.re[i] /= length;
      v.im[i] /= length;
    }
    reflectRows(h, v, k + 1);
    reflectColumns(h, v, k + 1);
    reflectColumns(q, v, k + 1);
  }
}

type Vector = Pick<Square, 're' | 'im'>;

/** m = (I - 2 v vᴴ) m, for v of length 1 that begins at `from`. */
function reflectRows(m: Square, v: Vector, from: number): void {
  const { n, re, im } = m;
  for (let j = 0; j < n; j++) {
    let [a, b] = [0, 0];
    for (let i = from; i < n; i++) {
      a += v.re[i] * re[i * n + j] + v.im[i] * im[i * n + j];
      b += v.re[i] * im[i * n + j] - v.im[i] * re[i * n + j];
    }
    for (let i = from; i < n; i++) {
      re[i * n + j] -= 2 * (v.re[i] * a - v.im[i] * b);
      im[i * n + j] -= 2 * (v.re[i] * b + v.im[i] * a);
    }
  }
}

/** m = m (I - 2 v vᴴ). */
function reflectColumns(m: Square, v: Vector, from: number): void {
  const { n, re, im } = m;
  for (let i = 0; i < n; i++) {
    let [a, b] = [0, 0];
    for (let j = from; j < n; j++) {
      a += re[i * n + j] * v.re[j] - im[i * n + j] * v.im[j];
      b += re[i * n + j] * v.im[j] + im[i * n + j] * v.re[j];
    }
    for (let j = from; j < n; j++) {
      re[i * n + j] -= 2 * (a * v.re[j] + b * v.im[j]);
      im[i * n + j] -= 2 * (b * v.re[j] - a * v.im[j]);
    }
  }
}

/** Where the block that ends at `high` begins: below a subdiagonal element that is 0 to rounding. */
function activeFrom(h: Square, high: number): number {
  for (let k = high; k > 0; k--) {
    const around = size(h, k, k) + size(h, k - 1, k - 1);
    if (size(h, k, k - 1) > EPSILON * (around === 0 ? 1 : around)) continue;
    h.re[k * h.n + k - 1] = 0;
    h.im[k * h.n + k - 1] = 0;
    return k;
  }
  return 0;
}

/** The eigenvalue of the last two rows and columns that is closer to the last element. */
function wilkinson(h: Square, high: number): readonly [number, number] {
  const { n, re, im } = h;
  const [a, b, c, d] = [(high - 1) * n + high - 1, (high - 1) * n + high, high * n + high - 1, high * n + high];
  const [x, y] = [(re[a] - re[d]) / 2, (im[a] - im[d]) / 2];
  const [p, q] = [x * x - y * y + re[b] * re[c] - im[b] * im[c], 2 * x * y + re[b] * im[c] + im[b] * re[c]];
  let [u, v] = rootOf([p, q]);
  if (x * u + y * v > 0) [u, v] = [-u, -v];
  return [re[d] + x + u, im[d] + y + v];
}

/** One QR step with a shift on rows and columns `low` to `high`. */
function step(h: Square, q: Square, low: number, high: number, shiftRe: number, shiftIm: number): void {
  const { n, re, im } = h;
  const shiftBy = (sign: number): void => {
    for (let i = low; i <= high; i++) {
      re[i * (n + 1)] += sign * shiftRe;
      im[i * (n + 1)] += sign * shiftIm;
    }
  };
  shiftBy(-1);
  const rotations: Rotation[] = [];
  for (let k = low; k < high; k++) {
    const g = rotation(h, k);
    rotations.push(g);
    rotateRows(h, k, g, k);
  }
  rotations.forEach((g, i) => {
    rotateColumns(h, low + i, g, Math.min(low + i + 2, high + 1));
    rotateColumns(q, low + i, g, n);
  });
  shiftBy(1);
}

/** [c s; -s̄ c]. */
interface Rotation {
  readonly c: number;
  readonly re: number;
  readonly im: number;
}

/** The rotation of rows k and k + 1 that clears the element below the diagonal of column k. */
function rotation({ n, re, im }: Square, k: number): Rotation {
  const [f, g] = [k * n + k, (k + 1) * n + k];
  return rotationOf(re[f], im[f], re[g], im[g]);
}

/** The rotation that takes (f, g) to a multiple of (1, 0). */
export function rotationOf(fRe: number, fIm: number, gRe: number, gIm: number): Rotation {
  const first = Math.hypot(fRe, fIm);
  const r = Math.hypot(first, gRe, gIm);
  if (first < TINY) return { c: 0, re: 1, im: 0 };
  const [x, y] = [fRe / first, fIm / first];
  return { c: first / r, re: (x * gRe + y * gIm) / r, im: (y * gRe - x * gIm) / r };
}

/** Rows k and k + 1, from a column on. */
export function rotateRows({ n, re, im }: Square, k: number, { c, re: s, im: t }: Rotation, from: number): void {
  for (let i = k * n + from, j = i + n; i < (k + 1) * n; i++, j++) {
    const [a, b, x, y] = [re[i], im[i], re[j], im[j]];
    re[i] = c * a + s * x - t * y;
    im[i] = c * b + s * y + t * x;
    re[j] = c * x - s * a - t * b;
    im[j] = c * y - s * b + t * a;
  }
}

/** Columns k and k + 1, up to before a row. */
export function rotateColumns({ n, re, im }: Square, k: number, { c, re: s, im: t }: Rotation, end: number): void {
  for (let row = 0, i = k, j = k + 1; row < end; row++, i += n, j += n) {
    const [a, b, x, y] = [re[i], im[i], re[j], im[j]];
    re[i] = c * a + s * x + t * y;
    im[i] = c * b + s * y - t * x;
    re[j] = c * x - s * a + t * b;
    im[j] = c * y - s * b - t * a;
  }
}

/** Eigenvectors as columns, of length 1, their largest elements real; row i is multiplied with `by[i]`. */
export function eigenvectors(t: Square, q: Square, by: Float64Array): Square {
  const { n } = t;
  const found: Square = { n, re: new Float64Array(n * n), im: new Float64Array(n * n) };
  let largest = Number.MIN_VALUE;
  for (let i = 0; i < n * n; i++) largest = Math.max(largest, Math.abs(t.re[i]), Math.abs(t.im[i]));
  for (let j = 0; j < n; j++) {
    const x = solveUpper(t, j, EPSILON * largest);
    let length = 0;
    for (let i = 0; i < n; i++) {
      let [a, b] = [0, 0];
      for (let k = 0; k <= j; k++) {
        a += q.re[i * n + k] * x.re[k] - q.im[i * n + k] * x.im[k];
        b += q.re[i * n + k] * x.im[k] + q.im[i * n + k] * x.re[k];
      }
      found.re[i * n + j] = a *= by[i];
      found.im[i * n + j] = b *= by[i];
      length = Math.hypot(length, a, b);
    }
    turnColumn(found, j, length);
  }
  return found;
}

/** Divides a column by its length and by the phase of its largest element. */
function turnColumn({ n, re, im }: Square, j: number, length: number): void {
  let largest = j;
  for (let k = j; k < n * n; k += n) if (Math.hypot(re[k], im[k]) > Math.hypot(re[largest], im[largest])) largest = k;
  const size = Math.hypot(re[largest], im[largest]);
  const [c, s] = im[largest] === 0 ? [1, 0] : [re[largest] / size, im[largest] / size];
  for (let k = j; k < n * n; k += n) {
    const [a, b] = [re[k] / length, im[k] / length];
    re[k] = a * c + b * s;
    im[k] = k === largest ? 0 : b * c - a * s;
  }
}

/** x with T x = t_jj x and x_j = 1; equal eigenvalues are told apart by `least`. */
function solveUpper({ n, re, im }: Square, j: number, least: number): Vector {
  const x = { re: new Float64Array(n), im: new Float64Array(n) };
  x.re[j] = 1;
  for (let i = j - 1; i >= 0; i--) {
    let [a, b] = [0, 0];
    for (let k = i + 1; k <= j; k++) {
      a -= re[i * n + k] * x.re[k] - im[i * n + k] * x.im[k];
      b -= re[i * n + k] * x.im[k] + im[i * n + k] * x.re[k];
    }
    let [c, d] = [re[i * (n + 1)] - re[j * (n + 1)], im[i * (n + 1)] - im[j * (n + 1)]];
    if (Math.hypot(c, d) < least) [c, d] = [least, 0];
    const square = c * c + d * d;
    x.re[i] = (a * c + b * d) / square;
    x.im[i] = (b * c - a * d) / square;
  }
  return x;
}
