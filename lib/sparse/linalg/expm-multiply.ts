/** The exponential of a matrix times vectors, by products (Al-Mohy and Higham 2011). */
import { type Complex, type NDArray, stack, trace as traceOfArray } from '../../array/index.js';
import { ArgumentError, FLAG, NUMBER, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { complex64, type DType, float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import type { AnySparse } from '../any-format.js';
import { add } from '../arithmetic.js';
import { checkSquare } from '../coordinates.js';
import type { CsrArray } from '../csr.js';
import { issparse } from '../formats.js';
import { POSITIVE_COUNT, SCALAR_VALUE, SYSTEM, VECTOR } from '../kinds.js';
import { trace } from '../reductions.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { inDType, isArray, isComplex, isComplexType, promoteAny } from '../values.js';
import { oneNorm } from './expm.js';
import { identityLike, inFloats } from './matrix-functions.js';
import { onenormest } from './onenormest.js';
import { aslinearoperator, LinearOperator, linearOperator } from './operator.js';

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
  /**
   * The sum of A's diagonal, or about that: products are with A less its mean, of which there are fewer. Default the sum, and 0 of an operator, whose
   * diagonal is not known.
   */
  readonly traceA?: number | Complex;
}
const EXPM_MULTIPLY: OptionKinds<ExpmMultiplyOptions> = {
  start: NUMBER,
  stop: NUMBER,
  num: POSITIVE_COUNT,
  endpoint: FLAG,
  traceA: SCALAR_VALUE,
};

/**
 * `exp(A) B` for a vector B (n,) or the columns of a matrix (n, k), without the exponential: by products with A (Al-Mohy and Higham 2011), as many
 * as its norm asks for. A is a matrix, or an operator with `rmatvec`, whose norm is estimated. With `start` and `stop`, `exp(t A) B` for several times t,
 * along a first axis. Rejects with `ShapeError`, and with `ArgumentError` for one of `start` and `stop`, options of times without them, and elements that
 * are not finite.
 *
 * @example
 * const A = sparse.csrArray([[0, 1], [-1, 0]]);
 * const x = await sparse.linalg.expmMultiply(A.multiply(Math.PI), np.asarray([1, 0]));
 * await np.allclose(x, [-1, 0]).item(); // true
 * const path = await sparse.linalg.expmMultiply(A, np.asarray([1, 0]), { start: 0, stop: 1, num: 5 });
 * path.shape; // [5, 2]
 */
export const expmMultiply = takes(
  'expmMultiply',
  SYSTEM,
  VECTOR,
  options(EXPM_MULTIPLY),
)(async (A: SystemMatrix, B: NDArray, given: ExpmMultiplyOptions = {}): Promise<NDArray> => {
  const { start, stop, num, endpoint, traceA } = given;
  const n = checkSquare('expmMultiply', A);
  if ((B.ndim !== 1 && B.ndim !== 2) || B.shape[0] !== n)
    throw new ShapeError(
      `expmMultiply: B must be (${n},) or (${n}, k) for a matrix of (${n}, ${n}), got ${formatShape(B.shape)}`,
    );
  if ((start === undefined) !== (stop === undefined))
    throw new ArgumentError('expmMultiply: got one of start and stop; give both, or none');
  if (start === undefined && (num !== undefined || endpoint !== undefined))
    throw new ArgumentError('expmMultiply: num and endpoint are of times from start to stop; give these, too');
  const right = B.copy();
  const shifted = await lessMean(A, n, traceA);
  const dtype = promoteAny(shifted.dtype, right.dtype);
  const b = inDType(right, dtype.kind === 'float' || isComplexType(dtype) ? dtype : float64);
  if (start === undefined || stop === undefined) return advanced(shifted, b, 1);
  const count = num ?? 50;
  const step = (stop - start) / Math.max(1, endpoint === false ? count : count - 1);
  const states = [advanced(shifted, b, start)];
  for (let k = 1; k < count; k++) states.push(advanced(shifted, states[k - 1], step));
  return stack(states);
});

/** A matrix less a number times the identity, its 1-norm, and the dtype of products with both. */
interface Shifted {
  readonly apply: (x: NDArray) => NDArray;
  readonly norm: number;
  readonly mean: Complex;
  readonly dtype: DType;
}

/** A matrix less the mean of its diagonal, whose exponential is a number, so that the norm is small. */
async function lessMean(A: SystemMatrix, n: number, given: number | Complex | undefined): Promise<Shifted> {
  const isWhole = isArray(A) && A.dtype.kind !== 'float' && !isComplex(A);
  const floats = isWhole ? A.astype(float64) : A;
  const own = issparse(A) ? inFloats((A as unknown as AnySparse).tocsr().snapshot()) : aslinearoperator(snapshotOf(floats));
  const sum = complexOf(given ?? ((await traceOf(own, A)) as number | Complex));
  const mean = n === 0 ? { re: 0, im: 0 } : { re: sum.re / n, im: sum.im / n };
  if (!Number.isFinite(mean.re) || !Number.isFinite(mean.im))
    throw new ArgumentError('expmMultiply: the matrix has an element that is not finite, or traceA is not finite');
  const dtype = mean.im === 0 ? own.dtype : promoteAny(own.dtype, complex64 as unknown as DType);
  const by = (mean.im === 0 ? mean.re : mean) as number;
  if (own instanceof LinearOperator) {
    const back = (mean.im === 0 ? mean.re : { re: mean.re, im: -mean.im }) as number;
    const operator = linearOperator({
      shape: own.shape,
      dtype,
      matvec: (x) => own.matvec(x).subtract(x.multiply(by)),
      rmatvec: (y) => own.rmatvec(y).subtract(y.multiply(back)),
      matmat: (x) => own.matmat(x).subtract(x.multiply(by)),
    });
    return { apply: (x) => operator.matmul(x), norm: n === 0 ? 0 : await onenormest(operator), mean, dtype };
  }
  const shifted = by === 0 ? own : (add(own, identityLike(own, n).multiply(by).multiply(-1)) as CsrArray);
  return { apply: (x) => shifted.matmul(x), norm: await oneNorm('expmMultiply', shifted), mean, dtype };
}

/** The sum of a matrix's diagonal; 0 of an operator. */
function traceOf(own: CsrArray | LinearOperator, A: SystemMatrix): Promise<unknown> | number {
  if (!(own instanceof LinearOperator)) return trace(own).item();
  return isArray(A) ? traceOfArray(A).item() : 0;
}

function complexOf(x: number | Complex): Complex {
  return typeof x === 'number' ? { re: x, im: 0 } : x;
}

/** exp(x), a number where it is one. */
function exponentialOf({ re, im }: Complex): number {
  const size = Math.exp(re);
  return (im === 0 ? size : { re: size * Math.cos(im), im: size * Math.sin(im) }) as number;
}

/** `exp(t A) x`. */
function advanced({ apply, norm, mean }: Shifted, x: NDArray, t: number): NDArray {
  const length = Math.abs(t) * norm;
  const growth = (by: number): number => exponentialOf({ re: by * mean.re, im: by * mean.im });
  if (length === 0) return x.multiply(growth(t));
  const costs = BOUNDS.map(([terms, bound]) => ({ terms, steps: Math.ceil(length / bound) }));
  const { terms, steps } = costs.reduce((a, b) => (b.terms * b.steps < a.terms * a.steps ? b : a));
  const grown = growth(t / steps);
  let sum = x;
  for (let s = 0; s < steps; s++) {
    let term = sum;
    for (let k = 1; k <= terms; k++) {
      term = apply(term).multiply(t / (steps * k));
      sum = sum.add(term);
    }
    if (grown !== 1) sum = sum.multiply(grown);
  }
  return sum;
}
