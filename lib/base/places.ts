/**
 * Options by their places in NumPy's order: `np.sum(x, 0, 'float32')` is `np.sum(x, 0, { dtype: 'float32' })`. A declaration says which options
 * have places of their own; the orders here are for calls that it refuses, so that other calls cost nothing. An argument takes its place
 * only where the option would take its value, so that mistakes keep the errors of the declaration.
 */
import type { Kind } from './kinds.js';
import { isPlain } from './options.js';

const orders = new Map<string, readonly string[]>();

/** Adds orders by the names of functions: the options from the first argument on that may be an object of options; `-` for none of ours. */
export function definePlaces(table: Readonly<Record<string, string>>): void {
  for (const [name, order] of Object.entries(table)) orders.set(name, order.split(' '));
}

/** The order of a function's options by place; undefined where it has none beyond its declaration. */
export function placesOf(name: string): readonly string[] | undefined {
  return orders.get(name);
}

/** The arguments of a call with the options in one object; null where no more of them have places than the declaration says. */
export function withPlaces(name: string, kinds: readonly Kind<unknown>[], given: readonly unknown[]): unknown[] | null {
  const order = orders.get(name);
  if (order === undefined) return null;
  const first = kinds.findIndex(({ options }) => options !== undefined);
  const table = kinds[first]?.options as Readonly<Record<string, Kind<unknown>>> | undefined;
  if (table === undefined) return null;
  const found: Record<string, unknown> = {};
  let needed = false;
  for (let at = first; at < given.length; at++) {
    const value = given[at];
    if (value === undefined) continue;
    const options = at === given.length - 1 && at > first && isPlain(value) ? value : valueAt(order[at - first], value, table);
    if (options === null || Object.keys(options).some((option) => Object.hasOwn(found, option))) return null;
    if (value !== options) needed ||= at > first || !kinds[first].is(value);
    Object.assign(found, options);
  }
  return needed ? [...given.slice(0, first), found] : null;
}

/** An option by its place. Null stands for one that is left out, as None does, but for `axis`, where it says all axes. */
function valueAt(option: string | undefined, value: unknown, table: Readonly<Record<string, Kind<unknown>>>): object | null {
  if (option === undefined) return null;
  const known = Object.hasOwn(table, option) && table[option].is(value);
  if (value === null && (option !== 'axis' || !known)) return {};
  return known ? { [option]: value } : null;
}
