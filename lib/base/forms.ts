/**
 * Second forms of declared functions. An argument that a declaration refuses may be of a sort that it does not know, for which a room
 * below has a form of the function: complex arrays, for functions of real ones. Only refused calls come here.
 */

/** A function for such arguments; null where none of them is of the sort. */
export type FindForm = (name: string, given: readonly unknown[]) => ((...given: unknown[]) => unknown) | null;

let find: FindForm = () => null;

/** Says which second forms there are. */
export function useForms(forms: FindForm): void {
  find = forms;
}

/** The second form of the function of that name for these arguments; null where there is none. */
export function formFor(name: string, given: readonly unknown[]): ((...given: unknown[]) => unknown) | null {
  return find(name, given);
}
