/**
 * Results of several arrays, by name. NumPy's can also be taken apart by place, `w, v = eigh(A)`: those of `listed` can, too, and all further ones
 * say how it is done here, as they do where a name is one of books and of other libraries.
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
const PLACES = ['0', '1', '2', '3', '4'];

/** A result that can be taken apart by place, `const [q, r] = np.linalg.qr(A)`, or read at one, in NumPy's order. */
export interface ByPlace<T> extends Iterable<T> {
  readonly [place: number]: T;
}

/** By operation and fields: the prototype of results, behind which is that of all objects. */
const prototypes = new Map<string, object>();

/** The result of an operation; by place, as in `const [w, v] = eigsh(A)`, or by names from elsewhere it throws `ArgumentError`. */
export function named<T extends object>(operation: string, result: T): T {
  return Object.setPrototypeOf(result, prototypeFor(operation, result, null)) as T;
}

/** The values of a result in the order of their places. */
type InOrder<T> = (result: T) => readonly unknown[];

/** In the order of the result's fields. */
const inFields = Symbol('in the order of fields');

/** The result of an operation, which `const [w, v] = eigh(A)` takes apart, in the order of its fields or another; by names from elsewhere it throws `ArgumentError`. */
export function listed<T extends object>(operation: string, result: T, order?: InOrder<T>): T & ByPlace<T[keyof T]> {
  return Object.setPrototypeOf(result, prototypeFor(operation, result, order ?? inFields)) as T & ByPlace<T[keyof T]>;
}

function prototypeFor(operation: string, result: object, order: InOrder<never> | typeof inFields | null): object {
  let key = operation;
  for (const field in result) key += ` ${field}`;
  let prototype = prototypes.get(key);
  if (prototype === undefined) {
    const fields = Object.keys(result);
    prototypes.set(key, (prototype = prototypeOf(operation, fields)));
    const own: InOrder<never> = (found: Readonly<Record<string, unknown>>) => fields.map((field) => found[field]);
    if (order !== null) takenApart(prototype, order === inFields ? own : (order as InOrder<never>));
  }
  return prototype;
}

/** Lets results be taken apart by place. */
function takenApart(prototype: object, order: InOrder<never>): void {
  const value = function (this: never): Iterator<unknown> {
    return order(this)[Symbol.iterator]();
  };
  Object.defineProperty(prototype, Symbol.iterator, { value, writable: true, configurable: true });
  for (const place of PLACES) {
    const get = function (this: never): unknown {
      return order(this)[Number(place)];
    };
    Object.defineProperty(prototype, place, { get, configurable: true });
  }
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
