/**
 * The exponential of one matrix: the diagonal Padé approximant of degree 13, of the matrix divided by a power of two, squared as often (Al-Mohy and
 * Higham, A new scaling and squaring algorithm for the matrix exponential, 2009, algorithm 5.1 with that degree alone). Norms of powers say how often,
 * so that a matrix far from normal is not scaled more than it has to be.
 */
import { combined, copyOf, type Matrix, oneNorm, product, unitOf } from './any-matrix.js';
import { factored, substitute } from './lu.js';

const PADE = [
  64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600, 670442572800,
  33522128640, 1323241920, 40840800, 960960, 16380, 182, 1,
] as const;
/** The greatest norm for which the approximant is exact to rounding. */
const THETA = 4.25;
/** The reciprocal of the first coefficient of its backward error. */
const ERROR = 1.1325077560602111e35;

/** How often more to halve the matrix, so that the sizes of its elements, which no norm of a power says, are small enough. */
function moreFor(a: Matrix, scale: number): number {
  const n = a.rows;
  const sizes = new Float64Array(n * n);
  for (let i = 0; i < sizes.length; i++) sizes[i] = scale * (a.im === null ? Math.abs(a.re[i]) : Math.hypot(a.re[i], a.im[i]));
  let sums = new Float64Array(n).fill(1);
  for (let power = 0; power < 27; power++) {
    const next = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) next[j] += sizes[i * n + j] * sums[i];
    sums = next;
  }
  const alpha = Math.max(...sums) / (scale * oneNorm(a) * ERROR);
  return Number.isFinite(alpha) && alpha > 0 ? Math.max(0, Math.ceil(Math.log2(alpha * 2 ** 53) / 26)) : 0;
}

/** How often the matrix is halved. */
function halvings(a: Matrix, a4: Matrix, a6: Matrix): number {
  const root = (m: Matrix, power: number): number => oneNorm(m) ** (1 / power);
  const d8 = root(product(a4, a4), 8);
  const least = Math.min(Math.max(root(a6, 6), d8), Math.max(d8, root(product(a4, a6), 10)), oneNorm(a));
  const s = Number.isFinite(least)
    ? Math.max(0, Math.ceil(Math.log2(least / THETA)))
    : Math.max(0, Math.ceil(Math.log2(oneNorm(a))));
  return s + moreFor(a, 2 ** -s);
}

export function exponential(a: Matrix): Matrix {
  const n = a.rows;
  const unit = unitOf(n, a.im !== null);
  if (oneNorm(a) === 0) return unit;
  let a2 = product(a, a);
  let a4 = product(a2, a2);
  let a6 = product(a2, a4);
  const s = halvings(a, a4, a6);
  const half = combined([2 ** -s, a]);
  [a2, a4, a6] = [combined([4 ** -s, a2]), combined([16 ** -s, a4]), combined([64 ** -s, a6])];
  const b = PADE;
  const high = product(a6, combined([b[13], a6], [b[11], a4], [b[9], a2]));
  const u = product(half, combined([1, high], [b[7], a6], [b[5], a4], [b[3], a2], [b[1], unit]));
  const even = product(a6, combined([b[12], a6], [b[10], a4], [b[8], a2]));
  const v = combined([1, even], [b[6], a6], [b[4], a4], [b[2], a2], [b[0], unit]);
  let x = solve(combined([1, v], [-1, u]), combined([1, v], [1, u]));
  for (let i = 0; i < s; i++) x = product(x, x);
  return x;
}

function solve(a: Matrix, b: Matrix): Matrix {
  const { lu, order } = factored(a);
  const x = copyOf(b);
  for (const [i, from] of order.entries())
    for (const [to, source] of [[x.re, b.re], ...(x.im !== null && b.im !== null ? [[x.im, b.im]] : [])])
      to.set(source.subarray(from * b.columns, (from + 1) * b.columns), i * b.columns);
  substitute(lu, x, true, true, 'expm');
  substitute(lu, x, false, false, 'expm');
  return x;
}
