/**
 * Optional arguments: in one object, or the first of them by its place, with the others in an object behind it: `x.sum(0)`,
 * `np.zeros(3, 'int64')` and `x.sum(0, { keepdims: true })` are what NumPy's users write first. An option that a function does not have is refused, as it would do nothing.
 */
import { ArgumentError } from '../base/index.js';
import { type DType, dtypes } from '../dtype/index.js';
import type { ArrayLike } from './convert.js';
import { notOptions, unknownOption } from './misspelt.js';
import { NDArray } from './ndarray.js';

/** Options, or the value of the one that NumPy has in their place. */
export type Positional<Options, Name extends keyof Options> = Options | Options[Name];

/** Each option that a function has: its type says when one is left out. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/** Of what may be given, what is an object of options. */
type OptionsIn<Given> = Given extends number | string | null | undefined | readonly unknown[] | DType ? never : Given;

export const AXIS = { axis: true } as const;
export const DTYPE = { dtype: true } as const;
export const K = { k: true } as const;

/**
 * Options as an object: what is not one is the option `name`, behind which `more` may come, as in `x.sum(0, { keepdims: true })`.
 * Throws `ArgumentError` for options that `names` has not.
 */
export function byName<Given>(
  operation: string,
  given: Given,
  name: string,
  names: OptionNames<OptionsIn<Given>>,
  more?: object,
): OptionsIn<Given> | undefined {
  if (more !== undefined) return bothWays(operation, given, name, names, more);
  if (given === undefined) return undefined;
  if (!isOptions(given)) return { [name]: given } as OptionsIn<Given>;
  checkOptions(operation, given as object, names);
  return given as OptionsIn<Given>;
}

function bothWays<Given>(operation: string, given: Given, name: string, names: object, more: object): OptionsIn<Given> {
  checkOptions(operation, more, names as Readonly<Record<string, true>>);
  if (isOptions(given)) throw new ArgumentError(`${operation}: got two objects of options; put all of them into one`);
  if (given !== undefined && Object.hasOwn(more, name))
    throw new ArgumentError(`${operation}: got ${name} twice, by its place and among the options behind it`);
  return (given === undefined ? more : { ...more, [name]: given }) as OptionsIn<Given>;
}

/** A number, a text, an Array, an array, a dtype or null is a value. */
function isOptions(given: unknown): boolean {
  return (
    typeof given === 'object' &&
    given !== null &&
    !Array.isArray(given) &&
    !(given instanceof NDArray) &&
    !ArrayBuffer.isView(given) &&
    dtypes[(given as DType).code] !== given
  );
}

/** Throws `ArgumentError` for what is no object of options, and for an option that is not among `names`. */
export function checkOptions(operation: string, given: unknown, names: Readonly<Record<string, true>>): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof NDArray)
    throw notOptions(operation, given, names);
  for (const name in given) if (names[name] !== true && Object.hasOwn(given, name)) throw unknownOption(operation, name, names);
}

/** Whether an argument is numbers rather than options. */
export function isArrayLike<Options extends object>(given: ArrayLike | Options | null | undefined): given is ArrayLike {
  if (typeof given !== 'object') return given !== undefined;
  return given instanceof NDArray || ArrayBuffer.isView(given) || Array.isArray(given);
}
