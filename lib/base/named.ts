/** Results of several arrays, by name. NumPy's can also be taken apart by place, `w, v = eigh(A)`; these say how to do it. */
import { ArgumentError } from './errors.js';

/** The result of an operation; in brackets, as in `const [w, v] = eigh(A)`, it throws `ArgumentError`. */
export function named<T extends object>(operation: string, result: T): T {
  const refuse = (): never => {
    throw new ArgumentError(
      `${operation}: gives an object, not a list: take it apart by name, const { ${Object.keys(result).join(', ')} } = …`,
    );
  };
  return Object.defineProperty(result, Symbol.iterator, { value: refuse, configurable: true });
}
