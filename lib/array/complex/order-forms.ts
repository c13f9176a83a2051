/**
 * The complex forms of functions that need an order. As in NumPy, complex numbers are ordered by their real parts, equal ones by their
 * imaginary parts, and numbers with a NaN come last. Sets and extremes are computed of ranks, integers that are ordered and equal as the
 * numbers are:
 *
 *     [2+i, 1+2i, 2+i, 1]   ranks [2, 1, 2, 0]   max 2   which stands for 2+i
 */
import { ArgumentError, isPlain, listed } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import type { Value } from '../../ir/index.js';
import { maximum, multiply, negative } from '../arithmetic.js';
import { astype } from '../assign.js';
import { takeAlongAxis } from '../composed/along.js';
import { type IntersectOptions, intersect1d } from '../composed/intersection.js';
import { isin, setdiff1d, union1d } from '../composed/members.js';
import { lexsort, setxor1d, uniqueAll } from '../composed/orders.js';
import { type Unique, type UniqueOptions, unique as uniqueOf } from '../composed/unique.js';
import { zeros } from '../creation.js';
import { take } from '../gather.js';
import { concat } from '../join.js';
import { logicalAnd, logicalNot } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { argmax, argmin, max, min } from '../reductions.js';
import { ravel, reshape } from '../reshape.js';
import { cumulativeSum } from '../scan.js';
import { searchsorted } from '../search.js';
import { where } from '../select.js';
import { slice } from '../slice.js';
import { argsort } from '../sorting.js';
import type { Algebra, Pair } from './algebra.js';
import { defineForms, formOf } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { asComplex, converted, toComplex } from './convert.js';
import { complexFunction, realFunction } from './element-wise.js';
import { byParts, joined } from './parts.js';
import { deliverComplex, reduced, reduceOptions } from './reduce-options.js';

const lostIn = ({ re, im }: ComplexArray): NDArray => re.isnan().logicalOr(im.isnan());

/** Places along an axis in ascending order, or in descending order; equal numbers keep their order. */
function orderOf({ re, im }: ComplexArray, axis: number, descending = false): NDArray {
  const last = re.isnan().multiply(2).add(im.isnan());
  const keys = descending ? [negative(im), negative(re), last] : [im, re, last];
  return lexsort(keys, { axis });
}

/** Ranks of the elements of several arrays together, each in its array's shape, and the numbers that ranks stand for. */
interface Ranked {
  readonly ranks: readonly NDArray[];
  numbers(ranks: NDArray): unknown;
}

function ranked(arrays: readonly ComplexArray[]): Ranked {
  const parts = arrays.map((z) => [ravel(z.re), ravel(z.im)] as const);
  const all = new ComplexArray(concat(parts.map(([re]) => re)), concat(parts.map(([, im]) => im)));
  if (all.size === 0) return { ranks: arrays.map((z) => zeros(z.shape, { dtype: int64 })), numbers: () => all };
  const order = orderOf(all, 0);
  const sorted = byParts(take)(all, order) as ComplexArray;
  const { re, im } = sorted;
  const lost = lostIn(sorted);
  const [before, after] = [(x: NDArray) => slice(x, ':-1'), (x: NDArray) => slice(x, '1:')];
  const differs = before(re)
    .notEqual(after(re))
    .logicalOr(before(im).notEqual(after(im)));
  const isNext = logicalAnd(differs, logicalNot(logicalAnd(before(lost), after(lost))));
  const inOrder = cumulativeSum(concat([zeros([1], { dtype: int64 }), astype(isNext, int64)]));
  const flat = take(inOrder, argsort(order));
  let next = 0;
  const ranks = arrays.map((z) => reshape(slice(flat, `${next}:${(next += z.size)}`), z.shape));
  return { ranks, numbers: (found) => byParts(take)(sorted, searchsorted(inOrder, found)) };
}

const isOver = (how: unknown): boolean => how === undefined || isPlain(how);
const optionsOf = (how: unknown, more: unknown): object => ({
  ...(isOver(how) ? (how as object) : { axis: how }),
  ...(more as object),
});

const KNOWN = ['axis', 'keepdims', 'where', 'initial', 'out'] as const;

/** The extreme by `of` of the elements that a mask leaves in, and of an initial value where there is one. */
function extremeOf(name: 'max' | 'min', z: unknown, how: unknown, more: unknown, of: (z: ComplexArray, over: object) => unknown) {
  const { where: mask, initial, out, ...over } = reduceOptions(name, how, more, KNOWN);
  if (mask !== undefined && initial === undefined)
    throw new ArgumentError(`${name}: with where, say what it begins with, e.g. { where, initial: 0 }`);
  const found = of(reduced(z, name, { where: mask }, initial), over);
  const whole = initial === undefined ? found : formOf(`${name}imum`)(found, initial);
  return deliverComplex(whole as ComplexArray, out, name);
}

