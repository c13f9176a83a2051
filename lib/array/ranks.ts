/** Elements by their ranks along an axis, which are found without putting all of them in order. */
import { int64 } from '../dtype/index.js';
import { denseLine, type Line, LineFunction } from './lines.js';
import type { NDArray } from './ndarray.js';

/** Its scalars: whether downwards, which it never is, and the ranks. */
const selecting = new LineFunction('select', 'select', [0], (from, to, scalars) => {
  const values = denseLine(from).sort();
  for (let i = 0; i < to.length; i++) to.data[to.start + i * to.step] = values[scalars[1 + i]] as never;
});

/** As many ranks as are looked for without putting all in order. */
export const MOST_RANKS = 64;

/** The elements at some ranks along the last axis, as `sort` would have them there. Ranks ascend. */
export function atRanks(x: NDArray, ranks: readonly number[]): NDArray {
  return selecting.apply(x, x.ndim - 1, x.dtype, ranks.length, ranks);
}

type Value = number | bigint;
type Order = (a: Value, b: Value) => number;

/** NaN is behind all; zeros are equal. */
const order: Order = (a, b) => (a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b)));
/** As `sort` has them: a negative zero is before the other. */
const strict: Order = (a, b) => (a === 0 && b === 0 ? Number(Object.is(b, -0)) - Number(Object.is(a, -0)) : order(a, b));

/** Calls put(place in the target, place in the line) for a line's elements grouped around ranks; `scalars` are the routine's. */
function grouped(line: Line, scalars: readonly number[], compare: Order, put: (to: number, from: number) => void): void {
  const values: readonly Value[] = Array.from({ length: line.length }, (_, i) => line.data[line.start + i * line.step]);
  const sorted = [...values].sort(compare);
  const pivots = scalars.slice(2, 2 + scalars[1]).map((rank) => sorted[rank]);
  const groups: number[][] = Array.from({ length: 2 * pivots.length + 1 }, () => []);
  values.forEach((value, i) => {
    const signs = pivots.map((pivot) => compare(value, pivot));
    groups[signs.reduce((g, sign) => g + Number(sign > 0) + Number(sign >= 0), 0)].push(i);
  });
  groups.flat().forEach((from, to) => {
    put(to, from);
  });
}

const partitioning = new LineFunction('partition', 'partition', [0], (from, to, scalars) => {
  grouped(from, scalars, strict, (k, i) => {
    to.data[to.start + k * to.step] = from.data[from.start + i * from.step];
  });
});

const argpartitioning = new LineFunction('argpartition', 'argpartition', [0], (from, to, scalars) => {
  grouped(from, scalars, order, (k, i) => {
    to.data[to.start + k * to.step] = BigInt(i) as never;
  });
});

/** Elements are grouped around so many ranks at most (native/lines/sort.cpp). */
export const MOST_PLACES = 4;

/** How many ranks there are, and always as many scalars. */
function rankScalars(ranks: readonly number[]): readonly number[] {
  return [ranks.length, ...ranks, ...new Array<number>(MOST_PLACES - ranks.length).fill(0)];
}

/**
 * The elements along an axis with the ones at some ranks where `sort` would have them: smaller elements are in front of each, in the order
 * that they had, and greater ones behind. Ranks ascend, and are no more than `MOST_PLACES`.
 */
export function aroundRanks(x: NDArray, axis: number, ranks: readonly number[]): NDArray {
  return partitioning.apply(x, axis, x.dtype, x.view.shape[axis], rankScalars(ranks));
}

/** Where the elements stand that `aroundRanks` gives, but for zeros, which are equal. */
export function placesAroundRanks(x: NDArray, axis: number, ranks: readonly number[]): NDArray {
  return argpartitioning.apply(x, axis, int64, x.view.shape[axis], rankScalars(ranks));
}
