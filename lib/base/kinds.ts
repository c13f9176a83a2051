/**
 * Kinds of arguments: the values that a parameter or an option takes. A function's declaration (`takes.ts`) is a list of kinds; types are
 * held against it, since a kind that refuses part of a parameter's type does not compile.
 */
import { describe } from './describe.js';
import { ArgumentError, type ManipleError } from './errors.js';

/** The values that a parameter takes. */
export interface Kind<in T = never> {
  /** In an error message, behind "expected". */
  readonly expected: string;
  readonly is: (given: T) => boolean;
  /** The error for a value that is not of the kind; without one an `ArgumentError` with `expected`. */
  readonly refuse?: (operation: string, given: unknown) => ManipleError;
  /** Whether functions that are declared by `counts` refuse other values themselves. */
  readonly late?: boolean;
  /** Whether it is several values in one Array, which callers hand over one by one by mistake. */
  readonly gathers?: boolean;
  /** Whether it is the numbers of one array, which callers hand over one by one by mistake. */
  readonly nests?: boolean;
  /** Whether the argument may be left out. */
  readonly optional?: boolean;
  /** Whether the kind is that of all further arguments. */
  readonly many?: boolean;
  /** The kinds of the options, where the argument may be an object of options. */
  readonly options?: Readonly<Record<string, Kind>>;
  /** The option that the argument is where it is no object of options. */
  readonly place?: string;
}

/** A kind from a test of unknown values; `T` is the type of the values that pass it. */
export function kind<T>(expected: string, is: (given: unknown) => boolean, refuse?: Kind['refuse']): Kind<T> {
  return refuse === undefined ? { expected, is } : { expected, is, refuse };
}

/** A kind of values that are checked again where they are converted. */
export function late<T>(expected: string, is: (given: unknown) => boolean, refuse: Kind['refuse']): Kind<T> {
  return { expected, is, refuse, late: true };
}

type Scalar = number | bigint | boolean;

export const NUMBER: Kind<number> = kind('a number', (given) => typeof given === 'number');
/** Amounts may be unbounded; NaN is neither. */
export const POSITIVE: Kind<number> = kind('a number above 0', (given) => typeof given === 'number' && given > 0);
export const AMOUNT: Kind<number> = kind('a number of at least 0', (given) => typeof given === 'number' && given >= 0);
export const COUNT: Kind<number> = kind('an integer of at least 0', (given) => Number.isInteger(given) && (given as number) >= 0);
export const NOT_NAN: Kind<number> = kind('a number, and not NaN', (given) => typeof given === 'number' && !Number.isNaN(given));
export const INTEGER: Kind<number> = kind('an integer', (given) => Number.isInteger(given));
export const SCALAR: Kind<Scalar> = kind('a number, bigint or boolean', isScalar);
export const BIGINT: Kind<bigint> = kind('a bigint', (given) => typeof given === 'bigint');
export const FLAG: Kind<boolean> = kind('true or false', (given) => typeof given === 'boolean');
export const TEXT: Kind<string> = kind('a string', (given) => typeof given === 'string');
export const PATH: Kind<string | URL> = kind(
  'the path of a file, or its URL',
  (given) => typeof given === 'string' || given instanceof URL,
);
export const NULL: Kind<null> = kind('null', (given) => given === null);
export const ANYTHING: Kind<unknown> = kind('anything', () => true);
export const OBJECT: Kind<object> = kind(
  'an object',
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
);
export const FUNCTION: Kind<(...given: never[]) => unknown> = kind('a function', (given) => typeof given === 'function');

function isScalar(given: unknown): boolean {
  return typeof given === 'number' || typeof given === 'bigint' || typeof given === 'boolean';
}

/** One of some strings or numbers. */
export function oneOf<const T extends string | number>(...values: readonly T[]): Kind<T> {
  return kind(values.map((value) => describe(value)).join(' or '), (given) => values.includes(given as T));
}

/** A value of one of two kinds; the first says how values of neither are refused. */
export function either<A, B>(one: Kind<A>, other: Kind<B>): Kind<A | B> {
  const both = [one, other] as readonly Kind<unknown>[];
  const either = kind<A | B>(`${one.expected} or ${other.expected}`, (given) => both[0].is(given) || both[1].is(given));
  return one.refuse === undefined ? either : { ...either, refuse: one.refuse };
}

/** An Array with elements of a kind. */
export function listOf<T>(element: Kind<T>): Kind<readonly T[]> {
  const of = element as Kind<unknown>;
  return kind(`an Array, each element ${of.expected}`, (given) => Array.isArray(given) && isEach(given, of));
}

/** Holes of sparse Arrays count as elements that are undefined. */
function isEach(list: readonly unknown[], element: Kind<unknown>): boolean {
  for (let i = 0; i < list.length; i++) if (!element.is(list[i])) return false;
  return true;
}

/** A plain object with fields of these kinds. */
export function recordOf<T>(expected: string, fields: { readonly [Name in keyof Required<T>]: Kind<T[Name]> }): Kind<T> {
  const kinds = Object.entries(fields) as readonly [string, Kind<unknown>][];
  return kind(expected, (given) => {
    if (typeof given !== 'object' || given === null) return false;
    const held = given as Readonly<Record<string, unknown>>;
    return kinds.every(([name, of]) => of.is(held[name]));
  });
}

/** Whether the memory of a view or a buffer was given to a different thread. */
export function isDetached(given: ArrayBufferView | ArrayBuffer | SharedArrayBuffer): boolean {
  if (given.byteLength > 0) return false;
  try {
    new Uint8Array(ArrayBuffer.isView(given) ? given.buffer : given);
    return false;
  } catch {
    return true;
  }
}

/** An instance of a class. */
export function instanceOf<T>(name: string, Class: abstract new (...given: never[]) => T): Kind<T> {
  return kind(name, (given) => given instanceof Class);
}

/** An argument that may be left out. */
export function optional<T>(of: Kind<T>): Kind<T | undefined> {
  return { ...of, is: (given: T | undefined) => given === undefined || of.is(given), optional: true };
}

/** All further arguments. */
export function each<T>(of: Kind<T>): Kind<T> {
  return { ...of, optional: true, many: true };
}

/** The error for an argument that is not of the declared kind. */
export function wrongKind(operation: string, of: Kind, given: unknown): ManipleError {
  return of.refuse?.(operation, given) ?? new ArgumentError(`${operation}: expected ${of.expected}, got ${describe(given)}`);
}
