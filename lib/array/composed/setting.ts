/** NumPy's `x[…] = values`. */
import { ArgumentError, describe, each, ShapeError, takes } from '../../base/index.js';
import { bool } from '../../dtype/index.js';
import { formatShape, sameShape } from '../../shape/index.js';
import type { Operand } from '../apply.js';
import { type ArrayLike, toArray } from '../convert.js';
import { OWN } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { assignAt } from '../scatter.js';
import { INDEX, type Index, setAt } from './indexing.js';
import { copyto } from './placing.js';

/**
 * NumPy's `x[…] = values`, in place: indices as `get` takes them, and values behind them. Where a mask chooses, each element (or slice) is set to the
 * same values, a number or an array that broadcasts to a slice; elsewhere values broadcast to the elements that are named (`assign`, `assignAt`).
 * Returns x, and waits for nothing. Throws `ShapeError` for masks and values that do not fit, `DTypeError` where floats would become integers.
 *
 * @example
 * const x = np.asarray([1, -2, 3]);
 * await np.set(x, x.less(0), 0).tolist(); // [1, 0, 3]
 * await x.set([0, 2], 9).tolist();        // [9, 0, 9]
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
  if (more.length === 1 && !isBasic(which)) return setChosen(x, which as ArrayLike, values);
  setAt(x, [which, ...(more.slice(0, -1) as Index[])], values, setChosen);
  return x;
});

/** A text, or null for a new axis. */
function isBasic(which: Index): boolean {
  return typeof which === 'string' || which === null;
}

function setChosen(x: NDArray, which: ArrayLike, values: Operand): NDArray {
  const chosen = toArray(which, 'set');
  if (chosen.dtype !== bool) return assignAt(x, which, values);
  const { shape } = x;
  if (!sameShape(chosen.shape, shape.slice(0, chosen.ndim)))
    throw new ShapeError(`set: a mask of shape ${formatShape(chosen.shape)} for an array of shape ${formatShape(shape)}`);
  const rest = shape.slice(chosen.ndim);
  const given = typeof values === 'object' ? toArray(values, 'set') : null;
  if (given !== null && given.size !== 1 && !fits(given.shape, rest))
    throw new ShapeError(
      `set: values of shape ${formatShape(given.shape)} for slices of shape ${formatShape(rest)}; np.place takes a value for each element that is chosen, np.copyto(x, values, { where }) one for each of x`,
    );
  const where = rest.length === 0 ? chosen : reshape(chosen, [...chosen.shape, ...rest.map(() => 1)]);
  return copyto(x, given !== null && given.size === 1 ? reshape(given, []) : values, { where });
}

/** Whether the first shape broadcasts to the second. */
function fits(shape: readonly number[], to: readonly number[]): boolean {
  const lead = to.length - shape.length;
  return lead >= 0 && shape.every((n, i) => n === 1 || n === to[i + lead]);
}
