/**
 * Options by their places in NumPy's order: `np.sum(x, 0, 'float32')` is `np.sum(x, 0, { dtype: 'float32' })`. A declaration says which options
 * have places of their own; the orders here are for calls that it refuses, so that other calls cost nothing. An argument takes its place
 * only where the option would take its value, so that mistakes keep the errors of the declaration.
 */
import { formFor } from './forms.js';
import type { Kind } from './kinds.js';
import { isPlain } from './options.js';

/** Orders by the names of functions, once one is asked for. */
let orders: Map<string, readonly string[]> | null = null;
const tables: Readonly<Record<string, string>>[] = [];

/**
 * Adds orders, each with the names of its functions: the options from the first argument on that may be an object of options; `-` for none of ours. They are
 * taken apart when a call first needs one.
 */
export function definePlaces(table: Readonly<Record<string, string>>): void {
  tables.push(table);
  orders = null;
}

/** The order of a function's options by place; undefined where it has none beyond its declaration. */
export function placesOf(name: string): readonly string[] | undefined {
  orders ??= new Map(tables.flatMap(ordersIn));
  return orders.get(name);
}

function ordersIn(table: Readonly<Record<string, string>>): (readonly [string, readonly string[]])[] {
  return Object.entries(table).flatMap(([order, names]) => names.split(' ').map((name) => [name, order.split(' ')] as const));
}

/** The arguments of a call with the options in one object; null where no more of them have places than the declaration says. */
export function withPlaces(name: string, kinds: readonly Kind<unknown>[], given: readonly unknown[]): unknown[] | null {
  const order = placesOf(name);
  if (order === undefined) return null;
  const first = kinds.findIndex(({ options }) => options !== undefined);
  const table = kinds[first]?.options as Readonly<Record<string, Kind<unknown>>> | undefined;
  if (table === undefined) return null;
  const found: Record<string, unknown> = {};
  let needed = false;
  for (let at = first; at < given.length; at++) {
    const value = given[at];
    if (value === undefined) continue;
    const isForm = at > first && !isPlain(value) && formFor(name, [value]) !== null;
    const placed = valueAt(order[at - first], value, table, isForm);
    const options = placed === null && at === given.length - 1 && at > first && isPlain(value) ? value : placed;
    if (options === null || Object.keys(options).some((option) => Object.hasOwn(found, option))) return null;
    if (value !== options) needed ||= at > first || !kinds[first].is(value);
    Object.assign(found, options);
  }
  return needed ? [...given.slice(0, first), found] : null;
}

/**
 * An option by its place. Null stands for one that is left out, as None does, but for `axis`, where it says all axes. `isForm`: the value is one of
 * a second form of the function, such as a complex array, which tells whether the option takes it.
 */
function valueAt(
  option: string | undefined,
  value: unknown,
  table: Readonly<Record<string, Kind<unknown>>>,
  isForm: boolean,
): object | null {
  if (option === undefined) return null;
  const known = Object.hasOwn(table, option) && (isForm || table[option].is(value));
  if (value === null && (option !== 'axis' || !known)) return {};
  return known ? { [option]: value } : null;
}

/** Functions that go over the flattened array without an axis, so that null, NumPy's None, is one that is left out. */
const FLATTENING = new Set('append compress insert remove repeat take unique x.compress'.split(' '));

/** The arguments of a call without the options that are null and that no null is a value of, since None stands for the default; null where there are none. */
export function withoutNulls(name: string, kinds: readonly Kind<unknown>[], given: readonly unknown[]): unknown[] | null {
  let found = false;
  const rest = given.map((value, at) => {
    const table = kinds[Math.min(at, kinds.length - 1)]?.options as Readonly<Record<string, Kind<unknown>>> | undefined;
    if (table === undefined || !isPlain(value)) return value;
    const isLeftOut = ([option, own]: readonly [string, unknown]): boolean =>
      own === null && Object.hasOwn(table, option) && !table[option].is(null) && (option !== 'axis' || FLATTENING.has(name));
    const entries = Object.entries(value);
    if (!entries.some(isLeftOut)) return value;
    found = true;
    return Object.fromEntries(entries.filter((entry) => !isLeftOut(entry)));
  });
  return found ? rest : null;
}
