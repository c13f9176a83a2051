/**
 * Direct methods on small complex matrices, in float64, for devices without the routines of native/solve: Cholesky factors, QR by
 * Householder reflectors, and the reductions to *real* bidiagonal and tridiagonal matrices by unitary matrices; the routines of real matrices
 * find the singular values and eigenvalues (Golub and Van Loan, Matrix Computations, 3.4, 4.2, 5.2, 5.4.8 and 8.3.1). Plain loops over row-major copies.
 *
 *     A = U B Vᴴ, B real and bidiagonal        A = Q T Qᴴ, T real and tridiagonal, for a Hermitian A
 */
import { ArgumentError } from '../../base/index.js';
import type { BodyArg } from '../../task/index.js';
import { type Dense, denseOf, storeDense } from './factor.js';
import { times } from './scalar.js';

/** A row-major matrix. */
export interface Parts {
  readonly rows: number;
  readonly columns: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Copies matrix number `which` of two stacks. */
export function partsOf(re: BodyArg, im: BodyArg, which: number): Parts {
  const { rows, columns, values } = denseOf(re, which);
  return { rows, columns, re: values, im: denseOf(im, which).values };
}

/** Writes matrix number `which` of two stacks. */
export function storeParts(re: BodyArg, im: BodyArg, which: number, m: Parts): void {
  storeDense(re, which, { rows: m.rows, columns: m.columns, values: m.re });
  storeDense(im, which, { rows: m.rows, columns: m.columns, values: m.im });
}

function zeros(rows: number, columns: number): Parts {
  return { rows, columns, re: new Float64Array(rows * columns), im: new Float64Array(rows * columns) };
}

/** The first columns of the identity. */
function unit(rows: number, columns: number): Parts {
  const m = zeros(rows, columns);
  for (let i = 0; i < Math.min(rows, columns); i++) m.re[i * columns + i] = 1;
  return m;
}

/** The conjugate transpose. */
function adjoint(m: Parts): Parts {
  const t = zeros(m.columns, m.rows);
  for (let i = 0; i < m.rows; i++)
    for (let j = 0; j < m.columns; j++) {
      t.re[j * m.rows + i] = m.re[i * m.columns + j];
      t.im[j * m.rows + i] = -m.im[i * m.columns + j];
    }
  return t;
}

type Vector = Pick<Parts, 're' | 'im'>;

/** v of length √2 of the reflector I - v vᴴ that clears a vector behind its element `from`; zeros where nothing is to be cleared. */
function reflector(x: Vector, from: number): Vector {
  const { re, im } = x;
  let rest = 0;
  let largest = 0;
  for (let i = from; i < re.length; i++) largest = Math.max(largest, Math.abs(re[i]), Math.abs(im[i]));
  const v = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  if (largest === 0) return v;
  for (let i = from; i < re.length; i++) {
    v.re[i] = re[i] / largest;
    v.im[i] = im[i] / largest;
    if (i > from) rest += v.re[i] ** 2 + v.im[i] ** 2;
  }
  if (rest === 0) return { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  const first = Math.hypot(v.re[from], v.im[from]);
  const norm = Math.sqrt(first ** 2 + rest);
  v.re[from] += first === 0 ? norm : (v.re[from] / first) * norm;
  v.im[from] += first === 0 ? 0 : (v.im[from] / first) * norm;
  const length = Math.sqrt(((first + norm) ** 2 + rest) / 2);
  for (let i = from; i < re.length; i++) {
    v.re[i] /= length;
    v.im[i] /= length;
  }
  return v;
}

function columnOf(m: Parts, k: number): Vector {
  const at = (part: Float64Array): Float64Array => Float64Array.from({ length: m.rows }, (_, i) => part[i * m.columns + k]);
  return { re: at(m.re), im: at(m.im) };
}

/** m = (I - v vᴴ) m, for v that begins at row `from`, in columns from `left` on. */
function reflectRows(m: Parts, v: Vector, from: number, left: number): void {
  const { rows, columns: n, re, im } = m;
  for (let j = left; j < n; j++) {
    let [a, b] = [0, 0];
    for (let i = from; i < rows; i++) {
      a += v.re[i] * re[i * n + j] + v.im[i] * im[i * n + j];
      b += v.re[i] * im[i * n + j] - v.im[i] * re[i * n + j];
    }
    for (let i = from; i < rows; i++) {
      re[i * n + j] -= v.re[i] * a - v.im[i] * b;
      im[i * n + j] -= v.re[i] * b + v.im[i] * a;
    }
  }
}

/** m = m (I - v vᴴ), for v that begins at column `from`, in rows from `top` on. */
function reflectColumns(m: Parts, v: Vector, from: number, top: number): void {
  const { rows, columns: n, re, im } = m;
  for (let i = top; i < rows; i++) {
    let [a, b] = [0, 0];
    for (let j = from; j < n; j++) {
      a += re[i * n + j] * v.re[j] - im[i * n + j] * v.im[j];
      b += re[i * n + j] * v.im[j] + im[i * n + j] * v.re[j];
    }
    for (let j = from; j < n; j++) {
      re[i * n + j] -= a * v.re[j] + b * v.im[j];
      im[i * n + j] -= b * v.re[j] - a * v.im[j];
    }
  }
}

/** A number over its length; 1 for 0. */
function phase(re: number, im: number): readonly [number, number] {
  const size = Math.hypot(re, im);
  return size === 0 ? [1, 0] : [re / size, im / size];
}

/** Multiplies column j by a number. */
function turnColumn(m: Parts, j: number, [c, s]: readonly [number, number]): void {
  for (let i = j; i < m.re.length; i += m.columns) {
    const [a, b] = [m.re[i], m.im[i]];
    m.re[i] = a * c - b * s;
    m.im[i] = a * s + b * c;
  }
}

/** The product of the reflectors, with so many columns. */
function accumulate(reflectors: readonly Vector[], first: number, rows: number, columns: number): Parts {
  const q = unit(rows, columns);
  for (let k = reflectors.length - 1; k >= 0; k--) reflectRows(q, reflectors[k], k + first, 0);
  return q;
}

/** Q, of so many columns, and R, of as many rows, with a real diagonal. Destroys `m`. */
export function qrOf(m: Parts, size: number): { readonly q: Parts; readonly r: Parts } {
  const { rows, columns: n } = m;
  const reflectors: Vector[] = [];
  for (let k = 0; k < Math.min(rows, n); k++) {
    const v = reflector(columnOf(m, k), k);
    reflectRows(m, v, k, k);
    reflectors.push(v);
  }
  const q = accumulate(reflectors, 0, rows, size);
  const r = zeros(size, n);
  for (let i = 0; i < Math.min(size, n); i++) {
    const [c, s] = phase(m.re[i * n + i], m.im[i * n + i]);
    for (let j = i; j < n; j++) {
      const [a, b] = [m.re[i * n + j], m.im[i * n + j]];
      r.re[i * n + j] = a * c + b * s;
      r.im[i * n + j] = i === j ? 0 : b * c - a * s;
    }
    turnColumn(q, i, [c, s]);
  }
  return { q, r };
}

/** U with `far` columns, the bidiagonal B, and Vᴴ, of a matrix with no fewer rows than columns. Destroys `m`. */
export function bidiagonal(m: Parts, far: number): { readonly u: Parts; readonly b: Dense; readonly vh: Parts } {
  const { rows, columns: n } = m;
  const [left, right]: [Vector[], Vector[]] = [[], []];
  for (let k = 0; k < n; k++) {
    const v = reflector(columnOf(m, k), k);
    reflectRows(m, v, k, k);
    left.push(v);
    if (k + 2 > n) continue;
    const row = { re: m.re.slice(k * n, (k + 1) * n), im: m.im.slice(k * n, (k + 1) * n).map((x) => -x) };
    const w = reflector(row, k + 1);
    reflectColumns(m, w, k + 1, k);
    right.push(w);
  }
  const u = accumulate(left, 0, rows, far);
  const v = accumulate(right, 1, n, n);
  const b = new Float64Array(n * n);
  let q: readonly [number, number] = [1, 0];
  for (let k = 0; k < n; k++) {
    const d = times([m.re[k * n + k], m.im[k * n + k]], q);
    const p = phase(d[0], d[1]);
    b[k * n + k] = Math.hypot(d[0], d[1]);
    turnColumn(u, k, p);
    turnColumn(v, k, q);
    if (k === n - 1) break;
    const e = times([m.re[k * n + k + 1], m.im[k * n + k + 1]], [p[0], -p[1]]);
    b[k * n + k + 1] = Math.hypot(e[0], e[1]);
    const [c, s] = phase(e[0], e[1]);
    q = [c, -s];
  }
  return { u, b: { rows: n, columns: n, values: b }, vh: adjoint(v) };
}

/** Q and the tridiagonal T of a Hermitian matrix, of which the lower triangle is read. Destroys `m`. */
export function tridiagonal(m: Parts): { readonly q: Parts; readonly t: Dense } {
  const n = m.rows;
  for (let i = 0; i < n; i++) {
    m.im[i * n + i] = 0;
    for (let j = i + 1; j < n; j++) {
      m.re[i * n + j] = m.re[j * n + i];
      m.im[i * n + j] = -m.im[j * n + i];
    }
  }
  const reflectors: Vector[] = [];
  for (let k = 0; k + 2 < n; k++) {
    const v = reflector(columnOf(m, k), k + 1);
    reflectRows(m, v, k + 1, k);
    reflectColumns(m, v, k + 1, k);
    reflectors.push(v);
  }
  const q = accumulate(reflectors, 1, n, n);
  const t = new Float64Array(n * n);
  let turn: readonly [number, number] = [1, 0];
  for (let k = 0; k < n; k++) {
    t[k * n + k] = m.re[k * n + k];
    turnColumn(q, k, turn);
    if (k === n - 1) break;
    const e = times([m.re[(k + 1) * n + k], m.im[(k + 1) * n + k]], turn);
    t[(k + 1) * n + k] = t[k * n + k + 1] = Math.hypot(e[0], e[1]);
    turn = phase(e[0], e[1]);
  }
  return { q, t: { rows: n, columns: n, values: t } };
}

/** The lower triangular L with L Lᴴ = A, from A's lower triangle. Throws `ArgumentError` unless A is positive definite. */
export function choleskyOf(m: Parts): Parts {
  const n = m.rows;
  const l = zeros(n, n);
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let [a, b] = [m.re[i * n + j], i === j ? 0 : m.im[i * n + j]];
      for (let k = 0; k < j; k++) {
        const [x, y, u, v] = [l.re[i * n + k], l.im[i * n + k], l.re[j * n + k], l.im[j * n + k]];
        a -= x * u + y * v;
        b -= y * u - x * v;
      }
      if (i > j) {
        l.re[i * n + j] = a / l.re[j * n + j];
        l.im[i * n + j] = b / l.re[j * n + j];
      } else if (a > 0) l.re[j * n + j] = Math.sqrt(a);
      else throw new ArgumentError('cholesky: the matrix is not positive definite');
    }
  }
  return l;
}
