/** The sum of a diagonal. Stands by itself, since it is a method of arrays too. */
import { type OptionKinds, options, takes } from '../../base/index.js';
import type { ArrayLike } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import { ARRAY, DIAGONAL, DTYPE } from '../kinds.js';
import { diagonal } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { sum } from '../reductions.js';
import { matrices } from './matrix-function.js';

/** Options of `trace`. */
export interface TraceOptions extends DTypeOption {
  /** Which diagonal; default 0, the main one. */
  readonly k?: number;
  /** The array API standard's name of `k`. */
  readonly offset?: number;
}
const TRACE_OPTIONS: OptionKinds<TraceOptions> = { ...DIAGONAL, ...DTYPE };

/**
 * The sum of the diagonal of each matrix; `k` chooses a diagonal above (positive) or below the main one, `dtype` is that of the sum.
 *
 * @example
 * await np.linalg.trace(np.eye(3)).item(); // 3
 */
export const trace = takes(
  'trace',
  ARRAY,
  options(TRACE_OPTIONS),
)((x: ArrayLike, options?: TraceOptions): NDArray => {
  return sum(diagonal(matrices(x, 'trace'), { k: options?.k ?? options?.offset ?? 0 }), { axis: -1, dtype: options?.dtype });
});
