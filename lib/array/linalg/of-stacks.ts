/**
 * Diagonals of stacks of matrices, along the last two axes as the array API standard's `linalg` has them; NumPy's functions of the same names
 * take the first two.
 */
import { byPlace, type Kind, kind, type OptionKinds, options, takes } from '../../base/index.js';
import type { ArrayLike } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import { DIAGONAL, DTYPE } from '../kinds.js';
import { type DiagonalOptions, diagonal as diagonalOf } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { OUT, type OutOption } from '../target.js';
import { trace as traceOf } from './trace.js';

/** Of any kind, as complex and lazy arrays are: the functions that are called look at it. */
const STACK: Kind<ArrayLike> = kind('an array', (given) => given !== undefined);
const LAST = { axis1: -2, axis2: -1 };

/** Which diagonal: 0 the main one, positive above. */
type Which = Pick<DiagonalOptions, 'k' | 'offset'>;

/** Options of `linalg.trace`. */
export interface StackTraceOptions extends DTypeOption, Which, OutOption {}
const TRACE_OPTIONS: OptionKinds<StackTraceOptions> = { ...DIAGONAL, ...DTYPE, ...OUT };

/**
 * The diagonal of each matrix of a stack, of the last two axes, as a view: elements [i, i + k]. It is the result's last axis. Throws `IndexError`
 * for fewer than two axes.
 *
 * @example
 * np.linalg.diagonal(np.zeros([5, 3, 3])).shape; // [5, 3]
 */
export const diagonal = takes(
  'diagonal',
  STACK,
  byPlace(DIAGONAL, 'k'),
)((x: ArrayLike, how?: Positional<Which, 'k'>): NDArray => diagonalOf(x, { ...byName('diagonal', how, 'k'), ...LAST }));

/**
 * The sum of the diagonal of each matrix of a stack, of the last two axes; `k` chooses a diagonal above (positive) or below the main one, `dtype` is
 * that of the sum. Throws `ShapeError` for fewer than two axes.
 *
 * @example
 * await np.linalg.trace(np.ones([2, 3, 3])).tolist(); // [3, 3]
 */
export const trace = takes(
  'trace',
  STACK,
  options(TRACE_OPTIONS),
)((x: ArrayLike, options?: StackTraceOptions): NDArray => traceOf(x, { ...options, ...LAST }));
