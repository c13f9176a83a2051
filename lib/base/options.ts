/**
 * Objects of options: one table says the names of a function's options and the kind of each. An option that the table does not have is
 * refused, as it would do nothing, and so is a value of a wrong kind.
 */
import type { ManipleError } from './errors.js';
import { type Kind, optional, wrongKind } from './kinds.js';
import { notOptions, unknownOption } from './misspelt.js';

/** The kind of each option that a function has: its type says when one is left out. */
export type OptionKinds<Options> = { readonly [Name in keyof Required<Options>]: Kind<Exclude<Options[Name], undefined>> };

type Table = Readonly<Record<string, Kind<unknown>>>;

/** Whether a value can be an object of options: a plain object, however it was made. */
export function isPlain(given: unknown): given is Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  const parent: unknown = Object.getPrototypeOf(given);
  if (parent === null) return true;
  const maker: unknown = (parent as { readonly constructor?: unknown }).constructor;
  return maker === Object || maker === undefined || (typeof maker === 'function' && maker.name === 'Object');
}

/** Whether all options of an object have a known name and the right kind. Names that its prototype has are no options. */
function areKnown(given: Readonly<Record<string, unknown>>, kinds: Table): boolean {
  for (const name in given) {
    if (!Object.hasOwn(given, name)) continue;
    if (!Object.hasOwn(kinds, name)) return false;
    const value = given[name];
    if (value !== undefined && !kinds[name].is(value)) return false;
  }
  return true;
}

/** The error for an object of options that is not as the table says. */
function refused(operation: string, given: unknown, kinds: Table): ManipleError {
  if (!isPlain(given)) return notOptions(operation, given, kinds);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(kinds, name)) return unknownOption(operation, name, kinds);
    const value = given[name];
    if (value !== undefined && !kinds[name].is(value)) return wrongKind(`${operation}: ${name}`, kinds[name], value);
  }
  return notOptions(operation, given, kinds);
}

/** An object of options, which may be left out. */
export function options<Options>(table: OptionKinds<Options>): Kind<Options | undefined> {
  return optional(givenOptions(table));
}

/** An object of options that must be given. */
export function givenOptions<Options>(table: OptionKinds<Options>): Kind<Options> {
  const kinds = table as Table;
  return {
    expected: `options such as { ${Object.keys(kinds)[0]}: … }`,
    is: (given: unknown) => isPlain(given) && areKnown(given, kinds),
    refuse: (operation, given) => refused(operation, given, kinds),
    options: kinds,
  };
}

/** A value, or an object of options that must then hold all of them. */
export function orOptions<V, Options>(value: Kind<V>, table: OptionKinds<Options>): Kind<V | Options> {
  const own = value as Kind<unknown>;
  const kinds = table as Table;
  return {
    expected: `${own.expected}, or options such as { ${Object.keys(kinds)[0]}: … }`,
    is: (given: unknown) => own.is(given) || (isPlain(given) && areKnown(given, kinds)),
    refuse: (operation, given) => (isPlain(given) ? refused(operation, given, kinds) : wrongKind(operation, own, given)),
    options: kinds,
  };
}

/** One option by its place, or an object of options; either may be left out. */
export function byPlace<Options, Name extends keyof Options>(
  table: OptionKinds<Options>,
  name: Name,
): Kind<Options | Options[Name] | undefined> {
  return { ...optional(orOptions(table[name] as Kind<Options[Name]>, table)), place: String(name) };
}
