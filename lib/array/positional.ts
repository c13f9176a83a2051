/**
 * Optional arguments: in one object, or the first of them by its place, with the rest in an object behind it: NumPy's users write
 * `x.sum(0)`, `np.zeros(3, 'int64')` and `x.sum(0, { keepdims: true })` first. The declarations of functions (`takes`) refuse options that
 * a function does not have; this file merges both ways.
 */
import { ArgumentError, isPlain } from '../base/index.js';
import { type ComplexDType, type DType, dtypes, isComplexDType } from '../dtype/index.js';
import type { ArrayLike } from './convert.js';
import { NDArray } from './ndarray.js';

/** Options, or the value of the one that NumPy has in their place. */
export type Positional<Options, Name extends keyof Options> = Options | Options[Name];

/** Of the types of an argument, the one of an object of options. */
type OptionsIn<Given> = Given extends number | string | null | undefined | readonly unknown[] | DType | ComplexDType
  ? never
  : Given;

/**
 * Options as an object: a value that is none is the option `name`, behind which `more` may come, as in `x.sum(0, { keepdims: true })`.
 * Throws `ArgumentError` for two objects of options, and for an option that is given twice.
 */
export function byName<Given>(operation: string, given: Given, name: string, more?: object): OptionsIn<Given> | undefined {
  if (more !== undefined) return bothWays(operation, given, name, more);
  if (given === undefined) return undefined;
  return (isOptions(given) ? given : { [name]: given }) as OptionsIn<Given>;
}

/**
 * Options of which the first have places, in the order of `names`, and may be followed by one object: `linspace(0, 1, 5, false, { dtype })`.
 * Throws `ArgumentError` for two objects of options, for an argument behind one, and for an option that is given twice.
 */
export function byPlaces<Options extends object>(
  operation: string,
  names: readonly (keyof Options & string)[],
  given: readonly unknown[],
): Options {
  const found: Record<string, unknown> = {};
  let closed = false;
  for (const [at, value] of given.entries()) {
    if (value === undefined) continue;
    if (closed) throw new ArgumentError(`${operation}: got an argument behind the options; put all of them into one object`);
    closed = at >= names.length || isOptions(value);
    const more = closed ? (value as object) : { [names[at]]: value };
    const twice = Object.keys(more).find((name) => Object.hasOwn(found, name));
    if (twice !== undefined)
      throw new ArgumentError(`${operation}: got ${twice} twice, by its place and among the options behind it`);
    Object.assign(found, more);
  }
  return found as Options;
}

function bothWays<Given>(operation: string, given: Given, name: string, more: object): OptionsIn<Given> {
  if (isOptions(given)) throw new ArgumentError(`${operation}: got two objects of options; put all of them into one`);
  if (given !== undefined && Object.hasOwn(more, name))
    throw new ArgumentError(`${operation}: got ${name} twice, by its place and among the options behind it`);
  return (given === undefined ? more : { ...more, [name]: given }) as OptionsIn<Given>;
}

/** A number, a text, an Array, an array, a dtype or null is a value. */
export function isOptions(given: unknown): given is Readonly<Record<string, unknown>> {
  return isPlain(given) && !(dtypes as readonly unknown[]).includes(given) && !isComplexDType(given);
}

/** Whether an argument is numbers rather than options. */
export function isArrayLike<Options extends object>(given: ArrayLike | Options | null | undefined): given is ArrayLike {
  if (typeof given !== 'object') return given !== undefined;
  return given instanceof NDArray || ArrayBuffer.isView(given) || Array.isArray(given);
}
