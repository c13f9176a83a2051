/** Arrays cut, shortened and lengthened along an axis, and choices among several of them. */

import {
  ARRAY_BYTES,
  ArgumentError,
  byPlace,
  either,
  FUNCTION,
  IndexError,
  isPlain,
  type Kind,
  kind,
  NUMBER,
  needHeap,
  type OptionKinds,
  ShapeError,
  takes,
} from '../../base/index.js';
import { bool } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import type { Operand } from '../apply.js';
import { astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { checkCondition } from '../condition.js';
import type { Integers } from '../convert.js';
import { type ArrayLike, toArray } from '../convert.js';
import { integersOf } from '../integers.js';
import { concat, split, stack } from '../join.js';
import { ARRAY, ARRAYS, AXIS, INTEGERS, SOME_NUMBERS } from '../kinds.js';
import type { LazyArray } from '../lazy/lazy-array.js';
import { listOf } from '../list-of.js';
import { logicalNot } from '../logic.js';
import { broadcastTo, moveaxis } from '../manipulate.js';
import { NDArray } from '../ndarray.js';
import { isScalar } from '../operand.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { ravel, reshape } from '../reshape.js';
import { where } from '../select.js';
import { compress } from '../sets.js';

/** Along which axis; default: of the flattened array. */
export interface EditOptions {
  readonly axis?: number;
}

function lined(x: ArrayLike, options: EditOptions | undefined, operation: string): { a: NDArray; axis: number } {
  const given = toArray(x, operation);
  if (options?.axis === undefined) return { a: ravel(given), axis: 0 };
  return { a: given, axis: axisArgument(options.axis, given.ndim, operation) };
}

function placesIn(at: Integers, size: number, last: number, operation: string): number[] {
  return integersOf(at, operation).map((i) => {
    const place = i < 0 ? i + size : i;
    if (place < 0 || place > last) throw new IndexError(`${operation}: position ${i} is outside an axis of ${size} elements`);
    return place;
  });
}

/** Positions, or a mask of them. */
const POSITIONS: Kind<Integers | NDArray | readonly boolean[]> = either(
  INTEGERS,
  kind('a mask of booleans', (given) => isMask(given)),
);

function isMask(given: unknown): given is NDArray | readonly boolean[] {
  if (given instanceof NDArray) return given.dtype === bool;
  return Array.isArray(given) && given.length > 0 && given.every((flag) => typeof flag === 'boolean');
}

type Removed = (x: ArrayLike, at: Integers, how?: Positional<EditOptions, 'axis'>) => NDArray;
type Masked = (x: ArrayLike, mask: NDArray<'bool'> | readonly boolean[], how?: Positional<EditOptions, 'axis'>) => LazyArray;

/**
 * The array without the elements (along an axis: without the slices) at these positions, or where a mask is true: then it is a lazy array.
 * Its name is `np.delete`. Throws `IndexError` for positions outside, `ShapeError` for a mask that is longer or shorter.
 *
 * @example
 * await np.delete([5, 6, 7], 1).tolist(); // [5, 7]
 * const x = np.asarray([5, -6, 7]);
 * await np.delete(x, x.less(0)).tolist(); // [5, 7]
 */
export const remove = takes(
  'remove',
  ARRAY,
  POSITIONS,
  byPlace(AXIS, 'axis'),
)(((x: ArrayLike, at: Integers | NDArray | readonly boolean[], how?: Positional<EditOptions, 'axis'>): NDArray => {
  const options = byName('delete', how, 'axis');
  const { a, axis } = lined(x, options, 'delete');
  const size = a.shape[axis];
  if (isMask(at)) {
    const mask = ravel(at);
    if (mask.size !== size) throw new ShapeError(`delete: expected a mask of ${size} elements, got ${mask.size}`);
    return compress(logicalNot(mask), a, axis);
  }
  const gone = [...new Set(placesIn(at, size, size - 1, 'delete'))].sort((p, q) => p - q);
  const bounds = [-1, ...gone, size];
  const kept = bounds.slice(1).map((end, i) => part(a, axis, bounds[i] + 1, end - bounds[i] - 1));
  return concat(kept, { axis });
}) as Removed & Masked);
export { remove as delete };

/**
 * The array with values before the elements at these positions, which count in the array as it was: several values before one
 * position, or one before each.
 *
 * @example
 * await np.insert([5, 6, 7], 1, [8, 9]).tolist(); // [5, 8, 9, 6, 7]
 */
export const insert = takes(
  'insert',
  ARRAY,
  INTEGERS,
  ARRAY,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, at: Integers, values: ArrayLike, how?: Positional<EditOptions, 'axis'>): NDArray => {
  const options = byName('insert', how, 'axis');
  const { a, axis } = lined(x, options, 'insert');
  const size = a.shape[axis];
  const places = placesIn(at, size, size, 'insert');
  const given = astype(toArray(values, 'insert'), a.dtype, { copy: false });
  const lead = given.ndim < a.ndim ? reshape(given, [...new Array<number>(a.ndim - given.ndim).fill(1), ...given.shape]) : given;
  // A number as position takes the slices of the values' first axis, as NumPy's does; an Array of one takes as many as the values have along the axis.
  const turned = isScalar(at) && lead.ndim > 1 ? moveaxis(lead, 0, axis) : lead;
  const count = places.length === 1 ? turned.shape[axis] : places.length;
  const whole = broadcastTo(
    turned,
    a.shape.map((n, i) => (i === axis ? count : n)),
  );
  if (places.length === 1) {
    return concat([part(a, axis, 0, places[0]), whole, part(a, axis, places[0], size - places[0])], { axis });
  }
  const order = places.map((_, i) => i).sort((i, j) => places[i] - places[j]);
  const pieces = order.flatMap((which, i) => {
    const start = i === 0 ? 0 : places[order[i - 1]];
    return [part(a, axis, start, places[which] - start), part(whole, axis, which, 1)];
  });
  const rest = order.length === 0 ? 0 : places[order[order.length - 1]];
  return concat([...pieces, part(a, axis, rest, size - rest)], { axis });
});

