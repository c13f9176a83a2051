/** Reductions of some elements, and from an initial value: NumPy's `where` and `initial`. */
import { ArgumentError } from '../base/index.js';
import { float64 } from '../dtype/index.js';
import type { Shape } from '../shape/index.js';
import type { Operand } from './apply.js';
import { astype } from './assign.js';
import { checkCondition } from './condition.js';
import { type ArrayLike, toArray } from './convert.js';
import { full } from './creation.js';
import { type Axis, type ReduceOptions, reducedAxes } from './fold.js';
import { broadcastArrays } from './manipulate.js';
import type { NDArray } from './ndarray.js';
import { where } from './select.js';
import type { OutOption } from './target.js';

/** Which elements a reduction takes, and where it begins. */
export interface MaskOptions {
  /** Elements for which this is true are reduced, the rest left out; broadcast with the array. Default: all. */
  readonly where?: ArrayLike;
  /** The value that the reduction begins with; `min` and `max` need it where no element is left. */
  readonly initial?: number;
}

type Options = ReduceOptions & OutOption & MaskOptions;

/** Whether a reduction has such options. */
export function isMasked(options: MaskOptions): boolean {
  return options.where !== undefined || options.initial !== undefined;
}

/**
 * The reduction of the elements that a mask leaves in: elements left out count as `instead`, and `initial` is combined with the result.
 * Throws `ArgumentError` for a mask without a value to begin with.
 */
export function masked<O extends Options>(
  operation: string,
  x: ArrayLike,
  options: O,
  reduction: (x: NDArray, options: O) => NDArray,
  instead: number | undefined,
  combine: (a: Operand, b: Operand, options?: OutOption) => NDArray,
): NDArray {
  const { where: mask, initial, out, ...rest } = options;
  let a = toArray(x, operation);
  const bounded = operation === 'min' || operation === 'max';
  if (bounded && initial !== undefined && !Number.isInteger(initial) && a.dtype.kind !== 'float') a = astype(a, float64);
  if (mask !== undefined) {
    if (instead === undefined) {
      const begin = operation === 'max' ? '-Infinity' : 'Infinity';
      throw new ArgumentError(`${operation}: with where, say what it begins with, e.g. { where, initial: ${begin} }`);
    }
    checkCondition(mask, operation);
    const [all, some] = broadcastArrays(a, mask);
    a = astype(where(some, all, instead), all.dtype, { copy: false });
  }
  if (a.size === 0 && bounded && initial !== undefined) a = full(withOnes(a.shape, options.axis), initial, { dtype: a.dtype });
  const found = reduction(a, rest as unknown as O);
  return combine(found, initial ?? (bounded ? found : (instead ?? 0)), { out });
}

/** A shape in which reduced axes without elements have one. */
function withOnes(shape: Shape, axis: Axis): Shape {
  const axes = reducedAxes(axis, shape.length, 'initial');
  return shape.map((n, i) => (n === 0 && axes.includes(i) ? 1 : n));
}