/** The greatest; not a number where one of the elements is none. */
function greatest(z: unknown, how?: unknown, more?: unknown): unknown {
  return extremeOf('max', z, how, more, (given, over) => {
    const { ranks, numbers } = ranked([given]);
    return numbers(max(ranks[0], over));
  });
}

/** Ranks in which numbers that are none come first. */
function lowest(z: ComplexArray): Ranked {
  const { ranks, numbers } = ranked([z]);
  return { ranks: [where(lostIn(z), -1n, ranks[0])], numbers };
}

function least(z: unknown, how?: unknown, more?: unknown): unknown {
  return extremeOf('min', z, how, more, (given, over) => {
    const { ranks, numbers } = lowest(given);
    const found = min(ranks[0], over);
    const { re, im } = numbers(maximum(found, 0n)) as ComplexArray;
    const lost = found.less(0);
    return joined(where(lost, multiply(re, Number.NaN), re), where(lost, multiply(im, Number.NaN), im));
  });
}

interface Sorting {
  readonly axis?: number | null;
  readonly descending?: boolean;
}

function places(z: unknown, how?: Sorting | number | null, more?: Sorting): readonly [ComplexArray, NDArray, number] {
  const options: Sorting = typeof how === 'number' || how === null ? { axis: how, ...more } : { ...how, ...more };
  const whole = asComplex(z, 'sort');
  const given = options.axis === null ? new ComplexArray(ravel(whole.re), ravel(whole.im)) : whole;
  const axis = options.axis ?? -1;
  return [given, orderOf(given, axis, options.descending), axis];
}

function sorted(z: unknown, how?: Sorting | number | null, more?: Sorting): unknown {
  const [given, at, axis] = places(z, how, more);
  return byParts(takeAlongAxis)(given, at, { axis });
}

/** `uniqueAll` and its kin: of the results by name some. */
const unique =
  (name: string, ...keys: readonly string[]) =>
  async (z: unknown): Promise<object> => {
    const { ranks, numbers } = ranked([asComplex(z, name)]);
    const found = await uniqueAll(ranks[0]);
    const all: Readonly<Record<string, unknown>> = { ...found, values: numbers(found.values) };
    return listed(name, Object.fromEntries(['values', ...keys].map((key) => [key, all[key]])));
  };

async function distinct(z: unknown, options: UniqueOptions = {}): Promise<unknown> {
  const keys = Object.entries({ returnIndex: 'indices', returnInverse: 'inverseIndices', returnCounts: 'counts' });
  const wanted = keys.flatMap(([option, key]) => (options[option as keyof UniqueOptions] === true ? [key] : []));
  const isPlainSet = options.axis === undefined && options.equalNan !== false;
  const found = (await (isPlainSet ? unique('unique', ...wanted)(z) : apart(z, options, wanted))) as { readonly values: unknown };
  return wanted.length === 0 ? found.values : found;
}

/** The different slices along an axis, or elements of which no two with a NaN are equal: by ranks, in whose stead such elements have NaN. */
async function apart(z: unknown, options: UniqueOptions, wanted: readonly string[]): Promise<object> {
  const { axis } = options;
  const given = asComplex(z, 'unique');
  const keys = where(lostIn(given), Number.NaN, astype(ranked([given]).ranks[0], float64));
  const found = uniqueOf(keys, { ...options, returnIndex: true }) as Unique;
  const line = axis === undefined ? new ComplexArray(ravel(given.re), ravel(given.im)) : given;
  const values = await byParts(take)(line, found.indices, { axis: axis ?? 0 });
  const all: Readonly<Record<string, unknown>> = { ...(await found), values };
  return listed('unique', Object.fromEntries(['values', ...wanted].map((key) => [key, all[key]])));
}

/** A set made of two. */
const ofSets =
  (name: string, fn: (a: NDArray, b: NDArray) => PromiseLike<NDArray>) =>
  async (a: unknown, b: unknown): Promise<unknown> => {
    const { ranks, numbers } = ranked([asComplex(a, name), asComplex(b, name)]);
    return numbers(await fn(ranks[0], ranks[1]));
  };

