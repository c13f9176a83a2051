/**
 * Functions of square matrices, as `scipy.linalg` has them: exponentials by Padé approximants with scaling and squaring (Al-Mohy and Higham, A new
 * scaling and squaring algorithm for the matrix exponential, 2009), square roots and logarithms of Schur forms (Björck and Hammarling, 1983;
 * Al-Mohy and Higham, Improved inverse scaling and squaring algorithms for the matrix logarithm, 2012). Roots and logarithms are JavaScript on
 * the issuing thread.
 *
 *     A = Q T Qᴴ      f(A) = Q f(T) Qᴴ      log T = 2ˢ log T^(1/2ˢ)
 */
import { takes } from '../../base/index.js';
import { defineForms } from '../complex/calls.js';
import type { ComplexArray } from '../complex/complex-array.js';
import { asComplex } from '../complex/convert.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { AnyMatrixFunction, checkFinite, type Matrix, product } from './any-matrix.js';
import { complexMatrices, typed } from './complex-forms.js';
import { exponential } from './exponential.js';
import { squareMatrices } from './matrix-function.js';
import { schur } from './schur.js';
import { logarithm, squareRoot } from './triangular-functions.js';

const exponentials = new AnyMatrixFunction('expm', 1, 1, ([a]) => {
  checkFinite(a, 'expm');
  return [exponential(a)];
});

/** A function of the Schur form. */
function bySchur(name: string, of: (t: Matrix) => Matrix): AnyMatrixFunction {
  return new AnyMatrixFunction(name, 1, 1, ([a]) => {
    const n = a.rows;
    const { t, q } = schur({ n, re: a.re, im: a.im ?? new Float64Array(n * n) }, name);
    const [upper, vectors] = [t, q].map(({ re, im }): Matrix => ({ rows: n, columns: n, re, im }));
    const adjoint: Matrix = { rows: n, columns: n, re: new Float64Array(n * n), im: new Float64Array(n * n) };
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        adjoint.re[j * n + i] = q.re[i * n + j];
        (adjoint.im as Float64Array)[j * n + i] = -q.im[i * n + j];
      }
    return [product(product(vectors, of(upper)), adjoint)];
  });
}

const roots = bySchur('sqrtm', squareRoot);
const logarithms = bySchur('logm', logarithm);

function apply(fn: AnyMatrixFunction, x: NDArray | ComplexArray): NDArray {
  const n = x.shape[x.ndim - 1];
  return typed(fn.apply([x], [[n, n]], [n, n])[0] as ComplexArray);
}

/**
 * The exponential of each square matrix, `1 + x + x²/2 + …`, real of real matrices. SciPy's `linalg.expm`. Readers throw `ArgumentError` for NaN and
 * infinity.
 *
 * @example
 * await np.linalg.expm([[0, 1], [0, 0]]).tolist(); // [[1, 1], [0, 1]]
 */
export const expm = takes('expm', ARRAY)((x: ArrayLike): NDArray => apply(exponentials, squareMatrices(x, 'expm')));

/**
 * The principal square root of each square matrix, as a complex array also of real matrices (`np.realIfClose` takes the real parts where these are all):
 * its product with itself is the matrix, and no eigenvalue has a negative real part. SciPy's `linalg.sqrtm`. Readers throw `ArgumentError` for NaN
 * and infinity and for a singular matrix without a root that its Schur form gives, and `ConvergenceError`. Blocks the event loop as `logm` does.
 *
 * @example
 * await np.real(np.linalg.sqrtm([[4, 0], [0, 9]])).tolist(); // [[2, 0], [0, 3]]
 */
export const sqrtm = takes(
  'sqrtm',
  ARRAY,
)((x: ArrayLike): NDArray => apply(roots, asComplex(squareMatrices(x, 'sqrtm'), 'sqrtm')));

/**
 * The principal logarithm of each square matrix, of which the exponential is the matrix, as a complex array also of real matrices: the
 * imaginary parts of its eigenvalues are from -π to π. SciPy's `linalg.logm`. Readers throw `ArgumentError` for a singular matrix and for NaN and
 * infinity, and `ConvergenceError`. JavaScript on the issuing thread computes it, which blocks the event loop: for a second or more where a
 * matrix has 200 rows.
 *
 * @example
 * await np.real(np.linalg.logm(np.eye(2))).tolist(); // [[0, 0], [0, 0]]
 */
export const logm = takes(
  'logm',
  ARRAY,
)((x: ArrayLike): NDArray => apply(logarithms, asComplex(squareMatrices(x, 'logm'), 'logm')));

defineForms(() => ({
  expm: (z: unknown) => apply(exponentials, complexMatrices(z, 'expm', true)),
  sqrtm: (z: unknown) => apply(roots, complexMatrices(z, 'sqrtm', true)),
  logm: (z: unknown) => apply(logarithms, complexMatrices(z, 'logm', true)),
}));
