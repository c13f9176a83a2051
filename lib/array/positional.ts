/** Optional arguments by their place: `x.sum(0)` and `np.zeros(3, 'int64')` are what NumPy's users write first. */
import { type DType, dtypes } from '../dtype/index.js';
import type { ArrayLike } from './convert.js';
import { NDArray } from './ndarray.js';

/** Options, or the value of the one that NumPy has in their place. */
export type Positional<Options, Name extends keyof Options> = Options | Options[Name];

/** Of what may be given, what is an object of options. */
type OptionsIn<Given> = Given extends number | string | null | undefined | readonly unknown[] | DType ? never : Given;

/** Options as an object: what is not one is the option `name`. */
export function byName<Given>(given: Given, name: string): OptionsIn<Given> | undefined {
  if (given === undefined) return undefined;
  return (isOptions(given) ? given : { [name]: given }) as OptionsIn<Given>;
}

/** An Array, a dtype or null is a value. */
function isOptions(given: unknown): boolean {
  return typeof given === 'object' && given !== null && !Array.isArray(given) && dtypes[(given as DType).code] !== given;
}

/** Whether an argument is numbers rather than options. */
export function isArrayLike<Options extends object>(given: ArrayLike | Options | null | undefined): given is ArrayLike {
  if (typeof given !== 'object') return given !== undefined;
  return given instanceof NDArray || ArrayBuffer.isView(given) || Array.isArray(given);
}
