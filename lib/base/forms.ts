/**
 * Second forms of declared functions. An argument that a declaration refuses may be of a sort that it does not know, for which a room
 * below has a form of the function: complex arrays, for functions of real ones; arrays of a size that is not known yet. Only refused calls
 * come here.
 */

/** A function for such arguments; null where none of them is of the sort. */
export type FindForm = (name: string, given: readonly unknown[]) => ((...given: unknown[]) => unknown) | null;

/** An array that functions do not take as it is, but for which they may have a second form, made of arrays of its own. */
export abstract class FormedArray {
  /** The arrays that it is made of. */
  abstract parts(): readonly object[];
}

const finders: FindForm[] = [];

/** Adds second forms; `first`: they are asked for before the forms that are there. */
export function useForms(forms: FindForm, first = false): void {
  if (first) finders.unshift(forms);
  else finders.push(forms);
}

/** The second form of the function of that name for these arguments; null where there is none. */
export function formFor(name: string, given: readonly unknown[]): ((...given: unknown[]) => unknown) | null {
  for (const find of finders) {
    const form = find(name, given);
    if (form !== null) return form;
  }
  return null;
}
