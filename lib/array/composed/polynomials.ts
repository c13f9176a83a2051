/** Polynomials by their coefficients, that of the highest power first. */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { promote } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { add, multiply, pow } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { zeros } from '../creation.js';
import { expandDims } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { arange } from '../ranges.js';
import { slice } from '../slice.js';
import { atleast1d } from './stacking.js';

/**
 * A polynomial's values: `p[0] x^(n-1) + … + p[n-1]`, by Horner's rule. Throws `ShapeError` unless the coefficients are a vector.
 *
 * @example
 * await np.polyval([3, 0, 1], [0, 1, 2]).tolist(); // [1, 4, 13]
 */
export function polyval(p: ArrayLike, x: ArrayLike): NDArray {
  const coefficients = atleast1d(p);
  const at = toArray(x, 'polyval');
  if (coefficients.ndim !== 1)
    throw new ShapeError(`polyval: expected a vector of coefficients, got shape ${formatShape(coefficients.shape)}`);
  const start = zeros(at.shape, { dtype: promote(coefficients.dtype, at.dtype) });
  let value: NDArray = start;
  for (let k = 0; k < coefficients.size; k++) value = add(multiply(value, at), slice(coefficients, k));
  return value;
}

/** Options of `vander`. */
export interface VanderOptions {
  /** Columns; default as many as elements. */
  readonly n?: number;
  /** Powers from 0 up, rather than down to 0; default false. */
  readonly increasing?: boolean;
}

/**
 * The Vandermonde matrix of a vector: its powers as columns. Throws `ShapeError` unless `x` is a vector, `ArgumentError` unless `n`
 * is an integer of at least 0.
 *
 * @example
 * await np.vander([1, 2, 3], { n: 3 }).tolist(); // [[1, 1, 1], [4, 2, 1], [9, 3, 1]]
 */
export function vander(x: ArrayLike, options?: VanderOptions): NDArray {
  const a = toArray(x, 'vander');
  if (a.ndim !== 1) throw new ShapeError(`vander: expected a vector, got shape ${formatShape(a.shape)}`);
  const { n = a.size, increasing = false } = options ?? {};
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`vander: expected an integer of at least 0 columns, got ${n}`);
  const powers = increasing ? arange(n) : arange(n - 1, -1, -1);
  return pow(expandDims(a, { axis: 1 }), astype(powers, a.dtype, { copy: false }));
}
