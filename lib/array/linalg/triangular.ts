/**
 * LU factors, and equations with triangular matrices, as `scipy.linalg` has them (Golub and Van Loan, Matrix Computations, 3.1 and 3.4).
 *
 *     A = P L U      L: ones on the diagonal, nothing above it      U: nothing below the diagonal
 */
import {
  type ByPlace,
  either,
  FLAG,
  type Kind,
  listed,
  type OptionKinds,
  oneOf,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { broadcastShapes, formatShape } from '../../shape/index.js';
import { astype } from '../assign.js';
import { defineForms } from '../complex/calls.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex } from '../complex/convert.js';
import { conj } from '../complex/parts-of.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ARRAY } from '../kinds.js';
import { broadcastTo, expandDims, matrixTranspose, squeeze } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { arange } from '../ranges.js';
import { AnyMatrixFunction, at, checkFinite, copyOf, put, zerosOf } from './any-matrix.js';
import { complexMatrices, typed } from './complex-forms.js';
import { factored, substitute } from './lu.js';
import { matrices, squareMatrices } from './matrix-function.js';

const factoring = new AnyMatrixFunction('lu', 1, 3, ([a], permutes) => {
  checkFinite(a, 'lu');
  const { lu, order } = factored(a);
  const size = Math.min(a.rows, a.columns);
  const [l, u] = [zerosOf(a.rows, size, a.im !== null), zerosOf(size, a.columns, a.im !== null)];
  for (let i = 0; i < a.rows; i++) {
    const row = permutes === 1 ? order[i] : i;
    for (let j = 0; j < Math.min(i, size); j++) put(l, row, j, at(lu, i, j));
    if (i < size) put(l, row, i, [1, 0]);
    for (let j = i; i < size && j < a.columns; j++) put(u, i, j, at(lu, i, j));
  }
  const places = zerosOf(1, a.rows, false);
  for (const [i, from] of order.entries()) places.re[from] = i;
  return [places, l, u];
});

/** Options of `lu`. */
export interface LuOptions {
  /** Whether `l` has its rows in the order of the matrix, so that `x = l u`; default false. */
  readonly permuteL?: boolean;
  /** Whether `p` is a row of places, so that row i of the matrix is row `p[i]` of `l u`; default false: a matrix. */
  readonly pIndices?: boolean;
}
const LU_OPTIONS: OptionKinds<LuOptions> = { permuteL: FLAG, pIndices: FLAG };

/** The result of `lu`: `x = p l u`. */
export interface LU extends ByPlace<NDArray> {
  /** The permutation; with `permuteL` none. */
  readonly p?: NDArray;
  /** Lower triangular, with ones on the diagonal. */
  readonly l: NDArray;
  /** Upper triangular. */
  readonly u: NDArray;
}

function luOf(a: NDArray | ComplexArray, options: LuOptions = {}): LU {
  const [m, n] = a.shape.slice(-2);
  const size = Math.min(m, n);
  const shapes = [
    [1, m],
    [m, size],
    [size, n],
  ];
  const [row, l, u] = factoring.apply([a], shapes, [m, n], options.permuteL === true ? 1 : 0);
  const real = row instanceof ComplexArray ? row.re : row;
  const places = astype(squeeze(real, { axis: -2 }), int64);
  const [lower, upper] = [typed(l as ComplexArray), typed(u as ComplexArray)];
  if (options.permuteL === true) return listed('lu', { l: lower, u: upper });
  if (options.pIndices === true) return listed('lu', { p: places, l: lower, u: upper });
  const p = astype(expandDims(places, { axis: -1 }).equal(arange(m, { dtype: int64 })), real.dtype);
  return listed('lu', { p, l: lower, u: upper });
}

/**
 * LU factors of each matrix (m, n), with partial pivoting: `x = p l u`, l of shape (m, least(m, n)) and u of (least(m, n), n). SciPy's
 * `linalg.lu`. Readers throw `ArgumentError` for NaN and infinity.
 *
 * @example
 * const { p, l, u } = np.linalg.lu([[1, 2], [4, 2]]);
 * await u.tolist();                   // [[4, 2], [0, 1.5]]
 * await p.matmul(l).matmul(u).tolist(); // [[1, 2], [4, 2]]
 */
export const lu = takes(
  'lu',
  ARRAY,
  options(LU_OPTIONS),
)((x: ArrayLike, options?: LuOptions): LU => luOf(matrices(x, 'lu'), options)) as {
  (x: ArrayLike, options: LuOptions & { readonly permuteL: true }): LU;
  (x: ArrayLike, options?: LuOptions & { readonly permuteL?: false }): Required<LU>;
  (x: ArrayLike, options?: LuOptions): LU;
};

/** Options of `solveTriangular`. */
export interface TriangularOptions {
  /** Whether the lower triangle is read; default false: the upper one. */
  readonly lower?: boolean;
  /** Whether the diagonal is taken to be ones, and not read; default false. */
  readonly unitDiagonal?: boolean;
  /** The equation: `a x = b` (0 or 'N', the default), with the transpose (1 or 'T'), or with the conjugate transpose (2 or 'C') of `a`. */
  readonly trans?: 0 | 1 | 2 | 'N' | 'T' | 'C';
}
const TRANS: Kind<0 | 1 | 2 | 'N' | 'T' | 'C'> = either(oneOf(0, 1, 2), oneOf('N', 'T', 'C'));
const TRIANGULAR_OPTIONS: OptionKinds<TriangularOptions> = { lower: FLAG, unitDiagonal: FLAG, trans: TRANS };

const substituting = new AnyMatrixFunction('solveTriangular', 2, 1, ([a, b], how) => {
  const [lower, unit] = [(how & 1) !== 0, (how & 2) !== 0];
  const t = zerosOf(a.rows, a.rows, a.im !== null);
  for (let i = 0; i < a.rows; i++)
    for (let j = lower ? 0 : i; j < (lower ? i + 1 : a.rows); j++) if (i !== j || !unit) put(t, i, j, at(a, i, j));
  checkFinite(t, 'solveTriangular');
  checkFinite(b, 'solveTriangular');
  const x = copyOf(b);
  substitute(t, x, lower, unit, 'solveTriangular');
  return [x];
});

function solved(a: NDArray | ComplexArray, b: NDArray | ComplexArray, options: TriangularOptions = {}): NDArray {
  const { trans = 'N', lower = false, unitDiagonal = false } = options;
  const turns = trans !== 'N' && trans !== 0;
  const turned = turns ? matrixTranspose(typed(a as ComplexArray)) : typed(a as ComplexArray);
  const t = trans === 'C' || trans === 2 ? conj(turned) : turned;
  const right = typed(b as ComplexArray);
  const vector = right.ndim === 1;
  const y = vector ? expandDims(right, { axis: 1 }) : right;
  const n = t.shape[t.ndim - 1];
  if (y.ndim < 2 || y.shape[y.ndim - 2] !== n)
    throw new ShapeError(
      `solveTriangular: a matrix of shape ${formatShape(a.shape)} and a right-hand side of shape ${formatShape(b.shape)} do not meet`,
    );
  const batch = broadcastShapes(t.shape.slice(0, -2), y.shape.slice(0, -2), 'solveTriangular');
  const columns = y.shape[y.ndim - 1];
  const inputs = [broadcastTo(t, [...batch, n, n]), broadcastTo(y, [...batch, n, columns])];
  const isLower = turns ? !lower : lower;
  const how = (isLower ? 1 : 0) + (unitDiagonal ? 2 : 0);
  const [found] = substituting.apply(inputs as (NDArray | ComplexArray)[], [[n, columns]], [n, columns], how);
  const x = typed(found as ComplexArray);
  return vector ? squeeze(x, { axis: -1 }) : x;
}

/**
 * The x with `a x = b` for a triangular `a`, of which one triangle alone is read. `b` has one axis (a vector) or the columns of several
 * right-hand sides; leading axes broadcast. SciPy's `linalg.solve_triangular`. Throws `ShapeError`; readers throw `ArgumentError` for a 0 on the
 * diagonal, and for NaN and infinity.
 *
 * @example
 * await np.linalg.solveTriangular([[2, 1], [0, 4]], [4, 8]).tolist();                  // [1, 2]
 * await np.linalg.solveTriangular([[2, 0], [1, 4]], [2, 9], { lower: true }).tolist(); // [1, 2]
 */
export const solveTriangular = takes(
  'solveTriangular',
  ARRAY,
  ARRAY,
  options(TRIANGULAR_OPTIONS),
)(
  (a: ArrayLike, b: ArrayLike, options?: TriangularOptions): NDArray =>
    solved(squareMatrices(a, 'solveTriangular'), toArray(b, 'solveTriangular'), options),
);

defineForms(() => ({
  lu: (z: unknown, options?: LuOptions) => luOf(complexMatrices(z, 'lu'), options),
  solveTriangular: (a: unknown, b: unknown, options?: TriangularOptions) =>
    solved(complexMatrices(a, 'solveTriangular', true), asComplex(b, 'solveTriangular'), options),
}));
