/** Functions of sparse square matrices: exponentials, powers, inverses, and solutions with triangles. */

import { type NDArray, ones, stack } from '../../array/index.js';
import { ArgumentError, COUNT, FLAG, NUMBER, type OptionKinds, options, ShapeError } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { takesMatrices } from '../any-format.js';
import { add } from '../arithmetic.js';
import { eye } from '../construct.js';
import { checkSquare, expandRows } from '../coordinates.js';
import { csrArray } from '../create.js';
import { CSR, CsrArray } from '../csr.js';
import { POSITIVE_COUNT, VECTOR } from '../kinds.js';
import { withDiagonal } from '../parts.js';
import { trace } from '../reductions.js';
import { hostStructure } from '../structure.js';
import { inDType, isComplex, promoteAny } from '../values.js';
import { splu, spsolve } from './direct.js';
import { norm } from './norm.js';

/** The identity in a matrix's dtype. */
function identityLike(A: CsrArray, n: number): CsrArray {
  return eye(n).astype(A.dtype as never);
}

/** With values of floats. */
function inFloats(A: CsrArray): CsrArray {
  return A.dtype.kind === 'float' || isComplex(A) ? A : A.astype(float64);
}

async function oneNorm(name: string, A: CsrArray): Promise<number> {
  if (A.shape[0] === 0) return 0;
  const size = Number(await norm(A, { ord: 1 }).item());
  if (!Number.isFinite(size))
    throw new ArgumentError(`${name}: the matrix has an element that is not finite, or its sums overflow`);
  return size;
}

/** Terms of Taylor's series of a matrix with columns of sums up to 1: the first that is left out is below 1e-17. */
const TERMS = 18;

/**
 * The exponential of a sparse square matrix, as a sparse one: Taylor's series of the matrix over a power of 2, squared as often. Its entries are where
 * powers of the matrix have some, so that it is sparse for blocks and triangles alone: `expmMultiply` is the product with a vector without it.
 * Rejects with `ShapeError`, and with `ArgumentError` for elements that are not finite.
 *
 * @example
 * const A = sparse.csrArray([[0, 1], [0, 0]]);
 * await (await sparse.linalg.expm(A)).toDense().tolist(); // [[1, 1], [0, 1]]
 */
export const expm = takesMatrices(
  'expm',
  CSR,
)(async (A: CsrArray): Promise<CsrArray> => {
  const n = checkSquare('expm', A);
  const own = inFloats(A.snapshot());
  const size = await oneNorm('expm', own);
  const squarings = size > 1 ? Math.ceil(Math.log2(size)) : 0;
  const scaled = own.multiply(2 ** -squarings);
  const one = identityLike(own, n);
  // By Horner's rule: 1 + x (1 + x / 2 (1 + x / 3 (…))).
  let sum = one;
  for (let k = TERMS; k >= 1; k--) sum = add(one, scaled.matmul(sum).multiply(1 / k)) as CsrArray;
  for (let k = 0; k < squarings; k++) sum = sum.matmul(sum);
  return sum;
});

/** Bounds of the norm up to which so many terms of Taylor's series have a backward error below 2^-53 (Al-Mohy and Higham 2011, table 3.1). */
const BOUNDS: readonly (readonly [terms: number, bound: number])[] = [
  [5, 0.0024],
  [10, 0.144],
  [15, 0.641],
  [20, 1.44],
  [25, 2.43],
  [30, 3.54],
  [35, 4.7],
  [40, 6.0],
  [45, 7.2],
  [50, 8.5],
  [55, 9.9],
];

/** Options of `expmMultiply`. */
export interface ExpmMultiplyOptions {
  /** The first of several times; with it the result has a first axis of times. */
  readonly start?: number;
  /** The last of several times. */
  readonly stop?: number;
  /** How many times, evenly spaced; default 50. */
  readonly num?: number;
  /** Whether `stop` is one of them; default true. */
  readonly endpoint?: boolean;
}
const EXPM_MULTIPLY: OptionKinds<ExpmMultiplyOptions> = { start: NUMBER, stop: NUMBER, num: POSITIVE_COUNT, endpoint: FLAG };

/**
 * `exp(A) B` for a vector B (n,) or the columns of a matrix (n, k), without the exponential: by products with A (Al-Mohy and Higham 2011), as many
 * as its norm asks for. With `start` and `stop`, `exp(t A) B` for several times t, along a first axis. Rejects with `ShapeError`, and with
 * `ArgumentError` for one of `start` and `stop`, options of times without them, and elements that are not finite.
 *
 * @example
 * const A = sparse.csrArray([[0, 1], [-1, 0]]);
 * const x = await sparse.linalg.expmMultiply(A.multiply(Math.PI), np.asarray([1, 0]));
 * await np.allclose(x, [-1, 0]).item(); // true
 * const path = await sparse.linalg.expmMultiply(A, np.asarray([1, 0]), { start: 0, stop: 1, num: 5 });
 * path.shape; // [5, 2]
 */
