/** The sum of a diagonal. Stands by itself, since it is a method of arrays too. */
import { type OptionKinds, options, takes } from '../../base/index.js';
import type { ArrayLike } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import { ARRAY, AXIS_NUMBER, DIAGONAL, DTYPE } from '../kinds.js';
import type { DiagonalOptions } from '../manipulate.js';
import { diagonalsOf, lastOf } from '../matrix-axes.js';
import type { NDArray } from '../ndarray.js';
import { sum } from '../reductions.js';
import { OUT, type OutOption } from '../target.js';
import { matrices } from './matrix-function.js';

/** Options of `trace`. */
export interface TraceOptions extends DTypeOption, DiagonalOptions, OutOption {}
const TRACE_OPTIONS: OptionKinds<TraceOptions> = { ...DIAGONAL, ...DTYPE, ...OUT, axis1: AXIS_NUMBER, axis2: AXIS_NUMBER };
const LAST = { axis: -1 };

/**
 * The sum of the diagonal of each matrix, of the first two axes or of `axis1` and `axis2`; `k` chooses a diagonal above (positive) or below the main one, `dtype` is that of the
 * sum. `np.linalg.trace` takes the last two axes, as the array API standard has it.
 *
 * @example
 * await np.trace(np.eye(3)).item(); // 3
 */
export const trace = takes(
  'trace',
  ARRAY,
  options(TRACE_OPTIONS),
)((x: ArrayLike, options?: TraceOptions): NDArray => {
  const a = lastOf(matrices(x, 'trace'), options ?? {}, 'trace');
  const found = diagonalsOf(a, options?.k ?? options?.offset ?? 0);
  if (options === undefined) return sum(found, LAST);
  const { dtype, out } = options;
  return sum(found, out ? { axis: -1, dtype, out } : { axis: -1, dtype });
});
