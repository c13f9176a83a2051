/**
 * Results of several arrays, by name. NumPy's can also be taken apart by place, `w, v = eigh(A)`, and have different names in books and in
 * other libraries: both say how it is done here.
 */
import { ArgumentError } from './errors.js';
import { refuseReads, refusing } from './refused-names.js';

/** Names of fields elsewhere, each with the names that a field may have here. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  Q: ['q'],
  R: ['r'],
  U: ['u'],
  S: ['s'],
  V: ['vh', 'eigenvectors'],
  Vh: ['vh'],
  VH: ['vh'],
  Vt: ['vh'],
  VT: ['vh'],
  vt: ['vh'],
  v: ['eigenvectors', 'vh'],
  w: ['eigenvalues'],
  values: ['eigenvalues'],
  vectors: ['eigenvectors'],
  L: ['l'],
  P: ['p'],
  hist: ['counts'],
  bins: ['edges'],
  binEdges: ['edges'],
  solution: ['x'],
  logdet: ['logabsdet'],
  index: ['indices'],
  inverse: ['inverseIndices'],
};
const PLACES = ['0', '1', '2'];

/** By operation and fields: the prototype of results, behind which is that of all objects. */
const prototypes = new Map<string, object>();

/** The result of an operation; by place, as in `const [w, v] = eigh(A)`, or by names from elsewhere it throws `ArgumentError`. */
export function named<T extends object>(operation: string, result: T): T {
  let key = operation;
  for (const field in result) key += ` ${field}`;
  let prototype = prototypes.get(key);
  if (prototype === undefined) prototypes.set(key, (prototype = prototypeOf(operation, Object.keys(result))));
  return Object.setPrototypeOf(result, prototype) as T;
}

function prototypeOf(operation: string, fields: readonly string[]): object {
  const prototype = refusing();
  const apart = `take it apart by name, const { ${fields.join(', ')} } = …`;
  const notByPlace = (): ArgumentError => new ArgumentError(`${operation}: gives an object, not a list: ${apart}`);
  const value = (): never => {
    throw notByPlace();
  };
  Object.defineProperty(prototype, Symbol.iterator, { value, writable: true, configurable: true });
  refuseReads(prototype, PLACES, notByPlace);
  for (const [name, meant] of Object.entries(ELSEWHERE)) {
    const field = meant.find((one) => fields.includes(one));
    if (field === undefined || fields.includes(name)) continue;
    const what = field === 'vh' && /^v$/i.test(name) ? `vh, which is ${name} transposed` : field;
    refuseReads(prototype, [name], () => new ArgumentError(`${operation}: its result has no ${name}, but ${what}: ${apart}`));
  }
  return prototype;
}
