/**
 * Methods and attributes of lazy arrays: of each method that arrays have, the lazy form of the function of its name; and of a promise, for
 * `await`.
 */
import { inspect } from 'node:util';
import { addMembersLater, asFormMethod, asMethod, DTypeError, growing, takes } from '../../base/index.js';
import type { Shape } from '../../shape/index.js';
import { OWN } from '../kinds.js';
import { transpose } from '../manipulate.js';
import { METHOD_FUNCTIONS } from '../method-names.js';
import { NDArray } from '../ndarray.js';
import { type LazyForm, lazyFormOf } from './calls.js';
import { Lazy } from './lazy-array.js';

declare module '../ndarray.js' {
  // biome-ignore lint/suspicious/noExplicitAny: any is the type that is not known
  interface NDArray<D = any, R = any> {
    /**
     * The shape, once it is known: at once, but for arrays with elements that are chosen by their values.
     *
     * @example
     * await np.asarray([1, -2, 3]).get([true, false, true]).shapeKnown(); // [2]
     */
    shapeKnown(): Promise<Shape>;
  }
}

function define(of: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(of, name, { value, writable: true, configurable: true });
}

function attribute(name: string | symbol, get: (this: Lazy) => unknown): void {
  Object.defineProperty(Lazy.prototype, name, { get, configurable: true });
}

const shapeKnown = takes('shapeKnown', OWN)((x: NDArray): Promise<Shape> => Promise.resolve(x.shape));
define(NDArray.prototype, 'shapeKnown', asMethod(shapeKnown));

addMembersLater(Lazy, addMethods);

function addMethods(): void {
  const prototype = growing(Lazy.prototype);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(NDArray.prototype))) {
    if (typeof value !== 'function' || name === 'constructor' || Object.hasOwn(prototype, name)) continue;
    const own: LazyForm = (x, ...rest) => value.call(x, ...rest);
    define(
      prototype,
      name,
      asFormMethod(value, (...given) => lazyFormOf(METHOD_FUNCTIONS[name] ?? name, own)(...given)),
    );
  }
  addPromise(prototype);
  addAttributes();
  addConversions(prototype);
}

/** The methods that `await` and callers of promises use. */
function addPromise(prototype: object): void {
  define(prototype, 'then', function (this: Lazy, ...given: Parameters<Promise<NDArray>['then']>) {
    return this.whole().then(...given);
  });
  define(prototype, 'catch', function (this: Lazy, ...given: Parameters<Promise<NDArray>['catch']>) {
    return this.whole().catch(...given);
  });
  define(prototype, 'finally', function (this: Lazy, ...given: Parameters<Promise<NDArray>['finally']>) {
    return this.whole().finally(...given);
  });
  define(prototype, 'shapeKnown', async function (this: Lazy) {
    return (await this.whole()).shape;
  });
}

function addAttributes(): void {
  for (const name of ['length', 'nbytes', 'mT'] as const) {
    attribute(name, function () {
      return this.sized(name)[name];
    });
  }
  attribute('real', function () {
    return this;
  });
  attribute('imag', function () {
    return lazyFormOf('astype')(lazyFormOf('logicalAnd')(this, false), this.dtype.name);
  });
  attribute('T', function () {
    return this.known?.T ?? lazyFormOf('transpose', transpose)(this);
  });
  attribute('itemsize', function () {
    return this.dtype.size;
  });
  attribute(Symbol.toStringTag, () => 'LazyArray');
}

/** Text does not wait. */
function text(this: Lazy): string {
  const { known } = this;
  return known === null ? 'LazyArray(<its size is not known yet: await it>)' : String(known);
}

function addConversions(prototype: object): void {
  define(prototype, Symbol.toPrimitive, function (this: Lazy, hint: string) {
    if (hint === 'string') return text.call(this);
    throw new DTypeError("JavaScript's operators do not work on arrays: use methods, x.add(y) for x + y");
  });
  define(prototype, Symbol.iterator, function (this: Lazy) {
    return this.sized('iteration')[Symbol.iterator]();
  });
  define(prototype, Symbol.dispose, () => undefined);
  define(prototype, 'toJSON', function (this: Lazy) {
    return lazyFormOf('tolistSync')(this);
  });
  define(prototype, 'toString', text);
  define(prototype, inspect.custom, text);
}
