/** NumPy's `x[…] = values`. */
import { ArgumentError, describe, each, ShapeError, takes } from '../../base/index.js';
import { bool, int64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import type { Operand } from '../apply.js';
import { assign } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { allIntegers } from '../gather.js';
import { OWN } from '../kinds.js';
import { broadcastTo, moveaxis } from '../manipulate.js';
import { eachOf } from '../mask-order.js';
import type { NDArray } from '../ndarray.js';
import { checkHeld, isScalar, type Scalar, toScalar } from '../operand.js';
import { reshape } from '../reshape.js';
import { assignAt } from '../scatter.js';
import { advancedOf, INDEX, type Index, indicesOf, maskOf, partAt, plus, underMask } from './indexing.js';
import { copyto } from './placing.js';

/**
 * NumPy's `x[…] = values`, in place: indices as `get` takes them, and values behind them. Where a mask chooses, values are one for all elements (or
 * slices) that are chosen, or one for each, in order; elsewhere they broadcast to the elements that are named (`assign`, `assignAt`). Returns x, and
 * waits for nothing, for values that a mask selected, either. Throws `IndexError` for masks and `ShapeError` for values that do not fit, `DTypeError` where floats would become integers; readers of x throw
 * `IndexError` where a mask chooses more or fewer elements than there are values.
 *
 * @example
 * const x = np.asarray([1, -2, 3]);
 * await np.set(x, x.less(0), 0).tolist(); // [1, 0, 3]
 * await x.set([0, 2], 9).tolist();        // [9, 0, 9]
 * await x.set(x.greater(0), [7, 8]).tolist(); // [7, 0, 8]
 * await np.zeros([2, 2]).set(':', 1, 7).tolist(); // [[0, 7], [0, 7]]
 */
export const set = takes(
  'set',
  OWN,
  INDEX,
  each(INDEX),
)((x: NDArray, which: Index, ...more: (Index | Operand)[]): NDArray => {
  const values = more.at(-1) as Operand;
  if (more.length === 0 || typeof values === 'string' || values === null)
    throw new ArgumentError(`set: expected indices and then values, got ${more.length === 0 ? 'no values' : describe(values)}`);
  if (isScalar(values)) checkHeld(values, x.dtype, 'set');
  const part = partAt(x, [which, ...(more.slice(0, -1) as Index[])]);
  if (part !== null) assign(part, values);
  else if (more.length === 1) return setChosen(x, which as ArrayLike, values);
  else setAt(x, [which, ...(more.slice(0, -1) as Index[])], values);
  return x;
});

/**
 * Writes at indices, some of them arrays: through a view of the slices, and of the axes that index arrays name. A mask chooses in the
 * view of the slices.
 */
function setAt(x: NDArray, which: readonly Index[], values: Operand): void {
  const indices = indicesOf(which, 'set');
  if (indices.masks.length > 0) {
    const { mask, front, to } = maskOf(x, indices, 'set');
    setChosen(
      front,
      mask,
      to === 0 || isScalar(values) ? values : chosenFirst(valuesFor(x, values), front.ndim - mask.ndim + 1, to),
    );
  } else {
    const { view, at, to, shape } = advancedOf(x, indices, 'set');
    const rest = view.view.shape.slice(at.length);
    const over = broadcastTo(toArray(values, 'set'), [...rest.slice(0, to), ...shape, ...rest.slice(to)]);
    const axes = plus(shape.keys(), 0);
    assignAt(view, at, to === 0 ? over : moveaxis(over, plus(axes, to), axes));
  }
}

/** Values of `ndim` axes or fewer, of which the one at `to` goes over the elements that a mask chooses: with that axis first, or without it where it is 1. */
function chosenFirst(values: NDArray, ndim: number, to: number): NDArray {
  const { shape } = values;
  if (shape.length > ndim)
    throw new ShapeError(`set: values of shape ${formatShape(shape)} have more axes than the ${ndim} of what is written`);
  const all = [...new Array<number>(ndim - shape.length).fill(1), ...shape];
  const isOne = all[to] === 1;
  return isOne ? reshape(values, all.toSpliced(to, 1)) : moveaxis(reshape(values, all), to, 0);
}

function setChosen(x: NDArray, which: ArrayLike, values: Operand): NDArray {
  const chosen = toArray(which, 'set');
  if (chosen.dtype !== bool) return assignAt(x, which, values);
  const under = underMask(x, chosen, 'set');
  if (under !== x) {
    setChosen(under, chosen, values);
    return x;
  }
  const { shape } = x;
  const rest = shape.slice(chosen.ndim);
  const given = typeof values === 'object' ? valuesFor(x, values) : null;
  const where = rest.length === 0 ? chosen : reshape(chosen, [...chosen.shape, ...rest.map(() => 1)]);
  if (given === null || given.size === 1 || fits(given.shape, rest))
    return copyto(x, given === null ? asWritten(x, values as Scalar) : given.size === 1 ? reshape(given, []) : given, { where });
  if (given.ndim !== rest.length + 1 || !fits(given.shape.slice(1), rest))
    throw new ShapeError(
      `set: values of shape ${formatShape(given.shape)} for slices of shape ${formatShape(rest)}: expected one for all that are chosen, or one for each; np.copyto(x, values, { where }) takes one for each of x`,
    );
  return copyto(x, eachOf(chosen, broadcastTo(given, [given.shape[0], ...rest])), { where });
}

/** Values as an array; JavaScript's numbers fit an array of integers when they are integral. */
function valuesFor(x: NDArray, values: ArrayLike): NDArray {
  const integral = Array.isArray(values) && x.dtype.kind !== 'float' && allIntegers(values);
  return integral ? toArray(values, 'set', int64) : toArray(values, 'set');
}

/** A number as `x.set(0, value)` writes it, for `copyto`, which takes no numbers among booleans. */
function asWritten(x: NDArray, value: Scalar): Scalar {
  const written = toScalar(value, x.dtype);
  return x.dtype === bool ? written !== 0 : written;
}

/** Whether the first shape broadcasts to the second. */
function fits(shape: readonly number[], to: readonly number[]): boolean {
  const lead = to.length - shape.length;
  return lead >= 0 && shape.every((n, i) => n === 1 || n === to[i + lead]);
}
