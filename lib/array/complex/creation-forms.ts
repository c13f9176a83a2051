/** The complex forms of functions that make arrays: of complex data, or with a complex dtype. */
import { ArgumentError, DTypeError, describe, isPlain } from '../../base/index.js';
import { asAnyDType, type ComplexDType, complexFor, isComplexDType } from '../../dtype/index.js';
import { astype } from '../assign.js';
import { identity, tri } from '../composed/indices.js';
import { type ArrayOptions, empty, emptyLike, full, fullLike, ones, onesLike, zeros, zerosLike } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import type { NDArray } from '../ndarray.js';
import { byPlaces } from '../positional.js';
import { arange, eye } from '../ranges.js';
import { type ComplexForm, defineForms, formOf, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { type AnyDTypeLike, converted, fromReal, toComplex } from './convert.js';

/** The dtype among arguments, by its place or in options. */
function dtypeIn(given: readonly unknown[]): AnyDTypeLike | undefined {
  for (const x of given) {
    const value = isPlain(x) ? x.dtype : x;
    if (typeof value === 'string' || (typeof value === 'object' && value !== null && 'kind' in value))
      return value as AnyDTypeLike;
  }
  return undefined;
}

/** The option `copy` among arguments. */
function copyIn(given: readonly unknown[]): unknown {
  return given.filter(isPlain).find(({ copy }) => copy !== undefined)?.copy;
}

/** Arguments with parts of complex ones, and the dtype of parts. */
function realOf(given: readonly unknown[], k = 0): unknown[] {
  return given.map((x) => {
    if (x instanceof ComplexArray || isComplexNumber(x)) return k === 0 ? x.re : x.im;
    if (isComplexDType(x)) return (asAnyDType(x) as ComplexDType).part;
    return isPlain(x) && isComplexDType(x.dtype) ? { ...x, dtype: (asAnyDType(x.dtype) as ComplexDType).part } : x;
  });
}

/** Arguments of functions named for an array like which they make one: that array, of nested Arrays or a number. */
function likeArray(name: string, [first, ...rest]: readonly unknown[]): readonly unknown[] {
  return name.endsWith('Like') ? [toComplex(first, name), ...rest] : [first, ...rest];
}

/** A function with real values: in a complex dtype they have imaginary parts of 0. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
function real(fn: (...given: any[]) => NDArray): ComplexForm {
  return (...all) => {
    const given = likeArray(fn.name, all);
    const own = given[0] instanceof ComplexArray ? given[0].dtype : undefined;
    const dtype = dtypeIn(given) ?? own;
    if (given.some(isComplexNumber))
      throw new DTypeError(`${fn.name}: a complex number is no bound and no size; give a complex dtype, or multiply the result`);
    const made = fn(...realOf(given));
    return dtype === undefined || asAnyDType(dtype).kind !== 'complex' ? made : fromReal(made, asAnyDType(dtype) as ComplexDType);
  };
}

/** A function that fills an array with a value, or an array's values. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
function filled(fn: (...given: any[]) => NDArray): ComplexForm {
  return (first, value: unknown, ...rest) => {
    const [like] = likeArray(fn.name, [first]);
    const fill = typeof value === 'number' || typeof value === 'boolean' ? value : toComplex(value, fn.name);
    const own = like instanceof ComplexArray ? like.dtype : fill instanceof ComplexArray ? fill.dtype : undefined;
    const { dtype, ...shape } = byPlaces<{ dtype?: AnyDTypeLike }>(fn.name, ['dtype'], rest);
    const to = asAnyDType(dtype ?? own ?? complexFor(floatDefault()));
    const at = like instanceof ComplexArray ? like.re : like;
    if (to.kind !== 'complex' && fill instanceof ComplexArray) return converted(fill, to, fn.name);
    const part = to.kind === 'complex' ? to.part : to;
    const [re, im] = fill instanceof ComplexArray ? [fill.re, fill.im] : [fill, 0];
    return new ComplexArray(fn(at, re, { ...shape, dtype: part }), fn(at, im, { ...shape, dtype: part }));
  };
}

function made(data: unknown, copies: boolean, ...rest: readonly unknown[]): unknown {
  const dtype = dtypeIn(rest);
  const given = toComplex(data, 'asarray');
  if (dtype === undefined && !copies) return given;
  if (dtype !== undefined) return converted(given, dtype, 'asarray', copies);
  return given instanceof ComplexArray
    ? new ComplexArray(astype(given.re, given.re.dtype), astype(given.im, given.im.dtype))
    : given;
}

defineForms(() => ({
  ...Object.fromEntries(
    [zeros, ones, empty, zerosLike, onesLike, emptyLike, eye, identity, tri, arange].map((fn) => [fn.name, real(fn)]),
  ),
  ...Object.fromEntries([full, fullLike].map((fn) => [fn.name, filled(fn)])),
  asarray: (data: unknown, ...rest: unknown[]) => {
    const copy = copyIn(rest);
    const found = made(data, copy === true, ...rest);
    if (copy === false && found !== data)
      throw new ArgumentError(`asarray: ${describe(data)} becomes this complex array by a copy; leave copy: false out`);
    return found;
  },
  array: (data: unknown, ...rest: unknown[]) => {
    const { copy = true, ndmin = 0 } = byPlaces<ArrayOptions>('array', ['dtype'], rest);
    const found = copy === false ? formOf('asarray')(data, ...rest) : made(data, copy === true, ...rest);
    const lacking = ndmin - (found as ComplexArray).ndim;
    return lacking > 0
      ? formOf('reshape')(found, [...new Array<number>(lacking).fill(1), ...(found as ComplexArray).shape])
      : found;
  },
  astype: (x: ComplexArray | NDArray, dtype: AnyDTypeLike, options?: { copy?: boolean }) =>
    converted(x, dtype, 'astype', options?.copy !== false),
}));