export const expmMultiply = takesMatrices(
  'expmMultiply',
  CSR,
  VECTOR,
  options(EXPM_MULTIPLY),
)(async (A: CsrArray, B: NDArray, { start, stop, num, endpoint }: ExpmMultiplyOptions = {}): Promise<NDArray> => {
  const n = checkSquare('expmMultiply', A);
  if ((B.ndim !== 1 && B.ndim !== 2) || B.shape[0] !== n)
    throw new ShapeError(
      `expmMultiply: B must be (${n},) or (${n}, k) for a matrix of (${n}, ${n}), got ${formatShape(B.shape)}`,
    );
  if ((start === undefined) !== (stop === undefined))
    throw new ArgumentError('expmMultiply: got one of start and stop; give both, or none');
  if (start === undefined && (num !== undefined || endpoint !== undefined))
    throw new ArgumentError('expmMultiply: num and endpoint are of times from start to stop; give these, too');
  const own = inFloats(A.snapshot());
  const real = B.dtype.kind === 'float' || isComplex(B) ? B.copy() : B.astype(float64);
  const b = inDType(real, promoteAny(own.dtype, real.dtype));
  // Less the mean of the diagonal, whose exponential is a number, so that the norm is small.
  const mean = isComplex(own) || n === 0 ? 0 : Number(await trace(own).item()) / n;
  const shifted = mean === 0 ? own : (add(own, identityLike(own, n).multiply(-mean)) as CsrArray);
  const size = await oneNorm('expmMultiply', shifted);
  const advance = (x: NDArray, t: number): NDArray => advanced(shifted, mean, size, x, t);
  if (start === undefined || stop === undefined) return advance(b, 1);
  const count = num ?? 50;
  const step = (stop - start) / Math.max(1, endpoint === false ? count : count - 1);
  const states = [advance(b, start)];
  for (let k = 1; k < count; k++) states.push(advance(states[k - 1], step));
  return stack(states);
});

/** `exp(t (A + mean)) x`, where `size` is the norm of A. */
function advanced(A: CsrArray, mean: number, size: number, x: NDArray, t: number): NDArray {
  const length = Math.abs(t) * size;
  if (length === 0) return x.multiply(Math.exp(t * mean));
  const costs = BOUNDS.map(([terms, bound]) => ({ terms, steps: Math.ceil(length / bound) }));
  const { terms, steps } = costs.reduce((a, b) => (b.terms * b.steps < a.terms * a.steps ? b : a));
  const growth = Math.exp((t * mean) / steps);
  let sum = x;
  for (let s = 0; s < steps; s++) {
    let term = sum;
    for (let k = 1; k <= terms; k++) {
      term = A.matmul(term).multiply(t / (steps * k));
      sum = sum.add(term);
    }
    if (growth !== 1) sum = sum.multiply(growth);
  }
  return sum;
}

/**
 * The product of so many copies of a sparse square matrix, by squares; the identity for none. Throws `ShapeError`.
 *
 * @example
 * const A = sparse.csrArray([[1, 1], [0, 1]]);
 * await sparse.linalg.matrixPower(A, 5).toDense().tolist(); // [[1, 5], [0, 1]]
 */
export const matrixPower = takesMatrices(
  'matrixPower',
  CSR,
  COUNT,
)((A: CsrArray, power: number): CsrArray => {
  const n = checkSquare('matrixPower', A);
  let [square, product] = [A, null as CsrArray | null];
  for (let rest = power; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) product = product === null ? square : product.matmul(square);
    if (rest > 1) square = square.matmul(square);
  }
  if (product === null) return identityLike(A, n);
  return product === A ? A.copy() : product;
});

/**
 * The inverse of a sparse square matrix, as a sparse one, which is mostly full: `splu` solves without it. Rejects with `ShapeError`, and with
 * `ArgumentError` for a singular matrix.
 *
 * @example
 * const A = sparse.csrArray([[4, 0], [0, 16]]);
 * await (await sparse.linalg.inv(A)).toDense().tolist(); // [[0.25, 0], [0, 0.0625]]
 */
export const inv = takesMatrices(
  'inv',
  CSR,
)(async (A: CsrArray): Promise<CsrArray> => {
  const n = checkSquare('inv', A);
  const lu = await splu(A);
  return csrArray(lu.solve(identityLike(inFloats(A), n).toDense()));
});

/** Options of `spsolveTriangular`. */
export interface TriangularOptions {
  /** Whether the matrix is a lower triangle, or an upper one; default true. */
  readonly lower?: boolean;
  /** Whether the diagonal counts as ones, whatever is stored there; default false. */
  readonly unitDiagonal?: boolean;
}
const TRIANGULAR: OptionKinds<TriangularOptions> = { lower: FLAG, unitDiagonal: FLAG };

/**
 * The x with A x = b for a triangular sparse matrix, a vector b (n,) or the columns of a matrix (n, k). Throws `ShapeError`, and `ArgumentError`
 * for a matrix with entries beyond its triangle, or without one on its diagonal; readers throw `ArgumentError` for a 0 there.
 *
 * @example
 * const L = sparse.csrArray([[2, 0], [1, 4]]);
 * await sparse.linalg.spsolveTriangular(L, np.asarray([2, 9])).tolist(); // [1, 2]
 */
export const spsolveTriangular = takesMatrices(
  'spsolveTriangular',
  CSR,
  VECTOR,
  options(TRIANGULAR),
)((A: CsrArray, b: NDArray, { lower = true, unitDiagonal = false }: TriangularOptions = {}): NDArray => {
  const n = checkSquare('spsolveTriangular', A);
  const pattern = hostStructure(CsrArray.structureOf(A));
  const row = expandRows(pattern);
  const side = lower ? 'lower' : 'upper';
  let onDiagonal = 0;
  for (let k = 0; k < row.length; k++) {
    const [i, j] = [row[k], pattern.col[k]];
    if (i === j) onDiagonal++;
    else if (i < j === lower)
      throw new ArgumentError(
        `spsolveTriangular: the ${side} triangle of a matrix has no entry (${i}, ${j}); sparse.tril and triu cut one out`,
      );
  }
  if (onDiagonal < n && !unitDiagonal)
    throw new ArgumentError(
      `spsolveTriangular: ${n - onDiagonal} of ${n} elements of the diagonal are 0, so the matrix is singular`,
    );
  return spsolve(unitDiagonal ? withDiagonal(inFloats(A), ones([n])) : A, b, { assume: 'gen' });
});
