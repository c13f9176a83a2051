/** The error for a value that names no dtype: the value, the names that there are, and the likely meaning. */
import { DTypeError } from '../base/index.js';

/** Names in other libraries and languages, and JavaScript's own kinds of values, by the names here. */
const ELSEWHERE: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['int', 'int64'],
  ['long', 'int64'],
  ['uint', 'uint64'],
  ['float', 'float64'],
  ['double', 'float64'],
  ['single', 'float32'],
  ['half', 'float16'],
  ['boolean', 'bool'],
  ['complex', 'complex128'],
  [Number, 'float64'],
  [BigInt, 'int64'],
  [Boolean, 'bool'],
]);

export function unknownDType(value: unknown, names: readonly string[]): DTypeError {
  const given =
    typeof value === 'string'
      ? JSON.stringify(value)
      : typeof value === 'number'
        ? String(value)
        : Array.isArray(value)
          ? 'an Array'
          : typeof value;
  return new DTypeError(`unknown dtype ${given}: expected one of ${names.join(', ')}${hint(value, names)}`);
}

function hint(value: unknown, names: readonly string[]): string {
  if (typeof value === 'number') return '; the sizes of a shape go in one Array, zeros([2, 3]), and so do numbers, array([1, 2])';
  if (Array.isArray(value)) return '; the rows of an array go in one Array, array([[1, 2], [3, 4]])';
  const meant = ELSEWHERE.get(value) ?? coded(value, names);
  return meant === undefined ? '' : `; '${meant}' may be what is meant`;
}

const KINDS: Readonly<Record<string, string>> = { i: 'int', u: 'uint', f: 'float', c: 'complex' };

/** The name for NumPy's code of a kind and a number of bytes, such as '<f4'. */
function coded(value: unknown, names: readonly string[]): string | undefined {
  const [, letter, bytes]: readonly string[] = /^[<>=|]?([iufc])(1|2|4|8|16)$/.exec(String(value)) ?? [];
  const name = `${KINDS[letter]}${8 * Number(bytes)}`;
  return names.includes(name) ? name : undefined;
}
