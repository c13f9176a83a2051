/**
 * The complex forms of `linalg`'s factorizations, and of determinants: routines of the device, of complex matrices, or of the real ones that
 * these are reduced to. Systems of equations are in `complex-systems.ts`.
 */
import { listed, ShapeError } from '../../base/index.js';
import { float32, float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import type { BodyArg } from '../../task/index.js';
import { astype } from '../assign.js';
import { defineForms } from '../complex/calls.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex } from '../complex/convert.js';
import { conj } from '../complex/parts-of.js';
import { concat } from '../join.js';
import { matrixTranspose, squeeze } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { at } from './any-matrix.js';
import { bidiagonal, choleskyOf, partsOf, qrOf, storeParts, tridiagonal } from './complex-factors.js';
import { storeDense } from './factor.js';
import { factored } from './lu.js';
import { MatrixFunction } from './matrix-function.js';
import { type Num, times } from './scalar.js';
import {
  type Eigen,
  type EighOptions,
  eigh,
  eigvalsh,
  hermitianSvd,
  hermitianSvdvals,
  type QR,
  type SVD,
  type SvdOptions,
  svd,
  svdvals,
} from './spectra.js';

const qrFunction = new MatrixFunction('complex qr', 2, 4, ([re, im, q, qi, r, ri], i, size) => {
  const found = qrOf(partsOf(re, im, i), size);
  storeParts(q, qi, i, found.q);
  storeParts(r, ri, i, found.r);
});
const bidiagonalFunction = new MatrixFunction('complex svd', 2, 5, ([re, im, u, ui, b, v, vi], i, far) => {
  const found = bidiagonal(partsOf(re, im, i), far);
  storeParts(u, ui, i, found.u);
  storeDense(b, i, found.b);
  storeParts(v, vi, i, found.vh);
});
const tridiagonalFunction = new MatrixFunction('complex eigh', 2, 3, ([re, im, q, qi, t], i) => {
  const found = tridiagonal(partsOf(re, im, i));
  storeParts(q, qi, i, found.q);
  storeDense(t, i, found.t);
});
const choleskyFunction = new MatrixFunction('complex cholesky', 2, 2, ([re, im, l, li], i) =>
  storeParts(l, li, i, choleskyOf(partsOf(re, im, i))),
);
const single = (value: number) => ({ rows: 1, columns: 1, values: Float64Array.of(value) });
/** The pivots of LU factors, and the sign of the permutation. */
function pivotsOf(re: BodyArg, im: BodyArg, which: number): { readonly pivots: readonly Num[]; readonly sign: number } {
  const { lu, sign } = factored(partsOf(re, im, which));
  return { pivots: Array.from({ length: lu.rows }, (_, k) => at(lu, k, k)), sign };
}
const determinant = new MatrixFunction('complex det', 2, 2, ([re, im, x, y], i) => {
  const { pivots, sign } = pivotsOf(re, im, i);
  const [a, b] = pivots.reduce<Num>((product, pivot) => times(product, pivot), [sign, 0]);
  storeDense(x, i, single(a));
  storeDense(y, i, single(b));
});
const logDeterminant = new MatrixFunction('complex slogdet', 2, 3, ([re, im, x, y, log], i) => {
  const { pivots, sign } = pivotsOf(re, im, i);
  let [a, b, total] = [sign, 0, 0];
  for (const [c, d] of pivots) {
    const size = Math.hypot(c, d);
    total += Math.log(size);
    [a, b] = size === 0 ? [0, 0] : [(a * c - b * d) / size, (a * d + b * c) / size];
  }
  storeDense(x, i, single(a));
  storeDense(y, i, single(b));
  storeDense(log, i, single(total));
});

/** Complex arrays are typed as arrays. */
export const typed = (z: ComplexArray): NDArray => z as unknown as NDArray;

/** The complex array, if its last two axes are matrices, or square ones; throws `ShapeError`. */
export function complexMatrices(x: unknown, operation: string, square = false): ComplexArray {
  const z = asComplex(x, operation);
  const n = z.ndim;
  const fits = n >= 2 && (!square || z.shape[n - 1] === z.shape[n - 2]);
  if (!fits) {
    const expected = square ? 'square matrices' : 'matrices (at least 2 axes)';
    throw new ShapeError(`${operation}: expected ${expected}, got shape ${formatShape(z.shape)}`);
  }
  return z;
}

/** The conjugate transposes. */
function conjugateTranspose(x: NDArray): NDArray {
  return conj(matrixTranspose(x));
}

type Sizes = readonly (readonly [number, number])[];

/** Results of a function of the parts, in the dtype of the parts. */
function apply(fn: MatrixFunction, z: ComplexArray, outputs: Sizes, scalar?: number): NDArray[] {
  const dtype = z.re.dtype === float32 ? float32 : float64;
  const sizes: [number, number] = [z.shape[z.ndim - 2], z.shape[z.ndim - 1]];
  return fn.apply([z.re, z.im], float64, outputs, sizes, scalar).map((x) => astype(x, dtype, { copy: false }));
}

function complexQr(x: unknown, options?: { readonly mode?: 'reduced' | 'complete' | 'r' }): QR | NDArray {
  const z = complexMatrices(x, 'qr');
  const [m, n] = z.shape.slice(-2);
  const mode = options?.mode ?? 'reduced';
  const size = mode === 'complete' ? m : Math.min(m, n);
  const [q, qi, r, ri] = apply(
    qrFunction,
    z,
    [
      [m, size],
      [m, size],
      [size, n],
      [size, n],
    ],
    size,
  );
  const upper = typed(new ComplexArray(r, ri));
  return mode === 'r' ? upper : listed('qr', { q: typed(new ComplexArray(q, qi)), r: upper });
}

/** U, the real bidiagonal matrix and Vᴴ. */
function reduced(z: ComplexArray, far: number): readonly [NDArray, NDArray, NDArray] {
  const [m, n] = z.shape.slice(-2);
  const [u, ui, b, v, vi] = apply(
    bidiagonalFunction,
    z,
    [
      [m, far],
      [m, far],
      [n, n],
      [n, n],
      [n, n],
    ],
    far,
  );
  return [typed(new ComplexArray(u, ui)), b, typed(new ComplexArray(v, vi))];
}

/** With no fewer rows than columns. */
function tall(z: ComplexArray, operation: string): ComplexArray {
  const [m, n] = z.shape.slice(-2);
  return m >= n ? z : asComplex(conjugateTranspose(typed(z)), operation);
}

function complexSvd(x: unknown, options?: SvdOptions): SVD | NDArray {
  const z = complexMatrices(x, 'svd');
  if (options?.hermitian === true) return options.computeUv === false ? hermitianSvdvals(typed(z)) : hermitianSvd(typed(z));
  if (options?.computeUv === false) return complexSvdvals(z);
  const [m, n] = z.shape.slice(-2);
  const size = Math.min(m, n);
  const far = options?.fullMatrices === false ? size : Math.max(m, n);
  const [u, b, vh] = reduced(tall(z, 'svd'), far);
  const inner = svd(b);
  const near = matmul(u.slice('...', `:${size}`), inner.u);
  const left = far === size ? near : concat([near, u.slice('...', `${size}:`)], { axis: -1 });
  const right = matmul(inner.vh, vh);
  const factors =
    m >= n ? { u: left, s: inner.s, vh: right } : { u: conjugateTranspose(right), s: inner.s, vh: conjugateTranspose(left) };
  return listed('svd', factors);
}

function complexSvdvals(x: unknown): NDArray {
  const z = complexMatrices(x, 'svdvals');
  return svdvals(reduced(tall(z, 'svdvals'), Math.min(...z.shape.slice(-2)))[1]);
}

function tridiagonalOf(x: unknown, operation: string, options?: EighOptions): readonly [NDArray, NDArray] {
  const z = complexMatrices(x, operation, true);
  const lower = options?.uplo === 'U' ? asComplex(conjugateTranspose(typed(z)), operation) : z;
  const n = z.shape[z.ndim - 1];
  const [q, qi, t] = apply(tridiagonalFunction, lower, [
    [n, n],
    [n, n],
    [n, n],
  ]);
  return [typed(new ComplexArray(q, qi)), t];
}

function complexEigh(x: unknown, options?: EighOptions): Eigen {
  const [q, t] = tridiagonalOf(x, 'eigh', options);
  const { eigenvalues, eigenvectors } = eigh(t);
  return listed('eigh', { eigenvalues, eigenvectors: matmul(q, eigenvectors) });
}

function complexDet(x: unknown): NDArray {
  const z = complexMatrices(x, 'det', true);
  const [re, im] = apply(determinant, z, [
    [1, 1],
    [1, 1],
  ]).map((part) => squeeze(part, { axis: [-2, -1] }));
  return typed(new ComplexArray(re, im));
}

function complexSlogdet(x: unknown): object {
  const z = complexMatrices(x, 'slogdet', true);
  const [re, im, logabsdet] = apply(logDeterminant, z, [
    [1, 1],
    [1, 1],
    [1, 1],
  ]).map((part) => squeeze(part, { axis: [-2, -1] }));
  return listed('slogdet', { sign: typed(new ComplexArray(re, im)), logabsdet });
}

function complexCholesky(x: unknown, options?: { readonly upper?: boolean }): NDArray {
  const given = complexMatrices(x, 'cholesky', true);
  const upper = options?.upper === true;
  const z = upper ? asComplex(conjugateTranspose(typed(given)), 'cholesky') : given;
  const n = z.shape[z.ndim - 1];
  const [re, im] = apply(choleskyFunction, z, [
    [n, n],
    [n, n],
  ]);
  const lower = typed(new ComplexArray(re, im));
  return upper ? conjugateTranspose(lower) : lower;
}

defineForms(() => ({
  qr: complexQr,
  svd: complexSvd,
  svdvals: complexSvdvals,
  eigh: complexEigh,
  eigvalsh: (x: unknown, options?: EighOptions) => eigvalsh(tridiagonalOf(x, 'eigvalsh', options)[1]),
  det: complexDet,
  slogdet: complexSlogdet,
  cholesky: complexCholesky,
}));
