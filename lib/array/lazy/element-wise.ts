/**
 * Element-wise functions of lazy arrays: computed for all values, selected or not, so that nothing is moved and they fuse with their
 * neighbours. That takes arrays of one selection, beside numbers and arrays that are repeated along its axis; other calls wait inside.
 */
import { DTypeError, formFor } from '../../base/index.js';
import * as arithmetic from '../arithmetic.js';
import { astype } from '../assign.js';
import { isclose } from '../closeness.js';
import * as comparison from '../comparison.js';
import { isComplex } from '../complex/calls.js';
import { i0 } from '../composed/bessel.js';
import { deg2rad, fmax, fmin, heaviside, logaddexp, logaddexp2, rad2deg, sinc } from '../composed/elementary.js';
import { ldexp } from '../composed/floating.js';
import { acosh, asinh, atanh, cbrt, fmod, isneginf, isposinf } from '../composed/inverses.js';
import { isin } from '../composed/members.js';
import { nanToNum } from '../composed/nans.js';
import { toArray } from '../convert.js';
import * as exponential from '../exponential.js';
import * as bits from '../float-bits.js';
import * as logic from '../logic.js';
import { NDArray } from '../ndarray.js';
import { isOptions } from '../positional.js';
import { ceil, floor, rint, round, trunc } from '../rounding.js';
import { clip, where } from '../select.js';
import * as special from '../special.js';
import * as trigonometry from '../trigonometry.js';
import { awaitFirst, defineLazyForms, type LazyForm } from './calls.js';
import { type AnyFunction, later } from './later.js';
import { Lazy, type Selected } from './lazy-array.js';

/** Stands for an argument that selected values cannot be combined with. */
const NONE = Symbol('none');

/** The selection that all lazy arguments are of, and the values of the first; null where there is no such selection. */
export function commonSelection(given: readonly unknown[]): Selected | null {
  let common: Selected | null = null;
  for (const x of given.flatMap((x) => (isOptions(x) ? Object.values(x) : [x]))) {
    if (!(x instanceof Lazy)) continue;
    const own = x.selected;
    if (own === null) return null;
    if (common === null) common = own;
    else if (!common.selection.equals(own.selection) || own.values.ndim !== common.values.ndim) return null;
  }
  return common;
}

/** An argument over all values; `NONE` for an array with elements of its own along the selected axis. */
function overValues(x: unknown, rank: number, name: string): unknown {
  if (x instanceof Lazy) return x.selected?.values;
  if (x instanceof NDArray || Array.isArray(x) || ArrayBuffer.isView(x)) {
    const array = toArray(x as NDArray, name);
    return array.ndim < rank || (array.ndim === rank && array.view.shape[0] === 1) ? array : NONE;
  }
  if (!isOptions(x)) return x;
  const entries = Object.entries(x).map(([key, value]) => [key, overValues(value, rank, name)]);
  return entries.some(([, value]) => value === NONE) ? NONE : Object.fromEntries(entries);
}

function isTarget(x: unknown): boolean {
  return isOptions(x) && x.out !== undefined && x.out !== null;
}

function isList(x: unknown): boolean {
  return Array.isArray(x) && x.some((item) => item instanceof Lazy);
}

/** The error for the list of `nonzero` as an operand. */
function listed(name: string): DTypeError {
  return new DTypeError(
    `${name}: expected an array, got a list of lazy arrays: take it apart, const [i] = np.nonzero(x); or await it first, and stack it`,
  );
}

/** The lazy form of an element-wise function. */
function elementWise(fn: AnyFunction): LazyForm {
  return (...given) => {
    if (given.some(isTarget)) throw awaitFirst(fn.name);
    if (given.some(isList)) throw listed(fn.name);
    const complex = given.some(isComplex) ? formFor(fn.name, given) : null;
    if (complex !== null) return complex(...given);
    const common = commonSelection(given);
    if (common === null) return later(fn, given);
    const { selection, values } = common;
    const whole = given.map((x) => overValues(x, values.ndim, fn.name));
    if (whole.includes(NONE)) return later(fn, given);
    const count = whole.findLastIndex((x) => x !== undefined) + 1;
    return Lazy.of(selection, fn(...whole.slice(0, count)) as NDArray);
  };
}

const functions: readonly Readonly<Record<string, unknown>>[] = [
  ...[arithmetic, comparison, exponential, bits, logic, special, trigonometry],
  ...[{ astype, isclose, clip, where, rint, round, ceil, floor, trunc }],
  ...[{ deg2rad, rad2deg, sinc, fmax, fmin, logaddexp, logaddexp2, heaviside, nanToNum }],
  ...[{ asinh, acosh, atanh, cbrt, fmod, isposinf, isneginf, i0, ldexp }],
];

defineLazyForms(() =>
  Object.fromEntries(functions.flatMap(Object.entries).map(([name, fn]) => [name, elementWise(fn as AnyFunction)])),
);

defineLazyForms(() => ({
  /** Members are looked up in an array that is no operand of the selected elements. */
  isin: (x: unknown, values: unknown, options?: object) => {
    const own = x instanceof Lazy ? x.selected : null;
    if (own === null || values instanceof Lazy) return later(isin, [x, values, options]);
    return Lazy.of(own.selection, isin(own.values, values as NDArray, options));
  },
}));
