/** Roots of polynomials, and powers in float64. */
import { ArgumentError, byPlace, ShapeError, takes } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import type { Operand } from '../apply.js';
import { pow } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { withMethods } from '../element-wise.js';
import { ARRAY } from '../kinds.js';
import { eigvals } from '../linalg/eig.js';
import type { NDArray } from '../ndarray.js';
import type { Positional } from '../positional.js';
import { data } from '../read.js';
import { computeWith, UFUNC_OPTIONS, type UfuncOptions } from '../ufunc-options.js';

/**
 * The roots of a polynomial, as a complex array in no order: the eigenvalues of its companion matrix. Coefficients come from the highest power
 * down, and are read; leading zeros are left out. Rejects with `ShapeError` unless they are a vector, and with `ArgumentError` where one is not
 * finite.
 *
 * @example
 * np.round(np.real(await np.roots([1, -3, 2])).sum(), 6).itemSync(); // 3
 */
export const roots = takes(
  'roots',
  ARRAY,
)(async (coefficients: ArrayLike): Promise<NDArray> => {
  const p = toArray(coefficients, 'roots');
  if (p.ndim > 1) throw new ShapeError(`roots: expected a vector of coefficients, got ${p.ndim} axes`);
  const values = Array.from(await data(astype(p, p.dtype.computes, { copy: false })), Number);
  if (!values.every(Number.isFinite)) throw new ArgumentError('roots: expected finite coefficients, got NaN or infinity');
  const first = values.findIndex((c) => c !== 0);
  const last = values.findLastIndex((c) => c !== 0);
  const zeros = first < 0 ? 0 : values.length - 1 - last;
  const inner = first < 0 ? [] : values.slice(first, last + 1);
  const degree = Math.max(0, inner.length - 1) + zeros;
  const companion = new Float64Array(degree * degree);
  for (let i = 1; i < inner.length; i++) companion[i - 1] = -inner[i] / inner[0];
  for (let i = 1; i < inner.length - 1; i++) companion[i * degree + i - 1] = 1;
  return eigvals(toArray(companion, 'roots').reshape([degree, degree]));
});

/**
 * Powers of at least float64, also of integers: negative exponents give fractions.
 *
 * @example
 * await np.floatPower(np.asarray([2, 4], 'int32'), -1).tolist(); // [0.5, 0.25]
 */
export const floatPower = withMethods(
  takes(
    'floatPower',
    ARRAY,
    ARRAY,
    byPlace(UFUNC_OPTIONS, 'out'),
  )((a: Operand, b: Operand, how?: Positional<UfuncOptions, 'out'>): NDArray => {
    return computeWith('floatPower', [a, b], how, (operands) => {
      const [x, y] = operands.map((given) => astype(toArray(given, 'floatPower'), float64, { copy: false }));
      return pow(x, y);
    });
  }),
);
