/** Reductions of some elements, and from an initial value: NumPy's `where` and `initial`. */
import { ArgumentError } from '../base/index.js';
import { float64 } from '../dtype/index.js';
import type { Shape } from '../shape/index.js';
import type { Operand } from './apply.js';
import { astype } from './assign.js';
import { checkCondition } from './condition.js';
import { type ArrayLike, toArray } from './convert.js';
import { full } from './creation.js';
import { deliver } from './deliver.js';
import { type Axis, type ReduceOptions, reducedAxes } from './fold.js';
import { broadcastArrays } from './manipulate.js';
import type { NDArray } from './ndarray.js';
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

/** How a reduction folds all elements, and the elements under a mask, which comes as a second array. */
export interface MaskedReduction {
  readonly all: (x: NDArray, options: ReduceOptions) => NDArray;
  readonly some: (x: NDArray, mask: NDArray, options: ReduceOptions) => NDArray;
  readonly combine: (a: Operand, b: Operand, options?: OutOption) => NDArray;
  /** Whether no element has no value: extremes. */
  readonly bounded: boolean;
}

/**
 * The reduction of the elements that a mask leaves in; `initial` is combined with the result. Throws `ArgumentError` for a mask without a
 * value to begin with, where no element has none.
 */
export function masked(operation: string, x: ArrayLike, options: Options, how: MaskedReduction): NDArray {
  const { where: mask, initial, out, axis, keepdims } = options;
  let a = toArray(x, operation);
  if (how.bounded && initial !== undefined && !Number.isInteger(initial) && a.dtype.kind !== 'float') a = astype(a, float64);
  let found: NDArray;
  if (mask === undefined) found = how.all(beginning(a, options, how), { axis, keepdims });
  else {
    if (how.bounded && initial === undefined) {
      const begin = operation === 'max' ? '-Infinity' : 'Infinity';
      throw new ArgumentError(`${operation}: with where, say what it begins with, e.g. { where, initial: ${begin} }`);
    }
    checkCondition(mask, operation);
    const [all, some] = broadcastArrays(a, mask);
    const begun = beginning(all, options, how);
    found = begun === all ? how.some(all, some, { axis, keepdims }) : how.all(begun, { axis, keepdims });
  }
  return initial === undefined ? deliver(found, out, operation) : how.combine(found, initial, { out });
}

/** The array, or where it has no elements and extremes begin with a value, that value in their stead. */
function beginning(a: NDArray, { axis, initial }: Options, { bounded }: MaskedReduction): NDArray {
  if (a.size > 0 || !bounded || initial === undefined) return a;
  return full(withOnes(a.shape, axis), initial, { dtype: a.dtype });
}

/** A shape in which reduced axes without elements have one. */
function withOnes(shape: Shape, axis: Axis): Shape {
  const axes = reducedAxes(axis, shape.length, 'initial');
  return shape.map((n, i) => (n === 0 && axes.includes(i) ? 1 : n));
}
