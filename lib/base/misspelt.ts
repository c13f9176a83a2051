/** The likely meaning of an option that a function does not have. */
import { describe } from './describe.js';
import { ArgumentError } from './errors.js';

/** Names of options in other libraries. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ddof: 'correction',
  offset: 'k',
  M: 'columns',
  rcond: 'rtol',
  tolerance: 'tol',
  size: 'shape',
};

/** The error for an option that a function does not have. */
export function unknownOption(operation: string, name: string, names: object): ArgumentError {
  const known = Object.keys(names);
  const likely = likeliest(name, known);
  const instead = likely === undefined ? '' : `; ${likely} may be what is meant`;
  return new ArgumentError(`${operation}: no option is called ${name}${instead} (there ${listed(known)})`);
}

/** The error for an argument in the place of options that is no object of options. */
export function notOptions(operation: string, given: unknown, names: object): ArgumentError {
  const [first] = Object.keys(names);
  return new ArgumentError(`${operation}: expected options such as { ${first}: … }, got ${describe(given)}`);
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? `is ${names[0]}` : `are ${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** Of the known names, the one that a name is a different spelling of; undefined where none is near. */
export function likeliest(name: string, known: readonly string[]): string | undefined {
  const elsewhere = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  if (elsewhere !== undefined && known.includes(elsewhere)) return elsewhere;
  const plain = plainly(name);
  const distances = known.map((other) => distance(plain, plainly(other)));
  const least = Math.min(...distances);
  return least <= Math.max(1, Math.floor(plain.length / 3)) ? known[distances.indexOf(least)] : undefined;
}

/** `return_index` and `returnIndex` are one name. */
function plainly(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** Names longer than this are no misspelling of an option. */
const LONGEST = 64;

/** Letters to put in, leave out or replace (Levenshtein). */
function distance(a: string, b: string): number {
  if (a.length > LONGEST) return a.length;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}
