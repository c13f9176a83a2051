/** Linear algebra, `maniple/linalg`. */

import { ARRAY, ARRAYS } from '../kinds.js';
import { listOf } from '../list-of.js';
import '../methods.js';
import './complex-composed.js';
import './complex-forms.js';
import './complex-systems.js';
import { ArgumentError, NUMBER, options, ShapeError, takes } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { deliver } from '../deliver.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { eye } from '../ranges.js';
import { OUT, type OutOption } from '../target.js';
import { squareMatrices } from './matrix-function.js';
import { inv } from './solve.js';

export { cross } from '../composed/products.js';
export { matrixTranspose } from '../manipulate.js';
export { matmul } from '../matmul.js';
export { outer, tensordot, vecdot } from '../products.js';
export { eig, eigvals, type GeneralEigen } from './eig.js';
export { expm, logm, sqrtm } from './functions.js';
export {
  type CutoffOptions,
  cond,
  type LeastSquares,
  lstsq,
  matrixRank,
  type PinvOptions,
  pinv,
  type RankOptions,
} from './least-squares.js';
export {
  type MatrixNormOptions,
  type MatrixNormOrd,
  matrixNorm,
  type NormOptions,
  norm,
  type VectorNormOptions,
  vectorNorm,
} from './norms.js';
export { diagonal, type StackTraceOptions, trace } from './of-stacks.js';
export { type CholeskyOptions, cholesky, det, inv, type LogDeterminant, slogdet, solve } from './solve.js';
export { type Eigen, type EighOptions, eigh, eigvalsh, type QR, qr, type SVD, type SvdOptions, svd, svdvals } from './spectra.js';
export { type LU, type LuOptions, lu, solveTriangular, type TriangularOptions } from './triangular.js';

/**
 * A square matrix (or each of a stack) multiplied by itself `n` times, by repeated squaring; the inverse of that for a negative `n`.
 *
 * @example
 * await np.linalg.matrixPower(np.asarray([[1, 1], [0, 1]]), 3).tolist(); // [[1, 3], [0, 1]]
 */
export const matrixPower = takes(
  'matrixPower',
  ARRAY,
  NUMBER,
)((x: ArrayLike, n: number): NDArray => {
  const a = squareMatrices(x, 'matrixPower');
  if (!Number.isInteger(n)) throw new ArgumentError(`matrixPower: expected an integer as exponent, got ${n}`);
  let result: NDArray | null = null;
  let square = n < 0 ? inv(a) : a;
  for (let rest = Math.abs(n); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = result === null ? square : matmul(result, square);
    if (rest > 1) square = matmul(square, square);
  }
  return (
    result ??
    eye(a.shape[a.ndim - 1], { dtype: a.dtype.kind === 'bool' ? float64 : a.dtype })
      .broadcastTo(a.shape)
      .copy()
  );
});

/**
 * The product of two or more matrices, multiplied in the order that takes the fewest operations. The first may be a row, the last a
 * column, as vectors.
 *
 * @example
 * np.linalg.multiDot([np.ones([10, 100]), np.ones([100, 5]), np.ones(5)]).shape; // [10]
 */
export const multiDot = takes(
  'multiDot',
  ARRAYS,
  options(OUT),
)((arrays: readonly ArrayLike[], options?: OutOption): NDArray => {
  const factors = listOf(arrays, 'multiDot').map((x) => toArray(x, 'multiDot'));
  if (factors.length < 2) throw new ArgumentError(`multiDot: expected at least 2 arrays, got ${factors.length}`);
  factors.forEach((x, i) => {
    const end = i === 0 || i === factors.length - 1;
    if (x.ndim !== 2 && !(end && x.ndim === 1))
      throw new ShapeError(`multiDot: expected matrices, and vectors at the ends, got array ${i} with ${x.ndim} axes`);
  });
  const sizes = factors.map((x, i) => (x.ndim === 2 ? x.shape[0] : i === 0 ? 1 : x.shape[0]));
  const last = factors[factors.length - 1];
  const cuts = bestCuts([...sizes, last.ndim === 2 ? last.shape[1] : 1]);
  const product = (from: number, to: number): NDArray =>
    from === to ? factors[from] : matmul(product(from, cuts[from][to]), product(cuts[from][to] + 1, to));
  return deliver(product(0, factors.length - 1), options?.out ?? undefined, 'multiDot');
});

/** Where to cut each product of neighbours [from, to] in two: matrix i is (sizes[i], sizes[i + 1]). (Cormen et al., 15.2.) */
function bestCuts(sizes: readonly number[]): number[][] {
  const count = sizes.length - 1;
  const costs = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  const cuts = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  for (let length = 1; length < count; length++) {
    for (let from = 0; from + length < count; from++) {
      const to = from + length;
      costs[from][to] = Number.POSITIVE_INFINITY;
      for (let cut = from; cut < to; cut++) {
        const cost = costs[from][cut] + costs[cut + 1][to] + sizes[from] * sizes[cut + 1] * sizes[to + 1];
        if (cost >= costs[from][to]) continue;
        costs[from][to] = cost;
        cuts[from][to] = cut;
      }
    }
  }
  return cuts;
}
