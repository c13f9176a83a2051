/**
 * Promises of public functions. `x.item() + 1` would be the text "[object Promise]1": JavaScript asks a promise for a primitive value
 * there, and these throw. A property of the promise itself costs 2 ns, and `await` does not look at it.
 */
import { DTypeError } from './errors.js';

type Coercible = Promise<unknown> & { [Symbol.toPrimitive]?: () => never };

/** Marks promises of the operation `name`: their use in arithmetic, in comparisons or in text throws `DTypeError`. */
export function later(name: string): <P extends Promise<unknown>>(promise: P) => P {
  const awaitItFirst = (): never => {
    throw new DTypeError(
      `${name}: its value comes later: await it first. JavaScript's operators and template strings do not work on promises`,
    );
  };
  return (promise) => {
    (promise as Coercible)[Symbol.toPrimitive] = awaitItFirst;
    return promise;
  };
}
