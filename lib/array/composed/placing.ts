/** Writing at places of the flattened array, along an axis, or where a condition holds; and choices by number. */

import { ArgumentError, byPlace, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { bool, int64, promote } from '../../dtype/index.js';
import { broadcastShapes, formatShape, type Shape, sameShape } from '../../shape/index.js';
import type { Operand } from '../apply.js';
import { remainder, subtract } from '../arithmetic.js';
import { assign, astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { checkCondition } from '../condition.js';
import { type ArrayLike, toArray } from '../convert.js';
import { deliver } from '../deliver.js';
import { gather, indexArray, indicesIn, take } from '../gather.js';
import { INDEX_MODE, type IndexModeOption } from '../index-mode.js';
import { stack } from '../join.js';
import { ARRAY, ARRAYS, AXIS, OWN } from '../kinds.js';
import type { LazyArray } from '../lazy/lazy-array.js';
import { listOf } from '../list-of.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { isScalar, scalarDType } from '../operand.js';
import { byName, type Positional } from '../positional.js';
import { arange } from '../ranges.js';
import { ravel, reshape } from '../reshape.js';
import { cumulativeSum } from '../scan.js';
import { assignAt } from '../scatter.js';
import { where } from '../select.js';
import { elements } from '../sets.js';
import { checkCast, checkTarget, OUT, type OutOption } from '../target.js';

/** `count` values in one axis: the given ones, repeated. */
function repeatedly(values: ArrayLike, count: number, operation: string): NDArray {
  const given = ravel(toArray(values, operation));
  if (given.size === count) return given;
  if (given.size === 0) throw new ArgumentError(`${operation}: expected at least one value`);
  if (given.size === 1) return broadcastTo(given, [count]);
  return take(given, remainder(arange(count, { dtype: int64 }), BigInt(given.size)));
}

const MODE: OptionKinds<IndexModeOption> = { mode: INDEX_MODE };
/** Options of `choose`. */
export interface ChooseOptions extends OutOption, IndexModeOption {}
const CHOOSE_OPTIONS: OptionKinds<ChooseOptions> = { ...OUT, ...MODE };

/**
 * Sets elements of the flattened array, in place, to `values`, which are repeated where they are fewer than the places; the last of
 * several values for one place stays. Returns x. Throws `DTypeError` unless places are integers, `ArgumentError` when there is no
 * value; readers of x throw `IndexError` for a place outside: for all of x, untouched elements
 * too, so give places that were checked where x must survive.
 *
 * @example
 * await np.put(np.zeros([2, 2]), [0, 3], [5, 6]).tolist(); // [[5, 0], [0, 6]]
 */
export const put = takes(
  'put',
  OWN,
  ARRAY,
  ARRAY,
  byPlace(MODE, 'mode'),
)((x: NDArray, places: ArrayLike, values: ArrayLike, how?: Positional<IndexModeOption, 'mode'>): NDArray => {
  checkTarget(x, 'put');
  const at = ravel(indicesIn(places, x.size, byName('put', how, 'mode')?.mode, 'put'));
  if (at.size === 0) return x;
  const line = ravel(x);
  assignAt(line, at, repeatedly(values, at.size, 'put'));
  return line.root === x.root ? x : assign(x, reshape(line, x.shape));
});

/**
 * Sets, in each line of `x` along an axis (default the last), the elements at that line's `indices`, in place; the inverse of
 * `takeAlongAxis`. Values broadcast to the shape of the indices. Returns x. Throws `ShapeError` when ranks differ, `DTypeError` unless
 * indices are integers; readers of x throw `IndexError` for one outside the axis.
 *
 * @example
 * const x = np.asarray([[3, 1, 2], [6, 5, 4]]);
 * await np.putAlongAxis(x, [[0], [2]], 9).tolist(); // [[9, 1, 2], [6, 5, 9]]
 */
export const putAlongAxis = takes(
  'putAlongAxis',
  OWN,
  ARRAY,
  ARRAY,
  byPlace(AXIS, 'axis'),
)((x: NDArray, indices: ArrayLike, values: ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray => {
  const options = byName('putAlongAxis', how, 'axis');
  checkTarget(x, 'putAlongAxis');
  const at = indexArray(indices, 'putAlongAxis');
  if (at.ndim !== x.ndim || x.ndim === 0) {
    throw new ShapeError(
      `putAlongAxis: expected indices of as many axes as the array, got ${formatShape(at.shape)} for ${formatShape(x.shape)}`,
    );
  }
  const axis = axisArgument(options?.axis ?? -1, x.ndim, 'putAlongAxis');
  const shape = x.shape.map((n, i) => (i === axis ? at.shape[axis] : n));
  const coordinates = shape.map((n, i) => {
    const own =
      i === axis
        ? at
        : reshape(
            arange(n, { dtype: int64 }),
            shape.map((_, k) => (k === i ? n : 1)),
          );
    return broadcastTo(own, shape);
  });
  return assignAt(x, coordinates, broadcastTo(toArray(values, 'putAlongAxis'), shape));
});

/** A condition on the elements of x. Throws `ShapeError` when its number of elements differs. */
function maskOf(x: NDArray, mask: ArrayLike, operation: string): NDArray {
  checkTarget(x, operation);
  const m = toArray(mask, operation);
  if (m.size !== x.size)
    throw new ShapeError(`${operation}: a mask of shape ${formatShape(m.shape)} for an array of shape ${formatShape(x.shape)}`);
  return astype(sameShape(m.shape, x.shape) ? m : reshape(m, x.shape), bool, { copy: false });
}

/**
 * Sets the elements of `x` where the mask is true, in place: the first of them to the first value, and so on, from the first again when the
 * values are used up; NumPy's `x[mask] = values`. Returns x. Throws `ShapeError` when the mask's number of elements differs,
 * `ArgumentError` when there is no value.
 *
 * @example
 * await np.place(np.zeros([4]), [true, false, true, true], [5, 6]).tolist(); // [5, 0, 6, 5]
 */
export const place = takes(
  'place',
  OWN,
  ARRAY,
  ARRAY,
)((x: NDArray, mask: ArrayLike, values: ArrayLike): NDArray => {
  const m = maskOf(x, mask, 'place');
  const given = ravel(toArray(values, 'place'));
  if (given.size === 0) throw new ArgumentError('place: expected at least one value');
  if (x.size === 0) return x;
  const line = ravel(m);
  const number = where(line, subtract(cumulativeSum(line), 1n), 0n);
  return writeWhere(x, m, reshape(take(given, remainder(number, BigInt(given.size))), x.shape));
});

/**
 * Sets the elements of `x` where the mask is true, in place, to the values at the same places of the flattened arrays; fewer values are
 * repeated. Returns x. Throws as `place` does.
 *
 * @example
 * await np.putmask(np.zeros([4]), [true, false, true, true], [5, 6]).tolist(); // [5, 0, 5, 6]
 */
export const putmask = takes(
  'putmask',
  OWN,
  ARRAY,
  ARRAY,
)((x: NDArray, mask: ArrayLike, values: ArrayLike): NDArray => {
  const m = maskOf(x, mask, 'putmask');
  if (x.size === 0) return x;
  const given = toArray(values, 'putmask');
  return writeWhere(x, m, given.size === 1 ? reshape(given, []) : reshape(repeatedly(given, x.size, 'putmask'), x.shape));
});

/** Writes values, broadcast and converted, where a mask holds: at once, unless they widen the dtype of a choice. */
function writeWhere(x: NDArray, mask: NDArray, values: NDArray): NDArray {
  if (promote(values.dtype, x.dtype) !== x.dtype) return assign(x, where(mask, values, x));
  return where(mask, values, x, { out: x });
}

const WHERE: OptionKinds<{ readonly where?: ArrayLike }> = { where: ARRAY };

/**
 * Copies `from`, which is broadcast and converted, into `to`, in place; only `where` a condition holds, if one is given. Returns `to`.
 * Throws `ShapeError` when shapes do not fit, `DTypeError` where floats would become integers or the condition is not of booleans.
 *
 * @example
 * await np.copyto(np.zeros([3]), [1, 2, 3], { where: [true, false, true] }).tolist(); // [1, 0, 3]
 */
export const copyto = takes(
  'copyto',
  OWN,
  ARRAY,
  options(WHERE),
)((to: NDArray, from: Operand, options?: { readonly where?: ArrayLike }): NDArray => {
  checkTarget(to, 'copyto');
  if (options?.where !== undefined) checkCondition(options.where, 'copyto');
  const given = isScalar(from) ? from : toArray(from, 'copyto');
  if (isScalar(given)) checkCast(scalarDType(to.dtype, given, 'copyto', false), to.dtype, 'copyto');
  else if (given === from || ArrayBuffer.isView(from)) checkCast(given.dtype, to.dtype, 'copyto');
  return assign(to, options?.where === undefined ? given : where(broadcastTo(options.where, to.shape), given, to));
});

/**
 * The elements of `x` where the condition is true, both flattened. A lazy array.
 *
 * @example
 * await (await np.extract([[true, false], [false, true]], [[1, 2], [3, 4]])).tolist(); // [1, 4]
 */
export const extract = takes(
  'extract',
  ARRAY,
  ARRAY,
)((condition: ArrayLike, x: ArrayLike): LazyArray => {
  return elements(ravel(condition), ravel(x));
});

/**
 * Element by element, the one of the choice with that number; all are broadcast together. Throws `ArgumentError` without choices,
 * `DTypeError` unless numbers are integers; readers of the result throw `IndexError` for a number that is none of a choice; those below 0
 * count from the last one.
 *
 * @example
 * await np.choose([0, 1, 0], [[1, 2, 3], 9]).tolist(); // [1, 9, 3]
 */
export const choose = takes(
  'choose',
  ARRAY,
  ARRAYS,
  byPlace(CHOOSE_OPTIONS, 'out'),
)((numbers: ArrayLike, choices: readonly ArrayLike[], how?: Positional<ChooseOptions, 'out'>): NDArray => {
  const options = byName('choose', how, 'out') as ChooseOptions | undefined;
  if (choices.length === 0) throw new ArgumentError('choose: expected at least one choice');
  const which = indicesIn(numbers, choices.length, options?.mode, 'choose');
  const given = listOf(choices, 'choose').map((x) => toArray(x, 'choose'));
  const shape = given.reduce<Shape>((s, x) => broadcastShapes(s, x.shape, 'choose'), which.shape);
  const all = stack(given.map((x) => broadcastTo(x, shape)));
  const coordinates = shape.map((n, i) =>
    reshape(
      arange(n, { dtype: int64 }),
      shape.map((_, k) => (k === i ? n : 1)),
    ),
  );
  return deliver(gather(all, broadcastTo(which, shape), ...coordinates), options?.out ?? undefined, 'choose');
});