/** As many arrays as an Array of this size holds. */
const MOST_PARTS = 2 ** 24;

/**
 * Views cut along an axis (default 0) into parts that differ in size by one at most, the larger ones first; or as `split`.
 *
 * @example
 * np.arraySplit(np.arange(5), 3).map((x) => x.size); // [2, 2, 1]
 */
export const arraySplit = takes(
  'arraySplit',
  ARRAY,
  SOME_NUMBERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, parts: number | readonly number[], how?: Positional<EditOptions, 'axis'>): NDArray[] => {
  const options = byName('arraySplit', how, 'axis');
  const a = toArray(x, 'arraySplit');
  const axis = axisArgument(options?.axis ?? 0, a.ndim, 'arraySplit');
  if (typeof parts !== 'number') return split(a, parts, { axis });
  if (!Number.isInteger(parts) || parts < 1 || parts > MOST_PARTS)
    throw new ArgumentError(`arraySplit: expected from 1 to ${MOST_PARTS} parts, got ${parts}`);
  needHeap('arraySplit', parts, ARRAY_BYTES);
  const [size, larger] = [Math.floor(a.shape[axis] / parts), a.shape[axis] % parts];
  const cuts = Array.from({ length: parts - 1 }, (_, i) => (i + 1) * size + Math.min(i + 1, larger));
  return split(a, cuts, { axis });
});

/**
 * `split` along the second axis, or the first of a vector.
 *
 * @example
 * np.hsplit(np.ones([2, 4]), 2).length; // 2
 */
export const hsplit = takes(
  'hsplit',
  ARRAY,
  SOME_NUMBERS,
)((x: ArrayLike, parts: number | readonly number[]): NDArray[] => {
  const a = toArray(x, 'hsplit');
  return split(a, parts, { axis: a.ndim > 1 ? 1 : 0 });
});

/**
 * `split` along the first axis of a matrix. Throws `ShapeError` for a vector.
 *
 * @example
 * np.vsplit(np.ones([4, 2]), 2).length; // 2
 */
