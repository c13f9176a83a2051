/** The different elements of an array, with their places and counts: lazy arrays, since how many they are depends on values. */
import { bool, int64 } from '../dtype/index.js';
import type { Shape } from '../shape/index.js';
import { subtract } from './arithmetic.js';
import { assign } from './assign.js';
import { equal, notEqual } from './comparison.js';
import { empty, full } from './creation.js';
import { diff } from './differences.js';
import { take } from './gather.js';
import { concat } from './join.js';
import { Lazy, shown } from './lazy/lazy-array.js';
import { Selection } from './lazy/selection.js';
import { logicalAnd } from './logic.js';
import { flip } from './manipulate.js';
import { allocate, type NDArray } from './ndarray.js';
import { arange } from './ranges.js';
import { ravel, reshape } from './reshape.js';
import { cumulativeSum, minimumAccumulate } from './scan.js';
import { assignAt } from './scatter.js';
import { where } from './select.js';
import { slice } from './slice.js';
import { argsort, sort } from './sorting.js';

/** The result of `uniqueAll`: lazy arrays, but for the inverse, and awaitable as a whole. */
export interface UniqueAll {
  /** The different elements, in ascending order. */
  readonly values: NDArray;
  /** Where each comes first in the flattened array, as int64. */
  readonly indices: NDArray;
  /** For each element of the array, in its shape, the place of its value in `values`, as int64. */
  readonly inverseIndices: NDArray;
  /** How often each occurs, as int64. */
  readonly counts: NDArray;
}
/** The different elements in ascending order, in one axis. NaNs count as one, unless they are not to be equal. */
export function distinct(a: NDArray, equalNan = true): Lazy {
  const sorted = sort(ravel(a));
  return Lazy.of(firsts(sorted, equalNan), sorted);
}

/** The different elements, in ascending order, for which a condition on them holds. */
export function distinctOf(a: NDArray, holds: (sorted: NDArray) => NDArray): Lazy {
  const sorted = sort(ravel(a));
  return Lazy.of(firsts(sorted).and(holds(sorted)), sorted);
}

/** Elements in ascending order that are the first of equals; NaNs, which come last, are equal if `equalNan`. */
function firsts(sorted: NDArray, equalNan = true): Selection {
  const [before, after] = [slice(sorted, ':-1'), slice(sorted, '1:')];
  const differs = notEqual(before, after);
  const isFirst = allocate(bool, [sorted.size]);
  assign(slice(isFirst, ':1'), true);
  assign(slice(isFirst, '1:'), sorted.dtype.kind === 'float' && equalNan ? logicalAnd(differs, equal(before, before)) : differs);
  return Selection.own(isFirst);
}

/** Lengths of runs that begin at these places, the last of which ends at `end`. */
function lengths(starts: NDArray, end: number): NDArray {
  return diff(concat([starts, full(1, BigInt(end), { dtype: int64 })]));
}

/** For each place, how far the next beginning of a run is. */
function runs(begins: NDArray): NDArray {
  const places = arange(begins.size + 1, { dtype: int64 });
  const next = where(concat([slice(begins, '1:'), full(1, true, { dtype: bool })]), slice(places, '1:'), BigInt(begins.size));
  return subtract(flip(minimumAccumulate(flip(next))), slice(places, ':-1'));
}

/** How often the elements occur of which a selection has the first of equals. */
const countsOf = (selection: Selection): NDArray =>
  shown(
    Lazy.places(
      selection,
      (starts) => lengths(starts, selection.mask.size),
      () => runs(selection.mask),
    ),
  );

/** The different elements, and how often each occurs: of these alone, elements are sorted without their places. */
export function distinctCounts(a: NDArray, equalNan = true): Pick<UniqueAll, 'values' | 'counts'> {
  const sorted = sort(ravel(a));
  const selection = firsts(sorted, equalNan);
  return { values: shown(Lazy.of(selection, sorted)), counts: countsOf(selection) };
}

/** The different elements of an array, and the rest of `uniqueAll`. */
export function distinctAll(a: NDArray, equalNan = true): UniqueAll {
  const flat = ravel(a);
  const order = argsort(flat);
  const sorted = take(flat, order);
  const selection = firsts(sorted, equalNan);
  return { ...partsOf(selection, order, a.shape, null), values: shown(Lazy.of(selection, sorted)) };
}

/**
 * The parts of `uniqueAll` for elements or slices in an order, of which a selection has the first of equals. `values`: the elements at
 * indices, where they are not selected themselves.
 */
export function partsOf(
  selection: Selection,
  order: NDArray,
  shape: Shape,
  values: ((indices: NDArray) => NDArray) | null,
): UniqueAll {
  const inverse = empty([order.size], { dtype: int64 });
  assignAt(inverse, order, subtract(cumulativeSum(selection.mask), 1n));
  const indices = Lazy.of(selection, order);
  return {
    values: shown(values === null ? indices : Lazy.promised(indices.whole().then(values))),
    indices: shown(indices),
    inverseIndices: reshape(inverse, shape),
    counts: countsOf(selection),
  };
}