function member(x: unknown, values: unknown, options?: { readonly invert?: boolean }): NDArray {
  const given = asComplex(x, 'isin');
  const { ranks } = ranked([given, asComplex(values, 'isin')]);
  const found = logicalAnd(isin(ranks[0], ranks[1]), logicalNot(lostIn(given)));
  return options?.invert === true ? logicalNot(found) : found;
}

/** Ranks of two arrays; NaN of the second has the rank -1, as it equals no element of the first. */
function ranksApart(a: unknown, b: unknown, name: string): Ranked {
  const second = asComplex(b, name);
  const { ranks, numbers } = ranked([asComplex(a, name), second]);
  return { ranks: [ranks[0], where(lostIn(second), -1n, ranks[1])], numbers };
}

/** Common elements; with `returnIndices` beside the place where each comes first in either array. */
async function common(a: unknown, b: unknown, options?: IntersectOptions): Promise<unknown> {
  const { ranks, numbers } = ranksApart(a, b, 'intersect1d');
  if (options?.returnIndices !== true) return numbers(await intersect1d(ranks[0], ranks[1]));
  const found = await intersect1d(ranks[0], ranks[1], { returnIndices: true });
  const { indices1, indices2 } = found;
  return listed('intersect1d', { values: numbers(found.values), indices1, indices2 });
}

/** The elements of the first array that are not in the second, in the first array's dtype. */
function difference(a: unknown, b: unknown, how?: unknown): unknown {
  if (how === true || (isPlain(how) && how.assumeUnique === true))
    throw new ArgumentError(
      'setdiff1d: assumeUnique is not taken for complex arrays; x.compress(np.isin(x, y).logicalNot()) keeps the order',
    );
  const own = toComplex(a, 'setdiff1d');
  const { ranks, numbers } = ranksApart(own, b, 'setdiff1d');
  return setdiff1d(ranks[0], ranks[1]).then((kept) => {
    const found = numbers(kept) as ComplexArray;
    return own instanceof ComplexArray ? converted(found, own.dtype, 'setdiff1d', false) : astype(found.re, own.dtype);
  });
}

/** Whether the first pair is before the second. */
function before(c: Algebra, a: Pair, b: Pair, orEqual: boolean): Value {
  const { e } = c;
  const usable = e.unary('not', e.or(c.isNot(a[1]), c.isNot(b[1])));
  const behind = orEqual ? e.le(a[1], b[1]) : e.lt(a[1], b[1]);
  return e.or(e.and(e.lt(a[0], b[0]), usable), e.and(e.eq(a[0], b[0]), behind));
}

/** The first of two where it is no later than the second in an order, or no number. */
const extreme = (name: string, isFirst: (c: Algebra, a: Pair, b: Pair) => Value) =>
  complexFunction(name, 2, (c, a, b) => c.either(c.e.or(isFirst(c, a, b), c.e.or(c.isNot(a[0]), c.isNot(a[1]))), a, b));

defineForms(() => ({
  max: greatest,
  amax: greatest,
  min: least,
  amin: least,
  argmax: (z: unknown, how?: unknown, more?: unknown) => argmax(ranked([asComplex(z, 'argmax')]).ranks[0], optionsOf(how, more)),
  argmin: (z: unknown, how?: unknown, more?: unknown) => argmin(lowest(asComplex(z, 'argmin')).ranks[0], optionsOf(how, more)),
  sort: sorted,
  argsort: (z: unknown, how?: Sorting | number | null, more?: Sorting) => places(z, how, more)[1],
  unique: distinct,
  uniqueValues: async (z: unknown) => distinct(z),
  uniqueAll: unique('uniqueAll', 'indices', 'inverseIndices', 'counts'),
  uniqueCounts: unique('uniqueCounts', 'counts'),
  uniqueInverse: unique('uniqueInverse', 'inverseIndices'),
  union1d: ofSets('union1d', union1d),
  setdiff1d: difference,
  setxor1d: ofSets('setxor1d', setxor1d as never),
  intersect1d: common,
  isin: member,
  less: realFunction('less', 2, 'bool', (c, a, b) => before(c, a, b, false)),
  lessEqual: realFunction('lessEqual', 2, 'bool', (c, a, b) => before(c, a, b, true)),
  greater: realFunction('greater', 2, 'bool', (c, a, b) => before(c, b, a, false)),
  greaterEqual: realFunction('greaterEqual', 2, 'bool', (c, a, b) => before(c, b, a, true)),
  maximum: extreme('maximum', (c, a, b) => before(c, b, a, true)),
  minimum: extreme('minimum', (c, a, b) => before(c, a, b, true)),
}));