export const vsplit = takes(
  'vsplit',
  ARRAY,
  SOME_NUMBERS,
)((x: ArrayLike, parts: number | readonly number[]): NDArray[] => {
  const a = toArray(x, 'vsplit');
  if (a.ndim < 2) throw new ShapeError(`vsplit: expected a matrix, got shape ${formatShape(a.shape)}`);
  return split(a, parts);
});

/**
 * `split` along the third axis. Throws `ShapeError` below three axes.
 *
 * @example
 * np.dsplit(np.ones([2, 2, 4]), 2).length; // 2
 */
export const dsplit = takes(
  'dsplit',
  ARRAY,
  SOME_NUMBERS,
)((x: ArrayLike, parts: number | readonly number[]): NDArray[] => {
  const a = toArray(x, 'dsplit');
  if (a.ndim < 3) throw new ShapeError(`dsplit: expected three axes or more, got shape ${formatShape(a.shape)}`);
  return split(a, parts, { axis: 2 });
});

/** Options of `select`. */
export interface SelectOptions {
  /** The choice where no condition is true; 0 when left out. */
  readonly default?: Operand;
}

const SELECT_OPTIONS: OptionKinds<SelectOptions> = { default: ARRAY };

/**
 * Element by element, the choice that belongs to the first condition which is true; `otherwise` (0 when left out), or NumPy's option `default`,
 * where none is. Throws `DTypeError` for conditions that are not booleans.
 *
 * @example
 * const x = np.asarray([-2, 1, 9]);
 * await np.select([x.less(0), x.less(5)], [x.negative(), 0], 7).tolist(); // [2, 0, 7]
 */
export const select = takes(
  'select',
  ARRAYS,
  ARRAYS,
  byPlace(SELECT_OPTIONS, 'default'),
)((tests: readonly ArrayLike[], values: readonly Operand[], otherwise?: Operand | SelectOptions): NDArray => {
  const isNamed = isPlain(otherwise) && 'default' in otherwise;
  const rest = (isNamed ? (otherwise as SelectOptions).default : (otherwise as Operand | undefined)) ?? 0;
  const [conditions, choices] = [listOf(tests, 'select'), listOf(values, 'select')];
  if (conditions.length !== choices.length || conditions.length === 0) {
    throw new ArgumentError(
      `select: expected as many choices as conditions, at least one, got ${conditions.length} and ${choices.length}`,
    );
  }
  for (const condition of conditions) checkCondition(condition, 'select');
  return toArray(
    conditions.reduceRight<Operand>((below, condition, i) => where(condition, choices[i], below), rest),
    'select',
  );
});

/**
 * A function of the lines along an axis, each given as a vector; its results, numbers or arrays of one shape, take the axis's place.
 *
 * @example
 * await np.applyAlongAxis((line) => line.max().subtract(line.min()), 1, [[1, 5], [2, 3]]).tolist(); // [4, 1]
 */
export const applyAlongAxis = takes(
  'applyAlongAxis',
  FUNCTION,
  NUMBER,
  ARRAY,
)((fn: (line: NDArray) => ArrayLike, axis: number, x: ArrayLike): NDArray => {
  const a = toArray(x, 'applyAlongAxis');
  const at = axisArgument(axis, a.ndim, 'applyAlongAxis');
  const lines = moveaxis(a, at, -1);
  const length = a.shape[at];
  const others = lines.shape.slice(0, -1);
  const flat = reshape(lines, [lines.size / Math.max(1, length), length]);
  if (flat.size === 0)
    throw new ShapeError(`applyAlongAxis: there are no lines along axis ${at} of shape ${formatShape(a.shape)}`);
  needHeap('applyAlongAxis', flat.shape[0], ARRAY_BYTES);
  const found = Array.from({ length: flat.shape[0] }, (_, i) => toArray(fn(flat.slice(i)), 'applyAlongAxis'));
  const all = stack(found);
  const inner = all.ndim - 1;
  const whole = reshape(all, [...others, ...all.shape.slice(1)]);
  // The results' axes go where the lines were.
  let result = whole;
  for (let k = 0; k < inner; k++) result = moveaxis(result, others.length + k, at + k);
  return result;
});
