/** Ranges with factors as steps, and matrices made of a vector. */

import { ArgumentError, byPlace, FLAG, NUMBER, type OptionKinds, ShapeError, takes } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { negative, pow } from '../arithmetic.js';
import { assign } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { zeros } from '../creation.js';
import { ARRAY, K } from '../kinds.js';
import { diagonal } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { linspace } from '../ranges.js';

/** Options of `geomspace`. */
export interface GeomspaceOptions {
  /** How many numbers; default 50. */
  readonly num?: number;
  /** Whether the last number is `stop`; default true. */
  readonly endpoint?: boolean;
}
const GEOMSPACE_OPTIONS: OptionKinds<GeomspaceOptions> = { num: NUMBER, endpoint: FLAG };
/** Options of `logspace`. */
export interface LogspaceOptions extends GeomspaceOptions {
  /** The base of the powers; default 10. */
  readonly base?: number;
}
const LOGSPACE_OPTIONS: OptionKinds<LogspaceOptions> = { num: NUMBER, endpoint: FLAG, base: NUMBER };

/**
 * Numbers from `base^start` to `base^stop`, each the same factor larger than the last.
 *
 * @example
 * await np.logspace(0, 2, 3).tolist(); // [1, 10, 100]
 */
export const logspace = takes(
  'logspace',
  NUMBER,
  NUMBER,
  byPlace(LOGSPACE_OPTIONS, 'num'),
)((start: number, stop: number, options?: LogspaceOptions | number): NDArray => {
  const { num = 50, endpoint = true, base = 10 } = typeof options === 'number' ? { num: options } : (options ?? {});
  return pow(base, linspace(start, stop, { num, endpoint }));
});

/**
 * Numbers from `start` to `stop`, each the same factor larger than the last; the ends are exact. Throws `ArgumentError` when an
 * end is 0 or they differ in sign.
 *
 * @example
 * await np.geomspace(1, 8, 4).tolist(); // [1, 2, 4, 8]
 */
export const geomspace = takes(
  'geomspace',
  NUMBER,
  NUMBER,
  byPlace(GEOMSPACE_OPTIONS, 'num'),
)((start: number, stop: number, options?: GeomspaceOptions | number): NDArray => {
  if (!(start * stop > 0)) throw new ArgumentError(`geomspace: expected ends of one sign, not 0, got ${start} and ${stop}`);
  const { num = 50, endpoint = true } = typeof options === 'number' ? { num: options } : (options ?? {});
  const exponents = linspace(Math.log2(Math.abs(start)), Math.log2(Math.abs(stop)), { num, endpoint });
  const sizes = pow(2, exponents);
  const values = start < 0 ? negative(sizes) : sizes;
  if (num > 0) assign(part(values, 0, 0, 1), start);
  if (num > 1 && endpoint) assign(part(values, 0, num - 1, 1), stop);
  return values;
});

/**
 * A matrix with the vector `x` on its k-th diagonal (default the main one), or the k-th diagonal of a matrix, as a view. Throws
 * `ShapeError` for other arrays.
 *
 * @example
 * await np.diag([1, 2]).tolist();           // [[1, 0], [0, 2]]
 * await np.diag([[1, 2], [3, 4]]).tolist(); // [1, 4]
 */
export const diag = takes(
  'diag',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<{ readonly k?: number }, 'k'>): NDArray => {
  const options = byName('diag', how, 'k');
  const a = toArray(x, 'diag');
  const k = options?.k ?? 0;
  if (!Number.isInteger(k)) throw new ArgumentError(`diag: expected an integer k, got ${k}`);
  if (a.ndim === 2) return diagonal(a, { k });
  if (a.ndim !== 1) throw new ShapeError(`diag: expected a vector or a matrix, got shape ${formatShape(a.shape)}`);
  const n = a.size + Math.abs(k);
  const out = zeros([n, n], { dtype: a.dtype });
  if (a.size > 0) assign(diagonal(out, { k }), a);
  return out;
});
