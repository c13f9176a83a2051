/**
 * A function of a matrix times a vector by restarted Krylov spaces (Eiermann and Ernst 2006; Afanasjew, Eiermann, Ernst and Güttel 2008): f(t A) b is
 * ‖b‖ V f(t H) e₁ for a basis V in which A is the Hessenberg matrix H. A restart begins a new basis at the vector behind the last one; H grows by its
 * projection and by the element that couples both, and the new rows of the first column of f(t H) are added.
 */
import {
  asarray,
  type Complex,
  complex,
  concat,
  type NDArray,
  real,
  sqrt,
  stack,
  vdot,
  where,
  zeros,
} from '../../array/index.js';
import {
  AMOUNT,
  ArgumentError,
  ConvergenceError,
  DTypeError,
  FUNCTION,
  type Kind,
  type OptionKinds,
  oneOf,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { checkSquare } from '../coordinates.js';
import { POSITIVE_COUNT, SCALAR_VALUE, SYSTEM, VECTOR } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { inDType, isArray, isComplex, isComplexType, promoteAny, typeOfParts } from '../values.js';
import { dot } from '../vectors.js';
import { apartFrom } from './orthogonal.js';
import { arrayOf, type Block, blockOf } from './projected.js';

/** Options of `funmMultiplyKrylov`. */
export interface FunmMultiplyKrylovOptions {
  /** The structure of A: of a Hermitian one a basis takes less work, and f is of a tridiagonal Hermitian matrix; default `general`. */
  readonly assumeA?: 'general' | 'gen' | 'hermitian' | 'her';
  /** The factor of A; default 1. */
  readonly t?: number | Complex;
  /** Stop where a restart adds less than `rtol` times the 2-norm of b, or `atol`, the larger of both; default 1e-6 and 0. */
  readonly rtol?: number;
  readonly atol?: number;
  /** Vectors of a basis; default 20, or the size of b. */
  readonly restartEveryM?: number;
  /** The most bases; default 20. */
  readonly maxRestarts?: number;
}
const FUNM: OptionKinds<FunmMultiplyKrylovOptions> = {
  assumeA: oneOf('general', 'gen', 'hermitian', 'her'),
  t: SCALAR_VALUE,
  rtol: AMOUNT,
  atol: AMOUNT,
  restartEveryM: POSITIVE_COUNT,
  maxRestarts: POSITIVE_COUNT,
};

type MatrixFunction = (X: NDArray) => NDArray | Promise<NDArray>;
const NAME = 'funmMultiplyKrylov';

/**
 * `f(t A) b` for a vector b (n,), by products of A with vectors and the function of small dense matrices: for any square matrix, or operator, and f
 * such as `np.linalg.expm`, or `async (X) => …` of an array (k, k). Rejects with `ShapeError`, `DTypeError`; with `ArgumentError` where f gives elements that are
 * not finite; with `ConvergenceError` where the last of `maxRestarts` still adds more than is allowed (SciPy gives that sum).
 *
 * @example
 * const A = sparse.csrArray([[3, 2, 0], [1, -1, 0], [0, 5, 1]]);
 * const cube = (X) => X.matmul(X).matmul(X).subtract(X);
 * const y = await sparse.linalg.funmMultiplyKrylov(cube, A, np.asarray([2, 4, -1]));
 * await np.allclose(y, [132, 24, 70]).item(); // true
 */
export const funmMultiplyKrylov = takes(
  NAME,
  FUNCTION as unknown as Kind<MatrixFunction>,
  SYSTEM,
  VECTOR,
  options(FUNM),
)(async (f: MatrixFunction, A: SystemMatrix, b: NDArray, given: FunmMultiplyKrylovOptions = {}): Promise<NDArray> => {
  const n = checkSquare(NAME, A);
  if (b.ndim !== 1 || b.shape[0] !== n)
    throw new ShapeError(`${NAME}: b must be (${n},) for a matrix of (${n}, ${n}), got ${formatShape(b.shape)}`);
  const { t = 1, rtol = 1e-6, atol = 0, restartEveryM = 20, maxRestarts = 20, assumeA = 'general' } = given;
  const promoted = promoteAny(A.dtype, b.dtype);
  const dtype = promoted.kind === 'float' || isComplexType(promoted) ? promoted : float64;
  const own = snapshotOf(A);
  const apply = (v: NDArray): NDArray => inDType(own.matmul(v), dtype);
  const process = new Projection({ apply, dtype, size: n, isHermitian: assumeA.startsWith('her') }, Math.min(restartEveryM, n));
  const start = inDType(b, dtype).copy();
  const size = await process.begin(start);
  if (size === 0) return start;
  const tolerance = Math.max(rtol * size, atol);
  let [sum, last] = [null as NDArray | null, Number.NaN];
  for (let restart = 0; restart < maxRestarts; restart++) {
    const from = process.count;
    await process.extend();
    const part = await firstColumn(f, process.matrix(), t, from);
    for (let i = 0; i < part.re.length; i++) {
      part.re[i] *= size;
      if (part.im !== null) part.im[i] *= size;
    }
    const added = process.combined(part);
    sum = sum === null ? added : sum.add(added);
    last = Math.hypot(...part.re, ...(part.im ?? []));
    if (process.isComplete || last <= tolerance) return sum;
  }
  throw new ConvergenceError(
    `${NAME}: the last of ${maxRestarts} bases adds ${last.toExponential(3)}, above ${tolerance.toExponential(3)}; raise maxRestarts, restartEveryM or rtol`,
  );
});

/** The first column of f(t H), from a row on. */
async function firstColumn(f: MatrixFunction, H: Block, t: number | Complex, from: number): Promise<Block> {
  const F = await f(arrayOf(H).multiply(t as number));
  const shape = [H.rows, H.rows];
  if (!isArray(F) || F.ndim !== 2 || F.shape[0] !== H.rows || F.shape[1] !== H.rows)
    throw new ShapeError(`${NAME}: f must give an array of ${formatShape(shape)} for one of this shape`);
  if (F.dtype.kind !== 'float' && !isComplex(F))
    throw new DTypeError(`${NAME}: f must give floats or complex numbers, got ${F.dtype.name}`);
  const column = (await F.slice(`${from}:`, 0).data()) as ArrayLike<number>;
  const found = blockOf(H.rows - from, 1, isComplex(F));
  for (let i = 0; i < found.rows; i++) {
    found.re[i] = found.im === null ? column[i] : column[2 * i];
    if (found.im !== null) found.im[i] = column[2 * i + 1];
  }
  if (![...found.re, ...(found.im ?? [])].every(Number.isFinite))
    throw new ArgumentError(`${NAME}: f gives elements that are not finite, of a matrix of ${formatShape(shape)}`);
  return found;
}

interface Of {
  readonly apply: (v: NDArray) => NDArray;
  readonly dtype: DType;
  readonly size: number;
  readonly isHermitian: boolean;
}

/** A column of H: its elements above and on the diagonal, by rows from `from` on, and the one below. */
interface Column {
  readonly from: number;
  readonly re: readonly number[];
  readonly im: readonly number[];
  readonly below: number;
}

/** The basis of this cycle, and the projection of A on the bases of all. */
class Projection {
  readonly #of: Of;
  readonly #most: number;
  readonly #isComplex: boolean;
  readonly #columns: Column[] = [];
  /** Where the basis of this cycle begins, among all vectors. */
  #from = 0;
  /** Rows are the basis, and the vector behind it. */
  #rows: NDArray;
  #isComplete = false;

  constructor(of: Of, most: number) {
    [this.#of, this.#most, this.#isComplex] = [of, most, isComplexType(of.dtype)];
    this.#rows = zeros([most + 1, of.size], { dtype: of.dtype });
  }

  /** Vectors of all bases. */
  get count(): number {
    return this.#columns.length;
  }

  /** Whether the last basis spans a space that A maps to itself. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Begins with a vector, of which the length is given back. */
  async begin(v: NDArray): Promise<number> {
    const length = Math.sqrt(Number(await this.#squareOf(v).item()));
    if (length > 0) this.#rows.slice(this.#most).assign(v.multiply(1 / length));
    return length;
  }

  /** Makes the basis that begins with the vector behind the last one. */
  async extend(): Promise<void> {
    const { apply, isHermitian } = this.#of;
    const rows = zeros(this.#rows.shape, { dtype: this.#of.dtype });
    rows.slice(0).assign(this.#rows.slice(this.#most));
    [this.#rows, this.#from] = [rows, this.count];
    const parts: NDArray[] = [];
    const squares: NDArray[] = [];
    for (let k = 0; k < this.#most; k++) {
      // A Hermitian matrix has nothing along earlier vectors.
      const near = rows.slice(`${isHermitian ? Math.max(0, k - 1) : 0}:${k + 1}`);
      const { rest, parts: own } = apartFrom(near, apply(rows.slice(k)));
      const square = this.#squareOf(rest);
      const inverse = where(square.greater(0), sqrt(square).reciprocal(), 0);
      rows.slice(k + 1).assign(rest.multiply(inverse.astype(typeOfParts(this.#of.dtype))));
      parts.push(own);
      squares.push(square);
    }
    const [found, lengths] = await Promise.all([concat(parts).data(), stack(squares).data()]);
    this.#take(found as Float64Array, lengths as Float64Array);
  }

  #take(parts: ArrayLike<number>, squares: ArrayLike<number>): void {
    const epsilon = typeOfParts(this.#of.dtype).size === 4 ? 2 ** -23 : 2 ** -52;
    for (let k = 0, at = 0; k < this.#most && !this.#isComplete; k++) {
      const first = this.#of.isHermitian ? Math.max(0, k - 1) : 0;
      const [re, im]: [number[], number[]] = [[], []];
      for (let i = first; i <= k; i++, at++) {
        re.push(Number(parts[this.#isComplex ? 2 * at : at]));
        im.push(this.#isComplex ? Number(parts[2 * at + 1]) : 0);
      }
      const below = Math.sqrt(Number(squares[k]));
      // The rest beside the basis is rounding.
      this.#isComplete = k + 1 === this.#of.size || below <= 8 * epsilon * Math.hypot(below, ...re, ...im);
      this.#columns.push({ from: this.#from + first, re, im, below });
    }
  }

  /** H. */
  matrix(): Block {
    const n = this.count;
    const made = blockOf(n, n, this.#isComplex && !this.#of.isHermitian);
    this.#columns.forEach(({ from, re, im, below }, k) => {
      if (k + 1 < n) made.re[(k + 1) * n + k] = below;
      re.forEach((value, i) => {
        made.re[(from + i) * n + k] = value;
        if (made.im !== null) made.im[(from + i) * n + k] = im[i];
      });
      const before = this.#columns[k - 1];
      if (this.#of.isHermitian && from < k) made.re[(k - 1) * n + k] = before.below;
    });
    return made;
  }

  /** The vectors of this basis, times a factor each. */
  combined({ re, im }: Block): NDArray {
    const { dtype } = this.#of;
    const part = typeOfParts(dtype);
    const rows = this.#rows.slice(`0:${re.length}`);
    const factors = asarray(re).astype(part);
    return (im === null ? factors : complex(factors, asarray(im).astype(part))).matmul(rows);
  }

  #squareOf(v: NDArray): NDArray {
    return this.#isComplex ? real(vdot(v, v)) : dot(v, v);
  }
}
