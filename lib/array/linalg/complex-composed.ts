/** The complex forms of functions of `linalg` that are made of others: pseudo-inverses, least squares, norms, powers. */
import { ArgumentError, isPlain, ShapeError } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { abs, multiply } from '../arithmetic.js';
import { astype } from '../assign.js';
import { defineForms } from '../complex/calls.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex, fromReal } from '../complex/convert.js';
import { deliverAny } from '../complex/reduce-options.js';
import { cross } from '../composed/products.js';
import { expandDims } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { eye } from '../ranges.js';
import { any } from '../reductions.js';
import { complexMatrices, typed } from './complex-forms.js';
import {
  type ConditionOptions,
  type CutoffOptions,
  conditionNorm,
  conditionOf,
  leastSquares,
  type PinvOptions,
  pseudoInverse,
  type RankOptions,
  rankOf,
  rounding,
} from './least-squares.js';
import {
  type MatrixNormOptions,
  type MatrixNormOrd,
  matrixNorm,
  type NormOptions,
  norm,
  type VectorNormOptions,
  vectorNorm,
} from './norms.js';
import { inv } from './solve.js';
import { hermitianSvdvals, svdvals } from './spectra.js';

/** Lengths: norms but those of singular values are of these. */
const lengths = (x: unknown, operation: string): NDArray => abs(typed(asComplex(x, operation)));

const isSpectral = (ord: unknown): boolean => ord === 'nuc' || ord === 2 || ord === -2;

/** Norms of singular values: of the matrices of diagonal ones, which have them as their lengths. */
function complexMatrixNorm(x: unknown, options?: MatrixNormOptions): NDArray {
  if (!isSpectral(options?.ord)) return matrixNorm(lengths(x, 'matrixNorm'), options);
  const s = svdvals(typed(complexMatrices(x, 'matrixNorm')));
  const found = options?.ord === 'nuc' ? s.sum({ axis: -1 }) : options?.ord === 2 ? s.max({ axis: -1 }) : s.min({ axis: -1 });
  return options?.keepdims === true ? expandDims(expandDims(found, { axis: -1 }), { axis: -1 }) : found;
}

function complexNorm(x: unknown, how?: unknown, more?: NormOptions): NDArray {
  const options: NormOptions = { ...(isPlain(how) ? how : { ord: how as MatrixNormOrd | undefined }), ...more };
  const z = asComplex(x, 'norm');
  if (!isSpectral(options.ord) || z.ndim !== 2) {
    if (isSpectral(options.ord) && z.ndim > 2)
      throw new ShapeError(
        `norm: singular values of complex arrays of shape ${formatShape(z.shape)}: take matrixNorm of the last two axes`,
      );
    return norm(lengths(z, 'norm'), options);
  }
  if (options.axis !== undefined && options.axis !== null && [options.axis].flat().length === 1)
    return norm(lengths(z, 'norm'), options);
  return complexMatrixNorm(z, { ord: options.ord, keepdims: options.keepdims });
}

function power(x: unknown, n: number): NDArray {
  const z = complexMatrices(x, 'matrixPower', true);
  const a = typed(z);
  if (!Number.isInteger(n)) throw new ArgumentError(`matrixPower: expected an integer as exponent, got ${n}`);
  let result: NDArray | null = null;
  let square = n < 0 ? inv(a) : a;
  for (let rest = Math.abs(n); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = result === null ? square : matmul(result, square);
    if (rest > 1) square = matmul(square, square);
  }
  return result ?? multiply(typed(fromReal(eye(a.shape[a.ndim - 1]).broadcastTo(a.shape), z.dtype)), 1);
}

function complexLstsq(a: unknown, b: unknown, options?: CutoffOptions): object {
  const [matrix, right] = [complexMatrices(a, 'lstsq'), asComplex(b, 'lstsq')];
  const vector = right.ndim === 1;
  const wanted = vector ? expandDims(typed(right), { axis: 1 }) : typed(right);
  const m = matrix.shape[matrix.ndim - 2];
  if (wanted.ndim < 2 || wanted.shape[wanted.ndim - 2] !== m)
    throw new ShapeError(
      `lstsq: matrices of shape ${formatShape(matrix.shape)} and right-hand sides of shape ${formatShape(right.shape)} do not meet`,
    );
  return leastSquares(typed(matrix), wanted, vector, options?.rcond ?? rounding(typed(matrix), matrix.re.dtype));
}

function complexCond(x: unknown, options?: ConditionOptions | MatrixNormOrd): NDArray {
  const ord = conditionNorm(isPlain(options) ? (options as ConditionOptions) : { ord: options as MatrixNormOrd | undefined });
  if (ord === 2 || ord === -2) return conditionOf(svdvals(typed(complexMatrices(x, 'cond'))), ord);
  const z = typed(complexMatrices(x, 'cond', true));
  return multiply(complexMatrixNorm(z, { ord }), complexMatrixNorm(inv(z), { ord }));
}

function rank(x: unknown, options?: RankOptions): NDArray {
  const z = asComplex(x, 'matrixRank');
  if (z.ndim < 2) return astype(any(typed(z)), 'int64');
  return rankOf(
    options?.hermitian === true ? hermitianSvdvals(typed(z)) : svdvals(typed(z)),
    rounding(typed(z), z.re.dtype),
    options,
  );
}

/** a × b of parts, with i² = -1. */
function complexCross(a: unknown, b: unknown, options?: { readonly axis?: number }): NDArray {
  const [x, y] = [asComplex(a, 'cross'), asComplex(b, 'cross')];
  const of = (p: NDArray, q: NDArray): NDArray => cross(p, q, options);
  return typed(new ComplexArray(of(x.re, y.re).subtract(of(x.im, y.im)), of(x.re, y.im).add(of(x.im, y.re))));
}

/** The product of matrices from the left to the right. */
function multiDot(arrays: readonly unknown[], options?: { readonly out?: unknown }): NDArray {
  if (arrays.length < 2) throw new ArgumentError(`multiDot: expected at least 2 arrays, got ${arrays.length}`);
  const product = arrays.map((x) => typed(asComplex(x, 'multiDot'))).reduce((a, b) => matmul(a, b));
  return deliverAny(product, options?.out, 'multiDot');
}

defineForms(() => ({
  pinv: (x: unknown, options?: PinvOptions) => {
    const z = complexMatrices(x, 'pinv');
    return pseudoInverse(typed(z), z.re.dtype, options);
  },
  lstsq: complexLstsq,
  matrixRank: rank,
  cond: complexCond,
  vectorNorm: (x: unknown, options?: VectorNormOptions) => vectorNorm(lengths(x, 'vectorNorm'), options),
  matrixNorm: complexMatrixNorm,
  norm: complexNorm,
  matrixPower: power,
  multiDot,
  cross: complexCross,
}));
