/**
 * Second forms of declared functions. An argument that a declaration refuses may be of a sort that it does not know, for which a room
 * below has a form of the function: complex arrays, for functions of real ones; arrays of a size that is not known yet. Only refused calls
 * come here.
 */

import { HELD } from './held.js';
import type { Kind } from './kinds.js';
import { haveMembers } from './members.js';
import { isPlain } from './options.js';

/** A function for such arguments; null where none of them is of the sort. `own`: the function itself, without its checks. */
export type FindForm = (name: string, given: readonly unknown[], own?: Form) => Form | null;
type Form = (...given: unknown[]) => unknown;

/**
 * An array that functions do not take as it is, but for which they may have a second form, made of arrays of its own. Its class has
 * the methods of arrays from its first instance on (`addMembersLater`).
 */
export abstract class FormedArray {
  /** Whether the class has all its members: on its prototype, where it costs instances nothing. */
  declare readonly isWhole?: true;

  constructor() {
    if (this.isWhole !== true) haveMembers(new.target);
  }

  /** The arrays that it is made of. */
  abstract parts(): readonly object[];

  [HELD](): readonly object[] {
    return this.parts();
  }
}

const formless = new WeakSet<object>();

/** Declares a class that no form knows, such as one of sparse matrices, whose functions have names that functions of arrays have as well. */
export function hasNoForms(owner: { readonly prototype: object }): void {
  formless.add(owner.prototype);
}

/** Whether a value is of such a class. */
export function isFormless(given: unknown): boolean {
  return typeof given === 'object' && given !== null && formless.has(Object.getPrototypeOf(given) as object);
}

const finders: FindForm[] = [];

/** Adds second forms; `first`: they are asked for before the forms that are there. */
export function useForms(forms: FindForm, first = false): void {
  if (first) finders.unshift(forms);
  else finders.push(forms);
}

/** The second form of the function of that name for these arguments; null where there is none. */
export function formFor(name: string, given: readonly unknown[], own?: Form): Form | null {
  for (const find of finders) {
    const form = find(name, given, own);
    if (form !== null) return form;
  }
  return null;
}

/** An argument that no form would take, either. */
interface Wrong {
  readonly at: number;
  /** The argument; of options, the wrong one alone. */
  readonly value: unknown;
}

/** A function that forms stand in for: its declaration. */
interface Formed {
  readonly name: string;
  readonly kinds: readonly Kind<unknown>[];
  readonly fn: Form;
}

/**
 * The first argument of a call by a form that is wrong all the same: a value that is not of its kind and for which there is no form, or an option of
 * that name that the function does not have. Forms take other arrays where the function takes arrays, and no other options; null where all is well.
 */
export function wrongBeside({ name, kinds, fn }: Formed, given: readonly unknown[]): Wrong | null {
  for (let at = 0; at < given.length; at++) {
    const value = given[at];
    const own = kinds[Math.min(at, kinds.length - 1)];
    // Every function has a form for such arrays, if only one that throws.
    if (value === undefined || value instanceof FormedArray || own.is(value)) continue;
    if (own.options === undefined || !isPlain(value) || 're' in value) {
      if (formFor(name, [value], fn) === null) return { at, value };
      continue;
    }
    for (const [option, of] of Object.entries(value)) {
      if (of === undefined) continue;
      const known = Object.hasOwn(own.options, option) ? (own.options[option] as Kind<unknown>) : null;
      if (known === null || (!known.is(of) && formFor(name, [of], fn) === null)) return { at, value: { [option]: of } };
    }
  }
  return null;
}
