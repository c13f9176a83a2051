/** Polynomials by their coefficients, that of the highest power first. */

import {
  ArgumentError,
  type ByPlace,
  byPlace,
  COUNT,
  listed,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { add, divide, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray, full } from '../creation.js';
import { concat } from '../join.js';
import { ARRAY, SOME_NUMBERS } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { arange } from '../ranges.js';
import { data } from '../read.js';
import { averaging } from '../reductions.js';
import { convolve } from './calculus.js';
import { byHorner } from './horner.js';
import { pad } from './padding.js';
import { atleast1d } from './stacking.js';

/**
 * A polynomial's values: `p[0] x^(n-1) + … + p[n-1]`, by Horner's rule. Throws `ShapeError` unless the coefficients are a vector.
 *
 * @example
 * await np.polyval([3, 0, 1], [0, 1, 2]).tolist(); // [1, 4, 13]
 */
export const polyval = takes(
  'polyval',
  ARRAY,
  ARRAY,
)((p: ArrayLike, x: ArrayLike): NDArray => {
  const coefficients = coefficientsOf(p, 'polyval');
  const at = toArray(x, 'polyval');
  return byHorner(coefficients, at);
});

/** Coefficients as a vector; throws `ShapeError`. */
function coefficientsOf(p: ArrayLike, operation: string): NDArray {
  const found = atleast1d(p);
  if (found.ndim !== 1)
    throw new ShapeError(`${operation}: expected a vector of coefficients, got shape ${formatShape(found.shape)}`);
  return found;
}

/** Both with as many coefficients as the longer one. */
function aligned(p: ArrayLike, q: ArrayLike, operation: string): [NDArray, NDArray] {
  const [a, b] = [coefficientsOf(p, operation), coefficientsOf(q, operation)];
  const length = Math.max(a.size, b.size);
  return [pad(a, [length - a.size, 0]), pad(b, [length - b.size, 0])];
}

/**
 * The sum of two polynomials.
 *
 * @example
 * await np.polyadd([1, 2], [3, 0, 1]).tolist(); // [3, 1, 3]
 */
export const polyadd = takes(
  'polyadd',
  ARRAY,
  ARRAY,
)((p: ArrayLike, q: ArrayLike): NDArray => {
  const [a, b] = aligned(p, q, 'polyadd');
  return add(a, b);
});

/**
 * The difference of two polynomials.
 *
 * @example
 * await np.polysub([3, 0, 1], [1, 2]).tolist(); // [3, -1, -1]
 */
export const polysub = takes(
  'polysub',
  ARRAY,
  ARRAY,
)((p: ArrayLike, q: ArrayLike): NDArray => {
  const [a, b] = aligned(p, q, 'polysub');
  return subtract(a, b);
});

/**
 * The product of two polynomials.
 *
 * @example
 * await np.polymul([1, 1], [1, -1]).tolist(); // [1, 0, -1]
 */
export const polymul = takes(
  'polymul',
  ARRAY,
  ARRAY,
)((p: ArrayLike, q: ArrayLike): NDArray => {
  return convolve(coefficientsOf(p, 'polymul'), coefficientsOf(q, 'polymul'));
});

interface TimesOption {
  /** How many times; default once. */
  readonly m?: number;
}
const TIMES: OptionKinds<TimesOption> = { m: COUNT };
/** The most integrations of one call; of a number after so many all coefficients but the constants are 0 in float64. */
const MOST_INTEGRATIONS = 10_000;

/**
 * The derivative of a polynomial; the m-th one of `m` derivations.
 *
 * @example
 * await np.polyder([1, 5, 2]).tolist(); // [2, 5]
 */
export const polyder = takes(
  'polyder',
  ARRAY,
  byPlace(TIMES, 'm'),
)((p: ArrayLike, how?: Positional<TimesOption, 'm'>): NDArray => {
  const times = byName('polyder', how, 'm')?.m ?? 1;
  let found = coefficientsOf(p, 'polyder');
  for (let i = 0; i < times && (i === 0 || found.size > 0); i++) {
    const degree = Math.max(0, found.size - 1);
    found = multiply(part(found, 0, 0, degree), arange(degree, 0, -1, { dtype: int64 }));
  }
  return found;
});

/** Options of `polyint`. */
export interface PolyintOptions extends TimesOption {
  /** The value at 0, of each integral in the order in which they are taken; default 0. */
  readonly k?: number | readonly number[];
}
const POLYINT_OPTIONS: OptionKinds<PolyintOptions> = { ...TIMES, k: SOME_NUMBERS };

/**
 * The integral of a polynomial that is `k` (default 0) at 0; of `m` integrations the last one. Throws `ArgumentError` for fewer constants than
 * integrations, and for more than 10,000 integrations.
 *
 * @example
 * await np.polyint([2, 5]).tolist(); // [1, 5, 0]
 */
export const polyint = takes(
  'polyint',
  ARRAY,
  byPlace(POLYINT_OPTIONS, 'm'),
  options(POLYINT_OPTIONS),
)((p: ArrayLike, how?: Positional<PolyintOptions, 'm'>, more?: Omit<PolyintOptions, 'm'>): NDArray => {
  const { m = 1, k = 0 } = byName('polyint', how, 'm', more) ?? {};
  if (m > MOST_INTEGRATIONS) throw new ArgumentError(`polyint: expected at most ${MOST_INTEGRATIONS} integrations, got ${m}`);
  const constants = typeof k === 'number' ? new Array<number>(Math.max(1, m)).fill(k) : k;
  if (constants.length < m) throw new ArgumentError(`polyint: expected ${m} constants, got ${constants.length}`);
  let found = coefficientsOf(p, 'polyint');
  for (let i = 0; i < m; i++)
    found = concat([
      divide(found, arange(found.size, 0, -1)),
      full(1, constants[i] as number, { dtype: averaging(found.dtype) }),
    ]);
  return found;
});

/**
 * The coefficients of the polynomial with these roots and a highest coefficient of 1. Throws `ShapeError` unless they are a vector.
 *
 * @example
 * await np.poly([1, -1]).tolist(); // [1, 0, -1]
 */
export const poly = takes(
  'poly',
  ARRAY,
)((roots: ArrayLike): NDArray => {
  const zeros = coefficientsOf(roots, 'poly');
  const wide = astype(zeros, averaging(zeros.dtype), { copy: false });
  let product = full(1, 1, { dtype: wide.dtype });
  for (let k = 0; k < wide.size; k++) {
    const term = multiply(product, part(wide, 0, k, 1));
    product = subtract(pad(product, [0, 1]), pad(term, [1, 0]));
  }
  return product;
});

/** The result of `polydiv`. */
export interface PolynomialDivision extends ByPlace<NDArray> {
  readonly quotient: NDArray;
  /** Of a lower degree than the divisor; without leading zeros. */
  readonly remainder: NDArray;
}

/**
 * The quotient and the remainder of two polynomials, as float64. Throws `ArgumentError` when the divisor's highest coefficient is 0.
 *
 * @example
 * const { quotient, remainder } = await np.polydiv([1, 0, -1], [1, 1]);
 * await quotient.tolist();  // [1, -1]
 * await remainder.tolist(); // [0]
 */
export const polydiv = takes(
  'polydiv',
  ARRAY,
  ARRAY,
)(async (p: ArrayLike, q: ArrayLike): Promise<PolynomialDivision> => {
  const operands = [coefficientsOf(p, 'polydiv'), coefficientsOf(q, 'polydiv')];
  const [rest, divisor] = await Promise.all(operands.map(async (x) => Array.from(await data(astype(x, float64)), Number)));
  if (divisor.length === 0 || divisor[0] === 0)
    throw new ArgumentError(`polydiv: expected a divisor with a highest coefficient other than 0, got [${divisor.join(', ')}]`);
  const found: number[] = [];
  for (let k = 0; k + divisor.length <= rest.length; k++) {
    const factor = rest[k] / divisor[0];
    found.push(factor);
    for (let i = 0; i < divisor.length; i++) rest[k + i] -= factor * divisor[i];
  }
  const least = Math.max(0, rest.length - 1);
  const first = rest.findIndex((x, i) => i >= found.length && Math.abs(x) > NEGLIGIBLE);
  const quotient = found.length === 0 ? [0] : found;
  return listed('polydiv', {
    quotient: asarray(Float64Array.from(quotient)),
    remainder: asarray(Float64Array.from(rest.slice(first < 0 ? least : first))),
  });
});

/** Coefficients of a remainder that count as 0. */
const NEGLIGIBLE = 1e-8;
