/** Sets of values: membership, and sets made of two. */

import { byPlace, either, FLAG, NULL, type OptionKinds, oneOf as oneName, options, ShapeError, takes } from '../../base/index.js';
import { bool, promote } from '../../dtype/index.js';
import { minimum } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { full } from '../creation.js';
import { distinct, distinctOf } from '../distinct.js';
import { gather } from '../gather.js';
import { concat, stack } from '../join.js';
import { ARRAY } from '../kinds.js';
import { Lazy, type LazyArray, shown } from '../lazy/lazy-array.js';
import { Selection } from '../lazy/selection.js';
import { logicalNot, logicalOr } from '../logic.js';
import { hasTables, membersOf } from '../members.js';
import type { NDArray } from '../ndarray.js';
import type { Positional } from '../positional.js';

import { ravel } from '../reshape.js';
import { searchsorted } from '../search.js';
import { along, compress } from '../sets.js';
import { slice } from '../slice.js';
import { sort } from '../sorting.js';
import { SET_OPTIONS, type SetOptions } from './set-options.js';

/** Options of `isin`. */
export interface IsinOptions extends SetOptions {
  /** Whether the answers are turned round; default false. */
  readonly invert?: boolean;
  /** NumPy's name of an algorithm, each of which gives the same result. */
  readonly kind?: 'sort' | 'table' | null;
}
const ISIN_OPTIONS: OptionKinds<IsinOptions> = { invert: FLAG, ...SET_OPTIONS, kind: either(oneName('sort', 'table'), NULL) };

/**
 * Whether each element is among `values`, in the shape of `x`. NaN is in nothing. `invert`: whether it is not.
 *
 * @example
 * await np.isin([1, 2, 3], [3, 1]).tolist(); // [true, false, true]
 */
export const isin = takes(
  'isin',
  ARRAY,
  ARRAY,
  options(ISIN_OPTIONS),
)((x: ArrayLike, values: ArrayLike, options?: IsinOptions): NDArray => {
  const [a, v] = [toArray(x, 'isin'), ravel(values)];
  const dtype = promote(a.dtype, v.dtype);
  const inverted = options?.invert === true;
  const as = (given: NDArray): NDArray => astype(given, dtype, { copy: false });
  if (v.size > FEW && hasTables(dtype)) return membersOf(as(a), as(v), inverted);
  const inside = v.size <= FEW ? oneOf(a, v) : among(as(a), sort(as(v)));
  return inverted ? logicalNot(inside) : inside;
});

/** So many values are compared with one by one, in one pass. */
const FEW = 16;

function oneOf(x: NDArray, values: NDArray): NDArray {
  if (values.size === 0) return full(x.shape, false, { dtype: bool });
  let found = equal(x, slice(values, 0));
  for (let i = 1; i < values.size; i++) found = logicalOr(found, equal(x, slice(values, i)));
  return found;
}

function among(x: NDArray, sorted: NDArray): NDArray {
  return equal(gather(sorted, minimum(searchsorted(sorted, x), BigInt(sorted.size - 1))), x);
}

/**
 * Coordinates of the elements that are not 0: one row each, row-major. A lazy array.
 *
 * @example
 * await (await np.argwhere([[0, 5], [7, 0]])).tolist(); // [[0, 1], [1, 0]]
 */
export const argwhere = takes(
  'argwhere',
  ARRAY,
)((x: ArrayLike): LazyArray => {
  const a = toArray(x, 'argwhere');
  if (a.ndim === 0) throw new ShapeError('argwhere: a 0-d array has no coordinates');
  const { shape } = a.view;
  return shown(
    Lazy.places(Selection.of(a), (places) =>
      stack(
        shape.map((_, axis) => along(places, shape, axis)),
        { axis: 1 },
      ),
    ),
  );
});

/**
 * Places in the flattened array of the elements that are not 0. A lazy array.
 *
 * @example
 * await (await np.flatnonzero([[0, 5], [7, 0]])).tolist(); // [1, 2]
 */
export const flatnonzero = takes(
  'flatnonzero',
  ARRAY,
)((x: ArrayLike): LazyArray => {
  return shown(Lazy.places(Selection.of(toArray(x, 'flatnonzero')), (places) => places));
});

/**
 * The different elements of two arrays together, in ascending order. A lazy array.
 *
 * @example
 * await (await np.union1d([1, 2], [2, 3])).tolist(); // [1, 2, 3]
 */
export const union1d = takes(
  'union1d',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): LazyArray => {
  return shown(distinct(concat([ravel(a), ravel(b)])));
});

/**
 * The different elements of `a` that are not in `b`, in ascending order, or in their own with `assumeUnique`. A lazy array.
 *
 * @example
 * await (await np.setdiff1d([1, 2, 2, 3], [2])).tolist(); // [1, 3]
 */
export const setdiff1d = takes(
  'setdiff1d',
  ARRAY,
  ARRAY,
  byPlace(SET_OPTIONS, 'assumeUnique'),
)((a: ArrayLike, b: ArrayLike, how?: Positional<SetOptions, 'assumeUnique'>): LazyArray => {
  const given = toArray(a, 'setdiff1d');
  if (how === true || (typeof how === 'object' && how.assumeUnique === true))
    return compress(isin(ravel(given), b, { invert: true }), ravel(given));
  return shown(distinctOf(given, (sorted) => isin(sorted, b, { invert: true })));
});
